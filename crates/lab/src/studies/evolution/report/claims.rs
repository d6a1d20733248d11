//! The claims of the document with our verdicts.

use outflank_learn::evolution::study::{self, Expected, LUCK, Results};

use super::ReportError;
use crate::report::{Claim, Estimate, Finding};

pub(super) fn findings(results: &Results) -> Result<Vec<Finding>, ReportError> {
    study::claims(results).iter().map(finding).collect()
}

fn finding(claim: &study::Claim) -> Result<Finding, ReportError> {
    let expected = match claim.expected {
        Expected::Above(threshold) => Claim::above(threshold),
        Expected::Below(threshold) => Claim::below(threshold),
        Expected::About(value) => Claim::between(value - LUCK, value + LUCK),
    };
    let ours = Estimate::new(claim.ours.mean, claim.ours.interval)?;
    let statement = format!("{} ({})", claim.statement, claim.source);
    Ok(Finding::new(&statement, claim.theirs, expected, ours).because(format!("Ours: {}.", claim.number)))
}
