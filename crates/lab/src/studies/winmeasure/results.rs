//! The results of the study, as they stand in the store, and how sure they are.
//!
//! What varies from one replication to the next is the table that was taught, so tables are what is counted.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Confidence, Interval, MeanEstimate, mean_interval};
use outflank_learn::winmeasure::study::{Habits, Plan, Setting, Teaching, Variant};

use super::teaching::{HABITS, Taught, teaching_key};
use crate::Store;
use crate::report::{Estimate, EstimateError};
use crate::study::{Study, StudyError};

/// Everything that is there so far.
pub(super) struct Results {
    /// The tables, in the order of the replicas.
    pub taught: BTreeMap<Variant, Vec<Taught>>,
    /// Seconds of processor time for a table, on average, with its games against the panel.
    pub seconds: BTreeMap<Variant, f64>,
    /// What a practised player does.
    pub practised: Option<Habits>,
    /// Seconds of processor time of everything.
    pub cpu_seconds: f64,
}

impl Results {
    /// Reads what is in the store.
    pub fn read(plan: &Plan, study: &Study<'_>, store: &Store) -> Result<Self, StudyError> {
        let done = study.done(store)?;
        let mut results = Self {
            taught: BTreeMap::new(),
            seconds: BTreeMap::new(),
            practised: done.find(HABITS)?,
            cpu_seconds: done.cpu_seconds(),
        };
        for variant in Variant::ALL {
            let keys = || (0..plan.replicas).map(|replica| teaching_key(Teaching { variant, replica }));
            if let Some(seconds) = done.mean_seconds(keys()) {
                results.seconds.insert(variant, seconds);
                results.taught.insert(variant, done.each(keys())?);
            }
        }
        Ok(results)
    }

    /// A number of each table of a variant.
    pub fn sample(&self, variant: Variant, number: impl Fn(&Taught) -> Option<f64>) -> Vec<f64> {
        self.taught.get(&variant).into_iter().flatten().filter_map(number).collect()
    }

    /// The scores of the tables of a variant against the panel.
    pub fn scores(&self, variant: Variant, setting: Setting) -> Vec<f64> {
        self.sample(variant, |taught| taught.panel_score(setting))
    }
}

/// The mean of a sample, as an estimate of the mean of all such tables.
pub(super) fn mean(sample: &[f64]) -> Result<Option<Estimate>, EstimateError> {
    let MeanEstimate { mean, interval } = match mean_interval(sample, Confidence::USUAL) {
        Some(estimate) => estimate,
        None => return Ok(None),
    };
    Estimate::new(mean, interval).map(Some)
}

/// By how much the mean of one kind of tables exceeds that of another, both taught with seeds of their own.
pub(super) fn lead(one: &[f64], other: &[f64]) -> Result<Option<Estimate>, EstimateError> {
    let reach = |sample: &[f64]| {
        let estimate = mean_interval(sample, Confidence::USUAL)?;
        Some((estimate.mean, estimate.interval.width() / 2.0))
    };
    let (Some((one, one_reach)), Some((other, other_reach))) = (reach(one), reach(other)) else {
        return Ok(None);
    };
    // Each side with its own degrees of freedom: wider than Welch's interval, never narrower.
    let interval = Interval::around(one - other, one_reach.hypot(other_reach));
    Estimate::new(one - other, interval).map(Some)
}

/// By how much tables do better in one way than in another, table by table.
pub(super) fn lead_of_each(one: &[f64], other: &[f64]) -> Result<Option<Estimate>, EstimateError> {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    mean(&differences)
}
