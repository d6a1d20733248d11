//! The document's experiments and its future work: what is evolved, what was claimed.
//!
//! [`Plan`] lists the evolutions of a study by name, [`Results`] holds what came out of them, [`claims`] compares
//! that with the document. Nothing here runs anything.

mod claims;
mod plan;
mod regions;
mod results;

pub use claims::{Claim, Expected, LUCK, claims};
pub use plan::{Evolution, Experiment, Plan};
pub use regions::{centre, separation};
pub use results::{Evolved, Results, Scored};
