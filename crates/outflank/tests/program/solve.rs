//! `outflank solve`.

use serde_json::json;

use crate::{outflank, outflank_reading, scratch};

/// The first problems of the FFO endgame suite, 14 empty squares each, with what is known of their best moves.
const PROBLEMS: &str = "\
% FFO 1 to 3
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; G2:-24;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; --:-127;
----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2;
";

/// A file of problems.
fn file(name: &str, text: &str) -> String {
    let path = scratch(name).with_extension("obf");
    std::fs::write(&path, text).expect("a file");
    path.to_str().expect("text").to_owned()
}

#[test]
fn a_file_is_solved_and_compared() {
    let path = file("problems", PROBLEMS);
    let printed = outflank(&["solve", &path]).printed();
    assert!(printed.ends_with("3 of 3 agree with their stated scores\n"), "{printed}");
    let json = outflank(&["solve", &path, "--threads", "1", "--json"]).json();
    let positions = json["positions"].as_array().expect("a list");
    let facts = |name: &str| positions.iter().map(|position| position[name].clone()).collect::<Vec<_>>();
    assert_eq!(facts("score"), [json!(18), json!(10), json!(2)]);
    assert_eq!(facts("empties"), [json!(14), json!(14), json!(14)]);
    assert_eq!(facts("verdict"), [json!("ok"), json!("ok"), json!("ok")]);
    assert_eq!(facts("outcome"), [json!("win"), json!("win"), json!("win")]);
    let first_moves: Vec<_> = positions.iter().map(|position| position["line"][0].clone()).collect();
    assert_eq!(first_moves, [json!("g8"), json!("a4"), json!("d1")]);
    assert_eq!((&json["wrong"], &json["stopped"], &json["threads"]), (&json!(0), &json!(false), &json!(1)));
}

#[test]
fn estimates_tell_how_far_off_they_are() {
    let path = file("estimated", PROBLEMS);
    let to_the_end = outflank(&["solve", &path, "--estimate", "14", "--json"]).json();
    let values: Vec<_> = (0..3).map(|index| to_the_end["positions"][index]["value"].as_f64()).collect();
    assert_eq!(values, [Some(18.0), Some(10.0), Some(2.0)]);
    assert_eq!((&to_the_end["errors"]["mean"], &to_the_end["errors"]["bias"]), (&json!(0.0), &json!(0.0)));
    assert_eq!(to_the_end["positions"][0]["usual_error"], 0.0);
    let printed = outflank(&["solve", &path, "--estimate", "2"]).printed();
    assert!(printed.contains(" discs against 3 stated scores (95 %), bias "), "{printed}");
    assert!(printed.contains("  ±"), "{printed}");
    let run = outflank(&["solve", &path, "--estimate", "2", "--wld"]);
    assert_eq!(run.code, Some(2));
}

#[test]
fn a_contradiction_is_a_failure() {
    let wrong = file("wrong", &PROBLEMS.replace("D1:+2", "D1:+4"));
    let run = outflank(&["solve", &wrong]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stderr, "error: 1 of 3 positions contradict their stated scores\n");
    assert!(run.stdout.contains("+2  WRONG, stated +4"), "{}", run.stdout);
    // Who wins is the same.
    assert_eq!(outflank(&["solve", &wrong, "--wld"]).code, Some(0));
    // A wrong score of another move than the best shows only where all are scored.
    let lesser = file("lesser", &PROBLEMS.replace("H1:+12", "H1:+14"));
    assert_eq!(outflank(&["solve", &lesser]).code, Some(0));
    let run = outflank(&["solve", &lesser, "--moves"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("h1 +12 (WRONG, stated +14)"), "{}", run.stdout);
}

#[test]
fn positions_are_typed_or_piped_in() {
    let board = PROBLEMS.lines().nth(1).and_then(|line| line.split(';').next()).expect("a board");
    let typed = outflank(&["solve", board, "--json"]).json();
    assert_eq!(
        (&typed["positions"][0]["score"], &typed["positions"][0]["stated"]),
        (&json!(18), &json!(null))
    );
    let drawn = outflank(&["show", board]).printed();
    for piped in [board, drawn.as_str(), PROBLEMS.lines().nth(1).expect("a line"), PROBLEMS] {
        let json = outflank_reading(&["solve", "-", "--json"], piped).json();
        assert_eq!(json["positions"][0]["score"], 18, "{piped}");
    }
    // The shortest game is over, and everything was won.
    let over = outflank(&["solve", "e6f4e3f6g5d6e7f5c5", "--json"]).json();
    assert_eq!((&over["positions"][0]["score"], &over["positions"][0]["line"]), (&json!(-64), &json!([])));
}

#[test]
fn every_move_is_scored() {
    let board = PROBLEMS.lines().nth(1).and_then(|line| line.split(';').next()).expect("a board");
    let json = outflank(&["solve", board, "--moves", "--json"]).json();
    let moves = json["positions"][0]["moves"].as_array().expect("a list");
    let scores: Vec<_> =
        moves.iter().map(|scored| (scored["move"].as_str(), scored["score"].as_i64())).collect();
    let facts =
        [("g8", 18), ("h1", 12), ("a2", 6), ("h7", 6), ("a3", 4), ("b1", -4), ("a4", -22), ("g2", -24)];
    assert_eq!(scores, facts.map(|(square, score)| (Some(square), Some(score))));
}

#[test]
fn time_ends_a_search_with_bounds() {
    let json = outflank(&["solve", "f5", "--time", "0.05", "--json"]).json();
    let position = &json["positions"][0];
    assert!(position["score"].is_null() && position["verdict"].is_null());
    assert_eq!(position["bounds"], json!([-64, 64]));
    let printed = outflank(&["solve", "f5", "--time", "0.05", "--moves"]).printed();
    assert!(printed.contains("-64 to +64"), "{printed}");
}

#[test]
fn wrong_input_is_refused() {
    let missing = outflank(&["solve", "no-such-file.obf"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.stderr.starts_with("error: cannot read no-such-file.obf: "), "{}", missing.stderr);
    let refusal = |text: &str| outflank_reading(&["solve", "-"], text).refusal();
    assert!(refusal("--X; A1:+2").starts_with("line 1: only 3 of 64 squares"));
    assert!(refusal("zz").starts_with("“zz” is not a move"));
    let torn = file("torn", &PROBLEMS.replace("D1:+2", "D1=2"));
    let sentence = outflank(&["solve", &torn]).refusal();
    assert!(
        sentence.starts_with(&format!("{torn}: line 4: “D1=2” is neither a move with its score")),
        "{sentence}"
    );
    let empty = file("empty", "% nothing\n");
    assert_eq!(outflank(&["solve", &empty]).refusal(), format!("no position in {empty}"));
    for words in [
        &["solve"][..],
        &["solve", "f5", "--time", "0"],
        &["solve", "f5", "--wld", "--moves"],
        &["solve", "f5", "--hash", "0"],
    ] {
        assert_eq!(outflank(words).code, Some(2), "{words:?}");
    }
}

#[test]
fn what_cannot_be_solved_is_only_tried_for_a_time() {
    let run = outflank(&["solve", "f5d6"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("58 empty squares are beyond solving"), "{}", run.stderr);
    let tried = outflank(&["solve", "f5d6", "--time", "0.2", "--threads", "1", "--json"]).json();
    assert_eq!(tried["positions"].as_array().map(Vec::len), Some(1));
}
