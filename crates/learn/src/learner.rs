//! What a learner is.

use std::sync::atomic::AtomicBool;

use outflank_arena::Trajectory;
use outflank_arena::statistics::Interval;
use outflank_engine::Stopped;

use crate::{Model, ModelError, Tensors, TensorsError};

/// A learning system at work.
///
/// Everything random in lesson n comes from streams named by (seed, purpose, n), so that a learner that was
/// kept and restored goes on to the same bits as one that was never stopped.
pub trait Learner: Send {
    /// How many lessons are done, and how many there are in all. A lesson is the least that can be
    /// learned and kept: a game, a generation.
    fn schedule(&self) -> Schedule;

    /// Learns the next lesson, on as many threads as it may use. What is learned does not depend on them.
    /// Nothing happens when all are done.
    fn learn(&mut self, threads: usize) {
        self.learn_unless(&AtomicBool::new(false), threads).expect("nothing stops it");
    }

    /// The same unless `stop` is set. That is looked at before every move: a lesson of any length is broken off at
    /// once, and the learner is then as it was before the lesson.
    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped>;

    /// How many games have been played to learn so far.
    fn games(&self) -> u64;

    /// How many games all lessons have, where some have more than others: what is measured on the way is then spread
    /// over games. None where all have the same number.
    fn games_in_all(&self) -> Option<u64> {
        None
    }

    /// What a person would like to watch: the step size, the rate of exploration. What was not measured yet is left
    /// out; it is not 0.
    fn gauges(&self) -> Vec<Gauge>;

    /// What the last lesson has measured by itself, a point of a curve each. Most systems measure nothing
    /// while they learn.
    fn measurements(&self) -> Vec<Measurement> {
        Vec::new()
    }

    /// Whether more is to be measured on the way than the score in the Othello League: against random, on solved ends, and
    /// how often it is left without a disc.
    fn is_watched_closely(&self) -> bool {
        false
    }

    /// What has been learned so far.
    fn model(&self) -> Model;

    /// Takes over what was learned before, in place of a start from nothing. To be called before the first lesson.
    /// Not every system can.
    fn begin_from(&mut self, model: Model) -> Result<(), BeginError> {
        Err(BeginError::NotHere { system: model.system() })
    }

    /// Learns from finished games, whoever played them. To be called before the first lesson. Not every system
    /// can.
    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        let _ = games;
        Err(BeginError::NoGames { system: self.model().system() })
    }

    /// All that is needed to go on from here, beside the recipe and the seed.
    fn snapshot(&self) -> Tensors;

    /// Goes on from what was kept by a learner of the same recipe and seed.
    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError>;
}

/// Why a learner cannot begin with a model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BeginError {
    /// The system begins from nothing only.
    #[error("a learner of {system} cannot begin with what was learned before")]
    NotHere {
        /// The system.
        system: &'static str,
    },
    /// The system learns from its own games only.
    #[error("a learner of {system} does not learn from the games of others")]
    NoGames {
        /// The system.
        system: &'static str,
    },
    /// The model is of another system.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model does not fit the recipe.
    #[error("the recipe does not fit what was learned before: {reason}")]
    Incomparable {
        /// What is different.
        reason: &'static str,
    },
}

/// How far a learner is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Lessons learned.
    pub done: u64,
    /// Lessons in all.
    pub total: u64,
}

impl Schedule {
    /// Whether nothing is left to learn.
    pub fn is_finished(self) -> bool {
        self.done >= self.total
    }
}

/// A number that changes while learning.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// What it is called.
    pub name: &'static str,
    /// What it shows now.
    pub value: f64,
}

/// A number that a lesson measured, such as the fitness of a generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// What was measured: the name of a curve.
    pub name: &'static str,
    /// How much it was.
    pub value: f64,
    /// How far around it the members, games or players spread, if that was measured, too.
    pub band: Option<Interval>,
}
