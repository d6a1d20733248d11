//! The evaluators that need no learning here.

mod discs;
mod features;
mod network;
mod piece_counter;

pub use discs::DiscDifference;
pub use features::{FourFeatures, four_features};
pub use network::{Network, NetworkError, Reading};
pub use piece_counter::{PieceCounter, WeightsError};
