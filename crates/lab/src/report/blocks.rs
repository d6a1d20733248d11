//! Tables, figures and definitions.

use serde::{Deserialize, Serialize};

use super::Text;
use crate::plot::{Plot, checked_when_read};

/// Rows and columns. Theirs and ours side by side are two columns.
///
/// ```
/// use outflank_lab::report::{Cell, Column, Table};
///
/// let table = Table::new("Score of 1,000 games", [Column::left("player"), Column::right("theirs"), Column::right("ours")])
///     .row(["td".into(), "0.68".into(), Cell::from("0.714").strong()])?
///     .row(["random".into(), "—".into(), Cell::from("0.02").note("200 games only")])?;
/// # Ok::<(), outflank_lab::report::RowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Table {
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// What stands on top.
    pub heading: String,
    /// Where its cells are held.
    pub align: Align,
}

/// The side where the cells of a column are held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

impl Column {
    /// A column of words.
    pub fn left(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), align: Align::Left }
    }

    /// A column of numbers.
    pub fn right(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), align: Align::Right }
    }
}

/// What stands where a row and a column meet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// A few words more, in small letters.
    pub note: Option<String>,
    /// Whether it is to be seen at a glance.
    pub emphasis: Emphasis,
    /// How it is coloured, 0 to 10, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shade: Option<u8>,
}

/// How much a cell stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Emphasis {
    /// Like its neighbours.
    #[default]
    None,
    /// To be seen at a glance.
    Strong,
}

impl Cell {
    /// The same cell with a few words more.
    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }

    /// The same cell with a colour: from one end at 0 to the other at 1, none in the middle.
    pub fn shaded(self, share: f64) -> Self {
        Self { shade: share.is_finite().then(|| (10.0 * share.clamp(0.0, 1.0)).round() as u8), ..self }
    }

    /// The same cell, to be seen at a glance.
    pub fn strong(self) -> Self {
        Self { emphasis: Emphasis::Strong, ..self }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self { text, note: None, emphasis: Emphasis::None, shade: None }
    }
}

checked_when_read!(Table, Figure);

impl Table {
    /// What it shows.
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The rows, each with a cell for every column.
    pub fn rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// A table without rows. The first column names the rows.
    pub fn new(caption: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Self {
        Self { caption: caption.into(), columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// With another row: a cell for each column.
    pub fn row(mut self, cells: impl IntoIterator<Item = Cell>) -> Result<Self, RowError> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        if cells.len() != self.columns.len() {
            return Err(RowError { caption: self.caption, columns: self.columns.len(), cells });
        }
        self.rows.push(cells);
        Ok(self)
    }
}

impl Table {
    fn checked(self) -> Result<Self, RowError> {
        self.rows.into_iter().try_fold(Self::new(self.caption, self.columns), Self::row)
    }
}

/// A row that does not fit its table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table “{caption}” has {columns} columns; a row came with {}", cells.len())]
pub struct RowError {
    /// The caption of the table.
    pub caption: String,
    /// How many cells a row has there.
    pub columns: usize,
    /// The row as it came in.
    pub cells: Vec<Cell>,
}

/// A plot with its caption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Figure {
    pub(super) name: String,
    pub(super) caption: Text,
    pub(super) plot: Plot,
}

impl Figure {
    /// A figure. Its name becomes the name of its file, in small letters and digits with hyphens between.
    pub fn new(name: &str, caption: impl Into<Text>, plot: impl Into<Plot>) -> Self {
        Self { name: file_name(name), caption: caption.into(), plot: plot.into() }
    }

    fn checked(self) -> Result<Self, std::convert::Infallible> {
        Ok(Self::new(&self.name, self.caption, self.plot))
    }

    /// Its name, as its file has it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The plot.
    pub fn plot(&self) -> &Plot {
        &self.plot
    }
}

/// The name as it can be used in any file system and any link.
fn file_name(name: &str) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let joined = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    if joined.is_empty() { "figure".to_owned() } else { joined }
}

/// A name and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Definition {
    /// The name.
    pub term: String,
    /// What it stands for.
    pub meaning: Text,
}

impl Definition {
    /// This name stands for this.
    pub fn new(term: impl Into<String>, meaning: impl Into<Text>) -> Self {
        Self { term: term.into(), meaning: meaning.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_does_not_fit_is_handed_back() {
        let table = Table::new("Scores", [Column::left("player"), Column::right("score")]);
        let error = table.row(["alone".into()]).expect_err("one cell for two columns");
        assert_eq!(error.to_string(), "the table “Scores” has 2 columns; a row came with 1");
        assert_eq!(error.cells, [Cell::from("alone")]);
    }

    #[test]
    fn names_of_figures_stay_in_their_folder() {
        assert_eq!(file_name("Learning curve (mean of 10)"), "learning-curve-mean-of-10");
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("…"), "figure");
    }
}
