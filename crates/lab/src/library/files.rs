//! Files of games, and the lists of names that stand beside them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use outflank_rules::formats::{Format, Games, OpenError, WthorNames};

use crate::store::bytes::refuse_database;

/// A file of games, ready to be read.
pub struct OpenFile {
    /// The games.
    pub games: Games<File>,
    /// The size of the file, in bytes.
    pub size: u64,
    /// Whether it has numbers for names, and the lists were not found.
    pub names_missing: bool,
}

/// A file that gives no games.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: OpenError,
}

impl FileError {
    /// Whether the file could not be read at all, as against having no games in it.
    pub fn is_unreadable(&self) -> bool {
        matches!(self.error, OpenError::Stream(_))
    }
}

/// Opens a file and decides what it is, unless that is said. Beside a WTHOR file its lists of names are looked for.
pub fn open(path: &Path, format: Option<Format>) -> Result<OpenFile, FileError> {
    let opened = || -> Result<OpenFile, OpenError> {
        refuse_database(path)?;
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
        }
        let games = match format {
            Some(format) => Games::with_format(file, format)?,
            None => Games::open(file)?,
        };
        let (games, names_missing) = match games.format() {
            Format::Wthor => match names_beside(path) {
                Some(names) => (games.with_names(Arc::new(names)), false),
                None => (games, true),
            },
            _ => (games, false),
        };
        Ok(OpenFile { games, size: about.len(), names_missing })
    };
    opened().map_err(|error| FileError { path: path.to_owned(), error })
}

/// The lists of names in the folder of a file: those of the same name first, then those of the database.
fn names_beside(path: &Path) -> Option<WthorNames> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = path.file_stem()?.to_str()?.to_ascii_lowercase();
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let list = |ending: &str| {
        let name = |path: &Path| Some(path.file_name()?.to_str()?.to_ascii_lowercase());
        let wanted = [format!("{stem}.{ending}"), format!("wthor.{ending}"), format!("wth.{ending}")];
        let found =
            wanted.iter().find_map(|wanted| files.iter().find(|path| name(path).as_ref() == Some(wanted)))?;
        read_small(found).ok()
    };
    let (players, tournaments) = (list("jou")?, list("trn")?);
    WthorNames::default().with_players(&players).ok()?.with_tournaments(&tournaments).ok()
}

/// Reads a file of names: 65,535 of 26 bytes at most.
fn read_small(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(1 << 21).read_to_end(&mut bytes)?;
    Ok(bytes)
}
