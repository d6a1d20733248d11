//! The bytes of a database file and its log, for stores that SQLite cannot read.
//!
//! Invariant of the whole process: SQLite opens the files of a store, and [`RawFile`] does; nothing else. SQLite locks
//! a database with `fcntl`. When a process closes any descriptor of a file, POSIX releases every such lock that the
//! process holds on it, including those of open connections. Another SQLite then takes the database for unused and
//! deletes the log with everything that is only there.
// CITE: “How To Corrupt An SQLite Database File”, section 2.2: POSIX advisory locks canceled by a separate thread doing
// close().

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use crate::folder;

/// A file that is read from any place. Its descriptor stays open until the process ends.
#[derive(Debug)]
pub struct RawFile {
    file: Arc<File>,
    position: u64,
}

impl RawFile {
    /// Opens a file for reading. A file that was opened before is not opened again.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { file: held::open(path)?, position: 0 })
    }

    /// Length in bytes.
    pub fn length(&self) -> io::Result<u64> {
        self.file.metadata().map(|about| about.len())
    }

    /// The same file, to be read from this position on.
    pub fn at(&mut self, position: u64) -> &mut Self {
        self.position = position;
        self
    }
}

impl Read for RawFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = held::read_at(&self.file, buffer, self.position)?;
        self.position += count as u64;
        Ok(count)
    }
}

/// Refuses a file that belongs to a store where any other file is expected.
pub(crate) fn refuse_database(path: &Path) -> io::Result<()> {
    let is_database = fs::canonicalize(path).is_ok_and(|path| {
        path.file_name().is_some_and(|name| folder::is_of_database(&name.to_string_lossy()))
    });
    match is_database {
        true => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "this is a store; choose its folder with --data"))
        }
        false => Ok(()),
    }
}

/// Descriptors that are never closed, one for each file.
#[cfg(unix)]
mod held {
    use std::collections::HashMap;
    use std::fs::{self, File, Metadata};
    use std::io;
    use std::os::unix::fs::{FileExt, MetadataExt};
    use std::path::Path;
    use std::sync::{Arc, LazyLock, Mutex};

    type Inode = (u64, u64);

    static FILES: LazyLock<Mutex<HashMap<Inode, Vec<Arc<File>>>>> = LazyLock::new(Mutex::default);

    fn inode(about: &Metadata) -> Inode {
        (about.dev(), about.ino())
    }

    #[expect(clippy::disallowed_methods, reason = "the descriptor is never closed")]
    pub fn open(path: &Path) -> io::Result<Arc<File>> {
        let mut files = FILES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(held) = files.get(&inode(&fs::metadata(path)?)) {
            return Ok(Arc::clone(&held[0]));
        }
        let file = Arc::new(File::open(path)?);
        // Another file may have the name by now, even one that is held already: then both descriptors are kept.
        files.entry(inode(&file.metadata()?)).or_default().push(Arc::clone(&file));
        Ok(file)
    }

    pub fn read_at(file: &File, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        file.read_at(buffer, position)
    }
}

/// Closing a descriptor releases the locks of that descriptor only.
#[cfg(windows)]
mod held {
    use std::fs::File;
    use std::io;
    use std::os::windows::fs::FileExt;
    use std::path::Path;
    use std::sync::Arc;

    #[expect(clippy::disallowed_methods, reason = "closing it releases no other locks")]
    pub fn open(path: &Path) -> io::Result<Arc<File>> {
        File::open(path).map(Arc::new)
    }

    pub fn read_at(file: &File, buffer: &mut [u8], position: u64) -> io::Result<usize> {
        file.seek_read(buffer, position)
    }
}
