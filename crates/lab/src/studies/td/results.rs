//! The results of the study, as they stand in the store.

use std::collections::BTreeMap;

use outflank_learn::td::study::{Group, Leagues, Plan, Training};

use super::{BRANCHING, Trained, cell_key, training_key};
use crate::study::{Study, StudyError};
use crate::{Store, StoredResult};

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
        let stored: BTreeMap<String, StoredResult> =
            store.results(study.name())?.into_iter().map(|result| (result.key.clone(), result)).collect();
        let mut results = Self {
            trained: BTreeMap::new(),
            leagues: Leagues::default(),
            branching: study.result(store, BRANCHING)?,
            training_seconds: BTreeMap::new(),
            cpu_seconds: stored.values().map(|result| result.cpu_seconds).sum(),
        };
        for group in plan.groups() {
            let keys = (0..plan.replicas).map(|replica| training_key(Training { group, replica }));
            let found: Vec<&StoredResult> = keys.filter_map(|key| stored.get(&key)).collect();
            if found.is_empty() {
                continue;
            }
            let seconds: f64 = found.iter().map(|result| result.cpu_seconds).sum();
            results.training_seconds.insert(group, seconds / found.len() as f64);
            let trained = found.iter().map(|result| result.read()).collect::<Result<_, _>>();
            results.trained.insert(group, trained?);
        }
        for cell in plan.cells() {
            if let Some(result) = stored.get(&cell_key(cell)) {
                results.leagues.insert(cell, result.read()?);
            }
        }
        Ok(results)
    }
}
