//! Whether a report follows from its data: every interval and every verdict is worked out again.

use outflank_learn::Scale;
use serde::{Deserialize, Serialize};

use super::{Replication, find};
use crate::claims::{Data, DataError, Finding, Part};
use crate::report::{Block, ReadError, Report, ReportError, Section};

/// The first line of a file of data: which study it is of.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    study: String,
    scale: String,
    seed: u64,
}

impl Replication {
    /// The data as a file: a line that says which study it is of, and a line for each sample and each league.
    pub fn data_file(&self, data: &Data) -> String {
        let head = Head { study: self.name.to_owned(), scale: self.scale.to_string(), seed: self.seed };
        serde_json::to_string(&head).expect("words and a number") + "\n" + &data.to_lines()
    }
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The study.
    pub study: String,
    /// Claims that were judged again.
    pub claims: usize,
    /// Numbers with intervals that were worked out again.
    pub numbers: usize,
    /// Sections of the report that were written again and compared.
    pub sections: usize,
    /// What the report says otherwise than its data.
    pub differences: Vec<String>,
}

/// The study that a file of data is of, and its numbers.
pub(super) fn published(data: &str) -> Result<(String, Replication, Data), CheckError> {
    let (head, lines) = data.split_once('\n').unwrap_or((data, ""));
    let head: Head = serde_json::from_str(head).map_err(|error| CheckError::Head(error.to_string()))?;
    let scales = [Scale::Smoke, Scale::Quick, Scale::Full];
    let scale = scales.into_iter().find(|scale| scale.to_string() == head.scale);
    let replication = scale.and_then(|scale| find(&head.study, scale, head.seed));
    match replication {
        Some(replication) => Ok((head.study, replication, Data::from_lines(lines)?)),
        None => Err(CheckError::Unknown(head.study, head.scale)),
    }
}

/// Works out every interval and every verdict of a report (`report.json`) again from its data (`data.jsonl`), under every
/// reading.
pub fn check(data: &str, report: &str) -> Result<Checked, CheckError> {
    let (study, replication, data) = published(data)?;
    let judged = replication.judge(&data);
    let rebuilt = &judged.findings;
    let written = Report::from_json(report)?;
    let mut differences = Vec::new();
    // Verdicts are judged when a report is read: what is written must be what was read.
    if written.to_json() != report {
        differences.push("the report says something else than follows from its own numbers".to_owned());
    }
    let printed: Vec<&Finding> = written.findings().collect();
    for finding in rebuilt {
        let statement = finding.statement();
        match printed.iter().find(|printed| printed.statement() == statement) {
            None => differences.push(format!("“{statement}” is not in the report")),
            Some(printed) if printed.verdict() != finding.verdict() => differences.push(format!(
                "“{statement}”: {} in the report, {} by the data",
                printed.verdict(),
                finding.verdict()
            )),
            Some(printed) if !are_equal(printed.parts(), finding.parts()) => {
                differences.push(format!("“{statement}”: other numbers in the report than by the data"));
            }
            Some(_) => {}
        }
    }
    for printed in printed {
        if !rebuilt.iter().any(|finding| finding.statement() == printed.statement()) {
            differences.push(format!("“{}” does not follow from the data", printed.statement()));
        }
    }
    let follows = replication.follows(&data)?;
    for section in follows.sections() {
        let heading = &section.heading;
        match written.sections.iter().find(|written| written.heading == *heading) {
            None => differences.push(format!("there is no section “{heading}” in the report")),
            Some(written) if texts(written) != texts(section) => differences
                .push(format!("the section “{heading}” says something else than follows from the data")),
            Some(_) => {}
        }
    }
    let numbers = rebuilt.iter().flat_map(Finding::parts).filter(|part| part.ours.is_some()).count();
    Ok(Checked { study, claims: rebuilt.len(), numbers, sections: follows.sections().count(), differences })
}

/// Everything in a section that is written out: claims and figures have numbers with bits to spare, and claims are compared
/// by these.
fn texts(section: &Section) -> Vec<&Block> {
    let is_text = |block: &&Block| !matches!(block, Block::Claims(_) | Block::Figure(_));
    section.blocks.iter().filter(is_text).collect()
}

/// Whether numbers and thresholds agree, but for the last bits.
fn are_equal(one: &[Part], other: &[Part]) -> bool {
    let near = |one: f64, other: f64| one == other || (one - other).abs() <= 1e-9 * one.abs().max(1.0);
    let same = |one: &Part, other: &Part| match (one.ours, other.ours) {
        (Some(ours), Some(again)) => {
            near(ours.value(), again.value())
                && near(ours.interval().low, again.interval().low)
                && near(ours.interval().high, again.interval().high)
                && one.threshold == other.threshold
        }
        (ours, again) => ours.is_none() && again.is_none(),
    };
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
}

/// Why nothing could be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The first line of the data does not say which study it is of.
    #[error("the first line of the data does not name a study: {0}")]
    Head(String),
    /// There is no such study.
    #[error("there is no study “{0}” at scale “{1}”")]
    Unknown(String, String),
    /// A line of the data cannot be read.
    #[error("the data cannot be read")]
    Data(#[from] DataError),
    /// The report cannot be read.
    #[error(transparent)]
    Report(#[from] ReadError),
    /// What follows from the data cannot be written.
    #[error(transparent)]
    Rebuilt(#[from] ReportError),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataFolder;
    use crate::report::Table;
    use crate::studies::verdicts::MATRIX;
    use crate::studies::{Provenance, rebuild};

    /// A small study, run for real: its data and its report.
    fn edgar() -> (String, String) {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let replication = find("edgar", Scale::Smoke, 1).expect("a study");
        let study = replication.study("edgar-smoke-1", "test");
        replication.write_plan(&study, &store).expect("a plan");
        study.run(&store, 2, &false.into(), |_| {}).expect("no failure");
        let provenance = Provenance {
            program: "test".to_owned(),
            command: "test".to_owned(),
            date: "2026-11-16".to_owned(),
            seed: 1,
        };
        let report = replication.report(&study, &store, &provenance).expect("a report");
        assert!(report.to_markdown().contains("before the first result"), "the plan is told");
        (replication.data_file(&replication.data(&study, &store).expect("data")), report.to_json())
    }

    #[test]
    fn published_reports_follow_from_their_data() {
        let published = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/studies");
        for entry in std::fs::read_dir(published).expect("the documentation") {
            let folder = entry.expect("readable").path();
            let read = |name: &str| {
                std::fs::read_to_string(folder.join(name))
                    .unwrap_or_else(|error| panic!("{name} of {}: {error}", folder.display()))
            };
            let checked = check(&read("data.jsonl"), &read("report.json"))
                .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
            assert_eq!(checked.differences, Vec::<String>::new(), "{}", folder.display());
        }
    }

    #[test]
    fn a_report_follows_from_its_data_and_from_no_other() {
        let (data, report) = edgar();
        let checked = check(&data, &report).expect("readable");
        assert_eq!(checked.differences, Vec::<String>::new());
        assert!(checked.claims >= 15 && checked.numbers >= 14 && checked.sections >= 3, "{checked:?}");

        // Another number of one replica, and a verdict that somebody wished for.
        let line =
            data.lines().find(|line| line.contains("\"ours\"") && line.contains("−G")).expect("a sample");
        let other = data.replace(line, "{\"group\":\"ours\",\"number\":\"−G\",\"values\":[0.5,0.75]}");
        // The claim, and what is said of it under every reading.
        assert_eq!(check(&other, &report).expect("readable").differences.len(), 2);
        let wished = report.replacen("\"verdict\": \"undecided\"", "\"verdict\": \"replicated\"", 1);
        assert_ne!(wished, report);
        assert_eq!(check(&data, &wished).expect("readable").differences.len(), 1);
        assert!(check("{}", &report).is_err() && check(&data, "{}").is_err());
    }

    #[test]
    fn readings_are_checked_and_written_again() {
        let (data, report) = edgar();
        // A reading under which a claim comes out better than by the data.
        let mut other = Report::from_json(&report).expect("a report");
        let matrix = other.sections.iter_mut().find(|section| section.heading == MATRIX).expect("there");
        let claims = matrix.blocks.iter_mut().find_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        let table = claims.expect("a table");
        let mut rows = table.rows().to_vec();
        assert_eq!(rows[0][2].text, "?", "a trial decides nothing");
        rows[0][2].text = "✓".to_owned();
        *table = rows
            .into_iter()
            .try_fold(Table::new(table.caption(), table.columns().to_vec()), Table::row)
            .expect("as wide as before");
        let other = other.to_json();
        assert_eq!(
            check(&data, &other).expect("readable").differences,
            ["the section “What hangs on a reading” says something else than follows from the data"]
        );
        // Written again it is what it was, and says who did it.
        let again = rebuild(&data, &other, "a test").expect("readable");
        assert_eq!(check(&data, &again.to_json()).expect("readable").differences, Vec::<String>::new());
        let was = Report::from_json(&report).expect("a report");
        let (last, all) = again.sections.split_last().expect("sections");
        assert_eq!(all, &was.sections[..was.sections.len() - 1]);
        assert!(format!("{last:?}").contains("from data.jsonl, by a test"));
        assert_eq!(
            rebuild(&data, &again.to_json(), "a test").expect("readable"),
            again,
            "and twice is as once"
        );
    }
}
