//! What decides a run of `population`.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};

use super::{Learner, Model};
use crate::linear4::Benchmark;
use crate::{Learned, RecipeError, System, Tensors, TensorsError, imitator};

/// What the document plans, and under it our choices where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Networks in a generation.
    pub networks: usize,
    /// Hidden neurons of each.
    pub neurons: usize,

    /// Ours: how many of the first generation descend from the network that imitates `linear4`: one is that
    /// network, the others are mutated copies. The rest are random.
    pub descended: usize,
    /// Ours: games from which `linear4` learns before it is imitated.
    pub teacher_games: u64,
    /// Ours: lessons in which `linear4` is imitated.
    pub imitation: u64,
    /// Ours: the most generations there will be.
    pub generations: u64,
    /// Ours: how many of a generation stay.
    pub survivors: usize,
    /// Ours: the probability that a gene of a copy changes.
    pub mutation: f64,
    /// Ours: such a change is drawn between this and its negative.
    pub spread: f64,
    /// Ours: genes of random networks are drawn between this and its negative.
    pub reach: f64,
    /// Ours: the opponent that the best network is measured with.
    pub benchmark: Benchmark,
    /// Ours: generations between two measurements.
    pub benchmark_every: u64,
    /// Ours: pairs of games in a measurement.
    pub benchmark_pairs: u64,
    /// Ours: after so many measurements without a new best, it ends.
    pub patience: u64,
}

impl Default for Recipe {
    fn default() -> Self {
        let first = imitator::Recipe::default();
        Self {
            networks: 100,
            neurons: first.neurons,
            descended: 10,
            teacher_games: first.teacher_games,
            imitation: first.imitation,
            generations: 100,
            survivors: 20,
            mutation: 0.1,
            spread: 0.2,
            reach: 1.0,
            benchmark: Benchmark::Discs,
            benchmark_every: 5,
            benchmark_pairs: 500,
            patience: 4,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let Self { networks, descended, survivors, .. } = *self;
        RecipeError::unless((2..=1_000).contains(&networks), "networks", networks, "2 to 1,000")?;
        let heirs = (1..=networks).contains(&descended);
        RecipeError::unless(heirs, "descended", descended, "1 to as many as there are networks")?;
        let stay = (1..networks).contains(&survivors);
        RecipeError::unless(stay, "survivors", survivors, "1 or more, and fewer than there are networks")?;
        let generations = self.generations;
        RecipeError::unless(
            (1..=1_000_000).contains(&generations),
            "generations",
            generations,
            "1 to 1,000,000",
        )?;
        let within_one = (0.0..=1.0).contains(&self.mutation);
        RecipeError::unless(within_one, "mutation", self.mutation, "0 to 1")?;
        for (key, value) in [("spread", self.spread), ("reach", self.reach)] {
            RecipeError::unless(value > 0.0 && value <= 10.0, key, value, "above 0, at most 10")?;
        }
        for (key, value) in [
            ("benchmark_every", self.benchmark_every),
            ("benchmark_pairs", self.benchmark_pairs),
            ("patience", self.patience),
        ] {
            RecipeError::unless((1..=1_000_000).contains(&value), key, value, "1 to 1,000,000")?;
        }
        self.first().check()
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, kept: &Tensors) -> Result<Model, TensorsError> {
        match kept.values("progress", &[4])?[0] {
            // Before the first generation there is nothing but the network that some descend from.
            0.0 => self.first().model_in(&kept.under("first")),
            _ => Model::from_tensors(&kept.under("champion")),
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
