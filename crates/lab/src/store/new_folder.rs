//! A new data folder that is written under another name and renamed when it is complete.
//!
//! While `DIR` is being written, it is called `DIR.unfinished` and has a lock file in it, whose presence marks it as
//! unfinished. The lock file is created first and deleted last, so that a killed program leaves no folder that
//! passes for a complete one.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::Store;
use super::care::{CareError, cannot_write};
use crate::atomic::sync_folder;
use crate::folder::{self, UNFINISHED};
use crate::lock::WorkLock;
use crate::{DataFolder, FolderError};

/// A data folder that is being written. Dropping it deletes it, unless it is finished.
pub struct NewFolder {
    target: PathBuf,
    folder: DataFolder,
    lock: Option<WorkLock>,
}

/// The state of the place where a folder is to be.
enum Place {
    Free,
    /// What an interrupted program left.
    Unfinished,
    Used,
}

impl Place {
    fn of(path: &Path) -> Self {
        match fs::read_dir(path).map(Iterator::count) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::Free,
            Ok(0) => Self::Free,
            Ok(_) if folder::is_unfinished(path) => Self::Unfinished,
            _ => Self::Used,
        }
    }
}

impl NewFolder {
    /// Begins a folder at a place where there is none, or an empty one. An unfinished one starts over.
    pub fn begin(to: &DataFolder) -> Result<Self, CareError> {
        let used = |path: &Path| CareError::Used { path: path.to_owned() };
        let target = fs::canonicalize(to.path()).unwrap_or_else(|_| to.path().to_owned());
        // Whatever ends in “.” or “..” is in use: it is the current folder, or around it.
        let unfinished =
            to.path().file_name().and_then(|_| folder::unfinished(&target)).ok_or_else(|| used(to.path()))?;
        for path in [&target, &unfinished] {
            match Place::of(path) {
                Place::Free => {}
                Place::Unfinished => {
                    let _lock = lock(path)?;
                    delete(path).map_err(|error| cannot_write(path, error))?;
                }
                Place::Used => return Err(used(path)),
            }
        }
        let lock = Some(lock(&unfinished)?);
        Ok(Self { target, folder: DataFolder::new(unfinished), lock })
    }

    /// Where its database is to be written.
    pub fn database(&self) -> PathBuf {
        self.folder.database()
    }

    /// Where it is until it is finished.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Opens its store, which brings the database to the newest layout.
    pub fn open_store(&self) -> Result<Store, FolderError> {
        let path = self.database();
        Store::open(self.folder.clone(), path.clone()).map_err(|error| FolderError::Store { path, error })
    }

    /// Copies everything in a folder except the database, locks and unfinished files.
    pub fn copy_beside(&self, from: &DataFolder) -> Result<(), CareError> {
        let copied = || {
            for entry in fs::read_dir(from.path())? {
                let name = entry?.file_name();
                if !from.is_own(&name.to_string_lossy()) {
                    copy_all(&from.path().join(&name), &self.path().join(&name))?;
                }
            }
            Ok(())
        };
        copied().map_err(|error| cannot_write(self.path(), error))
    }

    /// Gives the folder its name, once all of it is on the disk.
    pub fn finish(mut self) -> Result<(), CareError> {
        self.rename().map_err(|error| cannot_write(&self.target, error))
    }

    fn rename(&mut self) -> io::Result<()> {
        sync_all(self.path())?;
        if cfg!(windows) {
            // Neither a folder with an open file nor one with the name of another can be renamed there.
            self.lock = None;
            let _ = fs::remove_dir(&self.target);
        }
        fs::rename(self.path(), &self.target)?;
        sync_folder(&self.target)?;
        let mark = self.target.join(UNFINISHED);
        fs::remove_file(&mark)?;
        sync_folder(&mark)
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        // After the renaming there is nothing by this name. What cannot be deleted stays unfinished.
        let _ = delete(self.path());
    }
}

/// Marks a folder as unfinished and locks it against other programs.
fn lock(folder: &Path) -> Result<WorkLock, CareError> {
    let lock = WorkLock::take(folder.join(UNFINISHED)).map_err(|error| cannot_write(folder, error))?;
    lock.ok_or_else(|| CareError::Busy { path: folder.to_owned() })
}

/// Deletes an unfinished folder, its mark last.
fn delete(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == UNFINISHED {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    fs::remove_file(folder.join(UNFINISHED))?;
    fs::remove_dir(folder)
}

/// Copies files and folders; nothing else, no links, and nothing unfinished.
#[expect(clippy::disallowed_methods, reason = "the database of the folder is not among these files")]
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    let kind = fs::symlink_metadata(from)?.file_type();
    if kind.is_dir() && !folder::is_unfinished(from) {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let name = entry?.file_name();
            copy_all(&from.join(&name), &to.join(&name))?;
        }
    } else if kind.is_file() && !from.to_string_lossy().ends_with(".unfinished") {
        fs::copy(from, to)?;
    }
    Ok(())
}

/// Writes everything in a folder to the disk, and the folder itself.
#[expect(clippy::disallowed_methods, reason = "no connection is open on the database of a new folder")]
fn sync_all(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => sync_all(&entry.path())?,
            false => File::open(entry.path())?.sync_all()?,
        }
    }
    sync_folder(&folder.join(UNFINISHED))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RunId, write_atomically};

    /// A folder with a store and a player in it, and the place for a copy.
    fn folders() -> (tempfile::TempDir, DataFolder, DataFolder) {
        let place = tempfile::tempdir().expect("a folder");
        let from = DataFolder::new(place.path().join("data"));
        let store = from.open().expect("a store");
        let game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
        store.add_game("you", "swh", &game).expect("written").expect("the game is over");
        let player = from.player_file(&"mine".parse::<RunId>().expect("a name"));
        fs::create_dir_all(player.parent().expect("a folder")).expect("created");
        write_atomically(&player, b"a player").expect("written");
        let to = DataFolder::new(place.path().join("copy"));
        (place, from, to)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("readable")
            .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    fn assert_complete(copy: &DataFolder) {
        assert_eq!(names(copy.path()), ["outflank.sqlite", "players"]);
        assert_eq!(copy.player_files().len(), 1);
        let store = copy.open_existing().expect("readable").expect("a store");
        assert_eq!(store.library_size().expect("readable"), 1);
    }

    #[test]
    fn a_copy_has_its_name_when_it_is_complete() {
        let (place, from, to) = folders();
        let new = NewFolder::begin(&to).expect("begun");
        assert!(!to.path().exists());
        new.copy_beside(&from).expect("copied");
        for folder in [&to, &new.folder] {
            for refused in [folder.open().map(Some), folder.open_existing()] {
                let error = refused.expect_err("refused").to_string();
                assert!(error.contains("copy.unfinished is an unfinished copy"), "{error}");
            }
            assert!(folder.check().is_err() && folder.rescue(&DataFolder::new("x")).is_err());
        }
        assert!(matches!(NewFolder::begin(&to), Err(CareError::Busy { .. })), "one program at a time");
        drop(new);
        assert_eq!(names(place.path()), ["data"], "a failure leaves nothing");
        from.back_up(&to).expect("copied");
        assert_complete(&to);
        assert!(matches!(from.back_up(&to), Err(CareError::Used { .. })));
    }

    #[test]
    fn what_a_killed_program_left_starts_over() {
        type Copy = fn(&DataFolder, &DataFolder);
        let copies: [Copy; 2] =
            [|from, to| from.back_up(to).expect("copied"), |from, to| drop(from.rescue(to).expect("copied"))];
        for copy in copies {
            let (place, from, to) = folders();
            let unfinished = folder::unfinished(to.path()).expect("a name");
            // Killed while writing, and after the renaming.
            for left in [&unfinished, &to.path().to_owned()] {
                fs::create_dir_all(left.join("players")).expect("created");
                for name in [UNFINISHED, "outflank.sqlite", "players/other.player"] {
                    fs::write(left.join(name), "").expect("written");
                }
                assert!(to.open().expect_err("refused").to_string().contains("an unfinished copy"));
                copy(&from, &to);
                assert_complete(&to);
                assert_eq!(names(place.path()), ["copy", "data"]);
                fs::remove_dir_all(to.path()).expect("deleted");
            }
            // A folder of that name without the mark is not ours.
            fs::create_dir_all(unfinished.join("mine")).expect("created");
            assert!(matches!(from.back_up(&to), Err(CareError::Used { path }) if path == unfinished));
            assert!(unfinished.join("mine").exists());
        }
    }

    #[test]
    fn a_copy_can_be_inside_its_source_and_in_an_empty_folder() {
        let (_place, from, _) = folders();
        let to = DataFolder::new(from.path().join("copies").join("monday"));
        fs::create_dir_all(to.path()).expect("created");
        from.back_up(&to).expect("copied");
        assert_eq!(names(to.path()), ["copies", "outflank.sqlite", "players"]);
        assert_eq!(names(&from.path().join("copies")), ["monday"]);
        for used in [".", "..", "/"] {
            assert!(matches!(from.back_up(&DataFolder::new(used)), Err(CareError::Used { .. })), "{used}");
        }
    }
}
