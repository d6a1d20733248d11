//! How good a position is for its mover.
//!
//! A tour:
//!
//! - [`Score`]: an estimate, seen by the mover.
//! - [`Evaluator`]: how good a position is, with a state that is kept move by move; [`Stateless`] for plain
//!   functions of the position.
//! - [`DiscDifference`], [`PieceCounter`], [`FourFeatures`], [`Network`]: the evaluators of the literature.
//! - [`perceptron`]: a small neural network, which can learn.
//!
//! Nothing here opens a file, prints, draws random numbers or keeps state that it was not given.

mod discs;
mod evaluator;
mod four_features;
mod network;
pub mod perceptron;
mod piece_counter;
mod score;

pub use discs::DiscDifference;
pub use evaluator::{Evaluator, Stateless};
pub use four_features::{FourFeatures, four_features};
pub use network::{Network, NetworkError, Reading};
pub use piece_counter::{PieceCounter, WeightsError};
pub use score::Score;
