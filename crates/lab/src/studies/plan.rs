//! The plan of a study, stored before its first result: what is claimed, how it is decided, under which readings, how
//! often. What is changed afterwards is stored beside it and told.

use serde::{Deserialize, Serialize};

use super::Replication;
use crate::claims::{Data, FEWEST};
use crate::report::{Definition, Section};
use crate::study::{Study, StudyError};
use crate::{Moment, Store, StoredResult};

/// A plan as it stood at some time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredPlan {
    /// When it was written.
    written: String,
    /// By which program: version and commit.
    program: String,
    /// How many results there were.
    results: usize,
    /// One line for each rule, reading and claim.
    lines: Vec<String>,
}

/// What the keys of plans begin with.
const KEY: &str = "plan/";

/// Whether a stored result is a plan: what was going to be done, and no result of a task.
pub fn is_plan(result: &StoredResult) -> bool {
    result.key.starts_with(KEY)
}

impl Replication {
    /// What is going to be done and how it will be judged, line by line.
    fn plan_lines(&self, study: &Study<'_>) -> Vec<String> {
        let data = Data::default();
        let rules = [
            format!("scale {}, seed {}, {} tasks", self.scale, self.seed, study.keys().count()),
            format!("verdicts from intervals of 95 % over at least {FEWEST} replicas; none at scale smoke"),
            "“about” is from 4/5 to 5/4 of the document's number; “the same” within 5 points of 100"
                .to_owned(),
            "many claims at once: marked by Holm's rule within the study".to_owned(),
        ];
        let readings =
            self.experiment.readings(&data).into_iter().map(|reading| format!("reading: {}", reading.words));
        let claims = self.experiment.claims(&data);
        rules.into_iter().chain(readings).chain(claims.iter().map(|claim| claim.in_words())).collect()
    }

    /// Stores the plan, unless the last one that is stored says the same.
    pub fn write_plan(&self, study: &Study<'_>, store: &Store) -> Result<(), StudyError> {
        let lines = self.plan_lines(study);
        let plans = plans(study, store)?;
        if plans.last().is_some_and(|last| last.lines == lines) {
            return Ok(());
        }
        let plan = StoredPlan {
            written: Moment::now().to_string(),
            program: study.program().to_owned(),
            results: study.done(store)?.count(),
            lines,
        };
        let key = format!("{KEY}{:03}", plans.len() + 1);
        let value = serde_json::to_string(&plan).expect("texts and numbers");
        Ok(store.add_result(study.name(), &StoredResult { key, value, cpu_seconds: 0.0 })?)
    }
}

impl Replication {
    /// Takes in the plans of a study that was begun elsewhere, unless one was written here before: what was planned there
    /// came before its results.
    pub fn accept_plans(
        &self,
        study: &Study<'_>,
        store: &Store,
        brought: &[StoredResult],
    ) -> Result<(), StudyError> {
        if !plans(study, store)?.is_empty() {
            return Ok(());
        }
        for plan in brought {
            plan.read::<StoredPlan>()?;
            store.add_result(study.name(), plan)?;
        }
        Ok(())
    }
}

/// All plans of a study, the first first.
pub(super) fn plans(study: &Study<'_>, store: &Store) -> Result<Vec<StoredPlan>, StudyError> {
    let stored = store.results(study.name())?.into_iter().filter(is_plan);
    stored.map(|result| result.read()).collect()
}

/// When what was planned.
pub(super) fn section(plans: &[StoredPlan]) -> Option<Section> {
    let first = plans.first()?;
    let when = |plan: &StoredPlan| match plan.results {
        0 => format!("{}, before the first result, by {}", plan.written, plan.program),
        results => format!("{}, when {results} results were there, by {}", plan.written, plan.program),
    };
    let mut section = Section::new("The plan")
        .paragraph(format!("Written on {}. What was changed afterwards stands below.", when(first)))
        .code(first.lines.join("\n"))
        .folded();
    for (before, after) in plans.iter().zip(&plans[1..]) {
        let missing = |from: &StoredPlan, to: &StoredPlan, sign: char| {
            let lines = from.lines.iter().filter(|line| !to.lines.contains(line));
            lines.map(|line| format!("{sign} {line}\n")).collect::<String>()
        };
        section = section
            .definitions([Definition::new("changed", when(after))])
            .code(missing(before, after, '−') + &missing(after, before, '+'));
    }
    Some(section)
}
