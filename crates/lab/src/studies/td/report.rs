//! The report on the study of `td`.

/// Where a report comes from.
pub struct Provenance {}

/// x
pub fn report() {}
