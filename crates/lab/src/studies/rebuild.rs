//! A report written again from its data: nothing is run, and only what follows from the data is replaced.

use super::check::published;
use super::{CheckError, verdicts};
use crate::report::{Block, Definition, Report, Section};

/// What the provenance calls the program that did it.
const BY: &str = "worked out again";

/// A report (`report.json`) with everything that follows from its data (`data.jsonl`) worked out again by this program:
/// claims, readings, tables. What else is in it stays as it is.
pub fn rebuild(data: &str, report: &str, program: &str) -> Result<Report, CheckError> {
    let (_, replication, data) = published(data)?;
    let old = Report::from_json(report)?;
    let follows = replication.follows(&data)?;
    // Claims stand first, what goes with them behind; every other section stays where it was.
    let is_claims = |section: &&Section| {
        let heads = follows.first.iter().chain(&follows.claims);
        verdicts::is_heading(&section.heading) || heads.into_iter().any(|it| it.heading == section.heading)
    };
    let again = |section: &Section| {
        follows.rest.iter().find(|it| it.heading == section.heading).unwrap_or(section).clone()
    };
    let others = old.sections.iter().filter(|section| !is_claims(section)).map(again);
    let mut sections: Vec<Section> =
        follows.first.iter().chain(&follows.claims).cloned().chain(others).collect();
    for section in sections.iter_mut().filter(|section| section.heading == "Provenance") {
        if let Some(Block::Definitions(facts)) = section.blocks.first_mut() {
            facts.retain(|fact| fact.term != BY);
            facts.push(Definition::new(BY, format!("from data.jsonl, by {program}")));
        }
    }
    Ok(Report { sections, ..old })
}
