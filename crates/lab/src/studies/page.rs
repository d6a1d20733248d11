//! What the pages of all experiments have in common: first what was found, then what hangs on a reading, then all else.

use std::collections::BTreeMap;

use outflank_arena::statistics::Interval;

use super::plan::{self, StoredPlan};
use super::verdicts::Follows;
use super::{Page, Results, Variant};
use crate::claims::{Estimate, Statistic, Threshold, Verdict, mean};
use crate::plot::Series;
use crate::report::{Cell, Column, Definition, Report, ReportError, Section, Table};
use crate::study::Done;

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

impl Page {
    /// The whole report.
    pub(super) fn report(
        self,
        results: &Results<'_>,
        follows: Follows,
        plans: &[StoredPlan],
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        let claims = follows.first.into_iter().chain(follows.claims);
        let mut report = claims.fold(Report::new(self.title).lead(self.lead), Report::section);
        if !self.numbers.is_empty() {
            report = report.section(Section::new("What the numbers are").paragraph(self.numbers).folded());
        }
        report = follows.rest.into_iter().fold(report, Report::section);
        report = self.sections.into_iter().fold(report, Report::section);
        report = plan::section(plans).into_iter().fold(report, Report::section);
        let usual = [
            ("program", provenance.program.clone()),
            ("command", provenance.command.clone()),
            ("date", provenance.date.clone()),
            ("seed", provenance.seed.to_string()),
            ("tasks", format!("{} of {} done", results.done.count(), results.tasks)),
            (
                "raw data",
                "data.jsonl: every number of every replica; outflank study check rebuilds every verdict"
                    .to_owned(),
            ),
        ];
        let facts = usual.into_iter().chain(self.facts);
        let mut origin = Section::new("Provenance")
            .definitions(facts.map(|(term, meaning)| Definition::new(term, meaning)));
        if let Some(recipe) = self.recipe {
            origin = origin.paragraph("The recipe from which all others differ as named.").code(recipe);
        }
        Ok(report.section(origin))
    }
}

/// The root of the mean square.
pub(super) fn rms(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    (squares / values.len() as f64).sqrt()
}

impl Results<'_> {
    /// A number with its interval, or a dash.
    pub fn cell(&self, statistic: &Statistic) -> Cell {
        shown(statistic.estimate(self.data))
    }

    /// What the first player scores against the second, or a dash.
    pub fn score(&self, first: &str, second: &str) -> Cell {
        self.cell(&Statistic::score(first, second))
    }
}

/// A number with its interval, or a dash.
pub(super) fn shown(estimate: Option<Estimate>) -> Cell {
    estimate.map_or("—".to_owned(), |estimate| estimate.to_string()).into()
}

/// Whether a number is above zero, in a word.
pub(super) fn is_above_zero(estimate: Option<Estimate>, words: [&'static str; 3]) -> &'static str {
    let [yes, no, undecided] = words;
    match estimate.map(|estimate| estimate.judge(Threshold::above(0.0))) {
        Some(Verdict::Replicated) => yes,
        Some(Verdict::NotReplicated) => no,
        _ => undecided,
    }
}

/// A table whose first column has words and all others numbers.
pub(super) fn numbers_table(
    caption: impl Into<String>,
    columns: impl IntoIterator<Item = impl Into<String>>,
) -> Table {
    let column = |(place, heading): (usize, _)| match place {
        0 => Column::left(heading),
        _ => Column::right(heading),
    };
    Table::new(caption, columns.into_iter().enumerate().map(column))
}

/// The mean of what the replicas had at each point, with its interval.
pub(super) fn mean_curve(
    name: impl Into<String>,
    points: impl IntoIterator<Item = (u64, f64)>,
) -> Result<Series, ReportError> {
    let mut by_place: BTreeMap<u64, Vec<f64>> = BTreeMap::new();
    for (place, value) in points {
        by_place.entry(place).or_default().push(value);
    }
    let means = by_place.iter().filter_map(|(&place, values)| Some((place, mean(values)?)));
    let (points, bands): (Vec<_>, Vec<_>) = means
        .map(|(place, estimate)| {
            // Of one replica there is no spread to draw.
            let band = estimate.interval();
            let band = if band.width().is_finite() { band } else { Interval::around(estimate.value(), 0.0) };
            ((place as f64, estimate.value()), band)
        })
        .unzip();
    Ok(Series::new(name, points)?.with_band(bands)?)
}

/// What it cost to make what.
pub(super) fn cost<'a>(
    done: &Done,
    verb: &str,
    variants: impl IntoIterator<Item = &'a Variant>,
    more: &str,
) -> Result<Section, ReportError> {
    let mut table = numbers_table("Processor time on one core", ["", "seconds for one"]);
    for variant in variants {
        if let Some(seconds) = done.mean_seconds(variant.keys(verb)) {
            table = table.row([variant.words.as_str().into(), format!("{seconds:.1}").into()])?;
        }
    }
    let minutes = done.cpu_seconds() / 60.0;
    Ok(Section::new("Cost")
        .paragraph(format!("Everything took {minutes:.0} minutes of processor time. {more}"))
        .table(table)
        .folded())
}
