//! Networks of patterns: a table of weights for every way to fill a few squares, shared by the eight symmetries of
//! the board, for each stage of the game; and small tables for counts of moves and discs.
//!
//! - [`Shape`]: a few squares and their images; [`shapes()`] makes sets of them from words.
//! - [`Extra`], [`Stages`], [`Layout`]: the other tables, the parts of the game, and how all is numbered.
//! - [`Patterns`]: the [`Features`](crate::Features) of a layout, kept move by move in [`Lanes`].
//! - [`PatternTables`]: the weights in play, as whole numbers; [`PatternFile`]: the same in a file.
// CITE: Buro, Logistello (patterns by stages); Lucas (2008) and Jaśkowski (2014), n-tuple networks.

mod features;
mod file;
mod lanes;
mod layout;
mod league;
mod sets;
mod shape;
mod tables;

pub use features::{Patterns, mobility};
pub use file::{PatternFile, PatternFileError};
pub use lanes::Lanes;
pub use layout::{Extra, Layout, MOST_LANES, Stages};
pub use league::{LeagueError, NoLeagueError};
pub use sets::{name_of, shapes, words_of};
pub use shape::{LONGEST, Shape, ShapeError};
pub use tables::PatternTables;
