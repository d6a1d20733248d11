//! Everything that plays: search, the exact endgame, players.
//!
//! A tour:
//!
//! - [`plain`]: minimax to a depth in the evaluator's own unit, as the documents have it.
//! - [`Value`], [`Window`], [`Limits`], [`Confidence`]: what the engine counts in, what still matters to a search,
//!   what ends it, and how sure it has to be.
//! - [`Level`]: one dial for strength.
//! - [`midgame`]: deeper and deeper with any evaluator, flowing into the end.
//! - [`endgame`]: exact results. Both remember in one kind of table.
//! - [`tree`]: a few positions looked at well, with a policy.
//! - [`knowledge`]: what the engine has learned from its own games, and how far it can be trusted.
//! - [`Player`]: what plays; [`players`] has the ones built from the above.
//! - [`Chance`]: random numbers in named streams.
//!
//! Nothing here opens a file, prints, or keeps state that it was not given; time comes in as a limit.

// The same bits on every machine: see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod chance;
mod confidence;
pub mod endgame;
pub mod knowledge;
mod level;
mod limits;
pub mod midgame;
pub mod plain;
mod player;
pub mod players;
mod table;
mod teamwork;
pub mod tree;
mod value;
mod window;
mod workplace;

pub use chance::Chance;
pub use confidence::Confidence;
pub use level::{Level, NoLevel};
pub use limits::{Limits, Progress, Stopped};
pub use player::{Choice, Clock, Forfeit, Player};
pub use table::{NoMemory, TableSize};
pub use value::Value;
pub use window::Window;
