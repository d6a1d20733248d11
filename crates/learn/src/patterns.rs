//! `patterns`: a network of patterns, learned by temporal differences from self-play.
//!
//! Tables for what stands on a few squares, shared by the symmetries of the board and apart for each stage of the game,
//! say how many discs the mover will win by. The games of a lesson are played with the same weights, looking one ply
//! ahead; then each position is moved towards the return that its game came to. For play that searches, positions are
//! moved towards the values of the learner's own search instead, round after round.
// CITE: Lucas, Learning to play Othello with n-tuple systems (2008); Jaśkowski, Systematic n-tuple networks for
// Othello position evaluation (2014); Beal and Smith, Temporal coherence and prediction decay in TD learning (1999).

mod course;
pub(crate) mod ends;
pub(crate) mod games;
mod labels;
mod learner;
mod model;
mod own_games;
mod recipe;
mod view;
mod weights;

pub use labels::Label;
pub use learner::{Learner, WrongRound};
pub use model::Model;
pub use recipe::{Exploration, Recipe, Rule, Target};

/// The name of the system.
pub const SYSTEM: &str = "patterns";
