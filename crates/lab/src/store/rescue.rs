//! Taking out what is intact of a damaged store, into a new one.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, ErrorCode, params_from_iter};
use serde::Serialize;

use super::care::{CareError, TableCount, cannot_write};
use super::layout::{Layout, TableLayout};
use super::new_folder::NewFolder;
use super::salvage::{Losses, Row, Salvage};
use super::{StoreError, schema};
use crate::{DataFolder, FolderError, write_atomically};

impl DataFolder {
    /// Takes everything that is intact out of a store, however damaged it is, and puts it into a new folder that can be
    /// used in its place. The old one is left as it is.
    pub fn rescue(&self, to: &DataFolder) -> Result<Rescue, CareError> {
        let from = self.database();
        let damaged = |error| FolderError::Store { path: from.clone(), error };
        self.refuse_unfinished()?;
        if !from.exists() {
            return Err(CareError::Nothing { path: self.path().to_owned() });
        }
        let salvage = Salvage::open(&from).map_err(damaged)?;
        let layout = salvage.layout().clone();
        let new = NewFolder::begin(to)?;
        let in_new = |error| FolderError::Store { path: new.database(), error };
        let (losses, orphans) = fill(&new.database(), salvage, &layout).map_err(in_new)?;
        if !orphans.is_empty() {
            write_orphans(new.path(), &orphans).map_err(|error| cannot_write(new.path(), error))?;
        }
        new.copy_beside(self)?;
        let tables = new.open_store()?.counts().map_err(in_new)?;
        new.finish()?;
        Ok(Rescue { tables, lost_rows: losses.rows, lost_pages: losses.pages, orphans: orphans.len() as u64 })
    }
}

/// What was taken out of a store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rescue {
    /// Rows that were copied, by table.
    pub tables: Vec<TableCount>,
    /// Rows of which something is left, but not all.
    pub lost_rows: u64,
    /// Pages with any number of rows of which nothing is left.
    pub lost_pages: u64,
    /// Rows that are whole, but belong to something that is lost. They are in files of their own.
    pub orphans: u64,
}

/// A row that belongs to something that is lost.
struct Orphan {
    table: String,
    columns: Vec<String>,
    row: Row,
}

/// Games of the library are kept where names of theirs are lost, or where they came from.
const WITHOUT_NAMES: &str = "
    UPDATE library SET black = NULL WHERE black NOT IN (SELECT id FROM library_names);
    UPDATE library SET white = NULL WHERE white NOT IN (SELECT id FROM library_names);
    UPDATE library SET event = NULL WHERE event NOT IN (SELECT id FROM library_names);
    UPDATE library SET opening = NULL WHERE opening NOT IN (SELECT id FROM library_names);
    INSERT INTO library_sources (id, name, format, imported)
        SELECT DISTINCT source, 'source ' || source || ', whose name is lost', 'unknown', 0 FROM library
        WHERE source NOT IN (SELECT id FROM library_sources);
";

/// Puts everything that can be salvaged into a new database, in one step.
fn fill(target: &Path, salvage: Salvage, layout: &Layout) -> Result<(Losses, Vec<Orphan>), StoreError> {
    let mut connection = Connection::open(target)?;
    // Rows come in any order, and what they belong to may be lost.
    connection.pragma_update(None, "foreign_keys", false)?;
    // All files of the new folder are written to the disk at the end.
    connection.pragma_update(None, "synchronous", "OFF")?;
    schema::lay_out(&connection, layout.version)?;
    let transaction = connection.transaction()?;
    let mut unsound = 0;
    let losses = salvage.rows(|table, row| {
        if table.is_derived() {
            return Ok(());
        }
        if !table.is_sound(&row) {
            unsound += 1;
            return Ok(());
        }
        match insert(&transaction, table, &row) {
            Ok(()) => Ok(()),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                unsound += 1;
                Ok(())
            }
            Err(error) => Err(StoreError::from(error)),
        }
    })?;
    if layout.tables.iter().any(|table| table.name == "library") {
        transaction.execute_batch(WITHOUT_NAMES)?;
    }
    let orphans = orphans(&transaction, layout)?;
    // A run whose last checkpoint is lost is not finished any more: it can be resumed, and comes to the same end.
    transaction.execute(
        "DELETE FROM finishes WHERE NOT EXISTS
             (SELECT 1 FROM checkpoints WHERE checkpoints.run = finishes.run AND made = finished)",
        [],
    )?;
    transaction.commit()?;
    Ok((Losses { rows: losses.rows + unsound, ..losses }, orphans))
}

/// Adds a row under its number. What is there already stays: it was found where it belongs.
fn insert(connection: &Connection, table: &TableLayout, row: &Row) -> rusqlite::Result<()> {
    let columns = table.columns(row.values.len());
    let sql = |columns: &[&str]| {
        let places: Vec<String> = (1..=columns.len()).map(|place| format!("?{place}")).collect();
        format!(
            "INSERT OR IGNORE INTO {} ({}) VALUES ({})",
            table.name,
            columns.join(", "),
            places.join(", ")
        )
    };
    let numbered = [&["rowid"], columns.as_slice()].concat();
    let number = Value::Integer(row.number);
    let added = match table.has_row_number() {
        true => 0,
        false => connection
            .prepare_cached(&sql(&numbered))?
            .execute(params_from_iter(std::iter::once(&number).chain(&row.values)))?,
    };
    if added == 0 {
        // Only the number may be taken.
        connection.prepare_cached(&sql(&columns))?.execute(params_from_iter(&row.values))?;
    }
    Ok(())
}

/// Takes out the rows that belong to something that is lost.
fn orphans(connection: &Connection, layout: &Layout) -> Result<Vec<Orphan>, StoreError> {
    let mut orphans = Vec::new();
    loop {
        let mut statement =
            connection.prepare("SELECT DISTINCT \"table\", rowid FROM pragma_foreign_key_check")?;
        let found: Vec<(String, i64)> =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        if found.is_empty() {
            return Ok(orphans);
        }
        for (name, number) in found {
            let Some(table) = layout.tables.iter().find(|table| table.name == name) else { continue };
            let columns: Vec<String> = table.columns(usize::MAX).into_iter().map(str::to_owned).collect();
            let values =
                connection.query_row(&format!("SELECT * FROM {name} WHERE rowid = ?1"), [number], |row| {
                    (0..columns.len()).map(|column| row.get(column)).collect::<Result<Vec<Value>, _>>()
                })?;
            connection.execute(&format!("DELETE FROM {name} WHERE rowid = ?1"), [number])?;
            orphans.push(Orphan { table: name, columns, row: Row { number, values } });
        }
    }
}

/// Where rows go that belong to something that is lost, within the new folder.
const ORPHANS: &str = "orphans";

/// Writes orphans down: a line of JSON each, and what is no text as files beside it.
fn write_orphans(folder: &Path, orphans: &[Orphan]) -> io::Result<()> {
    let folder = folder.join(ORPHANS);
    fs::create_dir_all(&folder)?;
    let mut lines = Vec::new();
    for Orphan { table, columns, row } in orphans {
        let mut line = serde_json::Map::new();
        line.insert("table".to_owned(), table.as_str().into());
        for (column, value) in columns.iter().zip(&row.values) {
            let value = match value {
                Value::Null => serde_json::Value::Null,
                Value::Integer(number) => (*number).into(),
                Value::Real(number) => (*number).into(),
                Value::Text(text) => text.as_str().into(),
                Value::Blob(bytes) => {
                    let name = format!("{table}-{}.safetensors", row.number);
                    write_atomically(&folder.join(&name), bytes)?;
                    name.into()
                }
            };
            line.insert(column.clone(), value);
        }
        serde_json::to_writer(&mut lines, &line)?;
        writeln!(lines)?;
    }
    write_atomically(&folder.join("rows.jsonl"), &lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::checkpoints::Finish;
    use crate::{Checkpoint, CurvePoint, Moment, NewContest, NewRun, RunId, Store, StoredResult};
    use outflank_learn::{Recipe, Tensor, Tensors};
    use outflank_rules::formats::{AnnotatedGame, Tag};
    use std::collections::HashMap;
    use std::convert::Infallible;
    use std::path::PathBuf;

    const PAGE: usize = 4096;

    /// A store with something in every table, and checkpoints of several pages.
    fn fill_store(folder: &DataFolder) {
        let store = folder.open().expect("a store");
        let recipe = Recipe::default_of("td").expect("a system");
        let run = NewRun { recipe, seed: u64::MAX, program: "test".to_owned(), league: None };
        for name in ["one", "two", "three"] {
            let id: RunId = name.parse().expect("a name");
            assert!(store.add_run(&id, &run, None).expect("added"));
            for lesson in [10, 20, 25, 30] {
                let finish = if lesson == 30 && name != "two" { Finish::Now } else { Finish::NotYet };
                let state = Tensors::new().with("x", Tensor::list(vec![lesson as f64; 900]));
                let made = Moment { seconds: 1_000 + lesson as i64 };
                let checkpoint = Checkpoint { lesson, games: lesson, cpu_seconds: 0.5, made, state };
                let point = |games| CurvePoint {
                    games,
                    name: "league".to_owned(),
                    value: 0.5,
                    low: None,
                    high: Some(1.0),
                };
                let points: Vec<_> = (0..60).map(|game| point(lesson * 100 + game)).collect();
                store.add_checkpoint(&id, &checkpoint, &points, finish).expect("added");
            }
        }
        let game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
        for number in 0..60 {
            store.add_game("you", "swh", &game).expect("kept").expect("it is over");
            let value = format!("[{}]", "1,".repeat(number * 20) + "2");
            let result = StoredResult { key: format!("task {number}"), value, cpu_seconds: 0.5 };
            store.add_result("study", &result).expect("added");
        }
        let players = vec!["a".to_owned(), "b".to_owned()];
        let new = NewContest {
            players,
            identities: Vec::new(),
            pairs: 1,
            opening_plies: 4,
            seed: 1,
            program: "test".to_owned(),
        };
        let annotated = |number: usize| {
            let mut game = AnnotatedGame::new("f5d6c3d3c4".parse().expect("a game"));
            game.tags
                .set(Tag::Black, format!("somebody with a name as long as they are, number {}", number % 90));
            game.tags
                .set(Tag::White, format!("an opponent with a name as long as they are, number {number}"));
            game.tags.set(Tag::Date, format!("{}", 1980 + number % 40));
            game
        };
        store.import("a file", "wthor", (0..300).map(annotated)).expect("kept");
        store.index_library(true).expect("made");
        let contest = store.add_contest(&new).expect("added");
        store.finish_contest(contest).expect("noted");
        write_log_back(&store);
    }

    fn write_log_back(store: &Store) {
        let truncate = "PRAGMA wal_checkpoint(TRUNCATE)";
        store.connection().query_row(truncate, [], |_| Ok(())).expect("written");
    }

    /// Every row of a store that is whole, by table and number, with what is in it.
    fn all_rows(folder: &DataFolder) -> HashMap<(String, i64), String> {
        let mut rows = HashMap::new();
        let salvage = Salvage::open(&folder.database()).expect("a store");
        let salvaged = salvage.rows(|table, row| {
            if table.is_sound(&row) && !table.is_derived() {
                rows.entry((table.name.clone(), row.number)).or_insert(format!("{:?}", row.values));
            }
            Ok::<(), Infallible>(())
        });
        salvaged.expect("nobody refuses");
        rows
    }

    /// Whether a row is as it was, but for names that are lost.
    fn is_as_before(before: &HashMap<(String, i64), String>, place: &(String, i64), row: &str) -> bool {
        let known = before.get(place).map(String::as_str);
        match place.0.as_str() {
            "library_sources" if row.contains("whose name is lost") => true,
            // The moves come first, then the names.
            "library" => {
                known.and_then(|known| known.split_once("])")).map(|(moves, _)| moves)
                    == row.split_once("])").map(|(moves, _)| moves)
            }
            _ => known == Some(row),
        }
    }

    /// Such a store in a folder of its own, with its file and what is in it.
    fn filled_store() -> (tempfile::TempDir, DataFolder, PathBuf, Vec<u8>) {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        fill_store(&folder);
        let path = folder.database();
        let whole = fs::read(&path).expect("a file");
        (place, folder, path, whole)
    }

    /// Rescues a store and returns what came out of it, orphans apart.
    fn rescued(from: &DataFolder) -> (Rescue, HashMap<(String, i64), String>) {
        let place = tempfile::tempdir().expect("a folder");
        let to = DataFolder::new(place.path().join("new"));
        let rescue = from.rescue(&to).expect("rescued");
        let problems = to.check().expect("readable").expect("a store").problems;
        assert_eq!(problems, [""; 0]);
        write_log_back(&to.open().expect("a store"));
        (rescue, all_rows(&to))
    }

    #[test]
    fn whatever_page_is_lost_the_rest_comes_out() {
        let (_place, folder, path, whole) = filled_store();
        let before = all_rows(&folder);
        assert_eq!(rescued(&folder).1, before);
        let count = whole.len() / PAGE;
        assert!(count > 40, "{count} pages");
        let (mut lost_in_all, mut orphans) = (0, 0);
        for page in 0..count {
            let mut damaged = whole.clone();
            damaged[page * PAGE..(page + 1) * PAGE].fill(0);
            fs::write(&path, &damaged).expect("written");
            let left = all_rows(&folder);
            for (place, row) in &left {
                assert_eq!(Some(row), before.get(place), "page {page}: nothing is made up");
            }
            let lost = before.len() - left.len();
            assert!(lost <= 150, "page {page}: {lost} rows lost, where a page holds some dozens");
            lost_in_all += lost;
            // The first pages are where the tables begin.
            if page < 10 {
                let (rescue, after) = rescued(&folder);
                assert!(after.iter().all(|(place, row)| is_as_before(&before, place, row)), "page {page}");
                let unfinished = before.keys().filter(|(table, _)| table == "finishes").count();
                assert!(
                    after.len() + rescue.orphans as usize + unfinished >= left.len(),
                    "page {page}: {rescue:?}"
                );
                orphans = rescue.orphans.max(orphans);
            }
        }
        // Every row is on one page, but for checkpoints, which are on two or three.
        let checkpoints = before.keys().filter(|(table, _)| table == "checkpoints").count();
        let expected = before.len()..=before.len() + 2 * checkpoints;
        assert!(expected.contains(&lost_in_all), "{lost_in_all} lost, expected {expected:?}");
        assert!(orphans > 700, "of runs that are lost, {orphans} rows");
    }

    #[test]
    fn what_is_left_of_a_file_that_was_cut_off_comes_out() {
        let (_place, folder, path, whole) = filled_store();
        let before = all_rows(&folder);
        let mut last = 0;
        for length in (0..=whole.len()).step_by(5 * PAGE + 100) {
            fs::write(&path, &whole[..length]).expect("written");
            let (rescue, after) = rescued(&folder);
            let found = after.len() + rescue.orphans as usize;
            assert!(found >= last, "{length} bytes: {found} after {last}");
            assert!(after.iter().all(|(place, row)| is_as_before(&before, place, row)), "{length} bytes");
            last = found;
        }
        assert!(last * 10 > before.len() * 8, "{last} of {}", before.len());
    }

    #[test]
    fn games_of_the_library_outlive_the_names_in_them() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        fill_store(&folder);
        let store = folder.open().expect("a store");
        let lose = "PRAGMA foreign_keys = OFF; DELETE FROM library_sources;
            DELETE FROM library_names WHERE name LIKE 'an opponent%';";
        store.connection().execute_batch(lose).expect("lost");
        write_log_back(&store);
        let to = DataFolder::new(place.path().join("new"));
        let rescue = folder.rescue(&to).expect("rescued");
        assert_eq!((rescue.lost_rows, rescue.orphans), (0, 0));
        let store = to.open().expect("a store");
        // One was played here, the others were imported.
        assert_eq!(store.library_size().expect("readable"), 301);
        let second = store.library_game(2).expect("readable").expect("there");
        assert_eq!(second.source, "source 2, whose name is lost");
        assert!(second.game.tags.get(&Tag::White).is_none() && second.game.tags.get(&Tag::Black).is_some());
        // The index is made again from what is left.
        let explored = store.explore(outflank_rules::Board::START, None).expect("readable");
        assert_eq!((explored.games, explored.moves.len()), (301, 1));
    }

    #[test]
    fn what_is_in_the_log_comes_out() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = DataFolder::new(place.path());
        fill_store(&folder);
        let store = folder.open().expect("a store");
        let game = "e6f4e3f6g5d6e7f5c5".parse().expect("a game");
        for who in ["me", "myself", "I"] {
            store.add_game(who, "swh", &game).expect("kept").expect("it is over");
        }
        let copied = |cut: usize| {
            let copy = tempfile::tempdir().expect("a folder");
            let to = DataFolder::new(copy.path());
            fs::copy(folder.database(), to.database()).expect("copied");
            let log = fs::read(place.path().join("outflank.sqlite-wal")).expect("a log");
            fs::write(copy.path().join("outflank.sqlite-wal"), &log[..log.len() - cut]).expect("written");
            let games = rescued(&to).0.tables.into_iter().find(|count| count.table == "library");
            games.expect("a table").rows
        };
        assert_eq!(copied(0), 304);
        assert_eq!(copied(10), 303, "the last commit is torn");
    }

    #[test]
    fn bytes_of_all_kinds_are_no_danger() {
        let (_place, folder, path, whole) = filled_store();
        let mut state = 1_u64;
        let mut chance = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        for _ in 0..30 {
            let mut damaged = whole.clone();
            for _ in 0..200 {
                damaged[chance(whole.len())] = chance(256) as u8;
            }
            fs::write(&path, &damaged).expect("written");
            // It may be refused as something else, for the header was hit, but it is never a panic.
            let to = tempfile::tempdir().expect("a folder");
            if let Ok(rescue) = folder.rescue(&DataFolder::new(to.path().join("new"))) {
                let found = rescue.orphans + rescue.tables.iter().map(|count| count.rows).sum::<u64>();
                assert!(found > 100, "{rescue:?}");
            }
        }
    }
}
