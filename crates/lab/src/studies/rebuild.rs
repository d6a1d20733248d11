//! A report written again from its data: nothing is run, and only what follows from the data is replaced.

use super::check::published;
use super::{CheckError, verdicts};
use crate::report::{Block, Definition, Report, Section};

/// What the provenance calls the program that did it.
const BY: &str = "claims worked out again";

/// A report (`report.json`) with everything about its claims and readings worked out again from its data (`data.jsonl`) by
/// this program. What else is in it stays as it is.
pub fn rebuild(data: &str, report: &str, program: &str) -> Result<Report, CheckError> {
    let (_, replication, data) = published(data)?;
    let old = Report::from_json(report)?;
    let mut claims = replication.judge(&data).sections()?.into_iter();
    let is_claims = |section: &Section| verdicts::is_heading(&section.heading);
    // What stands between the first of these sections and the second is the main finding.
    let first = old.sections.iter().position(is_claims).map_or(0, |place| place + 1);
    let second = old.sections[first..].iter().position(is_claims).map_or(first, |place| first + place);
    let (before, after) = old.sections.split_at(second);
    let stays = |sections: &[Section]| -> Vec<Section> {
        sections.iter().filter(|section| !is_claims(section)).cloned().collect()
    };
    let mut sections: Vec<Section> = claims.next().into_iter().chain(stays(before)).collect();
    sections.extend(claims.chain(stays(after)));
    for section in sections.iter_mut().filter(|section| section.heading == "Provenance") {
        if let Some(Block::Definitions(facts)) = section.blocks.first_mut() {
            facts.retain(|fact| fact.term != BY);
            facts.push(Definition::new(BY, format!("from data.jsonl, by {program}")));
        }
    }
    Ok(Report { sections, ..old })
}
