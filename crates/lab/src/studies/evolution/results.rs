//! The results of the study, as they stand in the store.

use std::collections::BTreeMap;

use outflank_learn::evolution::study::{Experiment, Plan, Results};

use super::{evolved_key, scored_key};
use crate::Store;
use crate::study::{Study, StudyError};

/// What it took.
pub(super) struct Cost {
    /// Seconds of processor time for a run of an experiment, on average.
    pub seconds: BTreeMap<Experiment, f64>,
    /// Seconds of processor time of everything.
    pub cpu_seconds: f64,
}

/// Reads what is in the store.
pub(super) fn read(plan: &Plan, study: &Study<'_>, store: &Store) -> Result<(Results, Cost), StudyError> {
    let done = study.done(store)?;
    let mut results = Results::default();
    let mut keys: BTreeMap<Experiment, Vec<String>> = BTreeMap::new();
    for evolution in plan.evolutions() {
        let key = evolved_key(evolution);
        if let (Some(evolved), Some(scored)) = (done.find(&key)?, done.find(&scored_key(evolution))?) {
            results.runs.entry(evolution.experiment).or_default().push((evolved, scored));
            keys.entry(evolution.experiment).or_default().push(key);
        }
    }
    let seconds =
        keys.into_iter().filter_map(|(experiment, keys)| Some((experiment, done.mean_seconds(keys)?)));
    let cost = Cost { seconds: seconds.collect(), cpu_seconds: done.cpu_seconds() };
    Ok((results, cost))
}
