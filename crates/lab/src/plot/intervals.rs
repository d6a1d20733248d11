//! Rows of a point and its interval beside a reference: claims, ratings, scores.

mod svg;
mod terminal;

use outflank_arena::statistics::Interval;
use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::markup::one_line;
use super::numbers::{Numbers, readable};
use super::{PlotError, checked_when_read, drawable, drawable_interval, interval_data};

/// Rows on one axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Intervals {
    title: String,
    x_label: String,
    rows: Vec<IntervalRow>,
    reference: Option<Reference>,
    #[serde(default, skip_serializing_if = "Names::are_beside")]
    names: Names,
}

/// Where the names of rows stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Names {
    /// Left of their rows.
    #[default]
    Beside,
    /// Each above its row, for names that are sentences.
    Above,
}

impl Names {
    fn are_beside(&self) -> bool {
        *self == Self::Beside
    }
}

/// A value to compare with, drawn through all rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Reference {
    label: String,
    x: f64,
}

/// A point and the interval around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct IntervalRow {
    label: String,
    value: f64,
    #[serde(with = "interval_data")]
    interval: Interval,
    /// What it is to be compared with, drawn as a ring.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theirs: Option<f64>,
    /// The figures as they are written beside it, where these are not the values themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

checked_when_read!(Intervals, IntervalRow);

impl IntervalRow {
    /// A row. The interval may be infinite on either side.
    pub fn new(label: impl Into<String>, value: f64, interval: Interval) -> Result<Self, PlotError> {
        let label = one_line(label);
        let value = drawable(&label, value)?;
        let interval = drawable_interval(&label, interval)?;
        Ok(Self { label, value, interval, theirs: None, text: None })
    }

    /// With somebody else's value on the same axis.
    pub fn beside(self, theirs: f64) -> Result<Self, PlotError> {
        Ok(Self { theirs: Some(drawable(&self.label, theirs)?), ..self })
    }

    /// With these figures beside it.
    pub fn written(self, text: impl Into<String>) -> Self {
        Self { text: Some(one_line(text)), ..self }
    }

    fn checked(self) -> Result<Self, PlotError> {
        let row = Self { text: self.text.map(one_line), ..Self::new(self.label, self.value, self.interval)? };
        self.theirs.map_or(Ok(row.clone()), |theirs| row.beside(theirs))
    }

    /// The row in figures: the point, and in brackets the ends.
    fn figures(&self) -> String {
        if let Some(text) = &self.text {
            return text.clone();
        }
        let numbers = Numbers::estimate(self.value, self.interval);
        let [value, low, high] =
            [self.value, self.interval.low, self.interval.high].map(|x| numbers.write(x));
        format!("{value} [{low}, {high}]")
    }
}

impl Intervals {
    /// A plot without rows: what it shows, and what its axis counts.
    pub fn new(title: impl Into<String>, x_label: impl Into<String>) -> Self {
        Self {
            title: one_line(title),
            x_label: one_line(x_label),
            rows: Vec::new(),
            reference: None,
            names: Names::Beside,
        }
    }

    /// With each name above its row, in full: for sentences, and for narrow pages.
    pub fn names_above(self) -> Self {
        Self { names: Names::Above, ..self }
    }

    /// What the plot shows, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// With another row, below the others.
    pub fn row(mut self, row: IntervalRow) -> Self {
        self.rows.push(row);
        self
    }

    /// With a vertical line here.
    pub fn reference(mut self, label: impl Into<String>, x: f64) -> Result<Self, PlotError> {
        let label = one_line(label);
        let x = drawable(&label, x)?;
        self.reference = Some(Reference { label, x });
        Ok(self)
    }

    fn checked(self) -> Result<Self, PlotError> {
        let plot = Self { rows: self.rows, names: self.names, ..Self::new(self.title, self.x_label) };
        match self.reference {
            Some(line) => plot.reference(line.label, line.x),
            None => Ok(plot),
        }
    }

    /// From the lowest end or reference to the highest; none without rows.
    fn axis(&self) -> Option<Axis> {
        let ends = self.rows.iter().flat_map(|row| [row.value, row.interval.low, row.interval.high]);
        let ends = ends.chain(self.rows.iter().filter_map(|row| row.theirs));
        let reference = self.reference.iter().map(|line| line.x).filter(|_| !self.rows.is_empty());
        let axis = Axis::over(ends.chain(reference))?;
        // Where a row has no end, its arrow needs a place beyond everything else to point to.
        let goes_on = |row: &IntervalRow| row.interval.low.is_infinite() || row.interval.high.is_infinite();
        Some(if self.rows.iter().any(goes_on) { axis.padded(0.08) } else { axis })
    }

    /// What the picture shows, in words: it is all in the rows.
    fn description(&self) -> String {
        let mut text = format!("{} with intervals.", self.x_label);
        for row in &self.rows {
            text += &format!(" {}: {}.", row.label, row.figures());
        }
        if let Some(line) = &self.reference {
            text += &format!(" Line at {}: {}.", readable(line.x), line.label);
        }
        text
    }
}

/// The name, cut where it has more letters than this. In SVG the whole is in the description.
fn shortened(name: &str, letters: usize) -> String {
    if name.chars().count() <= letters {
        return name.to_owned();
    }
    let begin: String = name.chars().take(letters.saturating_sub(1)).collect();
    format!("{}…", begin.trim_end())
}
