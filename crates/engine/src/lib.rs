//! Everything that plays without having learned: search, the exact endgame, players.
//!
//! A tour:
//!
//! - [`Window`]: the scores that still matter to a search.
//! - [`search`]: minimax to a depth, or deepening until a limit.
//! - [`endgame`]: exact results.
//! - [`Player`]: what plays; [`players`] has the ones built from the above.
//! - [`Chance`]: random numbers in named streams.
//!
//! Nothing here opens a file, prints, or keeps state that it was not given; time comes in as a limit.

mod chance;
pub mod endgame;
mod player;
pub mod players;
pub mod search;
mod window;

pub use chance::Chance;
pub use player::{Choice, Clock, Forfeit, Player};
pub use window::Window;
