//! What `runs`, `players`, `games` and `contests` have in common: renaming, archiving and deleting.

use std::io::{self, Write};

use anyhow::Context;
use outflank_lab::{Entry, EntryError, Store};
use serde::Serialize;

use crate::data::Data;
use crate::failure::WrongInput;
use crate::report::{Format, Report};

/// A change of one entry.
#[derive(Debug, clap::Subcommand)]
pub enum Action {
    /// Give it another name, or a game or a contest a title
    Rename {
        /// Its name or number
        id: String,
        /// The new name
        name: String,
    },
    /// Leave it out of lists and ratings
    Archive {
        /// Its name or number
        id: String,
    },
    /// Take it out of the archive
    Restore {
        /// Its name or number
        id: String,
    },
    /// Delete it for good
    Delete {
        /// Its name or number
        id: String,
    },
}

impl Action {
    /// Does it, and says what was done.
    pub fn run(&self, data: &Data, format: &Format, entry: fn(&str) -> Option<Entry>) -> anyhow::Result<()> {
        let store = data.open_existing()?.context("there is no data folder yet")?;
        let (id, done) = match self {
            Self::Rename { id, .. } => (id, "renamed"),
            Self::Archive { id } => (id, "archived"),
            Self::Restore { id } => (id, "restored"),
            Self::Delete { id } => (id, "deleted"),
        };
        let entry = entry(id).ok_or_else(|| WrongInput::new(format!("“{id}” is not a number")))?;
        self.apply(&store, &entry).map_err(|error| match error {
            EntryError::Store(_) | EntryError::File(_) => anyhow::Error::from(error),
            refused => WrongInput::new(refused).into(),
        })?;
        let name = match self {
            Self::Rename { name, .. } => Some(name.clone()),
            _ => None,
        };
        format.print(&Done { kind: entry.kind(), id: entry.id(), done, name })
    }

    fn apply(&self, store: &Store, entry: &Entry) -> Result<(), EntryError> {
        match self {
            Self::Rename { name, .. } => store.rename(entry, name),
            Self::Archive { .. } => store.archive(entry),
            Self::Restore { .. } => store.restore(entry),
            Self::Delete { .. } => store.delete(entry),
        }
    }
}

/// What was done.
#[derive(Debug, Serialize)]
struct Done {
    kind: &'static str,
    id: String,
    done: &'static str,
    name: Option<String>,
}

impl Report for Done {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { kind, id, done, name } = self;
        match name {
            Some(name) => writeln!(out, "{kind} {id} is {name} now"),
            None => writeln!(out, "{kind} {id} is {done}"),
        }
    }
}

/// What is asked of the commands that have nothing but a list and its changes.
#[derive(Debug, clap::Args)]
pub struct Request {
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

impl Request {
    /// Changes the entry that is asked for, or lists all under a heading.
    pub fn run(
        self,
        entry: fn(&str) -> Option<Entry>,
        heading: [&'static str; 4],
        list: fn(&Store) -> anyhow::Result<Vec<EntryLine>>,
    ) -> anyhow::Result<()> {
        if let Some(action) = self.action {
            return action.run(&self.data, &self.format, entry);
        }
        let entries = self.data.open_existing()?.as_ref().map(list).transpose()?.unwrap_or_default();
        self.format.print(&Entries { heading, entries })
    }
}

/// So many games and contests are listed: the newest.
pub const LISTED: u32 = 1000;

/// A list of entries.
#[derive(Debug, Serialize)]
struct Entries {
    /// What they are.
    #[serde(skip)]
    heading: [&'static str; 4],
    /// The entries, each as a row.
    entries: Vec<EntryLine>,
}

/// An entry in a list.
#[derive(Debug, Serialize)]
pub struct EntryLine {
    /// Its name or number.
    pub id: String,
    /// The title that a person gave it.
    pub title: Option<String>,
    /// What it is.
    pub about: String,
    /// When it was made, or how far it is.
    pub state: String,
}

impl Report for Entries {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.entries.is_empty() {
            return writeln!(out, "none yet");
        }
        let mut table = crate::report::plain_table();
        table.set_header(self.heading);
        for EntryLine { id, title, about, state } in &self.entries {
            table.add_row([id, title.as_deref().unwrap_or_default(), about, state]);
        }
        table.lines().try_for_each(|line| writeln!(out, "{}", line.trim()))
    }
}
