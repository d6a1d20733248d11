//! What decides a run of `value-matrix`.

use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::schema::{Range, recipe};
use crate::{System, Tensors, TensorsError};

recipe! {
    /// The parameters of the document, and under them our choices where it is silent.
    pub struct Recipe {
        /// Games of self-play.
        pub games: u64 = 10_000, Range::new(1.0, 1e9).of("games");

        /// The probability of a random move at the start (our choice). The document says that it falls, and not
        /// from where to where.
        pub epsilon: f64 = 1.0, Range::PROBABILITY;
        /// What that probability is multiplied by every epsilon_every games (our choice).
        pub epsilon_factor: f64 = 0.85, Range::PROBABILITY;
        /// Games between two reductions of that probability (our choice).
        pub epsilon_every: u64 = 500, Range::from(1.0).of("games");
        /// Who has White while Black learns (our choice).
        pub white: White = White::Learner;
        /// Whose squares are counted (our choice).
        pub credit: Credit = Credit::Black;
        /// When the four quadrants are averaged (our choice).
        pub mirrored: Mirrored = Mirrored::AtTheEnd;
    }
}

/// Who has White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum White {
    /// The learner itself.
    Learner,
    /// Random moves.
    Random,
}

/// Whose squares are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Credit {
    /// Black's: one more if Black won, one less if it lost. The document speaks of Black alone.
    Black,
    /// Everybody's, each by who won.
    Both,
}

/// When the four quadrants are averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mirrored {
    /// In what is learned: games are played with the 64 counts as they are.
    AtTheEnd,
    /// Before every game, too.
    Throughout,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn trial() -> Self {
        Self { games: 1_000, epsilon_every: 50, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.games
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, snapshot: &Tensors) -> Result<Model, TensorsError> {
        Ok(Model::from_counts(snapshot.values("counts", &[8, 8])?.try_into().expect("the shape was checked")))
    }
}

impl Recipe {
    /// The probability of a random move in a game, the first being 0.
    pub fn epsilon_in(&self, game: u64) -> f64 {
        self.epsilon * self.epsilon_factor.powi((game / self.epsilon_every).min(1 << 20) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exploration_falls() {
        let recipe = Recipe::default();
        assert_eq!(recipe.epsilon_in(499), 1.0);
        assert_eq!(recipe.epsilon_in(500), 0.85);
        assert!((recipe.epsilon_in(9_999) - 0.85f64.powi(19)).abs() < 1e-15);
    }

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let error = Recipe { games: 0, ..Recipe::default() }.check().expect_err("no game");
        assert_eq!(error.to_string(), "games is 0, expected 1 to 1,000,000,000");
        let error = Recipe { epsilon: f64::NAN, ..Recipe::default() }.check().expect_err("not a number");
        assert_eq!(error.key, "epsilon");
        let error = Recipe { epsilon_factor: 1.5, ..Recipe::default() }.check().expect_err("it would grow");
        assert_eq!(error.key, "epsilon_factor");
        let error = Recipe { epsilon_every: 0, ..Recipe::default() }.check().expect_err("never");
        assert_eq!(error.key, "epsilon_every");
    }
}
