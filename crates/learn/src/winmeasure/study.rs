//! The document's experiments: which tables are taught, and what is looked for in them and in how they play.
//!
//! [`Plan`] lists what is taught, [`Summary`] says what is in a table, [`Habits`] what its player does at the
//! board. Nothing here runs anything.

mod habits;
mod plan;
mod summary;

pub use habits::{Habits, Share};
pub use plan::{Plan, Setting, Teaching, Variant};
pub use summary::{Ranked, Summary};
