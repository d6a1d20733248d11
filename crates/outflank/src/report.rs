//! How results leave the program: as text for people or as one line of JSON for programs.
//!
//! A command computes a [`Report`], a plain value; only then is anything printed. Colours may be used
//! freely in the text: they are taken out again wherever they would not be seen as colours.

use std::io::{self, Write};

use anyhow::Context;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

/// A result. Its JSON is the value as it is: renaming a field breaks other people's programs.
pub trait Report: Serialize {
    /// Writes the result for people, all lines ended.
    fn write(&self, out: &mut impl Write) -> io::Result<()>;
}

/// The choice between text and JSON.
#[derive(Debug, clap::Args)]
pub struct Format {
    /// Print one line of JSON
    #[arg(long, global = true)]
    json: bool,
}

impl Format {
    /// Prints a report to standard output.
    pub fn print(&self, report: &impl Report) -> anyhow::Result<()> {
        let mut text = Vec::new();
        if self.json {
            serde_json::to_writer(&mut text, report).context("cannot turn the result into JSON")?;
            text.push(b'\n');
        } else {
            report.write(&mut text).expect("memory takes everything");
        }
        print(&text)
    }
}

/// Prints text that is ready to standard output.
pub fn print(text: &[u8]) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text).and_then(|()| out.flush()).context("cannot write to standard output")
}

/// A table of columns with nothing but blanks between. It is as wide as its content, so that it is
/// the same on every terminal.
pub fn plain_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table
}
