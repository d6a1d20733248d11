//! What decides a run of `winmeasure`.

use serde::{Deserialize, Serialize};

use super::Learner;
use super::corners::CornerWeights;
use super::levels::{Cuts, Thresholds};
use super::model::{FrontEnd, Model, Start};
use super::phases::Phases;
use super::ratings::Depth;
use crate::goodness::{Credit, Shift};
use crate::schema::{Range, recipe};
use crate::{RecipeError, System};

recipe! {
    /// The parameters of the document, then what its author suggests and did not build, then our choices where it
    /// is silent.
    pub struct Recipe {
        /// Games of the learning burst.
        pub games: u64 = 50_000, Range::new(1.0, 1e9).of("games");
        /// From how many empty squares on games are played out exactly: 8 in the document.
        pub lookahead: u32 = 8, Range::new(0.0, 20.0).of("empty squares");
        /// Who the learner plays against.
        pub teacher: Teacher = Teacher::Itself;
        /// What the measures are before anything is learned.
        pub start: Start = Start::Zero;

        /// What is asked before heuristics are (suggested by the document).
        pub front_end: FrontEnd = FrontEnd::None;
        /// After so many games phases 2 and 3 start anew; 0 is never (suggested by the document).
        pub restart_after: u64 = 0, Range::from(0.0).of("games");
        /// 1 rates the board after a move, 2 after the most aggressive reply to it (suggested by the document).
        pub plies: u32 = 1, Range::new(1.0, 2.0).of("plies");

        /// Where the levels of changes are cut (our choice).
        pub cuts: Cuts = Cuts::Usual;
        /// What discs around corners are worth: on a corner, X, C, A and c3 squares (our choice).
        pub corner_weights: CornerWeights = CornerWeights::default();
        /// How measures become likelihoods (our choice).
        pub shift: Shift = Shift::IfNeeded;
        /// What a heuristic gets that was used several times in a game (our choice).
        pub credit: Credit = Credit::Once;
    }
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

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };
    const LOOKS_AHEAD: bool = false;

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        let weights = <[i32; 5]>::from(self.corner_weights);
        let fits = weights.iter().all(|weight| (-1_000..=1_000).contains(weight));
        let found = weights.map(|weight| weight.to_string()).join(", ");
        RecipeError::unless(fits, "corner_weights", found, "five numbers from -1000 to 1000")
    }

    fn trial() -> Self {
        Self { games: 400, lookahead: 5, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.games
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }
}

impl Recipe {
    /// A table in which nothing was learned yet.
    pub fn model(&self) -> Model {
        let depth = if self.plies == 1 { Depth::Move } else { Depth::Reply };
        let thresholds = Thresholds::of(self.cuts, &self.corner_weights, depth);
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
