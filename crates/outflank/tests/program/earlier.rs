//! A data folder written by an earlier version opens with equal contents.
//!
//! `earlier/data.tar.gz` was written by commit cd6f0ed: runs of all systems (one interrupted, one forked, one archived), a
//! contest, imported and played games, an uploaded player, a drill, a rating, a finished and an unfinished study.
//! `earlier/expected.json` has what that version exported from it.

use std::path::Path;
use std::process::Command;

use outflank_lab::content_hash;
use rusqlite::Connection;
use serde_json::Value;

use super::Laboratory;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/earlier");

/// Tables that are derived from others and may be built again.
const DERIVED: [&str; 5] =
    ["explorer_hashes", "explorer_positions", "explorer_state", "explorer_values", "fingerprints"];

/// Unpacks the folder, as the data folder of a laboratory and once more untouched.
fn unpacked() -> Laboratory {
    let laboratory = Laboratory::new();
    for name in ["data", "untouched"] {
        let folder = laboratory.path(name);
        std::fs::create_dir(&folder).expect("a new folder");
        let tar = Command::new("tar").args(["xzf", &format!("{FOLDER}/data.tar.gz"), "-C", &folder]).status();
        assert!(tar.expect("tar is there").success());
    }
    laboratory
}

fn expected() -> Value {
    let text = std::fs::read_to_string(format!("{FOLDER}/expected.json")).expect("the expected contents");
    serde_json::from_str(&text).expect("JSON")
}

fn hash_of(path: &str) -> String {
    content_hash(&[&std::fs::read(path).expect("a file was written")])
}

/// Every row of the untouched store, in all columns that it had, is in the store that this version has opened.
fn assert_equal_rows(laboratory: &Laboratory) {
    let store = |name: &str| Path::new(&laboratory.path(name)).join("outflank.sqlite");
    let database = Connection::open(store("data")).expect("a database");
    let untouched = store("untouched").to_str().expect("text").to_owned();
    database.execute("ATTACH ?1 AS untouched", [untouched]).expect("a second database");
    let names = |sql: &str| -> Vec<String> {
        let mut statement = database.prepare(sql).expect("SQL");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.map(|name| name.expect("text")).collect()
    };
    let tables =
        names("SELECT name FROM untouched.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    assert!(tables.len() >= 20, "{tables:?}");
    let mut rows = 0;
    for table in tables.iter().filter(|table| !DERIVED.contains(&table.as_str())) {
        let columns =
            names(&format!("SELECT name FROM pragma_table_info('{table}', 'untouched')")).join(", ");
        let count = |from: &str| -> i64 {
            let sql = format!("SELECT count(*) FROM ({from})");
            database.query_row(&sql, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{table}: {error}"))
        };
        let all = format!("SELECT {columns} FROM untouched.{table}");
        assert_eq!(
            count(&format!("{all} EXCEPT SELECT {columns} FROM main.{table}")),
            0,
            "rows of {table} changed"
        );
        rows += count(&all);
    }
    assert!(rows > 500, "only {rows} rows were compared");
}

#[test]
fn a_folder_of_an_earlier_version_has_equal_contents() {
    let (laboratory, expected) = (unpacked(), expected());
    let check = laboratory.outflank(&["store", "check"]).printed();
    assert!(check.contains("runs                13"), "{check}");
    let out = laboratory.path("run.player");
    for (run, hash) in expected["runs"].as_object().expect("runs") {
        laboratory.outflank(&["export", run, &out, "--force"]).printed();
        assert_eq!(hash_of(&out), *hash, "{run}");
    }
    let runs = laboratory.outflank(&["runs", "--json"]).json();
    let state = |name: &str| {
        let mut runs = runs["runs"].as_array().expect("runs").iter();
        runs.find(|run| run["id"] == name).map(|run| run["state"].clone())
    };
    assert_eq!(state("interrupted"), Some("interrupted".into()));
    assert_eq!(state("forked"), Some("finished".into()));
    assert_eq!(state("fix-value-matrix"), None, "archived");

    let games = laboratory.path("games.pgn");
    laboratory.outflank(&["games", "--export", &games]).printed();
    assert_eq!(hash_of(&games), expected["games"]);
    let contests = laboratory.outflank(&["contests", "--json"]).json();
    assert_eq!(contests["entries"][0]["about"], "swh, greedy, random");
    let words =
        ["match", "uploaded-selection", "random", "--games", "4", "--seed", "1", "--no-library", "--json"];
    assert_eq!(laboratory.outflank(&words).json()["score"], expected["uploaded_score"]);
    assert_equal_rows(&laboratory);
}

#[test]
fn a_run_that_an_earlier_version_began_resumes_to_the_same_bits() {
    let laboratory = unpacked();
    laboratory.outflank(&["learn", "--resume", "interrupted"]).printed();
    assert_eq!(laboratory.tensors("interrupted"), expected()["resumed"]);
}
