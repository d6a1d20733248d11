//! `value-matrix`: what the squares are worth, counted from who won after playing there.
// CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016), section 4.d.

mod learner;
mod model;
mod recipe;
pub mod view;

pub use learner::Learner;
pub use model::Model;
pub use recipe::{Credit, Mirrored, Recipe, White};

/// The name of the system.
pub const SYSTEM: &str = "value-matrix";
