//! Everything that plays without having learned: evaluators, search, players.
//!
//! A tour:
//!
//! - [`Score`] and [`Window`]: estimates, seen by the mover.
//! - [`Evaluator`]: how good a position is; [`evaluators`] has those of the literature.
//! - [`search`]: minimax to a depth, or deepening until a limit.
//! - [`endgame`]: exact results.
//! - [`Player`]: what plays; [`players`] has the ones built from the above.
//! - [`Chance`]: random numbers in named streams.
//!
//! Nothing here opens a file, prints, or keeps state that it was not given; time comes in as a limit.

mod chance;
pub mod endgame;
mod evaluator;
pub mod evaluators;
mod player;
pub mod players;
mod score;
pub mod search;

pub use chance::Chance;
pub use evaluator::{Evaluator, Stateless};
pub use player::{Choice, Forfeit, Player};
pub use score::{Score, Window};
