//! What decides a run of `edgar`.

use serde::{Deserialize, Serialize};

use super::{Gift, Learner, Model, TIMES, Teacher};
use crate::schema::{Range, recipe};
use crate::{RecipeError, System};

recipe! {
    /// The parameters of the document, and under them our choices where it is silent.
    pub struct Recipe {
        /// Games against teachers.
        pub games: u64 = 70_000, Range::new(1.0, 1e9).of("games");
        /// Whether G is learned, or stays 0.
        pub learn_corner: bool = true;
        /// Whether moves are rewarded at their own time, which is what the document is about.
        pub times: Times = Times::Apart;

        /// The step for a game won by all 64 discs; others count in proportion (our choice).
        pub rate: f64 = 0.01, Range::above(0.0, 1e3);
        /// What a margin is measured from when T is rewarded or punished.
        pub worth_from: MeasuredFrom = MeasuredFrom::Draw;
        /// What a margin is measured from when G is (our choice). The document does not say how G is learned.
        pub corner_from: MeasuredFrom = MeasuredFrom::Usual;
        /// The share of games against itself with noise (our choice). Shares are relative to their sum.
        pub share_noisy: f64 = 1.0, Range::new(0.0, 1e6);
        /// The share of games against random moves (our choice).
        pub share_random: f64 = 1.0, Range::new(0.0, 1e6);
        /// The share of games against most flips (our choice).
        pub share_most_flips: f64 = 1.0, Range::new(0.0, 1e6);
        /// The share of games against the fixed table (our choice).
        pub share_table: f64 = 1.0, Range::new(0.0, 1e6);
        /// How often the noisy Edgar moves at random (our choice).
        pub noise: f64 = 0.1, Range::PROBABILITY;
        /// How often the learner moves at random (our choice). Such moves are learned from like all others.
        pub epsilon: f64 = 0.0, Range::PROBABILITY;
        /// The time from which on F is 1 at the start; before it is 0 (our choice). 48 is for the last 12
        /// plies, 60 for never.
        pub flips_from: u64 = 48, Range::new(0.0, TIMES as f64).of("discs placed");
        /// Which moves give a corner (our choice).
        pub gift: Gift = Gift::LeftOpen;

        /// Games between two attempts at a better F (wanted by the document's author and never done). 0 is for
        /// no attempts.
        pub climb_every: u64 = 0, Range::from(0.0).of("games");
        /// Pairs of games against each teacher to try a change of F, and as many without it (our choice).
        pub climb_pairs: u64 = 100, Range::new(2.0, 1e6).of("pairs");
        /// By how much F changes at most (our choice).
        pub climb_step: f64 = 1.0, Range::above(0.0, 1e3);
        /// By how many standard errors a change must do better to be kept (our choice).
        pub climb_surety: f64 = 0.5, Range::new(0.0, 10.0).of("standard errors");
    }
}

/// Whether the times of a game are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Times {
    /// A move is rewarded at its own time.
    Apart,
    /// A move is rewarded at all times alike: a square is worth the same throughout.
    Together,
}

/// What a margin is measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeasuredFrom {
    /// From a draw, as the document says: games won reward, games lost punish.
    Draw,
    /// From what the last games against the same teacher came to: games that went better than usual reward.
    Usual,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };
    const LOOKS_AHEAD: bool = false;

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        let (sum, expected) = (self.shares().iter().sum::<f64>(), "above 0, if all other shares are 0");
        RecipeError::unless(sum > 0.0, "share_noisy", self.share_noisy, expected)
    }

    fn trial() -> Self {
        Self { games: 2_000, climb_every: 700, climb_pairs: 5, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.games
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }
}

impl Recipe {
    /// The shares of the teachers, in the order of [`Teacher::ALL`].
    pub(super) fn shares(&self) -> [f64; 4] {
        [self.share_noisy, self.share_random, self.share_most_flips, self.share_table]
    }

    /// The teacher for a number from 0 to just below 1.
    pub(super) fn teacher(&self, unit: f64) -> Teacher {
        let shares = self.shares();
        let mut left = unit * shares.iter().sum::<f64>();
        for (teacher, share) in Teacher::ALL.into_iter().zip(shares) {
            if left < share {
                return teacher;
            }
            left -= share;
        }
        // Rounding can leave a crumb: it belongs to the last one who has a share at all.
        let last = shares.iter().rposition(|&share| share > 0.0).expect("the recipe was checked");
        Teacher::ALL[last]
    }

    /// What is known before the first game.
    pub(super) fn beginner(&self) -> Model {
        Model::new(self.flips_from as usize, 1.0, self.gift)
    }

    /// How many changes of F have been tried after so many games.
    pub(super) fn climbs_in(&self, games: u64) -> u64 {
        games.checked_div(self.climb_every).unwrap_or(0)
    }

    /// The games of one attempt at a better F.
    pub(super) fn games_of_climb(&self) -> u64 {
        let teachers = self.shares().iter().filter(|&&share| share > 0.0).count() as u64;
        2 * 2 * self.climb_pairs * teachers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn teachers_have_their_shares() {
        let recipe = Recipe::default();
        for (unit, teacher) in [
            (0.0, Teacher::Noisy),
            (0.2499, Teacher::Noisy),
            (0.25, Teacher::Random),
            (0.5, Teacher::MostFlips),
            (0.9999, Teacher::Table),
        ] {
            assert_eq!(recipe.teacher(unit), teacher);
        }
        let alone = Recipe { share_noisy: 0.0, share_random: 0.0, share_table: 0.0, ..recipe };
        assert_eq!([0.0, 0.3, 0.99].map(|unit| alone.teacher(unit)), [Teacher::MostFlips; 3]);
    }

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        let base = Recipe::default();
        assert_eq!(base.check(), Ok(()));
        let key = |recipe: Recipe| recipe.check().expect_err("out of range").key;
        assert_eq!(key(Recipe { games: 0, ..base.clone() }), "games");
        assert_eq!(key(Recipe { rate: 0.0, ..base.clone() }), "rate");
        assert_eq!(key(Recipe { rate: f64::NAN, ..base.clone() }), "rate");
        assert_eq!(key(Recipe { share_table: -1.0, ..base.clone() }), "share_table");
        assert_eq!(key(Recipe { noise: 1.1, ..base.clone() }), "noise");
        assert_eq!(key(Recipe { epsilon: -0.1, ..base.clone() }), "epsilon");
        assert_eq!(key(Recipe { climb_pairs: 1, ..base.clone() }), "climb_pairs");
        assert_eq!(key(Recipe { climb_step: 0.0, ..base.clone() }), "climb_step");
        assert_eq!(key(Recipe { climb_surety: 11.0, ..base.clone() }), "climb_surety");
        let error = Recipe { flips_from: 61, ..base.clone() }.check().expect_err("after the end");
        assert_eq!(error.to_string(), "flips_from is 61, expected 0 to 60");
        let none =
            Recipe { share_noisy: 0.0, share_random: 0.0, share_most_flips: 0.0, share_table: 0.0, ..base };
        assert_eq!(
            none.check().expect_err("nobody to learn from").to_string(),
            "share_noisy is 0, expected above 0, if all other shares are 0"
        );
    }
}
