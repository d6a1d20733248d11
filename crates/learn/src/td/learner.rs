//! How `td` learns: self-play in which Black maximises and White minimises one function.

use crate::td::{Model, Recipe};
use crate::{Gauge, Schedule, Tensor, Tensors, TensorsError};

/// Self-play with temporal differences.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    weights: [f64; 64],
    bias: f64,
}

impl Learner {
    /// A learner that knows nothing: all weights are 0.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        Self { recipe, seed, games: 0, weights: [0.0; 64], bias: 0.0 }
    }

    fn play_and_learn(&mut self) {
        // Being written.
        let _ = self.seed;
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.games }
    }

    fn learn(&mut self) {
        if !self.schedule().is_finished() {
            self.play_and_learn();
            self.games += 1;
        }
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![
            Gauge { name: "alpha", value: self.recipe.alpha_in(self.games) },
            Gauge { name: "epsilon", value: self.recipe.epsilon_in(self.games) },
        ]
    }

    fn model(&self) -> crate::Model {
        crate::Model::Td(Model::new(self.weights, self.bias))
    }

    fn keep(&self) -> Tensors {
        Model::new(self.weights, self.bias).tensors().with("games", Tensor::list([self.games as f64]))
    }

    fn restore(&mut self, kept: &Tensors) -> Result<(), TensorsError> {
        let model = Model::from_tensors(kept)?;
        let games = kept.whole("games")?;
        (self.weights, self.bias, self.games) = (*model.weights(), model.bias(), games);
        Ok(())
    }
}
