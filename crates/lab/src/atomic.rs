//! Files that are there whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use crate::lock::WorkLock;

/// What the name of a file ends in while it is being written: the process that does, and this.
const ENDING: &str = ".unfinished";

/// How long to wait for another thread that is writing the same file.
const PATIENCE: Duration = Duration::from_secs(30);

/// Writes a file so that, whatever happens meanwhile, there is the old one or the new one.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    sweep(folder_of(path), |beginning| OsStr::new(beginning) == name);
    // In the same folder, as only there renaming is one step; one for each process, so that two do not mix.
    let mut unfinished = name.to_owned();
    unfinished.push(format!(".{}{ENDING}", std::process::id()));
    let unfinished = path.with_file_name(unfinished);
    // Locked, so that nobody takes it for a leftover.
    let lock = WorkLock::wait(unfinished.clone(), PATIENCE)?.ok_or(io::ErrorKind::ResourceBusy)?;
    let written = (|| {
        let mut file = lock.file();
        file.set_len(0)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    })();
    match written {
        Ok(()) => sync_folder(path),
        Err(error) => {
            // What is left is of no use; why it was not written matters more than whether it goes.
            let _ = fs::remove_file(&unfinished);
            Err(error)
        }
    }
}

/// Takes away what killed programs left unfinished in a folder: files whose names begin like this and which
/// nobody is writing any more.
pub(crate) fn sweep(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let beginning = name.to_str().and_then(|name| name.strip_suffix(ENDING)?.rsplit_once('.'));
        let is_leftover = |(beginning, process): (&str, &str)| {
            process.bytes().all(|letter| letter.is_ascii_digit()) && is_ours(beginning)
        };
        if beginning.is_some_and(is_leftover) {
            WorkLock::remove_abandoned(&entry.path());
        }
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes the folder of a file to the disk, with the names in it, where the system can.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder_of(path))?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.player");
        write_atomically(&path, b"an old one").expect("written");
        write_atomically(&path, b"new").expect("written again");
        assert_eq!(fs::read(&path).expect("there"), b"new");
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing is left behind");

        // A folder in its place cannot be replaced.
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).expect("a folder");
        assert!(write_atomically(&taken, b"new").is_err());
        assert!(write_atomically(Path::new("/"), b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 2, "nothing is left behind");
    }

    #[test]
    fn leftovers_are_swept_and_what_is_being_written_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        let being_written = WorkLock::wait(file("a.json.3.unfinished"), PATIENCE).expect("made");
        for name in ["a.json.2.unfinished", "a.json.x.unfinished", "b.json.2.unfinished", "a.json.unfinished"]
        {
            fs::write(file(name), "half").expect("written");
        }
        write_atomically(&file("a.json"), b"new").expect("written");
        assert!(!file("a.json.2.unfinished").exists());
        for kept in ["a.json.3.unfinished", "a.json.x.unfinished", "b.json.2.unfinished", "a.json.unfinished"]
        {
            assert!(file(kept).exists(), "{kept}");
        }
        drop(being_written);
        sweep(folder.path(), |_| true);
        assert!(!file("a.json.3.unfinished").exists() && !file("b.json.2.unfinished").exists());
    }

    #[test]
    fn threads_do_not_mix_their_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        std::thread::scope(|scope| {
            for letter in b'a'..b'e' {
                let path = &path;
                scope.spawn(move || {
                    for length in 0..20 {
                        write_atomically(path, &vec![letter; 1000 * length + 1]).expect("written");
                    }
                });
            }
        });
        let bytes = fs::read(&path).expect("there");
        assert!(bytes.iter().all(|byte| *byte == bytes[0]));
        assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), 1, "nothing is left behind");
    }
}
