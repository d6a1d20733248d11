//! `linear4`: a weighted sum of four features, learned against frozen copies of itself.
// CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016), sections 4 and 5.

mod benchmark;
mod learner;
mod model;
mod recipe;

pub use benchmark::Benchmark;
pub use learner::Learner;
pub use model::{FEATURES, Model};
pub use recipe::{Ends, Matrix, Opponent, Recipe, Side};

/// The name of the system.
pub const SYSTEM: &str = "linear4";
