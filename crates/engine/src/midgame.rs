//! The search for all but the end of the game, with any evaluator: deeper and deeper, until a limit is met or the
//! end is reached.
//!
//! Values are seen by the mover, in 64ths of a disc ([`Value`](crate::Value)). [`Engine`] answers. The way from a
//! question to its answer: `engine` asks `root` for one depth after the other, `root` asks `search` about each
//! move, `search` leaves out by `probcut` what a shallower search already tells, and where all that is left is the
//! last dozen squares of a search to the end, it asks the [`endgame`](crate::endgame), which remembers in the
//! same table.
//!
//! A pass is not a ply: a search of n plies sees n discs placed. So a search that reaches the end reaches it in
//! every line, and a position is met at one depth only while a search lasts.

mod ends;
mod engine;
mod errors;
mod fit;
mod lean;
mod plan;
mod probcut;
mod root;
mod scaled;
mod search;

pub use ends::Trusted;
pub use engine::{Engine, Line, Origin, Thought};
pub use errors::{Errors, ErrorsError};
pub use fit::self_play_boards;
pub use lean::Lean;
pub use plan::Plan;
pub use probcut::{Deviation, ProbCut, ProbCutError};
pub use scaled::Scaled;
