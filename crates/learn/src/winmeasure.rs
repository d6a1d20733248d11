//! `winmeasure`: 46,875 heuristics, each with a measure of how well moves by it have turned out.
//!
//! From the inside out: [`Line`]s know which of their discs are stable; a board has six [`Ratings`], and a move
//! changes them; changes fall into five [`Level`]s; a phase and six levels are a [`Heuristic`]; a [`Model`] has a
//! measure for each. The player draws a heuristic in proportion to its measure, the learner adds the disc
//! difference of the game to those that were used.
// CITE: the document “Learning which heuristics to apply when playing the board game Othello”, whose author is not
// named in the copy at hand; its line stability follows Rosenbloom's Iago (1982).

mod corners;
mod habits;
mod heuristic;
mod interior;
mod learner;
mod levels;
mod lines;
mod model;
mod phases;
mod player;
mod ratings;
mod recipe;
mod summary;
mod teachers;
pub mod view;

pub use corners::CornerWeights;
pub use habits::{Habits, Share};
pub use heuristic::{HEURISTICS, Heuristic, IN_A_PHASE};
pub use learner::Learner;
pub use levels::{Cuts, Level, Thresholds};
pub use lines::{Line, Lines, Stability};
pub use model::{FrontEnd, Model, Start};
pub use phases::{Middle, Phases};
pub use player::WinMeasure;
pub use ratings::{Depth, Feature, Prospect, Ratings, rate, stable_discs};
pub use recipe::{Recipe, Teacher};
pub use summary::{Ranked, Summary};
pub use teachers::WeightedSquares;

/// The name of the system.
pub const SYSTEM: &str = "winmeasure";
