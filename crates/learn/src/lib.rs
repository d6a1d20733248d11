//! The learning systems, one folder each, and what they share.
//!
//! A tour:
//!
//! - [`Recipe`]: everything that decides a training run but its seed, checked before it starts.
//! - [`schema`]: the keys of recipes, with what may stand for them and what they mean.
//! - [`Learner`]: what is taught, lesson by lesson; it can be stopped after any of them and go on later
//!   to the same bits.
//! - [`Model`]: what was learned. It turns into [`Tensors`] and back, and into a player.
//! - [`System`] and [`Learned`]: what a learning system is made of; `systems.rs` has the list of them.
//! - [`Explanation`]: why a model would make which move.
//! - [`view`]: what was learned, for people to see.
//! - [`Scale`]: how large a study is.
//! - [`deep`]: a network of convolutions that finds its own features.
//! - [`edgar`]: what a move is worth by its square and its time in the game.
//! - [`imitator`]: a perceptron that imitates `linear4`, then learns against its copy.
//! - [`linear4`]: a weighted sum of four features, against frozen copies.
//! - [`patterns`]: what stands on a few squares, for each stage of the game, from self-play.
//! - [`population`]: perceptrons in a round robin, whose best are mutated.
//! - [`selection`]: which features a weighted sum should be made of.
//! - [`evolution`]: genomes that play, and are bred from those that win.
//! - [`td`]: temporal differences with a look-ahead of one to five plies.
//! - [`value_matrix`]: what the squares are worth, counted from who won after playing there.
//! - [`winmeasure`]: 46,875 heuristics with win measures.
//! - [`goodness`]: choosing among arcs in proportion to a goodness, which paths raise and lower.
//!
//! Nothing here opens a file: whoever calls keeps recipes, models and learners.

// The same bits on every machine: see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod deep;
pub mod edgar;
pub mod evolution;
mod explanation;
pub mod goodness;
pub mod imitator;
mod learner;
pub mod linear4;
mod model;
pub mod nim;
pub mod patterns;
pub mod population;
mod recipe;
mod scale;
pub mod schema;
pub mod selection;
mod stop;
mod system;
mod systems;
pub mod td;
mod tensors;
pub mod value_matrix;
pub mod view;
pub mod winmeasure;

pub use explanation::{ExplainedMove, Explanation, Part};
pub use learner::{BeginError, Gauge, Learner, Measurement, Schedule};
pub use model::ModelError;
pub use recipe::RecipeError;
pub use scale::Scale;
pub use system::{CardText, Learned, System};
pub use systems::{Model, Recipe};
pub use tensors::{Tensor, Tensors, TensorsError, Values};
