//! The experiments of the documents, replicated: what each study does, and the report on it. To add one:
//! a folder here with a [`Replication`], and its name in the list below.

mod edgar;
mod evolution;
mod league;
mod linear4;
mod td;
mod winmeasure;

use outflank_learn::Scale;

use crate::Store;
use crate::report::{Definition, Report, ReportError, Section};
use crate::study::Study;

/// How a study is made at a scale, from a seed.
type Make = fn(Scale, u64) -> Box<dyn Replication>;

/// The studies by name.
const STUDIES: &[(&str, Make)] = &[
    ("edgar", |scale, seed| Box::new(edgar::Edgar::new(scale, seed))),
    ("evolution", |scale, seed| Box::new(evolution::Evolutions::new(scale, seed))),
    ("linear4", |scale, seed| Box::new(linear4::Linear4::new(scale, seed))),
    ("td", |scale, seed| Box::new(td::Td::new(scale, seed))),
    ("winmeasure", |scale, seed| Box::new(winmeasure::WinMeasure::new(scale, seed))),
    ("league", |scale, seed| Box::new(league::League::new(scale, seed))),
];

/// The names of all studies.
pub fn names() -> impl Iterator<Item = &'static str> {
    STUDIES.iter().map(|(name, _)| *name)
}

/// The study of this name, at a scale.
pub fn find(name: &str, scale: Scale, seed: u64) -> Option<Box<dyn Replication>> {
    STUDIES.iter().find(|(known, _)| *known == name).map(|(_, make)| make(scale, seed))
}

/// A document's experiments at some scale.
pub trait Replication {
    /// All tasks, under the name by which their results are stored.
    fn study(&self, name: &str, program: &str) -> Study<'static>;

    /// The report on the results of all tasks.
    fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError>;
}

/// Where a report comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provenance {
    /// The program: version and commit.
    pub program: String,
    /// The command that makes the report again.
    pub command: String,
    /// The day, as in 2026-11-15.
    pub date: String,
    /// What names the streams of chance.
    pub seed: u64,
}

impl Provenance {
    /// The section of a report that tells where it comes from, with what else there is to say.
    fn section(&self, more: impl IntoIterator<Item = Definition>) -> Section {
        let usual = [
            Definition::new("program", self.program.as_str()),
            Definition::new("command", self.command.as_str()),
            Definition::new("date", self.date.as_str()),
            Definition::new("seed", self.seed.to_string()),
        ];
        Section::new("Provenance").definitions(usual.into_iter().chain(more))
    }
}
