//! Looking ahead: minimax with alpha-beta, to a depth or until a limit.
//!
//! A pass is not a ply: a look-ahead of n plies sees n discs placed. Finished games are worth what
//! [`Evaluator::end`](outflank_value::Evaluator::end) says, wherever the search meets them; a look-ahead of one ply
//! does not ask whether its own move ends the game, as in the Othello League. [`Passes`] and [`Ends`] can
//! have it otherwise.

mod alpha_beta;
mod deepening;
mod limits;
mod table;

pub use alpha_beta::{BestMoves, Candidate, Ends, Passes, Search};
pub use deepening::{Thought, deepen};
pub use limits::{Limits, Meter};
pub use table::Table;

/// Values that differ by no more than this are equal.
pub const TOLERANCE: f64 = 1e-6;
