//! What came out of the evolutions.

use std::collections::BTreeMap;

use outflank_arena::statistics::{Confidence, MeanEstimate, mean_interval};
use serde::{Deserialize, Serialize};

use super::Experiment;

/// What is kept of a run. Fitness is in points per game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolved {
    /// The genes of the champion: the best of the last generation.
    pub genes: Vec<f64>,
    /// The highest fitness of each generation.
    pub best: Vec<f64>,
    /// The mean fitness of each generation.
    pub mean: Vec<f64>,
    /// The diversity of each generation.
    pub diversity: Vec<f64>,
}

/// A champion measured again in fresh games. Points per game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// As it was evolved, with its openings or without.
    pub as_evolved: f64,
    /// With the plain openings, if it was evolved without, and the other way round. Only for piece counters.
    pub otherwise: Option<f64>,
    /// As it was evolved, against players that it never met: the mean of the scores.
    pub elsewhere: f64,
}

/// The runs of all experiments, in the order of their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// What came out of them, with the champion's score in fresh games.
    pub runs: BTreeMap<Experiment, Vec<(Evolved, Scored)>>,
}

impl Results {
    /// The runs of an experiment.
    pub fn of(&self, experiment: Experiment) -> &[(Evolved, Scored)] {
        self.runs.get(&experiment).map_or(&[], Vec::as_slice)
    }

    /// A number of each run of an experiment, and what its mean over runs may be.
    pub fn mean(
        &self,
        experiment: Experiment,
        number: impl Fn(&Evolved, &Scored) -> f64,
    ) -> Option<MeanEstimate> {
        let sample: Vec<f64> = self.of(experiment).iter().map(|(run, scored)| number(run, scored)).collect();
        mean_interval(&sample, Confidence::USUAL)
    }

    /// By how much a number is higher in one experiment than in another, run by run of the same seed.
    pub fn lead(
        &self,
        one: Experiment,
        other: Experiment,
        number: impl Fn(&Evolved, &Scored) -> f64,
    ) -> Option<MeanEstimate> {
        let pairs = self.of(one).iter().zip(self.of(other));
        let sample: Vec<f64> =
            pairs.map(|(one, other)| number(&one.0, &one.1) - number(&other.0, &other.1)).collect();
        mean_interval(&sample, Confidence::USUAL)
    }
}

impl Evolved {
    /// The highest fitness of all generations.
    pub fn highest(&self) -> f64 {
        self.best.iter().copied().fold(0.0, f64::max)
    }

    /// The weights of the champion, if it is a piece counter.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        self.genes.as_slice().try_into().ok()
    }
}
