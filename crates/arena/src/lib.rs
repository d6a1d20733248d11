//! Everything that measures play.
//!
//! A tour:
//!
//! - [`play`]: one game between two players.
//! - [`PlayerSpec`]: the one grammar in which players are named; it makes an [`Entrant`], which can be
//!   seated at any number of boards.
//! - [`Contest`]: many games in colour-swapped pairs, the same for any number of threads; [`RoundRobin`]:
//!   contests of everybody against everybody.
//! - [`TimeControl`]: clocks, which are kept for everybody.
//! - [`Standing`]: what is counted from the pairs of a contest.
//! - [`openings`]: where games start; [`games`]: games as they are kept in a file.
//! - [`statistics`]: what results mean, with intervals.

mod clock;
mod contest;
mod entrant;
pub mod games;
mod novelty;
pub mod openings;
pub mod outside;
mod playing;
mod round_robin;
mod schedule;
mod spec;
mod standing;
pub mod statistics;
mod threads;

pub use clock::{MARGIN, TimeControl, TimeControlError};
pub use contest::{Contest, Pair};
pub use entrant::{Entrant, Identity};
pub use novelty::{Evidence, SeenGames, cautions};
pub use playing::{Ending, Played, Seat, Step, Trajectory, play, play_alone, play_observed, play_unless};
pub use round_robin::RoundRobin;
pub use spec::{
    LookupError, NAMED, PlayerSpec, Registry, Source, SpecError, Style, StyleError, Wanted, named_weights,
};
pub use standing::{Side, Standing};
pub use threads::{on_threads, seconds_worked};
