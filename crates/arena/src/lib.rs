//! Everything that measures play.
//!
//! A tour:
//!
//! - [`play`]: one game between two players.
//! - [`PlayerSpec`]: the one grammar in which players are named; it makes an [`Entrant`], which can be
//!   seated at any number of boards.
//! - [`Contest`]: many games in colour-swapped pairs, the same for any number of threads.
//! - [`openings`]: where games start.
//! - [`statistics`]: what results mean, with intervals.

mod contest;
mod entrant;
pub mod openings;
pub mod outside;
mod playing;
mod spec;
pub mod statistics;

pub use contest::{Contest, Pair};
pub use entrant::Entrant;
pub use playing::{Ending, Played, Seat, play, play_alone};
pub use spec::{Library, NAMED, PlayerSpec, SpecError, Style};
