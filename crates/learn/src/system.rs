//! What a learning system is made of: a recipe, which decides a run; a learner; and a model, which is what was
//! learned.
//!
//! The list of the systems is in `systems.rs`. Commands, checkpoints, player files, matches and pages find
//! everything about a system through these two traits.

use std::any::Any;
use std::fmt::Debug;

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::Board;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::schema::Described;
use crate::view::View;
use crate::{Explanation, Learner, RecipeError, Tensors, TensorsError};

/// The card of a system as it stands beside it: two texts in TOML, which the laboratory reads.
#[derive(Clone, Copy, Debug)]
pub struct CardText {
    /// Its title, what it does, its document and its presets.
    pub about: &'static str,
    /// How long the presets take and how strong they become, as it was measured.
    pub measured: &'static str,
}

/// A learning system, known by the type of its recipes.
pub trait System: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Described {
    /// Its one name.
    const NAME: &'static str;

    /// What people are told about it before they let it learn.
    const CARD: CardText = CardText { about: "", measured: "" };

    /// Whether players that it makes can look further ahead than their own moves.
    const LOOKS_AHEAD: bool = true;

    /// What it learns.
    type Model: Learned;

    /// How it learns.
    type Learner: Learner + 'static;

    /// Refuses values outside their ranges, and those that do not fit together.
    fn check(&self) -> Result<(), RecipeError> {
        self.check_ranges()?;
        self.check_together()
    }

    /// Refuses values that do not fit together, each being within its range.
    fn check_together(&self) -> Result<(), RecipeError> {
        Ok(())
    }

    /// A recipe that is learned in a moment and reaches every stage, for tests.
    fn trial() -> Self;

    /// How many lessons there are, at most.
    fn lessons(&self) -> u64;

    /// A learner that has learned nothing yet. This must be quick: what takes time belongs to the lessons.
    fn learner(&self, seed: u64) -> Self::Learner;

    /// The model in what a learner of this recipe kept: the same as if that learner were restored and asked.
    fn model_in(&self, snapshot: &Tensors) -> Result<Self::Model, TensorsError> {
        Self::Model::from_tensors(snapshot)
    }
}

/// What was learned.
pub trait Learned: Any + Debug + Send + Sync {
    /// The numbers that were learned, as they are written to a file.
    fn tensors(&self) -> Tensors;

    /// The same model from its numbers.
    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError>
    where
        Self: Sized;

    /// A player that uses what was learned, in the given style, unless that is not for such players.
    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError>;

    /// What was learned, for people to see.
    fn view(&self) -> View;

    /// The same turned around: what was good is bad. It must play worse, or nothing was learned.
    fn opposite(&self) -> Self
    where
        Self: Sized;

    /// The model as 64 weights, a1 to h8 by rows, if these are what decides its moves.
    fn weights(&self) -> Option<&[f64; 64]> {
        None
    }

    /// Why its player would make which move, looking so far ahead, or as far as it does by itself. None if what
    /// was learned is no sum of parts.
    fn explain(&self, board: Board, plies: Option<u32>) -> Option<Explanation> {
        let _ = (board, plies);
        None
    }
}
