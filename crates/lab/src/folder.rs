//! The folder that the laboratory keeps its things in.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::lock::RunLock;
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
        let unusable = |error| FolderError::Unusable { path: self.path.clone(), error };
        fs::create_dir_all(self.path.join(LOCKS)).map_err(unusable)?;
        self.open_database()
    }

    /// Opens the store to see what is in it, if there is one.
    pub fn open_existing(&self) -> Result<Option<Store>, FolderError> {
        if self.database().exists() { self.open().map(Some) } else { Ok(None) }
    }

    fn open_database(&self) -> Result<Store, FolderError> {
        let path = self.database();
        // One at a time: two programs that both find no store would both begin to make one.
        let door = self.path.join(LOCKS).join("opening.lock");
        let door = fs::File::options().create(true).write(true).truncate(false).open(&door);
        let door = door.map_err(|error| FolderError::Unusable { path: self.path.clone(), error })?;
        door.lock().map_err(|error| FolderError::Unusable { path: self.path.clone(), error })?;
        Store::open(self.clone(), &path).map_err(|error| FolderError::Store { path, error })
    }

    fn database(&self) -> PathBuf {
        self.path.join("outflank.sqlite")
    }

    /// Where the file of a player is that people taught or brought along.
    pub fn player_file(&self, name: &RunId) -> PathBuf {
        self.path.join(PLAYERS).join(format!("{name}.player"))
    }

    /// The names of all players that people taught or brought along, in order.
    pub fn player_files(&self) -> Vec<RunId> {
        let files = fs::read_dir(self.path.join(PLAYERS)).into_iter().flatten();
        let name = |file: io::Result<fs::DirEntry>| {
            file.ok()?.file_name().to_str()?.strip_suffix(".player")?.parse().ok()
        };
        let mut names: Vec<RunId> = files.filter_map(name).collect();
        names.sort();
        names
    }

    fn lock_of(&self, run: &RunId) -> PathBuf {
        self.path.join(LOCKS).join(format!("{run}.lock"))
    }

    /// Takes the right to work on a run, or `None` where another program has it.
    pub(crate) fn lock(&self, run: &RunId) -> io::Result<Option<RunLock>> {
        RunLock::take(self.lock_of(run))
    }

    /// Whether a program is working on a run.
    pub(crate) fn is_locked(&self, run: &RunId) -> bool {
        RunLock::is_taken(&self.lock_of(run))
    }
}

/// The folder of players that people taught or brought along, within.
const PLAYERS: &str = "players";

/// The folder of the locks, within.
const LOCKS: &str = "locks";

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
    /// Its database cannot be used.
    #[error("the store {}: {error}", path.display())]
    Store {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        error: StoreError,
    },
}
