//! What decides a run of `td`.

use outflank_engine::players::Ties;
use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::System;
use crate::schema::{Range, recipe};

recipe! {
    /// The parameters of the document, and under them our choices where it is silent.
    pub struct Recipe {
        /// How many plies the learner looks ahead, 1 to 5 in the document.
        pub plies: u32 = 1, Range::new(1.0, 8.0).of("plies");
        /// Games of self-play.
        pub games: u64 = 50_000, Range::new(1.0, 1e9).of("games");
        /// The step size at the start.
        pub alpha: f64 = 0.01, Range::above(0.0, 1.0);
        /// What the step size is multiplied by every alpha_every games.
        pub alpha_factor: f64 = 0.95, Range::above(0.0, 1.0);
        /// Games between two reductions of the step size.
        pub alpha_every: u64 = 500, Range::from(1.0).of("games");
        /// The probability of an exploratory move at the start.
        pub epsilon: f64 = 0.1, Range::PROBABILITY;
        /// What that probability is multiplied by every epsilon_every games: 1 is fixed, 0.9 reduced.
        pub epsilon_factor: f64 = 1.0, Range::PROBABILITY;
        /// Games between two reductions of that probability.
        pub epsilon_every: u64 = 500, Range::from(1.0).of("games");

        /// What the value of a position is moved towards (our choice).
        pub target: Target = Target::Search;
        /// What is learned from an exploratory move (our choice).
        pub exploration: Exploration = Exploration::Skip;
        /// Whether the bias is learned, or stays 0 (our choice).
        pub learn_bias: bool = true;
        /// Whether a pass uses up a ply of the look-ahead (our choice).
        pub pass_is_ply: bool = false;
        /// Whether one of several equal moves is drawn while learning, or the first is taken (our choice).
        pub draw_ties: bool = true;
    }
}

/// What the value of a position is moved towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The value that the look-ahead brings back from its leaves.
    Search,
    /// The value of the position one move on: the look-ahead only picks the move.
    Step,
    /// The value of the position as many moves on as the look-ahead has plies, as they are played.
    Steps,
    /// What is learned is the position at the end of the expected line, and its target the one expected a move later (TDLeaf).
    Leaf,
    /// The value after a move is moved towards the value after the mover's next one: the look-ahead only picks the moves.
    OwnAfterstate,
}

/// What is learned from an exploratory move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exploration {
    /// Nothing.
    Skip,
    /// The position before it is still moved towards the value of the best move, which is not played.
    Update,
    /// The position before it is moved towards what comes of it: the value of the move that is played.
    Happened,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn trial() -> Self {
        Self { games: 2_000, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.games
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
