//! What decides a run of `linear4`.

use serde::{Deserialize, Serialize};

use super::{Benchmark, Learner, Model};
use crate::System;
use crate::schema::{Range, recipe};

recipe! {
    /// The parameters of the document, and under them our choices where it is silent.
    pub struct Recipe {
        /// Who the learner plays against.
        pub opponent: Opponent = Opponent::Copy;
        /// Games between two copies of the learner; for as many at the start the value matrix is the opponent.
        pub refresh: u64 = 10, Range::from(1.0).of("games");

        /// Games, in place of “until convergence” (our choice).
        pub games: u64 = 5_000, Range::new(1.0, 1e9).of("games");
        /// How far the minimax looks ahead, while learning and by default at play (our choice).
        pub plies: u32 = 3, Range::new(1.0, 8.0).of("plies");
        /// The probability of a random move of the learner (our choice).
        pub epsilon: f64 = 0.1, Range::PROBABILITY;
        /// The step size at the start (our choice).
        pub alpha: f64 = 0.02, Range::above(0.0, 1.0);
        /// What the step size is multiplied by every alpha_every games (our choice).
        pub alpha_factor: f64 = 0.85, Range::above(0.0, 1.0);
        /// Games between two reductions of the step size (our choice).
        pub alpha_every: u64 = 250, Range::from(1.0).of("games");
        /// The value matrix of the fourth feature (our choice). It is divided by the sum of its absolute
        /// values, so that its score lies within ±100 as the other features do.
        pub matrix: Matrix = Matrix::Printed;
        /// Games of value-matrix, if the matrix is learned. They are played at once, before the first game.
        pub matrix_games: u64 = 10_000, Range::new(1.0, 2e4).of("games");
        /// What a finished game is worth to the learner (our choice).
        pub ends: Ends = Ends::Outcome;
        /// The colour of the learner (our choice).
        pub side: Side = Side::Alternate;
    }
}

/// Who the learner plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// A frozen copy of itself; first the value matrix.
    Copy,
    /// The highest sum by the value matrix after its own move.
    ValueMatrix,
    /// As the benchmark of this name.
    Random,
    /// As the benchmark of this name.
    Discs,
    /// As the benchmark of this name.
    DiscsAhead,
    /// As the benchmark of this name.
    Korman,
    /// As the benchmark of this name.
    KormanAhead,
}

impl Opponent {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Copy,
        Self::ValueMatrix,
        Self::Random,
        Self::Discs,
        Self::DiscsAhead,
        Self::Korman,
        Self::KormanAhead,
    ];

    /// The benchmark that it is, if it is one.
    pub fn benchmark(self) -> Option<Benchmark> {
        match self {
            Self::Copy | Self::ValueMatrix => None,
            Self::Random => Some(Benchmark::Random),
            Self::Discs => Some(Benchmark::Discs),
            Self::DiscsAhead => Some(Benchmark::DiscsAhead),
            Self::Korman => Some(Benchmark::Korman),
            Self::KormanAhead => Some(Benchmark::KormanAhead),
        }
    }

    /// Its name, the same as in recipes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::ValueMatrix => "value-matrix",
            _ => self.benchmark().map_or("", Benchmark::name),
        }
    }
}

/// A value matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Matrix {
    /// As printed in the document: what its agent learned.
    Printed,
    /// Learned as `value-matrix` learns it, before the first game.
    Learned,
    /// The same, with random moves for White.
    LearnedFromRandom,
    /// Korman's.
    Korman,
}

/// What a finished game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// 1 if it was won, −1 if it was lost.
    Outcome,
    /// The difference of discs, in parts of 64.
    Margin,
}

/// The colour of the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Black in one game and White in the next.
    Alternate,
    /// Always Black.
    Black,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn trial() -> Self {
        Self { games: 60, plies: 2, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.games
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }
}

impl Recipe {
    /// The step size in a game, the first being 0.
    pub fn alpha_in(&self, game: u64) -> f64 {
        self.alpha * self.alpha_factor.powi((game / self.alpha_every).min(1 << 20) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let refused = |recipe: Recipe| recipe.check().expect_err("out of range").to_string();
        assert_eq!(refused(Recipe { plies: 9, ..Recipe::default() }), "plies is 9, expected 1 to 8");
        assert_eq!(refused(Recipe { refresh: 0, ..Recipe::default() }), "refresh is 0, expected 1 or more");
        assert!(refused(Recipe { alpha: f64::NAN, ..Recipe::default() }).starts_with("alpha is NaN"));
        assert!(refused(Recipe { epsilon: 1.5, ..Recipe::default() }).starts_with("epsilon is 1.5"));
        assert!(refused(Recipe { games: 0, ..Recipe::default() }).starts_with("games is 0"));
    }

    #[test]
    fn the_step_size_falls_in_steps() {
        let recipe = Recipe { alpha: 0.1, alpha_factor: 0.5, alpha_every: 10, ..Recipe::default() };
        assert_eq!([0, 9, 10, 25].map(|game| recipe.alpha_in(game)), [0.1, 0.1, 0.05, 0.025]);
    }
}
