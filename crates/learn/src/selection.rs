//! `selection`: which features a weighted sum should be made of.
//!
//! The document chose its four features by trial and leaves the choice to forward or backward search. Here
//! `linear4` plays games against itself, and who won them is predicted from a wider set of features by least
//! squares. Forward search begins with none and adds, again and again, the feature that predicts best;
//! backward search begins with all and drops what is missed least. Predictions are judged on games that were
//! left out (cross-validation), and the search ends where nothing more is gained for certain.
// CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016), section 8.b.

mod features;
mod fit;
mod learner;
mod model;
mod recipe;

pub use features::{Feature, WideFeatures};
pub use fit::Fold;
pub use learner::Learner;
pub use model::Model;
pub use recipe::{Direction, Recipe};

/// The name of the system.
pub const SYSTEM: &str = "selection";
