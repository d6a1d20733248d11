//! `deep`: a network of convolutions that is shown the discs and finds its own features.
//!
//! It learns from games against itself: first by temporal differences, looking one ply ahead with exact ends, and then, if its recipe
//! says so, from what a small tree search makes of every position. New positions go into a window of the last ones, from
//! which batches are drawn, turned and mirrored; a policy is learned beside the value.
// CITE: the wish of Fry, Zheng and Li's report, "Deep Learning … would essentially come up with its own features"; Silver et
// al., A general reinforcement learning algorithm that masters chess, shogi and Go through self-play (2018); Danihelka et
// al., Policy improvement by planning with Gumbel (2022).

mod games;
mod learner;
mod model;
mod recipe;
mod view;
mod window;

pub use learner::Learner;
pub use model::Model;
pub use recipe::{Recipe, Search, Seen, Symmetries, Target};

/// The name of the system.
pub const SYSTEM: &str = "deep";
