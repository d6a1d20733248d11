//! What the pages of all experiments have in common: first what was found, then what hangs on a reading, then all else.

use std::collections::BTreeMap;

use outflank_arena::statistics::Interval;

use super::plan::{self, StoredPlan};
use super::{Page, Reading, Results, Variant};
use crate::claims::{Class, Estimate, FEWEST, Finding, Statistic, Threshold, Verdict, mean};
use crate::plot::{IntervalRow, Intervals, Series};
use crate::report::{Cell, Column, Definition, Figure, Report, ReportError, Section, Table};
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

/// Under what heading the claims of a verdict stand.
const HEADINGS: [(Verdict, &str); 4] = [
    (Verdict::Replicated, "What agrees"),
    (Verdict::NotReplicated, "What does not"),
    (Verdict::Undecided, "What is undecided at this size"),
    (Verdict::Untestable, "What cannot be tested here"),
];

impl Page {
    /// The whole report.
    pub(super) fn report(
        self,
        results: &Results<'_>,
        readings: &[Reading],
        plans: &[StoredPlan],
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        let mut report = Report::new(self.title).lead(format!("{}{}", self.lead, counts(results)));
        if !results.findings.is_empty() {
            report = report.section(glance(&results.findings)?);
            report = self.main.into_iter().fold(report, Report::section);
            for (verdict, heading) in HEADINGS {
                let of_verdict =
                    |finding: &&Finding| finding.class() == Class::Claimed && finding.verdict() == verdict;
                let findings: Vec<Finding> = results.findings.iter().filter(of_verdict).cloned().collect();
                if !findings.is_empty() {
                    report = report.section(Section::new(heading).claims(findings));
                }
            }
            let others: Vec<Finding> = results
                .findings
                .iter()
                .filter(|finding| finding.class() != Class::Claimed)
                .cloned()
                .collect();
            if !others.is_empty() {
                let section = Section::new("Implied, wished for, and our own questions").paragraph(
                    "Nobody claimed these: what the document takes for granted, what it hoped for and did not try, and \
                     what we asked. They are in no count.",
                );
                report = report.section(section.claims(others).folded());
            }
            if readings.len() > 1 {
                report = report.section(matrix(results, readings)?);
            }
            report = report.section(
                Section::new("How verdicts are made")
                    .paragraph(self.numbers)
                    .paragraph(rules(results))
                    .folded(),
            );
        }
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

/// How many claims got which verdict, in a sentence.
fn counts(results: &Results<'_>) -> String {
    let claimed: Vec<&Finding> =
        results.findings.iter().filter(|finding| finding.class() == Class::Claimed).collect();
    if claimed.is_empty() {
        return String::new();
    }
    let count = |verdict| claimed.iter().filter(|finding| finding.verdict() == verdict).count();
    format!(
        " Of {} claims, {} are replicated, {} are not, {} are undecided at this size, and {} cannot be tested here.",
        claimed.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
        count(Verdict::Untestable),
    )
}

/// How verdicts come about, for all studies.
fn rules(results: &Results<'_>) -> String {
    let tested = results.findings.iter().filter(|finding| finding.verdict() != Verdict::Untestable).count();
    let decided: Vec<bool> = results.findings.iter().filter_map(Finding::survives).collect();
    format!(
        "A verdict follows from an interval of 95 % and a threshold alone, over at least {FEWEST} replicas; a claim that \
         names several numbers holds if all of them do, and each is shown. “About” a number is from four fifths to five \
         fourths of it; “the same” is within 5 points of 100. {tested} rows are tested at once, so that one or two may be \
         decided by luck alone: of {} that are decided, {} stand by Holm's rule for all of them together; the others say so. \
         What is claimed is told apart from what is implied, what was wished for there, and what we asked: only claims are \
         counted.",
        decided.len(),
        decided.iter().filter(|stands| **stands).count(),
    )
}

/// The one figure that says it all: every claim on one axis.
fn glance(findings: &[Finding]) -> Result<Section, ReportError> {
    /// Further than this from the threshold is shown by an arrow.
    const FAR: f64 = 6.0;
    let mut plot =
        Intervals::new("Claims, and where the numbers lie", "distance from the threshold, in half intervals")
            .reference("as claimed →", 0.0)?;
    for finding in findings.iter().filter(|finding| finding.class() == Class::Claimed) {
        let Some((part, ours)) = finding.decisive().and_then(|part| Some((part, part.ours?))) else {
            continue;
        };
        let reach = ours.interval().width() / 2.0;
        if !(reach.is_finite() && reach > 0.0) {
            continue;
        }
        let place = |value: f64| {
            let distance = match part.threshold {
                Threshold::Above { threshold } => value - threshold,
                Threshold::Below { threshold } => threshold - value,
                Threshold::Between { low, high } => (value - low).min(high - value),
            };
            distance / reach
        };
        let value = place(ours.value());
        let end = |end: f64| if end.abs() > FAR { f64::INFINITY.copysign(end) } else { end };
        let interval = Interval { low: end(value - 1.0), high: end(value + 1.0) };
        // An interval that begins beyond the axis ends there with an arrow.
        let interval = Interval {
            low: if interval.low == f64::INFINITY { FAR - 1.0 } else { interval.low },
            high: if interval.high == f64::NEG_INFINITY { 1.0 - FAR } else { interval.high },
        };
        let theirs = part.printed.map_or(String::new(), |_| format!(" ○ {}", part.printed_in_words()));
        let mut row = IntervalRow::new(
            format!("{} {}", finding.verdict().sign(), finding.statement()),
            value.clamp(-FAR, FAR),
            interval,
        )?
        .written(format!("{}{theirs}", part.ours_in_words()));
        if let Some(printed) = part.printed {
            row = row.beside(place(printed).clamp(-FAR, FAR))?;
        }
        plot = plot.row(row);
    }
    Ok(Section::new("At a glance").figure(Figure::new(
        "claims",
        "Each claim by the number that decides it: the dot is ours with its 95 % interval, the ring the document's own \
         number where it gives one. Right of the line is as claimed; an interval that reaches across it decides nothing. \
         Claims of several numbers are opened below.",
        plot,
    )))
}

/// Each claim under each reading, and how near each reading comes to the document's own numbers.
fn matrix(results: &Results<'_>, readings: &[Reading]) -> Result<Section, ReportError> {
    let mut section = Section::new("What hangs on a reading").paragraph(
        "Where the document is silent, a verdict may hang on how it is read. Each column is one way to read it, everything \
         else being the same; a dash is what was not run. What fails under every reading is told apart from what fails \
         under one.",
    );
    let judged: Vec<Vec<Finding>> = readings
        .iter()
        .map(|reading| reading.claims.iter().map(|claim| results.judge(claim)).collect())
        .collect();
    let columns = readings.iter().enumerate().map(|(place, _)| Column::left(letter(place)));
    let columns = [Column::left("claim")].into_iter().chain(columns).chain([Column::left("in all")]);
    let mut table = Table::new("Every claim under every reading", columns);
    for finding in &judged[0] {
        let found: Vec<Option<&Finding>> = judged
            .iter()
            .map(|findings| {
                let same = findings.iter().find(|other| other.statement() == finding.statement())?;
                same.parts().iter().any(|part| part.ours.is_some()).then_some(same)
            })
            .collect();
        let cells = found.iter().map(|found| match found {
            Some(found) => Cell::from(found.verdict().sign().to_string())
                .note(found.decisive().map_or(String::new(), |part| part.ours_in_words())),
            None => "—".into(),
        });
        let verdicts: Vec<Verdict> = found.iter().flatten().map(|found| found.verdict()).collect();
        let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
        let summary = match (count(Verdict::Replicated), count(Verdict::NotReplicated), verdicts.len()) {
            _ if finding.verdict() == Verdict::Untestable => "cannot be tested here".to_owned(),
            (_, _, 0) => "not run".to_owned(),
            (1, _, 1) => "holds, run under one reading".to_owned(),
            (_, 1, 1) => "fails, run under one reading".to_owned(),
            (_, _, 1) => "undecided, run under one reading".to_owned(),
            (0, fails, all) if fails == all => format!("fails under every reading, {all} run"),
            (holds, 0, all) if holds == all => format!("holds under every reading, {all} run"),
            (holds, fails, all) => format!("holds under {holds}, fails under {fails} of {all}"),
        };
        let cells = [Cell::from(finding.statement())].into_iter().chain(cells).chain([summary.into()]);
        table = table.row(cells)?;
    }
    let meaning = |(place, reading): (usize, &Reading)| Definition::new(letter(place), reading.words.clone());
    section = section.definitions(readings.iter().enumerate().map(meaning)).table(table);
    let mut distances = numbers_table(
        "How far each reading is from the document's own numbers",
        ["reading", "numbers", "distance, in standard errors (rms)", "distance, in their unit (rms)"],
    );
    for reading in readings {
        let found = reading.printed.iter().filter_map(|printed| printed.distance(results));
        let (in_errors, in_units): (Vec<f64>, Vec<f64>) = found.unzip();
        if !in_errors.is_empty() {
            distances = distances.row([
                reading.words.as_str().into(),
                in_errors.len().to_string().into(),
                format!("{:.2}", rms(&in_errors)).into(),
                format!("{:.3}", rms(&in_units)).into(),
            ])?;
        }
    }
    if !distances.rows().is_empty() {
        section = section.paragraph(
            "The distance is the root of the mean square over all numbers that the document prints and that were run. In \
             standard errors of the difference, 1 is as near as luck allows: its numbers have the luck of its own players, \
             ours that of ours. Only readings of which the same numbers were run can be compared by it.",
        );
        section = section.table(distances);
    }
    Ok(section)
}

/// The root of the mean square.
pub(super) fn rms(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    (squares / values.len() as f64).sqrt()
}

/// The name of a column.
fn letter(place: usize) -> String {
    char::from(b'A' + (place % 26) as u8).to_string()
}

/// A number that the document prints, and ours.
pub(super) struct Printed {
    pub theirs: f64,
    pub ours: Statistic,
    /// How many replicas theirs rests on.
    pub replicas: f64,
}

impl Printed {
    /// How far ours is from theirs, in standard errors of the difference and as it is.
    pub fn distance(&self, results: &Results<'_>) -> Option<(f64, f64)> {
        let ours = self.ours.estimate(results.data)?;
        let away = ours.value() - self.theirs;
        let error = ours.error()? * (1.0 + ours.replicas()? as f64 / self.replicas).sqrt();
        Some((away / error, away))
    }
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
