//! Opening a database without changing anything around it: in a folder that is read-only or somebody else's.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::bytes::RawFile;
use super::{PATIENCE, StoreError, schema};

/// A connection that shows what is in the database, in the newest layout.
pub fn open(path: &Path) -> Result<Connection, StoreError> {
    let log = beside(path, "-wal");
    let is_logged = fs::metadata(&log).is_ok_and(|log| log.len() > 0);
    let mut connection = match read_only(path, "mode=ro") {
        Ok(connection) => connection,
        Err(error) if is_damage(&error) => return Err(error.into()),
        // Readers share a file beside the database. Where there is none and none can be made, nobody can be
        // writing, either.
        Err(_) if !is_logged => read_only(path, "mode=ro&immutable=1")?,
        // The last facts are still in the log, which is only read together with that file.
        Err(_) => in_memory(&recovered(path, &log)?.1)?,
    };
    schema::refuse_strangers(&connection)?;
    if !schema::is_newest(&connection)? {
        connection = in_memory(&connection)?;
        schema::migrate(&mut connection)?;
    }
    // A copy in memory would take what is added, and forget it.
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// The file beside a database with this at the end of its name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

fn is_damage(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// A connection that was tried out.
fn read_only(path: &Path, how: &str) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("{}?{how}", uri(path)), flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// The path as an address, in which some characters mean something else.
fn uri(path: &Path) -> String {
    let mut uri = "file:".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            write!(uri, "%{byte:02X}").expect("memory takes everything");
        }
    }
    uri
}

/// The database with what is in its log, as a copy elsewhere that goes with the folder.
fn recovered(path: &Path, log: &Path) -> Result<(tempfile::TempDir, Connection), StoreError> {
    let folder = tempfile::tempdir().map_err(StoreError::Unreadable)?;
    let copy = folder.path().join("copy.sqlite");
    copy_bytes(path, &copy).map_err(StoreError::Unreadable)?;
    copy_bytes(log, &beside(&copy, "-wal")).map_err(StoreError::Unreadable)?;
    let connection = Connection::open(&copy)?;
    Ok((folder, connection))
}

/// Copies a file of a store to a new file.
fn copy_bytes(from: &Path, to: &Path) -> io::Result<()> {
    io::copy(&mut RawFile::open(from)?, &mut fs::File::create_new(to)?).map(|_| ())
}

/// A copy in memory.
fn in_memory(connection: &Connection) -> Result<Connection, StoreError> {
    let mut copy = Connection::open_in_memory()?;
    Backup::new(connection, &mut copy)?.run_to_completion(1000, Duration::ZERO, None)?;
    Ok(copy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataFolder, Store};

    /// A store with a name that needs care, and a game in it.
    fn store() -> (tempfile::TempDir, DataFolder, PathBuf) {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path().join("50% of it? #1 ü"));
        let path = folder.path().join("outflank.sqlite");
        let store = folder.open().expect("a store");
        add_game(&store).expect("kept");
        (place, folder, path)
    }

    fn add_game(store: &Store) -> Result<i64, StoreError> {
        let game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
        store.add_game("you", "swh", &game).map(|kept| kept.expect("it is over"))
    }

    fn games(store: &Store) -> u64 {
        store.library_size().expect("read")
    }

    fn look(folder: &DataFolder, path: &Path) -> Store {
        Store::look(folder.clone(), path.to_owned()).expect("it can be looked at")
    }

    #[test]
    fn nothing_can_be_added_by_looking() {
        let (_place, folder, path) = store();
        let store = look(&folder, &path);
        assert_eq!(games(&store), 1);
        assert!(matches!(add_game(&store), Err(StoreError::ReadOnly)));
    }

    #[test]
    fn what_is_still_in_the_log_is_seen() {
        let (_place, folder, path) = store();
        let open = folder.open().expect("a store");
        let other = "f5d6c3d3c4f4e3f6".parse().expect("a game");
        let kept = open.import("a file", "transcripts", [outflank_rules::formats::AnnotatedGame::new(other)]);
        kept.expect("kept");
        let log = beside(&path, "-wal");
        assert!(fs::metadata(&log).expect("a log").len() > 0);
        // As if the program had been killed and the folder were archived without the shared file.
        let archive = tempfile::tempdir().expect("a folder");
        let copy = archive.path().join("outflank.sqlite");
        fs::copy(&path, &copy).expect("copied");
        fs::copy(&log, beside(&copy, "-wal")).expect("copied");
        let (_folder, recovered) = recovered(&copy, &beside(&copy, "-wal")).expect("read");
        let count: i64 =
            recovered.query_row("SELECT count(*) FROM library", [], |row| row.get(0)).expect("a number");
        assert_eq!(count, 2);
        assert_eq!(games(&look(&folder, &path)), 2, "beside a program at work");
    }

    #[test]
    fn an_older_layout_is_read_and_left_as_it_is() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        let path = folder.database();
        let connection = Connection::open(&path).expect("a database");
        schema::lay_out(&connection, 2).expect("as it was before there were contests");
        let game = "INSERT INTO games VALUES (1, 'you', 'swh', 'e6f4e3f6g5d6e7f5c5', 64, 5)";
        connection.execute(game, []).expect("kept");
        drop(connection);
        let before = fs::read(&path).expect("a file");
        let store = look(&folder, &path);
        assert_eq!(games(&store), 1);
        assert_eq!(store.contests(9).expect("read"), []);
        assert!(matches!(add_game(&store), Err(StoreError::ReadOnly)));
        assert_eq!(fs::read(&path).expect("still there"), before);
    }
}
