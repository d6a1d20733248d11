//! Games of everybody: opening their files, keeping them, finding them again.
//!
//! - [`open`]: a file of games in any format, with the names that go with it.
//! - [`ImportedFile`]: what became of the games of a file.
//! - [`shipped`]: the games that come with the program.

mod files;
mod import;
pub mod shipped;

pub use files::{FileError, OpenFile, open};
pub use import::ImportedFile;
