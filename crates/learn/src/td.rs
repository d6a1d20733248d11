//! `td`: a weighted piece counter learned by temporal differences with a look-ahead of 1 to 5 plies.
// CITE: Runarsson and Jonsson, Effect of look-ahead search depth in learning position evaluation functions
// for Othello using ε-greedy exploration (2007).

mod learner;
mod model;
mod recipe;
mod returns;

pub use learner::Learner;
pub use model::Model;
pub use recipe::{Exploration, Recipe, Target};

/// The name of the system.
pub const SYSTEM: &str = "td";
