//! What decides a run of `td`.

use documented::DocumentedFields;
use outflank_engine::players::Ties;
use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::{RecipeError, System};

/// The parameters of the document, and under them our choices where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// How many plies the learner looks ahead, 1 to 5 in the document.
    pub plies: u32,
    /// Games of self-play.
    pub games: u64,
    /// The step size at the start.
    pub alpha: f64,
    /// What the step size is multiplied by every `alpha_every` games.
    pub alpha_factor: f64,
    /// Games between two reductions of the step size.
    pub alpha_every: u64,
    /// The probability of an exploratory move at the start.
    pub epsilon: f64,
    /// What that probability is multiplied by every `epsilon_every` games: 1 is fixed, 0.9 reduced.
    pub epsilon_factor: f64,
    /// Games between two reductions of that probability.
    pub epsilon_every: u64,

    /// Ours: what is learned from an exploratory move.
    pub exploration: Exploration,
    /// Ours: whether the bias is learned, or stays 0.
    pub learn_bias: bool,
    /// Ours: whether a pass uses up a ply of the look-ahead.
    pub pass_is_ply: bool,
    /// Ours: whether one of several equal moves is drawn while learning, or the first is taken.
    pub draw_ties: bool,
}

/// What is learned from an exploratory move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exploration {
    /// Nothing.
    Skip,
    /// The position before it is still moved towards the value of the best move.
    Update,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            plies: 1,
            games: 50_000,
            alpha: 0.01,
            alpha_factor: 0.95,
            alpha_every: 500,
            epsilon: 0.1,
            epsilon_factor: 1.0,
            epsilon_every: 500,
            exploration: Exploration::Skip,
            learn_bias: true,
            pass_is_ply: false,
            draw_ties: true,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let within_one = |value: f64| (0.0..=1.0).contains(&value);

        RecipeError::unless((1..=8).contains(&self.plies), "plies", self.plies, "1 to 8")?;
        RecipeError::unless(
            (1..=1_000_000_000).contains(&self.games),
            "games",
            self.games,
            "1 to 1,000,000,000",
        )?;
        RecipeError::unless(
            self.alpha > 0.0 && self.alpha <= 1.0,
            "alpha",
            self.alpha,
            "above 0, at most 1",
        )?;
        let factor = self.alpha_factor;
        RecipeError::unless(factor > 0.0 && factor <= 1.0, "alpha_factor", factor, "above 0, at most 1")?;
        RecipeError::unless(self.alpha_every > 0, "alpha_every", self.alpha_every, "1 or more")?;
        RecipeError::unless(within_one(self.epsilon), "epsilon", self.epsilon, "0 to 1")?;
        RecipeError::unless(
            within_one(self.epsilon_factor),
            "epsilon_factor",
            self.epsilon_factor,
            "0 to 1",
        )?;
        RecipeError::unless(self.epsilon_every > 0, "epsilon_every", self.epsilon_every, "1 or more")
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }
}

impl Recipe {
    pub(super) fn ties(&self) -> Ties {
        if self.draw_ties { Ties::Drawn } else { Ties::First }
    }

    /// The step size in a game, the first being 0.
    pub fn alpha_in(&self, game: u64) -> f64 {
        self.alpha * self.alpha_factor.powi((game / self.alpha_every).min(1 << 20) as i32)
    }

    /// The probability of an exploratory move in a game, the first being 0.
    pub fn epsilon_in(&self, game: u64) -> f64 {
        self.epsilon * self.epsilon_factor.powi((game / self.epsilon_every).min(1 << 20) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_fall_as_the_document_says() {
        let recipe = Recipe { epsilon_factor: 0.9, ..Recipe::default() };
        assert_eq!(recipe.alpha_in(499), 0.01);
        assert!((recipe.alpha_in(500) - 0.0095).abs() < 1e-15);
        assert!((recipe.alpha_in(49_999) - 0.01 * 0.95f64.powi(99)).abs() < 1e-15);
        assert!((recipe.epsilon_in(1_000) - 0.081).abs() < 1e-15);
        assert_eq!(Recipe::default().epsilon_in(49_999), 0.1);
    }

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let error = Recipe { plies: 0, ..Recipe::default() }.check().expect_err("no ply");
        assert_eq!(error.to_string(), "plies is 0, expected 1 to 8");
        let error = Recipe { epsilon: f64::NAN, ..Recipe::default() }.check().expect_err("not a number");
        assert_eq!(error.key, "epsilon");
    }
}
