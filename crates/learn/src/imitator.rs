//! `imitator`: a perceptron that first imitates `linear4` and then learns against its own copy.
//!
//! The document plans it and did not build it: 64 inputs, two thirds as many hidden neurons, one output. First
//! it is shown positions from games of `linear4` with the values that `linear4` gives them. Then it and a
//! copy play each other, and every game teaches both by its result, a quick win being worth the most.
// CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016), section 8.a.

mod learner;
mod model;
mod recipe;

pub use learner::Learner;
pub(crate) use model::with_neurons;
pub use recipe::Recipe;

use outflank_value::perceptron::Perceptron;

/// The name of the system.
pub const SYSTEM: &str = "imitator";

/// The most hidden neurons there can be.
pub const MOST_NEURONS: usize = 48;

/// A perceptron, as it learns here and is evolved by `population`.
pub type Model = Perceptron<MOST_NEURONS>;

/// How many plies it looks ahead unless told otherwise: as far as `linear4`.
pub const PLIES: u32 = crate::linear4::Model::PLIES;
