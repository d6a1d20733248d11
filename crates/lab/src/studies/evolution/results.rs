//! The results of the study, as they stand in the store.

use std::collections::BTreeMap;

use outflank_learn::evolution::study::{Experiment, Plan, Results};

use super::{evolved_key, scored_key};
use crate::study::{Study, StudyError};
use crate::{Store, StoredResult};

/// What it took.
pub(super) struct Cost {
    /// Seconds of processor time for a run of an experiment, on average.
    pub seconds: BTreeMap<Experiment, f64>,
    /// Seconds of processor time of everything.
    pub cpu_seconds: f64,
}

/// Reads what is in the store.
pub(super) fn read(plan: &Plan, study: &Study<'_>, store: &Store) -> Result<(Results, Cost), StudyError> {
    let stored: BTreeMap<String, StoredResult> =
        store.results(study.name())?.into_iter().map(|result| (result.key.clone(), result)).collect();
    let mut results = Results::default();
    let mut seconds: BTreeMap<Experiment, Vec<f64>> = BTreeMap::new();
    for evolution in plan.evolutions() {
        let (Some(evolved), Some(scored)) =
            (stored.get(&evolved_key(evolution)), stored.get(&scored_key(evolution)))
        else {
            continue;
        };
        let experiment = evolution.experiment;
        results.runs.entry(experiment).or_default().push((evolved.read()?, scored.read()?));
        seconds.entry(experiment).or_default().push(evolved.cpu_seconds);
    }
    let mean = |seconds: Vec<f64>| seconds.iter().sum::<f64>() / seconds.len() as f64;
    let cost = Cost {
        seconds: seconds.into_iter().map(|(experiment, seconds)| (experiment, mean(seconds))).collect(),
        cpu_seconds: stored.values().map(|result| result.cpu_seconds).sum(),
    };
    Ok((results, cost))
}
