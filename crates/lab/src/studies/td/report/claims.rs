//! The claims of the document with our verdicts.

use outflank_learn::td::study::{self, Condition, Plan, Variant};

use super::{ReportError, Results};
use crate::report::{Claim, Column, Estimate, Finding, Table, Verdict};

/// A finding, and what a small table shows of it.
pub(super) struct Verdicts {
    pub statement: String,
    pub finding: Finding,
    pub number: String,
}

/// All claims about the tables.
pub(super) fn of_document(plan: &Plan, results: &Results) -> Result<Vec<Finding>, ReportError> {
    let claims = study::claims(plan, &results.leagues);
    claims.iter().map(|claim| Ok(judge(claim)?.finding)).collect()
}

/// The claims about leagues with one of our choices made the other way.
pub(super) fn of_variant(
    plan: &Plan,
    results: &Results,
    variant: Variant,
) -> Result<Vec<Verdicts>, ReportError> {
    study::claims_of_variant(plan, &results.leagues, variant).iter().map(judge).collect()
}

/// Every number of every claim.
pub(super) fn numbers(plan: &Plan, results: &Results) -> Result<Table, ReportError> {
    let columns = [
        Column::left("claim"),
        Column::left("number"),
        Column::right("document"),
        Column::right("ours, 95 % interval"),
        Column::left("above zero"),
    ];
    let mut table = Table::new("All numbers that the claims name", columns);
    for claim in study::claims(plan, &results.leagues) {
        for (index, condition) in claim.conditions.iter().enumerate() {
            let Condition { name, printed, measured } = condition;
            let statement =
                if index == 0 { format!("{} ({})", claim.statement, claim.source) } else { String::new() };
            let ours = Estimate::new(measured.value, measured.interval)?;
            let verdict = match Claim::above(0.0).judge(measured.interval) {
                Verdict::Replicated => "yes",
                Verdict::NotReplicated => "no",
                Verdict::Undecided => "undecided",
            };
            table = table.row([
                statement.into(),
                name.as_str().into(),
                printed.map_or("—".to_owned(), |printed| format!("{printed:+}")).into(),
                ours.to_string().into(),
                verdict.into(),
            ])?;
        }
    }
    Ok(table)
}

/// Judges a claim by the number that decides it: one that is below zero for sure, or else the one that is
/// the least surely above.
fn judge(claim: &study::Claim) -> Result<Verdicts, ReportError> {
    let verdict = |condition: &Condition| Claim::above(0.0).judge(condition.measured.interval);
    let count = |wanted| claim.conditions.iter().filter(|condition| verdict(condition) == wanted).count();
    let refuted = count(Verdict::NotReplicated) > 0;
    let sureness = |condition: &Condition| {
        let interval = condition.measured.interval;
        if refuted { interval.high } else { interval.low }
    };
    let decisive = claim
        .conditions
        .iter()
        .min_by(|a, b| sureness(a).total_cmp(&sureness(b)))
        .expect("claims without conditions are left out");
    let theirs = decisive.printed.map_or("—".to_owned(), |printed| format!("{printed:+}"));
    let measured = decisive.measured;
    let statement = format!("{} ({})", claim.statement, claim.source);
    let why = format!(
        "Decided by {}; of {} numbers, {} are above zero, {} below, and {} could be either.",
        decisive.name,
        claim.conditions.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
    );
    let ours = Estimate::new(measured.value, measured.interval)?;
    let finding = Finding::new(&statement, theirs, Claim::above(0.0), ours).because(why);
    let number = format!("{}: {ours}", decisive.name);
    Ok(Verdicts { statement, finding, number })
}
