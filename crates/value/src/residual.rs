//! A residual network of convolutions over the discs, with a value and a policy, that can learn.
//!
//! The arithmetic is our own: multiplications and additions in one fixed order, never fused. So the same weights give the
//! same bits on every processor, with every set of [`Instructions`], alone or among others, in play and in training.
//!
//! - [`Shape`]: how large a network is, and where which weight lies.
//! - [`ResidualNetwork`]: the weights at play; an [`Evaluator`](crate::Evaluator) in discs, and a policy.
//! - [`gradient`]: what a sample says about every weight; [`Adam`] makes a step of it.
//!
//! Everything is seen by the mover: its discs are the first plane, the opponent's the second, and the third is 1 on the
//! board, so that its edge can be seen. Values are the margin in 64ths, from −1 to 1.
// CITE: He et al., Deep residual learning for image recognition (2015); Silver et al., Mastering the game of Go without
// human knowledge (2017), for the two heads.

mod adam;
mod backward;
mod forward;
mod instructions;
mod kernel;
mod lanes;
mod network;
mod planes;
mod shape;

pub use adam::{Adam, Rates};
pub use backward::{Losses, Sample, gradient};
pub use instructions::Instructions;
pub use network::{Answer, ResidualNetwork, WeightsRefused};
pub use planes::Sight;
pub use shape::{Channels, Orientation, Part, Shape};
