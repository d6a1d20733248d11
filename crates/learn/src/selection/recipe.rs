//! What decides a run of `selection`.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::{RecipeError, System, Tensors, TensorsError, linear4};

/// What the document plans, and under it our choices where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Which way the search goes.
    pub direction: Direction,

    /// Ours: games from which `linear4` learns, which then plays the games to learn from.
    pub teacher_games: u64,
    /// Ours: games of a lesson.
    pub batch: u64,
    /// Ours: lessons from games.
    pub lessons: u64,
    /// Ours: the probability of a random move in them.
    pub epsilon: f64,
    /// Ours: parts into which the games are divided; each is predicted from the others.
    pub folds: usize,
    /// Ours: a step must gain more than so many standard errors of its gain.
    pub certainty: f64,
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

impl Default for Recipe {
    fn default() -> Self {
        let teacher = linear4::Recipe::default();
        Self {
            direction: Direction::Forward,
            teacher_games: teacher.games,
            batch: 50,
            lessons: 200,
            epsilon: 0.2,
            folds: 10,
            certainty: 2.0,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let most = 1_000_000_000;
        let games = self.teacher_games;
        RecipeError::unless((1..=most).contains(&games), "teacher_games", games, "1 to 1,000,000,000")?;
        RecipeError::unless((1..=10_000).contains(&self.batch), "batch", self.batch, "1 to 10,000")?;
        RecipeError::unless(
            (1..=most).contains(&self.lessons),
            "lessons",
            self.lessons,
            "1 to 1,000,000,000",
        )?;
        let within_one = (0.0..=1.0).contains(&self.epsilon);
        RecipeError::unless(within_one, "epsilon", self.epsilon, "0 to 1")?;
        RecipeError::unless((2..=100).contains(&self.folds), "folds", self.folds, "2 to 100")?;
        let sure = (0.0..=100.0).contains(&self.certainty);
        RecipeError::unless(sure, "certainty", self.certainty, "0 to 100")?;
        let games = self.lessons.saturating_mul(self.batch);
        RecipeError::unless(
            games >= self.folds as u64,
            "folds",
            self.folds,
            "at most as many as there are games",
        )?;
        self.teacher().check()
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, kept: &Tensors) -> Result<Model, TensorsError> {
        let mut learner = self.learner(0);
        crate::Learner::restore(&mut learner, kept)?;
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
