//! `edgar`: what a move is worth by its square and its time in the game, learned from whole games.
// CITE: Teller's Edgar, as described by Siegel, Edgar Learns to Play Othello.

mod climb;
mod corners;
mod learner;
mod model;
mod player;
mod recipe;
mod teachers;
pub mod view;

pub use corners::Gift;
pub use learner::Learner;
pub use model::{Model, TIMES, time_of};
pub use player::Edgar;
pub use recipe::{MeasuredFrom, Recipe, Times};
pub use teachers::Teacher;

/// The name of the system.
pub const SYSTEM: &str = "edgar";
