//! What decides a run of `linear4`.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};

use super::{Benchmark, Learner, Model};
use crate::{RecipeError, System};

/// The parameters of the document, and under them our choices where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Who the learner plays against.
    pub opponent: Opponent,
    /// Games between two copies of the learner; for as many at the start the value matrix is the opponent.
    pub refresh: u64,

    /// Ours: games, in place of “until convergence”.
    pub games: u64,
    /// Ours: how far the minimax looks ahead, while learning and by default at play.
    pub plies: u32,
    /// Ours: the probability of a random move of the learner.
    pub epsilon: f64,
    /// Ours: the step size at the start.
    pub alpha: f64,
    /// Ours: what the step size is multiplied by every `alpha_every` games.
    pub alpha_factor: f64,
    /// Ours: games between two reductions of the step size.
    pub alpha_every: u64,
    /// Ours: the value matrix of the fourth feature. It is divided by the sum of its absolute values, so that
    /// its score lies within ±100 as the other features do.
    pub matrix: Matrix,
    /// Games of `value-matrix`, if the matrix is learned.
    pub matrix_games: u64,
    /// Ours: what a finished game is worth to the learner.
    pub ends: Ends,
    /// Ours: the colour of the learner.
    pub side: Side,
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

impl Default for Recipe {
    fn default() -> Self {
        Self {
            opponent: Opponent::Copy,
            refresh: 10,
            games: 5_000,
            plies: 3,
            epsilon: 0.1,
            alpha: 0.02,
            alpha_factor: 0.85,
            alpha_every: 250,
            matrix: Matrix::Printed,
            matrix_games: 10_000,
            ends: Ends::Outcome,
            side: Side::Alternate,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let within_one = |value: f64| (0.0..=1.0).contains(&value);
        let above_zero = |value: f64| value > 0.0 && value <= 1.0;
        let games = self.games;
        RecipeError::unless(self.refresh > 0, "refresh", self.refresh, "1 or more")?;
        RecipeError::unless((1..=1_000_000_000).contains(&games), "games", games, "1 to 1,000,000,000")?;
        let games = self.matrix_games;
        RecipeError::unless((1..=100_000).contains(&games), "matrix_games", games, "1 to 100,000")?;
        RecipeError::unless((1..=8).contains(&self.plies), "plies", self.plies, "1 to 8")?;
        RecipeError::unless(within_one(self.epsilon), "epsilon", self.epsilon, "0 to 1")?;
        RecipeError::unless(above_zero(self.alpha), "alpha", self.alpha, "above 0, at most 1")?;
        let factor = self.alpha_factor;
        RecipeError::unless(above_zero(factor), "alpha_factor", factor, "above 0, at most 1")?;
        RecipeError::unless(self.alpha_every > 0, "alpha_every", self.alpha_every, "1 or more")
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
