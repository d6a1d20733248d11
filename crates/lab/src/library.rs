//! Games of everybody: opening their files, keeping them, finding them again.
//!
//! - [`open`]: a file of games in any format, with the names that go with it.
//! - [`shipped`]: the games that come with the program.

mod files;
pub mod shipped;

pub use files::{FileError, OpenFile, open};
