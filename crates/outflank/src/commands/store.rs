//! `outflank store`: check a store, copy it, or copy what is intact in a damaged one.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use outflank_lab::{CareError, DataFolder, FolderError, Rescue, TableCount};
use serde::Serialize;

use crate::data::Data;
use crate::failure::WrongInput;
use crate::report::{Format, Report, plain_table};

/// Check the store of a data folder, back it up, or rescue what is intact in a damaged one
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Read everything in the store and compare it with its checksums
    ///
    /// Exits with 1 if something is damaged.
    #[command(after_long_help = "\
JSON fields:
  store     the file
  tables    what can be read: a list of {\"table\": NAME, \"rows\": N}
  problems  what is wrong, in words; empty if all is well")]
    Check(Place),
    /// Copy the store as it stands, and everything else in the data folder, to a new folder
    ///
    /// Other programs can use the store meanwhile. The copy is written as DIR.unfinished and renamed when it is complete;
    /// it is a data folder like any other: choose it with --data. After an interruption, repeat the command.
    #[command(after_long_help = "\
JSON fields:
  store  the file that was copied
  to     the new folder")]
    Backup(Target),
    /// Copy everything that is intact in a damaged store to a new folder
    ///
    /// The store is read page by page, so that damaged pages do not hide intact ones. It is not changed. The copy is
    /// written as DIR.unfinished and renamed when it is complete; after an interruption, repeat the command. Runs whose
    /// last checkpoints are lost resume from the ones before and yield the same results.
    #[command(after_long_help = "\
JSON fields:
  store       the file that was read
  to          the new folder
  tables      what was taken out: a list of {\"table\": NAME, \"rows\": N}
  lost_rows   rows of which something is left, but not all
  lost_pages  pages, with any number of rows, of which nothing is left
  orphans     rows that are whole but belong to something that is lost: they are in files in TO/orphans")]
    Rescue(Target),
}

#[derive(Debug, clap::Args)]
struct Place {
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, clap::Args)]
struct Target {
    /// The new folder; it must not exist, or be empty
    #[arg(value_name = "DIR")]
    to: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.verb {
        Verb::Check(Place { data, format }) => check(&folder(&data)?, &format),
        Verb::Backup(Target { to, place }) => {
            let folder = folder(&place.data)?;
            folder.back_up(&DataFolder::new(&to)).map_err(as_input_or_failure)?;
            let to = to.display().to_string();
            place.format.print(&BackedUp { store: file(&folder), to })
        }
        Verb::Rescue(Target { to, place }) => {
            let folder = folder(&place.data)?;
            let rescue = folder.rescue(&DataFolder::new(&to)).map_err(as_input_or_failure)?;
            place.format.print(&Rescued { store: file(&folder), to: to.display().to_string(), rescue })
        }
    }
}

fn folder(data: &Data) -> anyhow::Result<DataFolder> {
    data.folder().context("there is no home: choose a data folder with --data")
}

fn file(folder: &DataFolder) -> String {
    folder.database().display().to_string()
}

fn as_input_or_failure(error: CareError) -> anyhow::Error {
    match error {
        CareError::Nothing { .. }
        | CareError::Used { .. }
        | CareError::Folder(FolderError::Unfinished { .. }) => WrongInput::new(error).into(),
        error => error.into(),
    }
}

fn check(folder: &DataFolder, format: &Format) -> anyhow::Result<()> {
    let checkup = folder
        .check()
        .map_err(|error| as_input_or_failure(error.into()))?
        .ok_or_else(|| as_input_or_failure(CareError::Nothing { path: folder.path().to_owned() }))?;
    let checked = Checked { store: file(folder), tables: checkup.tables, problems: checkup.problems };
    format.print(&checked)?;
    if !checked.problems.is_empty() {
        bail!("{} is damaged; “outflank store rescue DIR” takes out what is intact", checked.store);
    }
    Ok(())
}

/// What a check found.
#[derive(Debug, Serialize)]
struct Checked {
    store: String,
    tables: Vec<TableCount>,
    problems: Vec<String>,
}

impl Report for Checked {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write_tables(out, &self.tables)?;
        for problem in &self.problems {
            writeln!(out, "problem: {}", outflank_lab::one_sentence(problem))?;
        }
        if self.problems.is_empty() {
            writeln!(out, "{}: everything is as it was written", self.store)?;
        }
        Ok(())
    }
}

/// A copy that was made.
#[derive(Debug, Serialize)]
struct BackedUp {
    store: String,
    to: String,
}

impl Report for BackedUp {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} is copied to {}; use it with --data {}", self.store, self.to, self.to)
    }
}

/// What was taken out.
#[derive(Debug, Serialize)]
struct Rescued {
    store: String,
    to: String,
    #[serde(flatten)]
    rescue: Rescue,
}

impl Report for Rescued {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Rescue { tables, lost_rows, lost_pages, orphans } = &self.rescue;
        write_tables(out, tables)?;
        if *lost_rows > 0 || *lost_pages > 0 {
            writeln!(out, "lost: {lost_rows} rows that are not whole, and {lost_pages} pages of rows")?;
        }
        if *orphans > 0 {
            writeln!(out, "{orphans} rows belong to something that is lost: see {}/orphans", self.to)?;
        }
        writeln!(out, "the rest of {} is in {}; use it with --data {}", self.store, self.to, self.to)
    }
}

fn write_tables(out: &mut impl Write, tables: &[TableCount]) -> io::Result<()> {
    let mut table = plain_table();
    table.set_header(["table", "rows"]);
    for TableCount { table: name, rows } in tables {
        table.add_row([name.clone(), rows.to_string()]);
    }
    for line in table.lines() {
        writeln!(out, "{}", line.trim())?;
    }
    Ok(())
}
