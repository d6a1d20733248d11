//! What decides a run of `imitator`.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};

use super::{Learner, MOST_NEURONS, Model};
use crate::{Learned, RecipeError, System, Tensors, TensorsError, linear4};

/// What the document plans, and under it our choices where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Hidden neurons: two thirds of the 64 inputs.
    pub neurons: usize,

    /// Ours: games from which `linear4`, the teacher, learns first; all else as it does by default.
    pub teacher_games: u64,
    /// Ours: games of a lesson, whose positions are learned from in an order that is drawn: one after another they
    /// are too much alike.
    pub batch: u64,
    /// Ours: lessons from games of the teacher.
    pub imitation: u64,
    /// Ours: how far the teacher looks ahead for the value that is imitated; 0 is its function alone.
    pub target_plies: u32,
    /// Ours: lessons from games against the copy.
    pub self_play: u64,
    /// Ours: the probability of a random move, of the teacher as of the networks.
    pub epsilon: f64,
    /// Ours: weights are drawn between this and its negative at the start.
    pub reach: f64,
    /// Ours: the rate of back propagation while imitating. It falls to a tenth, evenly lesson by lesson.
    pub rate: f64,
    /// Ours: the same against the copy.
    pub self_play_rate: f64,
    /// Ours: what a win loses from its first to its last possible move: it is worth 1 − `tempo` × discs
    /// placed / 60, and a loss the opposite.
    pub tempo: f64,
}

impl Default for Recipe {
    fn default() -> Self {
        let teacher = linear4::Recipe::default();
        Self {
            neurons: 43,
            teacher_games: teacher.games,
            batch: 50,
            imitation: 400,
            target_plies: 0,
            self_play: 400,
            epsilon: 0.2,
            reach: 0.3,
            rate: 0.1,
            self_play_rate: 0.01,
            tempo: 0.5,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let within_one =
            |key, value: f64| RecipeError::unless((0.0..=1.0).contains(&value), key, value, "0 to 1");
        let above_zero = |key, value: f64| {
            RecipeError::unless(value > 0.0 && value <= 1.0, key, value, "above 0, at most 1")
        };
        let most = 1_000_000_000;
        let neurons = self.neurons;
        RecipeError::unless((1..=MOST_NEURONS).contains(&neurons), "neurons", neurons, "1 to 48")?;
        let games = self.teacher_games;
        RecipeError::unless((1..=most).contains(&games), "teacher_games", games, "1 to 1,000,000,000")?;
        let batch = self.batch;
        RecipeError::unless((1..=10_000).contains(&batch), "batch", batch, "1 to 10,000")?;
        let lessons = self.imitation;
        RecipeError::unless((1..=most).contains(&lessons), "imitation", lessons, "1 to 1,000,000,000")?;
        let lessons = self.self_play;
        RecipeError::unless(lessons <= most, "self_play", lessons, "at most 1,000,000,000")?;
        RecipeError::unless(self.target_plies <= 8, "target_plies", self.target_plies, "at most 8")?;
        within_one("epsilon", self.epsilon)?;
        above_zero("reach", self.reach)?;
        above_zero("rate", self.rate)?;
        above_zero("self_play_rate", self.self_play_rate)?;
        within_one("tempo", self.tempo)?;
        self.teacher().check()
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, kept: &Tensors) -> Result<Model, TensorsError> {
        Model::from_tensors(&kept.under("network"))
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
