//! What decides a run of `imitator`.

use super::{Learner, MOST_NEURONS, Model};
use crate::schema::{Range, recipe};
use crate::{Learned, System, Tensors, TensorsError, linear4};

recipe! {
    /// What the document plans, and under it our choices where it is silent.
    pub struct Recipe {
        /// Hidden neurons: two thirds of the 64 inputs.
        pub neurons: usize = 43, Range::new(1.0, MOST_NEURONS as f64).of("neurons");

        /// Games from which linear4, the teacher, learns first; all else as it does by default (our choice).
        pub teacher_games: u64 = linear4::Recipe::default().games, Range::new(1.0, 1e9).of("games");
        /// Games of a lesson, whose positions are learned from in an order that is drawn: one after another
        /// they are too much alike (our choice).
        pub batch: u64 = 50, Range::new(1.0, 1e4).of("games");
        /// Lessons from games of the teacher (our choice).
        pub imitation: u64 = 400, Range::new(1.0, 1e9).of("lessons");
        /// How far the teacher looks ahead for the value that is imitated; 0 is its function alone (our
        /// choice).
        pub target_plies: u32 = 0, Range::new(0.0, 8.0).of("plies");
        /// Lessons from games against the copy (our choice).
        pub self_play: u64 = 400, Range::new(0.0, 1e9).of("lessons");
        /// The probability of a random move, of the teacher as of the networks (our choice).
        pub epsilon: f64 = 0.2, Range::PROBABILITY;
        /// Weights are drawn between this and its negative at the start (our choice).
        pub reach: f64 = 0.3, Range::above(0.0, 1.0);
        /// The rate of back propagation while imitating (our choice). It falls to a tenth, evenly lesson by
        /// lesson.
        pub rate: f64 = 0.1, Range::above(0.0, 1.0);
        /// The same against the copy (our choice).
        pub self_play_rate: f64 = 0.01, Range::above(0.0, 1.0);
        /// What a win loses from its first to its last possible move: it is worth 1 − tempo × discs placed /
        /// 60, and a loss the opposite (our choice).
        pub tempo: f64 = 0.5, Range::PROBABILITY;
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn trial() -> Self {
        Self { neurons: 12, teacher_games: 40, batch: 5, imitation: 40, self_play: 10, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.teacher().lessons() + self.imitation + self.self_play
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, snapshot: &Tensors) -> Result<Model, TensorsError> {
        Model::from_tensors(&snapshot.under("network"))
    }
}

impl Recipe {
    /// The recipe of the teacher.
    pub fn teacher(&self) -> linear4::Recipe {
        linear4::Recipe { games: self.teacher_games, ..linear4::Recipe::default() }
    }

    /// The rate in a lesson of the imitation, the first being 0.
    pub fn rate_in(&self, lesson: u64) -> f64 {
        falling(self.rate, lesson, self.imitation)
    }

    /// The rate in a lesson against the copy, the first being 0.
    pub fn self_play_rate_in(&self, lesson: u64) -> f64 {
        falling(self.self_play_rate, lesson, self.self_play)
    }
}

/// From all of a rate to a tenth of it.
fn falling(rate: f64, lesson: u64, lessons: u64) -> f64 {
    rate * (1.0 - 0.9 * lesson as f64 / lessons.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let refused = |recipe: Recipe| recipe.check().expect_err("out of range").key;
        assert_eq!(refused(Recipe { neurons: 49, ..Recipe::default() }), "neurons");
        assert_eq!(refused(Recipe { imitation: 0, ..Recipe::default() }), "imitation");
        assert_eq!(refused(Recipe { teacher_games: 0, ..Recipe::default() }), "teacher_games");
        assert_eq!(refused(Recipe { rate: 0.0, ..Recipe::default() }), "rate");
        assert_eq!(refused(Recipe { tempo: f64::NAN, ..Recipe::default() }), "tempo");
    }

    #[test]
    fn rates_fall_to_a_tenth() {
        let recipe = Recipe { imitation: 100, rate: 0.2, ..Recipe::default() };
        assert_eq!(recipe.rate_in(0), 0.2);
        assert!((recipe.rate_in(50) - 0.11).abs() < 1e-12);
        assert!((recipe.rate_in(100) - 0.02).abs() < 1e-12);
    }
}
