//! How `patterns` learns: lessons of games, from the first to the last.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::Stopped;

use super::course::{Course, course};
use super::labels::Label;
use super::weights::Coherence;
use super::{Model, Recipe};
use crate::{BeginError, Gauge, Schedule, System, Tensor, Tensors, TensorsError};

/// A network of patterns that plays and learns.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    course: Box<dyn Course>,
    mean: Mean,
}

/// Weights averaged along the end of a run.
#[derive(Default)]
struct Mean {
    weights: Vec<f32>,
    count: u64,
}

impl Mean {
    fn add(&mut self, weights: Vec<f32>) {
        self.count += 1;
        if self.count == 1 {
            self.weights = weights;
            return;
        }
        let share = 1.0 / self.count as f32;
        for (mean, weight) in self.weights.iter_mut().zip(weights) {
            *mean += (weight - *mean) * share;
        }
    }
}

/// The labels of a round are not as many as its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("labels of {found} games: the round has {expected}")]
pub struct WrongRound {
    /// The games of the round.
    pub expected: usize,
    /// The games that there are labels of.
    pub found: usize,
}

impl Learner {
    /// A learner that knows nothing: all weights are 0.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self { course: course(&recipe), recipe, seed, games: 0, mean: Mean::default() }
    }

    /// The weights as they are learned, or averaged, stage by stage, in discs.
    pub fn weights(&self) -> Vec<f32> {
        match self.mean.count {
            0 => self.course.weights(),
            _ => self.mean.weights.clone(),
        }
    }

    /// The games from here to the end of the round: what is learned from them comes from labels that depend on the weights at
    /// its start, so they can be labelled apart, anywhere and in any order. None where nothing is labelled.
    pub fn round(&self) -> Option<Range<u64>> {
        let Recipe { label_depth, round_games, games, .. } = self.recipe;
        let end = (self.games / round_games + 1) * round_games;
        (label_depth > 0 && self.games < games).then(|| self.games..end.min(games))
    }

    /// Plays games of this round and labels their positions, game by game, as learning them would; nothing is learned. Games
    /// of another round are of no use.
    pub fn label(
        &mut self,
        games: Range<u64>,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<Vec<Vec<Label>>, Stopped> {
        self.course.label(&self.recipe, self.seed, self.games, games, stop, threads)
    }

    /// Learns all games of this round from their labels, to the same bits as if they had been labelled on the way. Says no,
    /// with the number of games of the round, if there are more or fewer.
    pub fn learn_round(&mut self, labelled: &[Vec<Label>]) -> Result<(), WrongRound> {
        let round = self.round().unwrap_or(0..0);
        let expected = (round.end - round.start) as usize;
        if labelled.len() != expected {
            return Err(WrongRound { expected, found: labelled.len() });
        }
        while self.games < round.end {
            let end = self.games + self.recipe.batch_after(self.games);
            let games = (self.games - round.start) as usize..(end - round.start) as usize;
            self.course.learn_labels(&self.recipe, self.games, &labelled[games]);
            self.went_to(end);
        }
        Ok(())
    }

    /// Counts games that were learned from.
    fn went_to(&mut self, end: u64) {
        if self.recipe.is_averaged(self.games, end) {
            self.mean.add(self.course.weights());
        }
        self.games = end;
    }

    /// How many weights there are: stages, and weights of each.
    fn shape(&self) -> [usize; 2] {
        [self.recipe.stages, self.course.layout().weights()]
    }

    /// A number for each weight, to be kept.
    fn kept(&self, numbers: Vec<f32>) -> Tensor {
        Tensor::shaped(self.shape(), Arc::<[f32]>::from(numbers))
    }
}

impl crate::Learner for Learner {
    /// Counted in games: a lesson has one at first, and more later.
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        let end = self.games + self.recipe.batch_after(self.games);
        self.course.learn(&self.recipe, self.seed, self.games..end, stop, threads)?;
        self.went_to(end);
        Ok(())
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn games_in_all(&self) -> Option<u64> {
        Some(self.recipe.games)
    }

    /// Being wiped out is what goes wrong with networks.
    fn is_watched_closely(&self) -> bool {
        true
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![
            Gauge { name: "alpha", value: self.recipe.alpha_in(self.games) },
            Gauge { name: "games in a lesson", value: self.recipe.batch_after(self.games) as f64 },
            Gauge { name: "error in discs", value: self.course.mean_square_error().sqrt() },
        ]
    }

    fn model(&self) -> crate::Model {
        let model = Model::rounded(Arc::clone(self.course.layout()), &self.weights());
        crate::Model::Patterns(model)
    }

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        let model = Model::try_from(model)?;
        let weights = model
            .weights_for(&self.recipe)
            .ok_or(BeginError::Incomparable { reason: "it has other shapes, tables or stages" })?;
        self.course.set_weights(&weights);
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let mut kept = Tensors::new()
            .with("weights", self.kept(self.course.weights()))
            .with("games", Tensor::list([self.games as f64]));
        if let Some(coherence) = self.course.coherence() {
            kept.insert("errors", self.kept(coherence.iter().map(|weight| weight.sum).collect()));
            kept.insert("sizes of errors", self.kept(coherence.iter().map(|weight| weight.sizes).collect()));
        }
        if self.mean.count > 0 {
            kept.insert("mean", self.kept(self.mean.weights.clone()));
            kept.insert("averaged", Tensor::list([self.mean.count as f64]));
        }
        if let Some(tutor) = self.course.tutor() {
            kept.insert("tutor", self.kept(tutor.iter().map(|&weight| f32::from(weight)).collect()));
        }
        kept
    }

    fn restore(&mut self, kept: &Tensors) -> Result<(), TensorsError> {
        let shape = self.shape();
        let weights = kept.singles("weights", &shape)?;
        let games = kept.whole("games")?;
        if let Some(coherence) = self.course.coherence_mut() {
            let sums = kept.singles("errors", &shape)?;
            let sizes = kept.singles("sizes of errors", &shape)?;
            for ((weight, &sum), &sizes) in coherence.iter_mut().zip(sums.iter()).zip(sizes.iter()) {
                *weight = Coherence { sum, sizes };
            }
        }
        if self.recipe.label_depth > 0 && games > 0 {
            let tutor = kept.singles("tutor", &shape)?;
            self.course.set_tutor(tutor.iter().map(|&weight| weight as i16).collect());
        }
        self.mean = match kept.shape("averaged") {
            Some(_) => {
                Mean { weights: kept.singles("mean", &shape)?.to_vec(), count: kept.whole("averaged")? }
            }
            None => Mean::default(),
        };
        self.course.set_weights(weights);
        self.games = games;
        Ok(())
    }
}
