//! What decides a run of `winmeasure`.

use documented::DocumentedFields;
use serde::{Deserialize, Serialize};

use super::Learner;
use super::corners::CornerWeights;
use super::levels::{Cuts, Thresholds};
use super::model::{FrontEnd, Model, Start};
use super::phases::Phases;
use super::ratings::Depth;
use crate::goodness::{Credit, Shift};
use crate::{RecipeError, System};

/// The parameters of the document, then what its author suggests and did not build, then our choices where it
/// is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// Games of the learning burst.
    pub games: u64,
    /// From how many empty squares on games are played out exactly: 8 in the document.
    pub lookahead: u32,
    /// Who the learner plays against.
    pub teacher: Teacher,
    /// What the measures are before anything is learned.
    pub start: Start,

    /// Suggested: what is asked before heuristics are.
    pub front_end: FrontEnd,
    /// Suggested: after so many games phases 2 and 3 start anew; 0 is never.
    pub restart_after: u64,
    /// Suggested: 1 rates the board after a move, 2 after the most aggressive reply to it.
    pub plies: u32,

    /// Ours: where the levels of changes are cut.
    pub cuts: Cuts,
    /// Ours: what discs around corners are worth: on a corner, X, C, A and c3 squares.
    pub corner_weights: CornerWeights,
    /// Ours: how measures become likelihoods.
    pub shift: Shift,
    /// Ours: what a heuristic gets that was used several times in a game.
    pub credit: Credit,
}

/// Who a learner plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Teacher {
    /// A carbon copy, which reads and changes the same table.
    #[serde(rename = "self")]
    Itself,
    /// [`WeightedSquares`](super::WeightedSquares), with colours taking turns.
    WeightedSquares,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            games: 50_000,
            lookahead: 8,
            teacher: Teacher::Itself,
            start: Start::Zero,
            front_end: FrontEnd::None,
            restart_after: 0,
            plies: 1,
            cuts: Cuts::Usual,
            corner_weights: CornerWeights::default(),
            shift: Shift::IfNeeded,
            credit: Credit::Once,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;
    const LOOKS_AHEAD: bool = false;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let games = 1..=1_000_000_000;
        RecipeError::unless(games.contains(&self.games), "games", self.games, "1 to 1,000,000,000")?;
        RecipeError::unless((0..=20).contains(&self.lookahead), "lookahead", self.lookahead, "0 to 20")?;
        RecipeError::unless((1..=2).contains(&self.plies), "plies", self.plies, "1 or 2")?;
        let weights = <[i32; 5]>::from(self.corner_weights);
        let fits = weights.iter().all(|weight| (-1_000..=1_000).contains(weight));
        let found = weights.map(|weight| weight.to_string()).join(", ");
        RecipeError::unless(fits, "corner_weights", found, "five numbers from -1000 to 1000")
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }
}

impl Recipe {
    /// A table in which nothing was learned yet.
    pub fn model(&self) -> Model {
        let depth = if self.plies == 1 { Depth::Move } else { Depth::Reply };
        let thresholds = Thresholds::of_random_play(self.cuts, &self.corner_weights, depth);
        Model {
            phases: Phases::new(self.lookahead),
            depth,
            front_end: self.front_end,
            shift: self.shift,
            ..Model::new(self.start, thresholds, self.corner_weights)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        assert_eq!(Recipe::default().check(), Ok(()));
        let error = Recipe { plies: 3, ..Recipe::default() }.check().expect_err("too many");
        assert_eq!(error.to_string(), "plies is 3, expected 1 or 2");
        let error = Recipe { lookahead: 21, ..Recipe::default() }.check().expect_err("too far");
        assert_eq!(error.key, "lookahead");
    }
}
