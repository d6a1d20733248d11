//! The ways to read a document where it is silent: every claim under each of them, and how near each comes to the
//! document's own numbers.

use super::page::{numbers_table, rms, shown};
use super::verdicts::{Judged, MATRIX};
use crate::claims::{Claim, Class, Data, Finding, Statistic, Verdict};
use crate::report::{Cell, Column, Definition, ReportError, Section, Table};

/// A way to read the document where it is silent.
pub(super) struct Reading {
    /// What it is.
    pub words: String,
    /// How much of the document was run under it, where that is not all.
    pub extent: Option<&'static str>,
    /// The claims, by what was run under it.
    pub claims: Vec<Claim>,
    /// The document's own numbers, and ours under it.
    pub printed: Vec<Printed>,
}

/// A number that the document prints, and ours.
pub(super) struct Printed {
    /// What it is: the same under every reading.
    pub name: String,
    pub theirs: f64,
    pub ours: Statistic,
    /// How many replicas theirs rests on.
    pub replicas: f64,
}

/// The most numbers of a document that are shown one by one.
const FEW: usize = 8;

impl Printed {
    /// How far ours is from theirs, in standard errors of the difference and as it is.
    pub fn distance(&self, data: &Data) -> Option<(f64, f64)> {
        let ours = self.ours.estimate(data)?;
        let away = ours.value() - self.theirs;
        let error = ours.error()? * (1.0 + ours.replicas()? as f64 / self.replicas).sqrt();
        Some((away / error, away))
    }
}

/// How far a reading is from the document.
struct Distance {
    numbers: usize,
    in_errors: f64,
    in_units: f64,
    /// The same without what luck makes of it.
    less_luck: f64,
    /// How far the first reading is over the same numbers, in standard errors.
    first: Option<f64>,
}

impl Reading {
    /// The name, and how much was run.
    fn in_words(&self) -> String {
        self.extent.map_or_else(|| self.words.clone(), |extent| format!("{} (run {extent})", self.words))
    }

    /// How far it is from the document's numbers, as many of them as were run; none if none was.
    fn distance(&self, first: &Self, data: &Data) -> Option<Distance> {
        let found: Vec<(&str, (f64, f64))> = self
            .printed
            .iter()
            .filter_map(|printed| Some((printed.name.as_str(), printed.distance(data)?)))
            .collect();
        let of = |reading: &Self, name: &str| {
            reading.printed.iter().find(|printed| printed.name == name)?.distance(data)
        };
        let same: Vec<f64> =
            found.iter().filter_map(|(name, _)| of(first, name)).map(|(errors, _)| errors).collect();
        let column = |of: fn(&(f64, f64)) -> f64| found.iter().map(|(_, away)| of(away)).collect::<Vec<_>>();
        (!found.is_empty()).then(|| Distance {
            numbers: found.len(),
            in_errors: rms(&column(|away| away.0)),
            in_units: rms(&column(|away| away.1)),
            less_luck: less_luck(&column(|away| away.1), &column(|away| away.1 / away.0)),
            first: (same.len() == found.len()).then(|| rms(&same)),
        })
    }
}

impl Judged<'_> {
    /// Each claim under each reading, and how near each reading comes to the document's own numbers.
    pub(super) fn matrix(&self) -> Result<Section, ReportError> {
        let section = Section::new(MATRIX).paragraph(
            "Where the document is silent, a verdict may hang on how it is read. Each column is one way to read it, \
             everything else being the same; a dash is what was not run, = what is not read differently. What fails under every reading is told apart from \
             what fails under one.",
        );
        let mut section = section.definitions(self.legend()).table(self.by_reading(
            "Every claim under every reading",
            self.readings.len(),
            false,
        )?);
        if let Some(table) = self.numbers_by_reading(self.readings.len())? {
            section = section.table(table);
        }
        let all: Vec<(String, Distance)> = (0..)
            .map(letter)
            .zip(&self.readings)
            .filter_map(|(letter, reading)| Some((letter, reading.distance(&self.readings[0], self.data)?)))
            .collect();
        if all.is_empty() {
            return Ok(section);
        }
        let mut table = numbers_table(
            "How far each reading is from the document's own numbers",
            [
                "reading",
                "numbers",
                "distance, in standard errors (rms)",
                "the first reading over the same numbers",
                "distance, in their unit (rms)",
                "less luck",
            ],
        );
        for (letter, distance) in &all {
            table = table.row([
                letter.as_str().into(),
                distance.numbers.to_string().into(),
                format!("{:.2}", distance.in_errors).into(),
                distance.first.map_or("—".to_owned(), |first| format!("{first:.2}")).into(),
                format!("{:.3}", distance.in_units).into(),
                format!("{:.3}", distance.less_luck).into(),
            ])?;
        }
        let most = all.iter().map(|(_, distance)| distance.numbers).max().unwrap_or(0);
        let nearest = |of: fn(&Distance) -> f64| {
            let whole = all.iter().filter(|(_, distance)| distance.numbers == most);
            whole.min_by(|(_, one), (_, other)| of(one).total_cmp(&of(other)))
        };
        let name =
            |found: Option<&(String, Distance)>| found.map_or(String::new(), |(letter, _)| letter.clone());
        Ok(section
            .paragraph(format!(
                "The distance is the root of the mean square over all numbers that the document prints and that were run. In \
                 standard errors of the difference, 1 is as near as luck allows: its numbers have the luck of its own \
                 players, ours that of ours. Few players, or players that differ much from one another, are near to everything \
                 by that measure, and many are near to nothing. So the distance also stands in the unit of the numbers, and there \
                 without the part that luck makes: the root of the difference of the squares. Readings of which fewer numbers \
                 were run are compared with the first over the same numbers. Of those with {most} numbers the nearest in \
                 standard errors is {}, in the unit of the numbers {}, less luck {}.",
                name(nearest(|distance| distance.in_errors)),
                name(nearest(|distance| distance.in_units)),
                name(nearest(|distance| distance.less_luck)),
            ))
            .table(table))
    }

    /// Which letter stands for which reading.
    fn legend(&self) -> impl Iterator<Item = Definition> {
        (0..).zip(&self.readings).map(|(place, reading)| Definition::new(letter(place), reading.in_words()))
    }

    /// The first readings side by side, where they are of equal rank: how many claims hold under each, what the document's
    /// own numbers are under each, and on which claims they differ.
    pub(super) fn arms(&self, section: Section) -> Result<Section, ReportError> {
        if self.arms < 2 {
            return Ok(section);
        }
        let mut table = numbers_table(
            "What the document claims, under each of them",
            ["reading", "replicated", "not replicated", "undecided", "cannot be tested here", "not run"],
        );
        // What is said under no reading does not hang on one.
        let is_read = |finding: &&Finding| self.readings[0].claims.iter().any(|it| it.states(finding));
        let always: Vec<&Finding> = self.findings.iter().filter(|finding| !is_read(finding)).collect();
        for (place, findings) in self.under_readings().take(self.arms).enumerate() {
            let all = findings.iter().chain(always.iter().copied());
            let claimed = all.filter(|finding| finding.class() == Class::Claimed);
            let (run, not_run): (Vec<&Finding>, Vec<&Finding>) =
                claimed.partition(|finding| finding.verdict() == Verdict::Untestable || is_run(finding));
            let count = |verdict| run.iter().filter(|finding| finding.verdict() == verdict).count();
            let counts = Verdict::ALL.map(count).into_iter().chain([not_run.len()]);
            let counts = counts.map(|count| Cell::from(count.to_string()));
            table = table.row([Cell::from(letter(place))].into_iter().chain(counts))?;
        }
        let mut section = section
            .heading("Readings of equal rank")
            .paragraph(
                "Which of these the document did cannot be told for certain. The figure above and the claims below are by the \
                 first; what differs under the others stands here.",
            )
            .definitions(self.legend().take(self.arms))
            .table(table);
        if let Some(table) = self.numbers_by_reading(self.arms)? {
            section = section.table(table);
        }
        let differing = self.by_reading("Claims on which they differ", self.arms, true)?;
        Ok(match differing.rows() {
            [] => section.paragraph("All claims that were run under several of them come out alike."),
            _ => section.table(differing),
        })
    }

    /// All claims, or those that come out in more than one way, by the first so many readings.
    fn by_reading(&self, caption: &str, count: usize, differing: bool) -> Result<Table, ReportError> {
        let judged: Vec<Vec<Finding>> = self.under_readings().take(count).collect();
        let columns = (0..count).map(|place| Column::left(letter(place)));
        let columns = [Column::left("claim")].into_iter().chain(columns).chain([Column::left("in all")]);
        let mut table = Table::new(caption, columns);
        for finding in &judged[0] {
            let found: Vec<Option<&Finding>> = judged
                .iter()
                .map(|findings| {
                    let same = findings.iter().find(|other| other.statement() == finding.statement())?;
                    is_run(same).then_some(same)
                })
                .collect();
            let verdicts: Vec<Verdict> = found.iter().flatten().map(|found| found.verdict()).collect();
            if differing && verdicts.windows(2).all(|pair| pair[0] == pair[1]) {
                continue;
            }
            let shown = |found: &Finding| {
                Cell::from(found.verdict().sign().to_string())
                    .note(found.decisive().map_or(String::new(), |part| part.ours_in_words()))
            };
            // The same numbers under several readings: it is not about what they read differently.
            let is_one = found.iter().flatten().all(|other| other.parts() == finding.parts());
            let cells = found.iter().enumerate().map(|(place, found)| match found {
                Some(_) if is_one && place > 0 => "=".into(),
                Some(found) => shown(found),
                None => "—".into(),
            });
            let summary = match finding.verdict() {
                verdict if is_one && verdicts.len() > 1 => {
                    format!("{}, does not hang on them", verdict.to_string().to_lowercase())
                }
                _ => summary(finding, &verdicts),
            };
            table = table
                .row([Cell::from(finding.statement())].into_iter().chain(cells).chain([summary.into()]))?;
        }
        Ok(table)
    }

    /// The document's numbers beside ours under the first so many readings, where there are few enough to be shown.
    fn numbers_by_reading(&self, count: usize) -> Result<Option<Table>, ReportError> {
        let Some(first) = self.readings.first().filter(|first| (1..=FEW).contains(&first.printed.len()))
        else {
            return Ok(None);
        };
        let names = first.printed.iter().map(|printed| printed.name.as_str());
        let mut table = numbers_table(
            "The document's own numbers, and ours",
            ["reading"].into_iter().chain(names.clone()),
        );
        let theirs = first.printed.iter().map(|printed| Cell::from(printed.theirs.to_string()).strong());
        table = table.row([Cell::from("the document")].into_iter().chain(theirs))?;
        for (place, reading) in self.readings[..count].iter().enumerate() {
            let ours = names.clone().map(|name| {
                let printed = reading.printed.iter().find(|printed| printed.name == name);
                shown(printed.and_then(|printed| printed.ours.estimate(self.data)))
            });
            table = table.row([Cell::from(letter(place))].into_iter().chain(ours))?;
        }
        Ok(Some(table))
    }
}

/// How far numbers are from where they should be, as the root of the mean square, without what their luck makes of it.
pub(super) fn less_luck(away: &[f64], luck: &[f64]) -> f64 {
    let luck: Vec<f64> = luck.iter().copied().filter(|luck| luck.is_finite()).collect();
    if luck.is_empty() {
        return rms(away);
    }
    (rms(away).powi(2) - rms(&luck).powi(2)).max(0.0).sqrt()
}

/// Whether there is a number for it.
fn is_run(finding: &Finding) -> bool {
    finding.parts().iter().any(|part| part.ours.is_some())
}

/// What all readings under which a claim was run say together.
fn summary(finding: &Finding, verdicts: &[Verdict]) -> String {
    let count = |wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    match (count(Verdict::Replicated), count(Verdict::NotReplicated), verdicts.len()) {
        _ if finding.verdict() == Verdict::Untestable => "cannot be tested here".to_owned(),
        (_, _, 0) => "not run".to_owned(),
        (1, _, 1) => "holds, run under one reading".to_owned(),
        (_, 1, 1) => "fails, run under one reading".to_owned(),
        (_, _, 1) => "undecided, run under one reading".to_owned(),
        (0, fails, all) if fails == all => format!("fails under every reading, {all} run"),
        (holds, 0, all) if holds == all => format!("holds under every reading, {all} run"),
        (holds, fails, all) => format!("holds under {holds}, fails under {fails} of {all}"),
    }
}

/// The name of a column.
fn letter(place: usize) -> String {
    char::from(b'A' + (place % 26) as u8).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_taken_off() {
        assert_eq!(less_luck(&[5.0, -5.0], &[3.0, 3.0]), 4.0);
        assert_eq!(less_luck(&[1.0], &[3.0]), 0.0);
        assert_eq!(less_luck(&[2.0], &[f64::NAN]), 2.0);
    }
}
