//! Taking care of a store: checking that everything in it is as it was written, and a copy of it as it stands.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde::Serialize;

use super::layout::{Layout, TableLayout};
use super::new_folder::NewFolder;
use super::salvage::{Row, Salvage};
use super::{Store, StoreError};
use crate::{DataFolder, FolderError};

/// Facts of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableCount {
    /// The table.
    pub table: String,
    /// How many rows of it there are, or were taken out.
    pub rows: u64,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Checkup {
    /// What can be read, table by table.
    pub tables: Vec<TableCount>,
    /// What is wrong, some of it at least; empty where all is well.
    pub problems: Vec<String>,
}

/// The most problems that are told.
const MOST_LISTED: usize = 20;

impl DataFolder {
    /// Reads everything in the store and compares it with what it should be. `None` where there is no store.
    pub fn check(&self) -> Result<Option<Checkup>, FolderError> {
        let path = self.database();
        let checked = match self.open_existing() {
            Ok(Some(store)) => store.check(),
            Ok(None) => return Ok(None),
            // A file that the database does not even open may have much in it.
            Err(FolderError::Store { error, .. }) if error.is_damage() => Ok(Checkup {
                tables: salvageable(&path)
                    .map_err(|error| FolderError::Store { path: path.clone(), error })?,
                problems: vec![error.to_string()],
            }),
            Err(error) => return Err(error),
        };
        checked.map(Some).map_err(|error| FolderError::Store { path, error })
    }

    /// Copies the store as it stands, and everything else in the folder, to a new folder that can be used in its place.
    /// Other programs can continue to use the store.
    pub fn back_up(&self, to: &DataFolder) -> Result<(), CareError> {
        let store =
            self.open_existing()?.ok_or_else(|| CareError::Nothing { path: self.path().to_owned() })?;
        let new = NewFolder::begin(to)?;
        let database = new.database();
        let name = database.to_str().ok_or_else(|| {
            cannot_write(to.path(), io::Error::new(io::ErrorKind::InvalidFilename, "its name is not UTF-8"))
        })?;
        store.read(|connection| Ok(connection.execute("VACUUM INTO ?1", params![name])?))?;
        new.copy_beside(self)?;
        drop(new.open_store()?);
        new.finish()
    }
}

/// Why a store could not be taken care of.
#[derive(Debug, thiserror::Error)]
pub enum CareError {
    /// There is no store.
    #[error("there is no store in {}", path.display())]
    Nothing {
        /// The folder.
        path: PathBuf,
    },
    /// The new folder exists and is not empty.
    #[error("{} exists already; choose a new folder", path.display())]
    Used {
        /// The folder.
        path: PathBuf,
    },
    /// Another program is writing the new folder.
    #[error("another program is writing {}", path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// The new folder cannot be written to.
    #[error("cannot write {}: {error}", path.display())]
    Unwritable {
        /// What could not be written.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
}

pub(super) fn cannot_write(path: &Path, error: io::Error) -> CareError {
    CareError::Unwritable { path: path.to_owned(), error }
}

impl Store {
    /// Reads everything and compares it with what it should be.
    fn check(&self) -> Result<Checkup, StoreError> {
        let layout = Layout::newest()?;
        let mut problems = self.read(|connection| {
            let mut problems = Vec::new();
            for sql in [
                "PRAGMA integrity_check(20)",
                "SELECT \"table\" || ' row ' || rowid || ': what it belongs to in ' || parent || ' is missing'
                 FROM pragma_foreign_key_check LIMIT 20",
            ] {
                let read = connection.prepare(sql).and_then(|mut statement| {
                    statement.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()
                });
                match read {
                    Ok(told) => problems.extend(told.into_iter().filter(|line| line != "ok")),
                    Err(error) => problems.push(error.to_string()),
                }
            }
            Ok(problems)
        })?;
        let mut tables = Vec::new();
        for table in &layout.tables {
            let (mut rows, mut unsound) = (0, 0);
            let read = self.read(|connection| {
                each_row(connection, table, |row| {
                    rows += 1;
                    if !table.is_sound(&row) {
                        unsound += 1;
                    }
                })
            });
            if let Err(error) = read {
                problems.push(format!("{}: {error}", table.name));
            }
            if unsound > 0 {
                problems
                    .push(format!("{}: {unsound} of {rows} rows are not as they were written", table.name));
            }
            tables.push(TableCount { table: table.name.clone(), rows });
        }
        problems.truncate(MOST_LISTED);
        Ok(Checkup { tables, problems })
    }

    /// How much there is.
    pub(super) fn counts(&self) -> Result<Vec<TableCount>, StoreError> {
        let layout = Layout::newest()?;
        self.read(|connection| {
            let count = |table: TableLayout| {
                let sql = format!("SELECT count(*) FROM {}", table.name);
                let rows = connection.query_row(&sql, [], |row| row.get::<_, i64>(0))? as u64;
                Ok(TableCount { table: table.name, rows })
            };
            layout.tables.into_iter().map(count).collect()
        })
    }
}

/// Hands out the rows of a table, in the order in which they are stored.
fn each_row(
    connection: &Connection,
    table: &TableLayout,
    mut take: impl FnMut(Row),
) -> Result<(), StoreError> {
    let mut statement = connection.prepare(&format!("SELECT rowid, * FROM {} NOT INDEXED", table.name))?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let values = (1..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?;
        take(Row { number: row.get(0)?, values });
    }
    Ok(())
}

/// What a rescue would find.
fn salvageable(path: &Path) -> Result<Vec<TableCount>, StoreError> {
    let salvage = Salvage::open(path)?;
    let mut counts: Vec<TableCount> = Vec::new();
    for table in &salvage.layout().tables {
        counts.push(TableCount { table: table.name.clone(), rows: 0 });
    }
    salvage.rows(|table, row| {
        if let Some(count) = counts.iter_mut().find(|count| count.table == table.name) {
            count.rows += u64::from(table.is_sound(&row));
        }
        Ok::<(), StoreError>(())
    })?;
    Ok(counts)
}
