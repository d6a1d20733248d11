//! The document's experiments: what is trained, what is played, what was claimed.
//!
//! [`Plan`] lists the trainings and the leagues of a study by name, [`Leagues`] holds their results and
//! says how sure they are, [`claims`] compares them with the document. Nothing here runs anything.

mod claims;
mod leagues;
mod plan;
mod published;

pub use claims::{Claim, Condition, claims, claims_of_variant};
pub use leagues::{Draw, Estimate, Leagues, Points};
pub use plan::{Cell, Group, Opponent, Plan, Rate, Training, Variant};
pub use published::{MISFITS, Printed, TABLES};
