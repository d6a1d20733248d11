//! Who works on what: locks that the operating system takes back when a program ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The right to work on a run or a contest, which nobody else has meanwhile. Dropping it gives it back.
#[derive(Debug)]
pub struct WorkLock {
    // Closing it gives the lock back.
    file: File,
    path: PathBuf,
}

/// How long whoever only looks may hold a lock: that is no reason to give up.
const INSTANT: Duration = Duration::from_millis(200);

impl WorkLock {
    /// Takes the lock, or `None` where another program has it. Its folder is made where it is missing.
    pub(crate) fn take(path: PathBuf) -> io::Result<Option<Self>> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        Self::wait(path, INSTANT)
    }

    /// Takes the lock, or `None` where another program has it for all this time.
    pub(crate) fn wait(path: PathBuf, limit: Duration) -> io::Result<Option<Self>> {
        let began = Instant::now();
        loop {
            let file = File::options().create(true).write(true).truncate(false).open(&path)?;
            match file.try_lock() {
                // Between opening and locking, who had it before may have taken the file away: then somebody
                // else may lock a new file of that name, and a lock on the old one means nothing.
                Ok(()) if is_at(&file, &path) => return Ok(Some(Self { file, path })),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) if began.elapsed() >= limit => return Ok(None),
                Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
    }

    /// The file that is locked.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Whether some program has the lock.
    pub(crate) fn is_taken(path: &Path) -> bool {
        // No lock was ever taken where there is no file.
        File::open(path).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Takes a file away that was locked while somebody needed it, unless somebody still does.
    pub(crate) fn remove_abandoned(path: &Path) {
        // Locked meanwhile, so that nobody begins to need it. What stays is in nobody's way.
        if let Ok(file) = File::options().write(true).open(path)
            && file.try_lock().is_ok()
            && is_at(&file, path)
        {
            let _ = fs::remove_file(path);
        }
    }

    /// Gives the lock back for good, once nobody will ask for it again: its file goes, too.
    pub fn discard(self) {
        // Where it cannot be asked whether an open file is still the one of its name, it stays. A lock file
        // that stays is in nobody's way.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
        drop(self.file);
    }
}

/// Whether an open file is the one that a path leads to.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(opened), Ok(named)) => place(opened) == place(named),
        _ => false,
    }
}

/// Lock files are not taken away here.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn one_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("locks").join("run.lock");
        assert!(!WorkLock::is_taken(&path));
        let lock = WorkLock::take(path.clone()).expect("writable").expect("free");
        assert!(WorkLock::is_taken(&path));
        assert!(WorkLock::take(path.clone()).expect("writable").is_none());
        drop(lock);
        assert!(!WorkLock::is_taken(&path));
        WorkLock::take(path.clone()).expect("writable").expect("free again").discard();
        assert!(!path.exists());
    }

    #[test]
    fn a_lock_that_is_discarded_is_not_had_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("run.lock");
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while taken.load(Ordering::SeqCst) < 2000 {
                        let Some(lock) = WorkLock::take(path.clone()).expect("writable") else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two have it");
                        taken.fetch_add(1, Ordering::SeqCst);
                        std::thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        lock.discard();
                    }
                });
            }
        });
    }
}
