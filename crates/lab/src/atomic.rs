//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file so that, whatever happens meanwhile, there is the old one or the new one.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    // In the same folder, as only there renaming is one step; one for each process, so that two do not mix.
    let mut unfinished = name.to_owned();
    unfinished.push(format!(".{}.unfinished", std::process::id()));
    let unfinished = path.with_file_name(unfinished);
    let written = (|| {
        let mut file = File::create(&unfinished)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        drop(file);
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

/// Makes the new name as durable as the file, where folders can be synchronised at all.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.player");
        write_atomically(&path, b"old").expect("written");
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
}
