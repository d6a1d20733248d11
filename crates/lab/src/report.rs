//! Reports as documents: what a study found, as a value that becomes HTML, Markdown and JSON.
//!
//! - [`Report`], [`Section`], [`Block`]: the document. Text in it is text: nothing is taken for markup.
//! - [`Finding`], [`Verdict`]: what a document claims, and what an interval says about it.
//! - [`Table`], [`Figure`], [`Definition`], [`Text`]: the other blocks.
//! - [`Report::from_json`] reads one again.
//! - [`Report::files`] renders everything; [`Report::write_into`] puts it into a folder;
//!   [`Section::to_terminal`] is for a quick look.
//!
//! ```
//! use outflank_arena::statistics::Interval;
//! use outflank_lab::report::{Estimate, Finding, Report, Section, Threshold, Verdict};
//!
//! let ours = Estimate::new(0.714, Interval { low: 0.702, high: 0.726 })?;
//! let finding = Finding::new("wins more often than it loses", "0.68", Threshold::above(0.5), Some(ours))
//!     .because("The whole interval lies above one half.");
//! assert_eq!(finding.verdict(), Verdict::Replicated);
//!
//! let report = Report::new("Learning by temporal differences")
//!     .section(Section::new("Claims").claims([finding]));
//! assert!(report.to_html().contains("Replicated"));
//! # Ok::<(), outflank_lab::report::EstimateError>(())
//! ```

mod blocks;
mod error;
mod files;
mod html;
mod markdown;
mod reading;
mod terminal;
mod text;

use serde::{Deserialize, Serialize};

use crate::claims::Class;

pub use blocks::{Align, Cell, Column, Definition, Emphasis, Figure, RowError, Table};
pub use error::ReportError;
pub use files::{WriteError, WrittenFile};
pub use reading::ReadError;
pub use text::{Span, Text};

pub use crate::claims::{Estimate, EstimateError, Finding, Threshold, Verdict};

/// A whole document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// What the document is about.
    pub title: String,
    /// A few sentences for those who read no further.
    pub lead: Text,
    /// The parts, in order.
    pub sections: Vec<Section>,
}

impl Report {
    /// A document without sections.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), lead: Text::default(), sections: Vec::new() }
    }

    /// With a few sentences below the title.
    pub fn lead(mut self, lead: impl Into<Text>) -> Self {
        self.lead = lead.into();
        self
    }

    /// With another section at the end.
    pub fn section(mut self, section: Section) -> Self {
        self.sections.push(section);
        self
    }

    /// The document as JSON, indented. Its field names are those of the types here, and stay.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string_pretty(self).expect("a report has no map with odd keys");
        json.push('\n');
        json
    }

    /// All claims of all sections.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
        blocks.flat_map(|block| match block {
            Block::Claims(findings) => findings.as_slice(),
            _ => &[],
        })
    }

    /// How many of the claims of the document got this verdict. What is implied there, wished for, or our question,
    /// is not counted.
    pub fn count(&self, verdict: Verdict) -> usize {
        let claimed = self.findings().filter(|finding| finding.class() == Class::Claimed);
        claimed.filter(|finding| finding.verdict() == verdict).count()
    }
}

/// A part of a document, under a heading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The heading.
    pub heading: String,
    /// What stands below it, in order.
    pub blocks: Vec<Block>,
    /// Whether a page shows only the heading until somebody asks for the rest.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub folded: bool,
}

/// What a section is made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "content", rename_all = "snake_case")]
pub enum Block {
    /// A heading within the section.
    Heading(String),
    /// Running text.
    Paragraph(Text),
    /// Rows and columns.
    Table(Table),
    /// A plot with its caption.
    Figure(Figure),
    /// Claims and their verdicts.
    Claims(Vec<Finding>),
    /// A recipe, a command, provenance: letters as they are.
    Code(String),
    /// Names and what they stand for.
    Definitions(Vec<Definition>),
}

impl Section {
    /// A section without content.
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new(), folded: false }
    }

    /// Details: of which a page shows the heading until somebody asks for the rest.
    pub fn folded(self) -> Self {
        Self { folded: true, ..self }
    }

    fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// With a heading of its own for what follows.
    pub fn heading(self, heading: impl Into<String>) -> Self {
        self.block(Block::Heading(heading.into()))
    }

    /// With a paragraph.
    pub fn paragraph(self, text: impl Into<Text>) -> Self {
        self.block(Block::Paragraph(text.into()))
    }

    /// With a table.
    pub fn table(self, table: Table) -> Self {
        self.block(Block::Table(table))
    }

    /// With a figure.
    pub fn figure(self, figure: Figure) -> Self {
        self.block(Block::Figure(figure))
    }

    /// With claims and their verdicts.
    pub fn claims(self, findings: impl IntoIterator<Item = Finding>) -> Self {
        self.block(Block::Claims(findings.into_iter().collect()))
    }

    /// With letters as they are.
    pub fn code(self, code: impl Into<String>) -> Self {
        self.block(Block::Code(code.into()))
    }

    /// With names and what they stand for.
    pub fn definitions(self, definitions: impl IntoIterator<Item = Definition>) -> Self {
        self.block(Block::Definitions(definitions.into_iter().collect()))
    }
}
