//! The exact end of the game: what a position is worth if both sides play their best to the last square.
//!
//! Margins are seen by the mover and give the empty squares to the winner. [`Solver`] answers; it refuses
//! nothing, but the time grows threefold with every empty square, so have [`Limits`](crate::Limits) ready beyond twenty.
//!
//! The way from a question to its answer: `solver` hands it to an `inquiry`, which asks `search` whether
//! the score is above this or that; `search` orders moves by `ordering`, remembers in the table, shares with
//! other threads, cuts by `stability`, and ends in `last`, where `parity` decides.

mod asked;
mod estimate;
mod inquiry;
mod last;
mod ordering;
mod parity;
mod search;
mod solver;
mod stability;

pub use asked::ByMobility;
pub(crate) use asked::{Asked, Ordering, Question};
pub(crate) use inquiry::Inquiry;
pub(crate) use ordering::Worth;
pub(crate) use search::EndgameSearch;
pub use solver::{Bounds, Goal, OptimalMoves, ScoredMove, ScoredMoves, Solution, Solver, Verdict};
pub use stability::Stability;
