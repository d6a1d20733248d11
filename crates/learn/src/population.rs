//! `population`: networks in a round robin, whose best are copied and mutated.
//!
//! The document plans it beside `imitator`, and did not build it: a hundred networks, most of them random
//! and some descended from the one that imitates `linear4`. All play each other, the best stay, the rest are
//! replaced by mutated copies of the best, and it ends when a benchmark opponent shows no improvement.
// CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016), section 8.a.

mod learner;
mod recipe;

pub use crate::imitator::{Model, PLIES};
pub use learner::Learner;
pub use recipe::Recipe;

/// The name of the system.
pub const SYSTEM: &str = "population";
