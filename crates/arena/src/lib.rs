//! Everything that measures play.
//!
//! A tour:
//!
//! - [`play`]: one game between two players.
//! - [`Contest`]: many games in colour-swapped pairs, the same for any number of threads.
//! - [`PlayerSpec`]: the one grammar in which players are named.
//! - [`statistics`]: what the results mean, with intervals.

pub mod outside;
mod playing;

pub use playing::{Ending, Played, Seat, play};
