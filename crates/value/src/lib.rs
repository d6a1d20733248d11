//! How good a position is for its mover.
//!
//! A tour:
//!
//! - [`Score`]: an estimate, seen by the mover.
//! - [`Evaluator`]: how good a position is, with a state that is kept move by move; [`Stateless`] for plain
//!   functions of the position.
//! - [`Features`]: what is active in a position and by how much, for play and for learning; [`StatelessFeatures`]
//!   where nothing is kept.
//! - [`Linear`]: a weight for each feature, added up. [`SquareFeatures`], [`FourFeatures`] and [`Tuples`] are the
//!   features of the literature.
//! - [`DiscDifference`], [`PieceCounter`], [`Network`]: evaluators of the literature.
//! - [`patterns`]: tables for what stands on a few squares, by stages of the game.
//! - [`perceptron`]: a small neural network, which can learn.
//! - [`residual`]: a network of convolutions with a value and a policy, which can learn.
//!
//! Nothing here opens a file, prints, draws random numbers or keeps state that it was not given.

// The same bits on every machine: see clippy.toml.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod discs;
mod evaluator;
mod features;
mod four_features;
mod linear;
mod network;
pub mod patterns;
pub mod perceptron;
mod piece_counter;
pub mod residual;
mod score;

pub use discs::DiscDifference;
pub use evaluator::{Evaluator, Stateless};
pub use features::{Features, StatelessFeatures};
pub use four_features::{FourFeatures, four_features};
pub use linear::Linear;
pub use network::{Network, NetworkError, Reading, Tuples};
pub use piece_counter::{ByRows, BySquares, PieceCounter, SquareFeatures, Sums, WeightsError};
pub use score::Score;
