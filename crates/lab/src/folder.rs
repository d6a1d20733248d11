//! The folder that the laboratory keeps its things in.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::atomic;
use crate::lock::WorkLock;
use crate::{RunId, Store, StoreError};

/// A folder with one database and the locks of runs that are being worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder {
    path: PathBuf,
}

impl DataFolder {
    /// What names the folder where the command line does not.
    pub const VARIABLE: &str = "OUTFLANK_DATA";

    /// The folder at this path, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The folder that [`VARIABLE`](Self::VARIABLE) names, or the place where the system keeps the data of
    /// programs. `None` where there is no home.
    pub fn usual() -> Option<Self> {
        let named =
            |variable: &str| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(path) = named(Self::VARIABLE) {
            return Some(Self { path });
        }
        let at_home = |below: &str| env::home_dir().map(|home| home.join(below));
        let data = if cfg!(windows) {
            named("APPDATA")
        } else if cfg!(target_os = "macos") {
            at_home("Library/Application Support")
        } else {
            // A relative path is to be passed over.
            // CITE: XDG Base Directory Specification.
            named("XDG_DATA_HOME").filter(|path| path.is_absolute()).or_else(|| at_home(".local/share"))
        };
        Some(Self { path: data?.join("outflank") })
    }

    /// Where the folder is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the store to add to it. The folder and the store are made where they are missing.
    pub fn open(&self) -> Result<Store, FolderError> {
        self.refuse_unfinished()?;
        let unusable = |error| FolderError::Unusable { path: self.path.clone(), error };
        fs::create_dir_all(self.path.join(LOCKS)).map_err(unusable)?;
        atomic::sweep(&self.path.join(PLAYERS), |_| true);
        self.open_database()
    }

    /// Opens the store to see what is in it, if there is one. A folder that is read-only or somebody else's can be
    /// looked at, too.
    pub fn open_existing(&self) -> Result<Option<Store>, FolderError> {
        self.refuse_unfinished()?;
        let unusable = |error| FolderError::Unusable { path: self.path.clone(), error };
        if self.database().try_exists().map_err(unusable)? { self.open_or_look().map(Some) } else { Ok(None) }
    }

    /// Opens the store to add to it, or to look at it where the folder cannot be written to:
    /// [`Store::access`] tells.
    pub fn open_or_look(&self) -> Result<Store, FolderError> {
        let path = self.database();
        match self.open() {
            Err(error) if error.is_read_only() && path.exists() => {
                Store::look(self.clone(), path.clone()).map_err(|error| FolderError::Store { path, error })
            }
            opened => opened,
        }
    }

    fn open_database(&self) -> Result<Store, FolderError> {
        let path = self.database();
        // One at a time: two programs that both find no store would both begin to make one.
        // Outside the folder of locks, where every name may be that of a run.
        let _opening = WorkLock::wait(self.path.join(OPENING), PATIENCE)
            .map_err(|error| FolderError::Unusable { path: self.path.clone(), error })?
            .ok_or_else(|| FolderError::Busy { path: self.path.clone() })?;
        Store::open(self.clone(), path.clone()).map_err(|error| FolderError::Store { path, error })
    }

    /// Refuses an unfinished copy, and a folder without a store of which there is only an unfinished copy.
    pub(crate) fn refuse_unfinished(&self) -> Result<(), FolderError> {
        let copy = unfinished(&self.path).filter(|_| !self.database().exists());
        let found = std::iter::once(self.path.clone()).chain(copy).find(|path| is_unfinished(path));
        found.map_or(Ok(()), |path| Err(FolderError::Unfinished { path }))
    }

    /// Where its store is, if there is one.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Whether a file of the folder belongs to the database, or is a lock.
    pub(crate) fn is_own(&self, name: &str) -> bool {
        is_of_database(name) || [LOCKS, OPENING].contains(&name)
    }

    /// Where the file of a player is that people taught or uploaded.
    pub fn player_file(&self, name: &RunId) -> PathBuf {
        self.path.join(PLAYERS).join(format!("{name}.player"))
    }

    /// The names of all players that people taught or uploaded, in order.
    pub fn player_files(&self) -> Vec<RunId> {
        let files = fs::read_dir(self.path.join(PLAYERS)).into_iter().flatten();
        let name = |file: io::Result<fs::DirEntry>| {
            file.ok()?.file_name().to_str()?.strip_suffix(".player").and_then(RunId::found)
        };
        let mut names: Vec<RunId> = files.filter_map(name).collect();
        names.sort();
        names
    }

    fn lock_of(&self, run: &RunId) -> PathBuf {
        self.path.join(LOCKS).join(format!("{run}.lock"))
    }

    /// Takes the right to work on a run, or `None` where another program has it.
    pub(crate) fn lock(&self, run: &RunId) -> io::Result<Option<WorkLock>> {
        WorkLock::take(self.lock_of(run))
    }

    /// Whether a program is working on a run.
    pub(crate) fn is_locked(&self, run: &RunId) -> bool {
        WorkLock::is_taken(&self.lock_of(run))
    }

    /// Where the lock of a contest is: no run has a name with a slash in it.
    fn lock_of_contest(&self, contest: i64) -> PathBuf {
        self.path.join(LOCKS).join("contests").join(format!("{contest}.lock"))
    }

    /// Takes the right to play a contest, or `None` where another program has it. It is held as long as pairs
    /// are played, and [discarded](WorkLock::discard) once the contest is finished.
    pub fn lock_contest(&self, contest: i64) -> io::Result<Option<WorkLock>> {
        WorkLock::take(self.lock_of_contest(contest))
    }

    /// Whether a program is playing a contest.
    pub fn is_contest_locked(&self, contest: i64) -> bool {
        WorkLock::is_taken(&self.lock_of_contest(contest))
    }
}

/// Whether a file of this name is a database, its log, or what its readers share.
pub(crate) fn is_of_database(name: &str) -> bool {
    name.starts_with(DATABASE)
}

/// The database, within.
const DATABASE: &str = "outflank.sqlite";

/// The file that marks a folder as unfinished, within. The program that writes the folder has locked it.
pub(crate) const UNFINISHED: &str = "copy.unfinished";

/// The name of a folder until it is finished, if it has a name.
pub(crate) fn unfinished(path: &Path) -> Option<PathBuf> {
    let mut name = path.file_name()?.to_owned();
    name.push(".unfinished");
    Some(path.with_file_name(name))
}

/// Whether a folder is an unfinished copy.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    path.join(UNFINISHED).exists()
}

/// The folder of players that people taught or uploaded, within.
const PLAYERS: &str = "players";

/// The folder of the locks, within.
const LOCKS: &str = "locks";

/// What is locked while the store is being opened, within.
const OPENING: &str = "outflank.lock";

/// How long to wait for another program that is opening the store. A change of layout takes seconds at most.
const PATIENCE: Duration = Duration::from_secs(30);

/// A folder that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be made or written to.
    #[error("the data folder {} cannot be used: {error}", path.display())]
    Unusable {
        /// Where it is.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another program is opening it, for longer than that can take.
    #[error(
        "another program has held {} for {} s; end it, or try again",
        path.join(OPENING).display(),
        PATIENCE.as_secs()
    )]
    Busy {
        /// Where it is.
        path: PathBuf,
    },
    /// It is a copy that is not complete.
    #[error(
        "{} is an unfinished copy: the backup or rescue that writes it is running or was interrupted; \
         repeat that command, or delete the folder",
        path.display()
    )]
    Unfinished {
        /// The copy.
        path: PathBuf,
    },
    /// Its database cannot be used.
    #[error("the store {}: {error}", path.display())]
    Store {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        error: StoreError,
    },
}

impl FolderError {
    /// Whether the folder can perhaps be looked at.
    fn is_read_only(&self) -> bool {
        match self {
            Self::Unusable { error, .. } => {
                matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
            }
            Self::Busy { .. } | Self::Unfinished { .. } => false,
            Self::Store { error, .. } => matches!(error, StoreError::ReadOnly),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_run_is_in_the_way_of_others() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        drop(folder.open().expect("made"));
        let names = ["journal", "contests", "contests.lock", "c1"];
        let runs = names.map(|name| name.parse::<RunId>().expect("a name"));
        let _held = runs.map(|run| folder.lock(&run).expect("writable").expect("free"));
        drop(folder.open().expect("opened beside them"));
        let contest = folder.lock_contest(1).expect("writable").expect("free");
        assert!(folder.is_contest_locked(1) && !folder.is_contest_locked(2));
        assert!(folder.lock_contest(1).expect("writable").is_none(), "one at a time");
        contest.discard();
        assert!(!folder.is_contest_locked(1));
        folder.lock_contest(1).expect("writable").expect("free again");
    }
}
