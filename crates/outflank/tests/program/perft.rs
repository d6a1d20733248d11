//! `outflank perft`.

use crate::{outflank, outflank_reading};

#[test]
fn the_number_alone_is_printed() {
    assert_eq!(outflank(&["perft", "10"]).printed(), "24571284\n");
    assert_eq!(outflank(&["perft", "9", "--played"]).printed(), "3005288\n");
    assert_eq!(outflank(&["perft", "0"]).printed(), "1\n");
}

#[test]
fn any_position_may_be_the_root() {
    // After f5 the tree is a quarter of the tree from the start: the four first moves are symmetric.
    for board in ["f5", "---------------------------OX------XXX-------------------------- O"] {
        assert_eq!(outflank(&["perft", "7", "--board", board]).printed(), "97554\n", "{board}");
    }
    assert_eq!(outflank_reading(&["perft", "7", "--board", "-"], "f5").printed(), "97554\n");
}

#[test]
fn the_leaves_are_divided_among_the_first_plies() {
    let divided = outflank(&["perft", "8", "--divide"]).printed();
    assert_eq!(divided, "d3    97554\nc4    97554\nf5    97554\ne6    97554\ntotal 390216\n");
    let must_pass = format!("XO-{} O", "-".repeat(61));
    let divided = outflank(&["perft", "5", "--divide", "--board", &must_pass]).printed();
    assert_eq!(divided, "pass  1\ntotal 1\n");
}

#[test]
fn json_has_what_was_asked_and_what_was_found() {
    let json = outflank(&["perft", "6", "--json"]).json();
    assert_eq!(json["board"], "---------------------------OX------XO--------------------------- X");
    assert_eq!((&json["depth"], &json["count"]), (&6.into(), &8200.into()));
    assert_eq!(json["leaves"], "counted");
    assert!(json["first"].is_null());
    assert!(json["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
    assert!(json["kernel"].is_string());

    let json = outflank(&["perft", "3", "--played", "--divide", "--board", "f5", "--json"]).json();
    assert_eq!(json["leaves"], "played");
    let plies: Vec<_> = json["first"].as_array().expect("a list").iter().map(|first| &first["ply"]).collect();
    assert_eq!(plies, ["f4", "d6", "f6"]);
}

#[test]
fn wrong_input_is_refused() {
    let refusal = outflank(&["perft", "3", "--board", "--X"]).refusal();
    assert_eq!(refusal, "read as boards: line 1, column 4: not a board: only 3 of 64 squares");
    for depth in ["x", "-1", "129", "4294967296", "1.5", ""] {
        let run = outflank(&["perft", depth]);
        assert_eq!(run.code, Some(2), "{depth}");
        assert!(run.stdout.is_empty());
        if !depth.starts_with('-') {
            let complaint =
                format!("invalid value '{depth}' for '<DEPTH>': expected a number of plies, 0 to 128");
            assert!(run.stderr.contains(&complaint), "{}", run.stderr);
        }
    }
}
