//! Games of everybody: opening their files, keeping them, finding them again.
//!
//! - [`open`]: a file of games in any format, with the names that go with it.

mod files;

pub use files::{FileError, OpenFile, open};
