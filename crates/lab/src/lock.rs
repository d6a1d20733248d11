//! Who works on a run: a lock that the operating system takes back when a program ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The right to work on a run.
#[derive(Debug)]
pub(crate) struct RunLock {
    // Closing it gives the lock back.
    _file: File,
    path: PathBuf,
}

impl RunLock {
    /// Takes the lock, or `None` where another program has it.
    pub fn take(path: PathBuf) -> io::Result<Option<Self>> {
        let file = File::options().create(true).write(true).truncate(false).open(&path)?;
        // Whoever only looks holds the lock for an instant: that is no reason to give up.
        for _ in 0..20 {
            match file.try_lock() {
                Ok(()) => return Ok(Some(Self { _file: file, path })),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(None)
    }

    /// Whether some program has the lock.
    pub fn is_taken(path: &Path) -> bool {
        // No lock was ever taken where there is no file.
        File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Gives the lock back for good, once nobody will ask for it again.
    pub fn discard(self) {
        // A lock file that stays is in nobody's way.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.lock");
        assert!(!RunLock::is_taken(&path));
        let lock = RunLock::take(path.clone()).expect("writable").expect("free");
        assert!(RunLock::is_taken(&path));
        assert!(RunLock::take(path.clone()).expect("writable").is_none());
        drop(lock);
        assert!(!RunLock::is_taken(&path));
        RunLock::take(path.clone()).expect("writable").expect("free again").discard();
        assert!(!path.exists());
    }
}
