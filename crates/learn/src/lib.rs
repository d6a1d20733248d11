//! The learning systems, one folder each, and what they share.
//!
//! A tour:
//!
//! - [`Recipe`]: everything that decides a training run but its seed, checked before it starts.
//! - [`Learner`]: what is taught, lesson by lesson; it can be stopped after any of them and go on later
//!   to the same bits.
//! - [`Model`]: what was learned. It turns into [`Tensors`] and back, and into a player.
//! - [`linear4`]: a weighted sum of four features, against frozen copies.
//! - [`td`]: temporal differences with a look-ahead of one to five plies.
//! - [`value_matrix`]: what the squares are worth, counted from who won after playing there.
//!
//! Nothing here opens a file: whoever calls keeps recipes, models and learners.

mod learner;
pub mod linear4;
mod model;
pub mod perceptron;
mod recipe;
pub mod td;
mod tensors;
pub mod value_matrix;

pub use learner::{Gauge, Learner, Schedule};
pub use model::{Model, ModelError};
pub use recipe::{Recipe, RecipeError};
pub use tensors::{Tensor, Tensors, TensorsError};
