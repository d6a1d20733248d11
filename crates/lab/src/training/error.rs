//! Why a run cannot be worked on.

use std::io;

use outflank_learn::{BeginError, TensorsError};

use crate::ladder::ChangedAnchor;
use crate::recipes::RecipeTextError;
use crate::{RunId, StoreError};

/// What keeps a run from being worked on.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The name belongs to another run.
    #[error("there is another run called “{id}”")]
    Taken {
        /// The name.
        id: RunId,
    },
    /// Another program is at work on the run.
    #[error("another program is at work on {id}")]
    Busy {
        /// The run.
        id: RunId,
    },
    /// The lock cannot be had.
    #[error("the run cannot be locked: {0}")]
    Lock(io::Error),
    /// The learner cannot begin with what was learned before.
    #[error(transparent)]
    Begin(#[from] BeginError),
    /// This version does not know the recipe.
    #[error(transparent)]
    Recipe(#[from] RecipeTextError),
    /// What was kept is not what the learner needs.
    #[error("the checkpoint does not fit its recipe: {0}")]
    Restore(#[from] TensorsError),
    /// An anchor of the ladder plays otherwise by now.
    #[error(transparent)]
    Ladder(#[from] ChangedAnchor),
    /// A checkpoint could not be written.
    #[error("the checkpoint at {games} games could not be written: {error}; {}", what_is_left(*last))]
    NotSaved {
        /// Games at that point.
        games: u64,
        /// The last checkpoint that is there.
        last: Option<u64>,
        /// Why not.
        error: StoreError,
    },
}

fn what_is_left(last: Option<u64>) -> String {
    match last {
        Some(games) => format!("the one at {games} games is intact"),
        None => "there is no earlier one".to_owned(),
    }
}
