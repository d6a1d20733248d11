//! The learning systems, one folder each, and what they share.
//!
//! A tour:
//!
//! - [`Recipe`]: everything that decides a training run but its seed, checked before it starts.
//! - [`Learner`]: what is taught, lesson by lesson; it can be stopped after any of them and go on later
//!   to the same bits.
//! - [`Model`]: what was learned. It turns into [`Tensors`] and back, and into a player.
//! - [`Scale`]: how large a study is.
//! - [`evolution`]: genomes that play, and are bred from those that win.
//! - [`td`]: temporal differences with a look-ahead of one to five plies.
//!
//! Nothing here opens a file: whoever calls keeps recipes, models and learners.

pub mod evolution;
mod learner;
mod model;
mod recipe;
mod scale;
pub mod td;
mod tensors;

pub use learner::{Gauge, Learner, Measurement, Schedule};
pub use model::{Model, ModelError};
pub use recipe::{Recipe, RecipeError};
pub use scale::Scale;
pub use tensors::{Tensor, Tensors, TensorsError};
