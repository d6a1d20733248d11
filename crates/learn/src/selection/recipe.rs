//! What decides a run of `selection`.

use serde::{Deserialize, Serialize};

use super::{Feature, Learner, Model};
use crate::schema::{Range, recipe};
use crate::{RecipeError, System, Tensors, TensorsError, linear4};

recipe! {
    /// What the document plans, and under it our choices where it is silent.
    pub struct Recipe {
        /// Which way the search goes.
        pub direction: Direction = Direction::Forward;

        /// Games from which linear4 learns, which then plays the games to learn from (our choice).
        pub teacher_games: u64 = linear4::Recipe::default().games, Range::new(1.0, 1e9).of("games");
        /// Games of a lesson (our choice).
        pub batch: u64 = 50, Range::new(1.0, 1e4).of("games");
        /// Lessons from games (our choice).
        pub lessons: u64 = 200, Range::new(1.0, 1e9).of("lessons");
        /// The probability of a random move in them (our choice).
        pub epsilon: f64 = 0.2, Range::PROBABILITY;
        /// Parts into which the games are divided; each is predicted from the others (our choice).
        pub folds: usize = 10, Range::new(2.0, 100.0).of("parts");
        /// A step must gain more than so many standard errors of its gain (our choice).
        pub certainty: f64 = 2.0, Range::new(0.0, 100.0).of("standard errors");
    }
}

/// Which way the search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// From no feature, adding.
    Forward,
    /// From all features, dropping.
    Backward,
}

/// The most steps there can be: one for each feature, and one to see that there is no more.
const STEPS: u64 = Feature::COUNT as u64 + 1;

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        let games = self.lessons.saturating_mul(self.batch);
        let expected = "at most as many as there are games";
        RecipeError::unless(games >= self.folds as u64, "folds", self.folds, expected)
    }

    fn trial() -> Self {
        Self { teacher_games: 40, lessons: 4, batch: 20, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.teacher().lessons() + self.lessons + STEPS
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, snapshot: &Tensors) -> Result<Model, TensorsError> {
        let mut learner = self.learner(0);
        crate::Learner::restore(&mut learner, snapshot)?;
        Ok(learner.learned())
    }
}

impl Recipe {
    /// The recipe of the teacher.
    pub fn teacher(&self) -> linear4::Recipe {
        linear4::Recipe { games: self.teacher_games, ..linear4::Recipe::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let refused = |recipe: Recipe| recipe.check().expect_err("out of range").key;
        assert_eq!(refused(Recipe { folds: 1, ..Recipe::default() }), "folds");
        assert_eq!(refused(Recipe { folds: 9, batch: 2, lessons: 4, ..Recipe::default() }), "folds");
        assert_eq!(refused(Recipe { lessons: 0, ..Recipe::default() }), "lessons");
        assert_eq!(refused(Recipe { certainty: f64::NAN, ..Recipe::default() }), "certainty");
    }
}
