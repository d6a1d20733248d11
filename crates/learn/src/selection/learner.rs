//! How `selection` learns, in three stages: its teacher learns, the teacher's games are counted, features are
//! chosen one by one.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_arena::{Seat, Step, Trajectory, play_alone};
use outflank_engine::players::{Lookahead, Noisy, Ties};
use outflank_engine::{Chance, Stopped};
use outflank_rules::kernel::Available;
use outflank_rules::{Game, Outcome, with_kernel};

use super::fit::cross_validated;
use super::{Direction, Feature, Fold, Model, Recipe, WideFeatures};
use crate::stop::{Stoppable, look_at};
use crate::{BeginError, Gauge, Schedule, System, Tensor, Tensors, TensorsError, linear4};

/// A search for features.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    teacher: linear4::Learner,
    /// Lessons from games.
    watched: u64,
    folds: Vec<Fold>,
    /// The features that are chosen so far, in the order in which they came.
    chosen: Vec<usize>,
    /// Steps of the search.
    steps: u64,
    search: Searching,
}

#[derive(Clone, Copy, PartialEq)]
enum Searching {
    Open,
    Ended,
}

impl Learner {
    /// A learner that has seen nothing.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self {
            teacher: linear4::Learner::new(recipe.teacher(), seed),
            watched: 0,
            folds: vec![Fold::new(Feature::COUNT); recipe.folds],
            chosen: match recipe.direction {
                Direction::Forward => Vec::new(),
                Direction::Backward => (0..Feature::COUNT).collect(),
            },
            steps: 0,
            search: Searching::Open,
            recipe,
            seed,
        }
    }

    /// What computes the features.
    fn features(&self) -> WideFeatures {
        WideFeatures::new(self.teacher.learned().matrix().clone())
    }

    /// Counts games of the teacher: every position with who won from there.
    fn watch(&mut self, stop: &AtomicBool) -> Result<(), Stopped> {
        let features = self.features();
        let teacher = Arc::new(self.teacher.learned().clone());
        let player = Lookahead::new(teacher, linear4::Model::PLIES, Ties::Drawn);
        let mut player = Stoppable::new(Noisy::new(player, self.recipe.epsilon), stop);
        let before = self.folds.clone();
        for number in 0..self.recipe.batch {
            let number = self.watched * self.recipe.batch + number;
            let chance = Chance::stream(self.seed, "selection watches", number);
            let game = play_alone(Game::new(), Seat { player: &mut player, chance });
            if let Err(stopped) = look_at(stop) {
                self.folds = before;
                return Err(stopped);
            }
            self.count(&features, &game, number);
        }
        self.watched += 1;
        Ok(())
    }

    /// Counts every position of a game with who won from there.
    fn count(&mut self, features: &WideFeatures, game: &Trajectory, number: u64) {
        // Positions of one game stay together: they share their result.
        let fold = &mut self.folds[(number % self.recipe.folds as u64) as usize];
        with_kernel!(Available::best(), |kernel| for Step { board, .. } in &game.steps {
            let target = match game.ending.outcome(board.mover) {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.0,
                Outcome::Loss => -1.0,
            };
            fold.add(&features.of(kernel, board.position), target);
        });
    }

    /// One step of the search: the best of all sets that differ by one feature, unless that is no gain.
    fn step(&mut self, stop: &AtomicBool) -> Result<(), Stopped> {
        let now = cross_validated(&self.folds, &self.chosen);
        let candidates: Vec<Vec<usize>> = match self.recipe.direction {
            Direction::Forward => {
                let rest = (0..Feature::COUNT).filter(|feature| !self.chosen.contains(feature));
                rest.map(|feature| [&self.chosen[..], &[feature]].concat()).collect()
            }
            Direction::Backward => {
                let without = |dropped: usize| {
                    self.chosen.iter().copied().filter(|&feature| feature != dropped).collect()
                };
                self.chosen.iter().map(|&feature| without(feature)).collect()
            }
        };
        let judge = |chosen: Vec<usize>| {
            look_at(stop)?;
            let errors = cross_validated(&self.folds, &chosen);
            Ok((chosen, errors))
        };
        let judged = candidates.into_iter().map(judge).collect::<Result<Vec<_>, Stopped>>()?;
        let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
        let best = judged.into_iter().min_by(|(_, a), (_, b)| mean(a).total_cmp(&mean(b)));
        self.search = Searching::Ended;
        if let Some((chosen, errors)) = best {
            let gains: Vec<f64> = now.iter().zip(&errors).map(|(now, then)| now - then).collect();
            let (gain, error) = mean_and_error(&gains);
            // Forwards a feature must earn its place; backwards it must, too, or it goes.
            let goes_on = match self.recipe.direction {
                Direction::Forward => gain > self.recipe.certainty * error,
                Direction::Backward => -gain <= self.recipe.certainty * error,
            };
            if goes_on {
                self.chosen = chosen;
                self.search = Searching::Open;
            }
        }
        self.steps += 1;
        Ok(())
    }

    /// The features in the order in which they were chosen; backwards, in the order of the list.
    pub fn chosen(&self) -> impl Iterator<Item = Feature> {
        self.chosen.iter().map(|&feature| Feature::ALL[feature])
    }

    /// The cross-validated error of what is chosen; 1 is that of predicting nothing.
    pub fn error(&self) -> f64 {
        let errors = cross_validated(&self.folds, &self.chosen);
        errors.iter().sum::<f64>() / errors.len() as f64
    }

    pub(super) fn learned(&self) -> Model {
        let all = Fold::all(Feature::COUNT, &self.folds);
        Model::new(self.features(), &self.chosen, &all.weights(&self.chosen))
    }
}

/// The mean of a sample and its standard error.
fn mean_and_error(sample: &[f64]) -> (f64, f64) {
    let count = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / count;
    let variance = sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        let done = self.teacher.schedule().done + self.watched + self.steps;
        let total = if self.search == Searching::Open { self.recipe.lessons() } else { done };
        Schedule { done, total }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if !self.teacher.schedule().is_finished() {
            self.teacher.learn_unless(stop, threads)
        } else if self.watched < self.recipe.lessons {
            self.watch(stop)
        } else if self.search == Searching::Open {
            self.step(stop)
        } else {
            Ok(())
        }
    }

    fn games(&self) -> u64 {
        self.teacher.games() + self.recipe.batch * self.watched
    }

    fn games_in_all(&self) -> Option<u64> {
        let watched = self.recipe.batch.saturating_mul(self.recipe.lessons);
        Some(self.recipe.teacher_games.saturating_add(watched))
    }

    fn gauges(&self) -> Vec<Gauge> {
        if self.steps == 0 {
            return Vec::new();
        }
        vec![
            Gauge { name: "features", value: self.chosen.len() as f64 },
            Gauge { name: "squared error", value: self.error() },
        ]
    }

    fn model(&self) -> crate::Model {
        crate::Model::Selection(self.learned())
    }

    /// The positions are counted with those of the games that the teacher will play.
    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        let features = self.features();
        for (number, game) in (0..).zip(games) {
            self.count(&features, game, number);
        }
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let ended = if self.search == Searching::Ended { 1.0 } else { 0.0 };
        let sums: Vec<f64> = self.folds.iter().flat_map(Fold::numbers).collect();
        let shape = vec![self.folds.len(), Fold::size(Feature::COUNT)];
        // In the order in which they came; those that are not chosen have no place.
        let mut places = [0.0; Feature::COUNT];
        for (place, &feature) in self.chosen.iter().enumerate() {
            places[feature] = (place + 1) as f64;
        }
        Tensors::new()
            .with("progress", Tensor::list([self.watched as f64, self.steps as f64, ended]))
            .with("folds", Tensor::shaped(shape, sums))
            .with("places", Tensor::list(places))
            .with_all("teacher", self.teacher.snapshot())
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let [watched, steps, ended] =
            snapshot.values("progress", &[3])?.try_into().expect("the shape was checked");
        let size = Fold::size(Feature::COUNT);
        let sums = snapshot.values("folds", &[self.recipe.folds, size])?;
        let places = snapshot.values("places", &[Feature::COUNT])?;
        self.teacher.restore(&snapshot.under("teacher"))?;
        self.folds = sums.chunks(size).map(|sums| Fold::from_numbers(Feature::COUNT, sums)).collect();
        self.chosen = (0..Feature::COUNT).filter(|&feature| places[feature] > 0.0).collect();
        self.chosen.sort_by(|&a, &b| places[a].total_cmp(&places[b]));
        (self.watched, self.steps) = (watched as u64, steps as u64);
        self.search = if ended == 1.0 { Searching::Ended } else { Searching::Open };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_and_its_error_by_hand() {
        // Deviations −1.5, −0.5, 0.5, 1.5: the variance is 5 / 3, that of the mean a quarter of it.
        let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0, 4.0]);
        assert!(
            (mean - 2.5).abs() < 1e-12 && (error - (5.0f64 / 12.0).sqrt()).abs() < 1e-12,
            "{mean} {error}"
        );
    }
}
