//! The results of the study, as they stand in the store.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Confidence, MeanEstimate, mean_interval};

use super::Trained;
use super::measure::teacher;
use super::plan::{Plan, Training, Variant};
use crate::Store;
use crate::study::{Study, StudyError};

/// A number of a trained Edgar.
pub(super) type Number<'a> = dyn Fn(&Trained) -> Option<f64> + 'a;

/// Everything that is there so far.
pub(super) struct Results {
    /// What was learned, in the order of the replicas.
    pub trained: BTreeMap<Variant, Vec<Trained>>,
    /// Seconds of processor time of everything.
    pub cpu_seconds: f64,
}

impl Results {
    /// Reads what is in the store.
    pub fn read(plan: &Plan, study: &Study<'_>, store: &Store) -> Result<Self, StudyError> {
        let done = study.done(store)?;
        let mut trained = BTreeMap::new();
        for variant in Variant::ALL {
            let keys = (0..plan.replicas).map(|replica| Training { variant, replica }.key());
            trained.insert(variant, done.each(keys)?);
        }
        Ok(Self { trained, cpu_seconds: done.cpu_seconds() })
    }

    /// A number of every Edgar of a variant.
    pub fn numbers(&self, variant: Variant, number: impl Fn(&Trained) -> Option<f64>) -> Vec<f64> {
        self.trained[&variant].iter().filter_map(number).collect()
    }

    /// The mean of a number over the Edgars of a variant; they are what varies, not their games.
    pub fn mean(&self, variant: Variant, number: impl Fn(&Trained) -> Option<f64>) -> Option<MeanEstimate> {
        mean_interval(&self.numbers(variant, number), Confidence::USUAL)
    }

    /// By how much a number is larger with one variant than with another, seed by seed.
    pub fn lead(
        &self,
        one: Variant,
        other: Variant,
        number: impl Fn(&Trained) -> Option<f64>,
    ) -> Option<MeanEstimate> {
        let (one, other) = (self.numbers(one, &number), self.numbers(other, &number));
        let leads: Vec<f64> = one.into_iter().zip(other).map(|(one, other)| one - other).collect();
        mean_interval(&leads, Confidence::USUAL)
    }
}

impl Trained {
    /// The score against an opponent at the end.
    pub fn score(&self, opponent: &str) -> Option<f64> {
        self.curve.last()?.1.get(opponent).copied()
    }

    /// The score against an opponent at a point of the curve.
    pub fn score_at(&self, point: usize, opponent: &str) -> Option<f64> {
        self.curve.get(point)?.1.get(opponent).copied()
    }

    /// The mean score against the teachers that stay as they are: its noisy self grows with it.
    pub fn against_fixed_teachers(&self, point: usize) -> Option<f64> {
        use outflank_learn::edgar::Teacher::{MostFlips, Random, Table};
        let scores = [Random, MostFlips, Table].map(|kind| self.score_at(point, &teacher(kind)));
        scores.into_iter().sum::<Option<f64>>().map(|sum| sum / 3.0)
    }

    /// The mean worth of some squares over all times from the twentieth disc on.
    pub fn worth_of(&self, squares: &[outflank_rules::Square]) -> Option<f64> {
        let late = self.worth.get(20..)?;
        let values = late.iter().flat_map(|time| squares.iter().map(|square| time[square.index()]));
        Some(values.sum::<f64>() / (late.len() * squares.len()) as f64)
    }
}
