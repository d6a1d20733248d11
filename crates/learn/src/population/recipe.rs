//! What decides a run of `population`.

use super::{Learner, Model};
use crate::imitator::MOST_NEURONS;
use crate::linear4::Benchmark;
use crate::schema::{Range, recipe};
use crate::{Learned, RecipeError, System, Tensors, TensorsError, imitator};

recipe! {
    /// What the document plans, and under it our choices where it is silent.
    pub struct Recipe {
        /// Networks in a generation.
        pub networks: usize = 100, Range::new(2.0, 1e3).of("networks");
        /// Hidden neurons of each.
        pub neurons: usize = imitator::Recipe::default().neurons, Range::new(1.0, MOST_NEURONS as f64).of("neurons");

        /// How many of the first generation descend from the network that imitates linear4: one is that
        /// network, the others are mutated copies (our choice). The rest are random.
        pub descended: usize = 10, Range::new(1.0, 1e3).of("networks");
        /// Games from which linear4 learns before it is imitated (our choice).
        pub teacher_games: u64 = imitator::Recipe::default().teacher_games, Range::new(1.0, 1e9).of("games");
        /// Lessons in which linear4 is imitated (our choice).
        pub imitation: u64 = imitator::Recipe::default().imitation, Range::new(1.0, 1e9).of("lessons");
        /// The most generations there will be (our choice).
        pub generations: u64 = 100, Range::new(1.0, 1e6).of("generations");
        /// How many of a generation stay (our choice).
        pub survivors: usize = 20, Range::new(1.0, 1e3).of("networks");
        /// The probability that a gene of a copy changes (our choice).
        pub mutation: f64 = 0.1, Range::PROBABILITY;
        /// Such a change is drawn between this and its negative (our choice).
        pub spread: f64 = 0.2, Range::above(0.0, 10.0);
        /// Genes of random networks are drawn between this and its negative (our choice).
        pub reach: f64 = 1.0, Range::above(0.0, 10.0);
        /// The opponent that the best network is measured with (our choice).
        pub benchmark: Benchmark = Benchmark::Discs;
        /// Generations between two measurements (our choice).
        pub benchmark_every: u64 = 5, Range::new(1.0, 1e6).of("generations");
        /// Pairs of games in a measurement (our choice).
        pub benchmark_pairs: u64 = 500, Range::new(1.0, 1e6).of("pairs");
        /// After so many measurements without a new best, it ends (our choice).
        pub patience: u64 = 4, Range::new(1.0, 1e6).of("measurements");
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        let Self { networks, descended, survivors, .. } = *self;
        let expected = "1 to as many as there are networks";
        RecipeError::unless(descended <= networks, "descended", descended, expected)?;
        let expected = "1 or more, and fewer than there are networks";
        RecipeError::unless(survivors < networks, "survivors", survivors, expected)
    }

    fn trial() -> Self {
        Self {
            networks: 6,
            neurons: 12,
            descended: 3,
            teacher_games: 40,
            imitation: 60,
            generations: 5,
            survivors: 2,
            benchmark_every: 2,
            benchmark_pairs: 10,
            ..Self::default()
        }
    }

    fn lessons(&self) -> u64 {
        self.first().lessons() + self.generations
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, snapshot: &Tensors) -> Result<Model, TensorsError> {
        match snapshot.values("progress", &[4])?[0] {
            // Before the first generation there is nothing but the network that some descend from.
            0.0 => self.first().model_in(&snapshot.under("first")),
            _ => Model::from_tensors(&snapshot.under("champion")),
        }
    }
}

impl Recipe {
    /// The recipe of the network that some descend from.
    pub fn first(&self) -> imitator::Recipe {
        imitator::Recipe {
            neurons: self.neurons,
            teacher_games: self.teacher_games,
            imitation: self.imitation,
            self_play: 0,
            ..imitator::Recipe::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let refused = |recipe: Recipe| recipe.check().expect_err("out of range").key;
        assert_eq!(refused(Recipe { networks: 1, ..Recipe::default() }), "networks");
        assert_eq!(refused(Recipe { survivors: 100, ..Recipe::default() }), "survivors");
        assert_eq!(refused(Recipe { descended: 101, ..Recipe::default() }), "descended");
        assert_eq!(refused(Recipe { patience: 0, ..Recipe::default() }), "patience");
        assert_eq!(refused(Recipe { spread: f64::NAN, ..Recipe::default() }), "spread");
        assert_eq!(refused(Recipe { neurons: 0, ..Recipe::default() }), "neurons");
    }
}
