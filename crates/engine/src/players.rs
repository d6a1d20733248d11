//! The players that need no learning.
//!
//! [`Random`] draws a move, [`Lookahead`] takes the best by minimax to a depth, [`Thinker`] searches until a
//! limit, [`Simulator`] grows a tree. [`Finisher`] has any player end the game exactly, [`Noisy`] makes it err now and then.

mod finisher;
mod lookahead;
mod noisy;
mod random;
mod simulator;
mod thinker;

pub use finisher::Finisher;
pub use lookahead::{Lookahead, Ties};
pub use noisy::Noisy;
pub use random::Random;
pub use simulator::Simulator;
pub use thinker::Thinker;
