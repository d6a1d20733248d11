//! The documents' experiments as data: variants as changes to a recipe, what is played, what is claimed.
//!
//! To add one: a module here with an `Experiment`, and its name in the list below. What its tasks bring out becomes
//! [`Data`], the claims are judged by that alone, and everything else on the report is there to be looked at.

mod check;
mod deep;
mod edgar;
mod engine;
mod evolution;
mod league;
mod linear4;
mod page;
mod patterns;
mod plan;
mod readings;
mod rebuild;
mod td;
mod variant;
mod verdicts;
mod winmeasure;

use outflank_learn::Scale;

use crate::Store;
use crate::claims::{Claim, Data, Finding};
use crate::report::{Report, ReportError, Section};
use crate::study::{Done, Study, StudyError};
pub use check::{CheckError, Checked, check};
pub use page::Provenance;
pub use plan::is_plan;
use readings::{Printed, Reading};
pub use rebuild::rebuild;
use variant::Variant;

/// How an experiment is made at a scale, from a seed.
type Make = fn(Scale, u64) -> Box<dyn Experiment>;

/// The studies by name.
const STUDIES: &[(&str, Make)] = &[
    ("deep", |scale, seed| Box::new(deep::Deep::new(scale, seed))),
    ("edgar", |scale, seed| Box::new(edgar::Edgar::new(scale, seed))),
    ("engine", |scale, seed| Box::new(engine::Engine::new(scale, seed))),
    ("evolution", |scale, seed| Box::new(evolution::Evolutions::new(scale, seed))),
    ("linear4", |scale, seed| Box::new(linear4::Linear4::new(scale, seed))),
    ("patterns", |scale, seed| Box::new(patterns::Patterns::new(scale, seed))),
    ("td", |scale, seed| Box::new(td::Td::new(scale, seed))),
    ("winmeasure", |scale, seed| Box::new(winmeasure::WinMeasure::new(scale, seed))),
    ("league", |scale, seed| Box::new(league::League::new(scale, seed))),
];

/// The names of all studies.
pub fn names() -> impl Iterator<Item = &'static str> {
    STUDIES.iter().map(|(name, _)| *name)
}

/// The study of this name, at a scale.
pub fn find(name: &str, scale: Scale, seed: u64) -> Option<Replication> {
    let (name, make) = STUDIES.iter().find(|(known, _)| *known == name)?;
    Some(Replication { name, scale, seed, experiment: make(scale, seed) })
}

/// A document's experiments at some scale.
trait Experiment {
    /// Adds all tasks.
    fn tasks(&self, study: &mut Study<'static>);

    /// The numbers by which claims are judged.
    fn data(&self, done: &Done) -> Result<Data, StudyError>;

    /// What is claimed.
    fn claims(&self, data: &Data) -> Vec<Claim>;

    /// The ways to read the document where it is silent, the one behind the claims first.
    fn readings(&self, _: &Data) -> Vec<Reading> {
        Vec::new()
    }

    /// How many of them, from the first, are of equal rank: they are told first, side by side.
    fn arms(&self) -> usize {
        1
    }

    /// What matters most and no claim alone can say, by the data alone: it stands before them.
    fn main(&self, _: &Data) -> Result<Option<Section>, ReportError> {
        Ok(None)
    }

    /// What else follows from the data alone, behind the claims.
    fn sections(&self, _: &Data) -> Result<Vec<Section>, ReportError> {
        Ok(Vec::new())
    }

    /// What stands on the page beside that.
    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError>;
}

/// Everything that is there so far.
struct Results<'a> {
    scale: Scale,
    done: &'a Done,
    tasks: usize,
    data: &'a Data,
}

impl Results<'_> {
    /// What the data say about a claim.
    fn judge(&self, claim: &Claim) -> Finding {
        verdicts::judge(claim, self.data, self.scale)
    }
}

/// The page of an experiment, without what all have in common.
struct Page {
    title: &'static str,
    /// What the document did and what was done here, in a few sentences.
    lead: String,
    /// What the numbers are; nothing where they need no words.
    numbers: String,
    /// Everything that needs more than the data.
    sections: Vec<Section>,
    /// How often what was done, who wrote the document.
    facts: Vec<(&'static str, String)>,
    /// The recipe from which all variants differ as named.
    recipe: Option<String>,
}

/// An experiment that can be run and reported on.
pub struct Replication {
    name: &'static str,
    scale: Scale,
    seed: u64,
    experiment: Box<dyn Experiment>,
}

impl Replication {
    /// All tasks, under the name by which their results are stored.
    pub fn study(&self, name: &str, program: &str) -> Study<'static> {
        let mut study = Study::new(name, program);
        self.experiment.tasks(&mut study);
        study
    }

    /// The numbers that are there so far: what every verdict follows from.
    pub fn data(&self, study: &Study<'_>, store: &Store) -> Result<Data, StudyError> {
        self.experiment.data(&study.done(store)?)
    }

    /// The report on the results that are there.
    pub fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        let done = study.done(store)?;
        let data = self.experiment.data(&done)?;
        let results = Results { scale: self.scale, done: &done, tasks: study.keys().count(), data: &data };
        let (follows, plans) = (self.follows(&data)?, plan::plans(study, store)?);
        self.experiment.page(&results)?.report(&results, follows, &plans, provenance)
    }
}
