//! The store: one SQLite file in which facts are appended: runs, checkpoints, points of curves, results of
//! studies, games of people, contests. Only checkpoints between two milestones are taken away again.
//!
//! A write is there after power loss once it was reported as done, and what was being written when a
//! program was killed was never written at all.

// Files of a store are opened by SQLite or by `bytes`: see there. clippy.toml lists what is denied.
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub(crate) mod bytes;
mod care;
pub(crate) mod checkpoints;
mod contests;
mod curves;
mod deck;
mod entries;
mod layout;
mod library;
mod looking;
mod new_folder;
mod placings;
mod plans;
mod rescue;
mod results;
mod runs;
mod salvage;
mod schema;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use crate::DataFolder;

pub use care::{CareError, Checkup, TableCount};
pub use checkpoints::{Checkpoint, CheckpointMark};
pub use contests::{ContestPair, Meeting, NewContest, RatedPlayer, StoredContest};
pub use curves::CurvePoint;
pub use deck::Drill;
pub use entries::{Entry, EntryError};
pub use library::{
    Collection, Explored, ExploredMove, Found, GameFilter, Imported, LibraryGame, MoveValue, PlayedGame,
    Unfinished,
};
pub use placings::StoredPlacing;
pub use plans::{Fork, LadderPlan};
pub use rescue::Rescue;
pub use results::StoredResult;
pub use runs::{LeaguePlan, NameError, NewRun, Run, RunId, RunState};

/// An open store. Threads may share it.
#[derive(Debug)]
pub struct Store {
    folder: DataFolder,
    path: PathBuf,
    access: Access,
    connection: Mutex<Connection>,
}

/// What can be done with an open store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Facts can be added.
    Adding,
    /// It can be looked at: the folder is read-only or somebody else's.
    Looking,
}

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// The log that is left on the disk when all of it is in the database, in bytes.
const LONGEST_LOG: i64 = 1 << 26;

impl Store {
    /// Opens the database of a folder. A file that is something else is left as it is.
    pub(crate) fn open(folder: DataFolder, path: PathBuf) -> Result<Self, StoreError> {
        let mut connection = Connection::open(&path)?;
        connection.busy_timeout(PATIENCE)?;
        schema::refuse_strangers(&connection)?;
        if connection.is_readonly("main")? {
            return Err(StoreError::ReadOnly);
        }
        // Readers do not wait for a writer. FULL, as NORMAL may forget the last checkpoints when power is lost.
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        connection.query_row(&format!("PRAGMA journal_size_limit = {LONGEST_LOG}"), [], |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        schema::migrate(&mut connection)?;
        Ok(Self { folder, path, access: Access::Adding, connection: Mutex::new(connection) })
    }

    /// Opens the database of a folder that cannot be written to.
    pub(crate) fn look(folder: DataFolder, path: PathBuf) -> Result<Self, StoreError> {
        let connection = looking::open(&path)?;
        Ok(Self { folder, path, access: Access::Looking, connection: Mutex::new(connection) })
    }

    /// The folder that the store is in.
    pub fn folder(&self) -> &DataFolder {
        &self.folder
    }

    /// Whether facts can be added.
    pub fn access(&self) -> Access {
        self.access
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A thread that panicked has left no half-made transaction: dropping one takes it back.
        self.connection.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Reads something. What goes wrong names the file.
    fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        work(&self.connection()).map_err(|error| error.at(&self.path))
    }

    /// Does some writes together: all of them are done, or none. What goes wrong names the file.
    fn write<T>(&self, work: impl FnOnce(&Transaction) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let written = || {
            let mut connection = self.connection();
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let done = work(&transaction)?;
            transaction.commit()?;
            Ok(done)
        };
        written().map_err(|error: StoreError| error.at(&self.path))
    }
}

/// What can go wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file is something else.
    #[error("this is not a database; it was left as it is")]
    NotADatabase,
    /// The database belongs to another program.
    #[error("this is the database of another program; it was left as it is")]
    Stranger,
    /// The database was made by a later version of this program.
    #[error(
        "it was written by a newer Outflank (its layout is {found}, this version knows up to {known}); \
         use that version"
    )]
    Newer {
        /// The layout it has.
        found: i64,
        /// The newest layout known here.
        known: i64,
    },
    /// The file cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(io::Error),
    /// Nothing can be added.
    #[error("it can only be looked at: the folder is read-only or somebody else's")]
    ReadOnly,
    /// There is no more room.
    #[error("the disk is full")]
    Full,
    /// The file has changed since it was written.
    #[error("{}it is damaged ({error}); “outflank store rescue” takes out what is intact", named(path))]
    Corrupt {
        /// Where it is, if that is not said elsewhere.
        path: Option<PathBuf>,
        /// What the database says.
        error: rusqlite::Error,
    },
    /// The database says no.
    #[error("{}{error}", named(path))]
    Database {
        /// Where it is, if that is not said elsewhere.
        path: Option<PathBuf>,
        /// What it says.
        error: rusqlite::Error,
    },
    /// There is no such run.
    #[error("there is no run “{id}”")]
    NoRun {
        /// The name that was asked for.
        id: String,
    },
    /// What was kept has changed since.
    #[error("the checkpoint of {run} at {games} games is damaged")]
    Damaged {
        /// The run.
        run: String,
        /// Games at that point.
        games: u64,
    },
}

impl StoreError {
    /// Whether another program was writing all the while, so that it is worth trying again.
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Database { error, .. } if matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
        ))
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::ReadOnly) => Self::ReadOnly,
            Some(ErrorCode::DatabaseCorrupt) => Self::Corrupt { path: None, error },
            _ => Self::Database { path: None, error },
        }
    }
}

impl StoreError {
    /// Whether the file, or something in it, has changed since it was written.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::NotADatabase | Self::Corrupt { .. } | Self::Damaged { .. })
    }

    /// The same, with the name of the file.
    fn at(self, path: &Path) -> Self {
        let path = Some(path.to_owned());
        match self {
            Self::Corrupt { error, .. } => Self::Corrupt { path, error },
            Self::Database { error, .. } => Self::Database { path, error },
            other => other,
        }
    }
}

/// The file, to be put before what is wrong with it.
fn named(path: &Option<PathBuf>) -> String {
    path.as_ref().map(|path| format!("the store {}: ", path.display())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FolderError;
    use std::fs;

    fn folder() -> (tempfile::TempDir, DataFolder) {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path().join("data"));
        (place, folder)
    }

    fn refusal(folder: &DataFolder) -> StoreError {
        match folder.open().expect_err("refused") {
            FolderError::Store { error, .. } => error,
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_store_is_made_once_and_found_again() {
        let (_place, folder) = folder();
        assert!(folder.open_existing().expect("nothing wrong").is_none());
        assert!(!folder.path().exists(), "looking makes nothing");
        drop(folder.open().expect("made"));
        assert!(folder.open_existing().expect("nothing wrong").is_some());
    }

    #[test]
    fn other_files_are_left_as_they_are() {
        for content in ["not a database", &"x".repeat(10_000), "SQLite format 3\0 or so"] {
            let (_place, folder) = folder();
            fs::create_dir_all(folder.path()).expect("a folder");
            let path = folder.path().join("outflank.sqlite");
            fs::write(&path, content).expect("a file");
            assert!(matches!(refusal(&folder), StoreError::NotADatabase));
            assert_eq!(fs::read_to_string(&path).expect("still there"), content);
        }
    }

    #[test]
    fn the_databases_of_others_are_refused() {
        let (_place, folder) = folder();
        fs::create_dir_all(folder.path()).expect("a folder");
        let path = folder.path().join("outflank.sqlite");
        Connection::open(&path).and_then(|other| other.execute_batch("CREATE TABLE t (x)")).expect("made");
        let before = fs::read(&path).expect("a file");
        assert!(matches!(refusal(&folder), StoreError::Stranger));
        assert_eq!(fs::read(&path).expect("still there"), before);
    }

    #[test]
    fn a_newer_store_is_refused() {
        let (_place, folder) = folder();
        drop(folder.open().expect("made"));
        let path = folder.path().join("outflank.sqlite");
        Connection::open(&path).and_then(|c| c.pragma_update(None, "user_version", 999)).expect("changed");
        let error = refusal(&folder);
        assert!(matches!(error, StoreError::Newer { found: 999, .. }));
        assert!(error.to_string().starts_with("it was written by a newer Outflank"), "{error}");
    }

    /// Whether this process holds a lock on a file.
    #[cfg(target_os = "linux")]
    fn is_locked(path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let inode = fs::metadata(path).expect("a file").ino().to_string();
        let process = std::process::id().to_string();
        let locks = fs::read_to_string("/proc/locks").expect("the locks of all processes");
        // As in “1: POSIX  ADVISORY  READ 4711 fe:00:123456 1073741826 1073742335”.
        locks.lines().any(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            words.get(4) == Some(&process.as_str())
                && words.get(5).and_then(|file| file.rsplit(':').next()) == Some(inode.as_str())
        })
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_open_store_keeps_its_lock_whatever_else_the_process_does() {
        let (place, folder) = folder();
        let path = folder.database();
        let store = folder.open().expect("a store");
        assert!(is_locked(&path), "a connection holds a lock");
        let copy = |name: &str| DataFolder::new(place.path().join(name));
        let works: [(&str, &dyn Fn()); 9] = [
            ("open again", &|| drop(folder.open().expect("opened"))),
            ("open for reading", &|| drop(folder.open_existing().expect("opened"))),
            ("look", &|| drop(Store::look(folder.clone(), path.clone()).expect("opened"))),
            ("check", &|| drop(folder.check().expect("readable"))),
            ("back up", &|| folder.back_up(&copy("backup")).expect("copied")),
            ("rescue", &|| drop(folder.rescue(&copy("rescued")).expect("copied"))),
            ("read the bytes", &|| drop(salvage::Salvage::open(&path).expect("readable"))),
            ("read it as a player", &|| drop(crate::read_player_file(&path).expect_err("refused"))),
            ("read it as games", &|| drop(crate::library::open(&path, None).err().expect("refused"))),
        ];
        for (what, work) in works {
            work();
            assert!(is_locked(&path), "{what}");
        }
        drop(store);
        assert!(!is_locked(&path), "the test sees a lock that is gone");
        let _store = folder.open().expect("opened");
        drop(fs::File::open(&path).expect("a file"));
        assert!(!is_locked(&path), "this is how a lock is lost");
    }

    #[test]
    fn many_may_open_it_at_once() {
        let (_place, folder) = folder();
        std::thread::scope(|scope| {
            let opened: Vec<_> = (0..8).map(|_| scope.spawn(|| folder.open().map(|_| ()))).collect();
            for opened in opened {
                opened.join().expect("no panic").expect("opened");
            }
        });
    }
}
