//! The results of the study, as they stand in the store.

use std::collections::BTreeMap;

use outflank_learn::td::study::{Group, Leagues, Plan, Training};

use super::{BRANCHING, Trained, cell_key, training_key};
use crate::Store;
use crate::study::{Study, StudyError};

/// Everything that is there so far.
pub struct Results {
    /// What was learned, in the order of the replicas.
    pub trained: BTreeMap<Group, Vec<Trained>>,
    /// What was played.
    pub leagues: Leagues,
    /// Legal moves in a position, on average.
    pub branching: Option<f64>,
    /// Seconds of processor time for a training of a group, on average.
    pub training_seconds: BTreeMap<Group, f64>,
    /// Seconds of processor time of everything.
    pub cpu_seconds: f64,
}

impl Results {
    /// Reads what is in the store.
    pub fn read(plan: &Plan, study: &Study<'_>, store: &Store) -> Result<Self, StudyError> {
        let done = study.done(store)?;
        let mut results = Self {
            trained: BTreeMap::new(),
            leagues: Leagues::default(),
            branching: done.find(BRANCHING)?,
            training_seconds: BTreeMap::new(),
            cpu_seconds: done.cpu_seconds(),
        };
        for group in plan.groups() {
            let keys = || (0..plan.replicas).map(|replica| training_key(Training { group, replica }));
            if let Some(seconds) = done.mean_seconds(keys()) {
                results.training_seconds.insert(group, seconds);
                results.trained.insert(group, done.each(keys())?);
            }
        }
        for cell in plan.cells() {
            if let Some(result) = done.find(&cell_key(cell))? {
                results.leagues.insert(cell, result);
            }
        }
        Ok(results)
    }
}
