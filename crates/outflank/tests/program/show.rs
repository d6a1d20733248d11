//! `outflank show`.

use crate::{outflank, outflank_reading};

const AFTER_F5: &str = "  a b c d e f g h
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - - - - - - - 3
4 - - - O X . - - 4
5 - - - X X X - - 5
6 - - - . - . - - 6
7 - - - - - - - - 7
8 - - - - - - - - 8
  a b c d e f g h
O to move

discs    X 4  O 1  empty 59
last     f5
moves    f4 d6 f6
";
const AFTER_F5_AS_A_LINE: &str = "---------------------------OX------XXX-------------------------- O";

#[test]
fn a_game_is_drawn_where_it_stands() {
    for words in [&["show", "f5"][..], &["show", "F5", ""], &["show", "1.", "f5"]] {
        assert_eq!(outflank(words).printed(), AFTER_F5);
    }
    assert_eq!(outflank_reading(&["show", "-"], "1. f5\n").printed(), AFTER_F5);
}

#[test]
fn a_position_needs_no_quotes_and_may_stand_before_options() {
    let without_last = AFTER_F5.replace("last     f5\n", "");
    assert_eq!(outflank(&["show", AFTER_F5_AS_A_LINE]).printed(), without_last);
    let words: Vec<&str> = AFTER_F5_AS_A_LINE.split(' ').collect();
    assert_eq!(outflank(&["show", words[0], words[1]]).printed(), without_last);
    let json = outflank(&["show", words[0], words[1], "d6", "--json"]).json();
    assert_eq!(json["transcript"], "d6");

    let rows: Vec<&str> = (0..8).map(|row| &words[0][row * 8..][..8]).chain([words[1]]).collect();
    let mut words = vec!["show"];
    words.extend(rows);
    assert_eq!(outflank(&words).printed(), without_last);
}

#[test]
fn what_is_printed_can_be_piped_back_in() {
    let without_last = AFTER_F5.replace("last     f5\n", "");
    assert_eq!(outflank_reading(&["show", "-"], AFTER_F5).printed(), without_last);
}

#[test]
fn a_finished_game_is_counted_both_ways() {
    let shortest = outflank(&["show", "e6f4e3f6g5d6e7f5c5"]).printed();
    assert!(
        shortest.ends_with("result   Black wins by 13 discs, by 64 with the empty squares\n"),
        "{shortest}"
    );
    assert!(!shortest.contains("to move"));

    let json = outflank(&["show", "e6f4e3f6g5d6e7f5c5", "--json"]).json();
    assert_eq!((&json["turn"], &json["mover"]), (&"over".into(), &"white".into()));
    let result = serde_json::json!({ "winner": "black", "raw": 13, "empties_to_winner": 64 });
    assert_eq!(json["result"], result);

    // Seen by Black even where White would be to move, and a full board counts the same both ways.
    let white_wins = format!("{}{} O", "X".repeat(30), "O".repeat(34));
    let json = outflank(&["show", &white_wins, "--json"]).json();
    let result = serde_json::json!({ "winner": "white", "raw": -4, "empties_to_winner": -4 });
    assert_eq!(json["result"], result);
    assert!(outflank(&["show", &white_wins]).printed().ends_with("result   White wins by 4\n"));
    let draw = format!("{}{} X", "X".repeat(32), "O".repeat(32));
    assert!(outflank(&["show", &draw]).printed().ends_with("result   a draw\n"));
}

#[test]
fn json_tells_everything() {
    let json = outflank(&["show", "f5", "d6", "--json"]).json();
    let expected = serde_json::json!({
        "board": "---------------------------OX------OXX-----O-------------------- X",
        "mover": "black",
        "turn": "play",
        "moves": ["c3", "c4", "c5", "c6", "c7"],
        "discs": { "black": 3, "white": 3 },
        "empties": 58,
        "transcript": "f5d6",
        "last": "d6",
        "opening": "Perpendicular Opening",
        "result": null,
    });
    assert_eq!(json, expected);
}

#[test]
fn the_opening_is_named() {
    for tiger in ["f5d6c3d3c4", "c4e3f6e6f5", "f5d6c3d3c4b5"] {
        let shown = outflank(&["show", tiger]).printed();
        assert!(shown.contains("\nopening  Tiger\n"), "{shown}");
        // The position alone tells it, too, and the name is no hindrance when it is piped back in.
        if tiger.len() == 10 {
            assert!(outflank_reading(&["show", "-"], &shown).printed().contains("\nopening  Tiger\n"));
        }
    }
    assert_eq!(outflank(&["show", "f5", "--json"]).json()["opening"], serde_json::Value::Null);
    assert!(!outflank(&["show", "f5"]).printed().contains("opening"));
}

#[test]
fn who_cannot_move_passes() {
    let must_pass = format!("XO-{} O", "-".repeat(61));
    assert!(outflank(&["show", &must_pass]).printed().ends_with("moves    pass\n"));
    let json = outflank(&["show", &must_pass, "pass", "--json"]).json();
    assert_eq!((&json["last"], &json["mover"]), (&"pass".into(), &"black".into()));
}

#[test]
fn wrong_input_is_refused_in_one_sentence() {
    let refusal = |word: &str| outflank(&["show", word]).refusal();
    assert_eq!(
        refusal("f5d6zz"),
        "“zz” is not a move: expected a square such as f5, or pass, at character 5 of “f5d6zz”"
    );
    assert_eq!(refusal("f5a1"), "a1 is not a legal move for White, at character 3 of “f5a1”");
    assert_eq!(refusal("--------"), "read as boards: line 1, column 9: not a board: only 8 of 64 squares");
    assert!(refusal("--------?").ends_with("line 1, column 9: not a board: “?” where a2 should stand"));
    assert!(refusal("X-O\n?").ends_with("line 2, column 1: not a board: “?” where d1 should stand"));
    let piped = outflank_reading(&["show", "-"], "1 - - - - -\n").refusal();
    assert_eq!(piped, "5 squares in “1 - - - - -”, expected 8 of - X O");
    assert!(outflank_reading(&["show", "-"], &"?".repeat(1_000_000)).refusal().len() < 1000);
}
