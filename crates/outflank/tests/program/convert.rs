//! `outflank convert`.

use std::fs;

use crate::{Laboratory, outflank};

const GGF: &str = "(;GM[Othello]PC[here]DT[1999]PB[Żółw]PW[b]TY[8]RE[+64.000]BO[8 -------- -------- -------- ---O*--- \
    ---*O--- -------- -------- -------- *]B[e6//0.50]W[f4/1.00]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)\n";

#[test]
fn a_game_goes_through_every_format_and_comes_back() {
    let place = Laboratory::new();
    let source = place.path("game.ggf");
    fs::write(&source, GGF).expect("written");
    for name in ["a.sgf", "a.pgn", "a.txt", "a.wtb"] {
        let (there, back) = (place.path(name), place.path(&format!("{name}.ggf")));
        let run = outflank(&["convert", &source, &there]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{name}");
        assert_eq!(outflank(&["convert", &there, &back]).code, Some(0), "{name}");
        let text = fs::read_to_string(&back).expect("written");
        match name {
            "a.sgf" => assert_eq!(text, GGF),
            "a.pgn" => assert_eq!(text, GGF),
            "a.wtb" => assert!(text.contains("PB[?ó?w]PW[b]") && text.contains("RE[+64.000]"), "{text}"),
            _ => assert!(text.contains("B[e6]W[f4]"), "{text}"),
        }
    }
    let drawn = outflank(&["convert", &source, "-", "--to", "boards"]);
    assert!(drawn.stdout.starts_with("---"), "{}", drawn.stdout);
}

#[test]
fn nothing_is_written_over_and_wrong_input_is_told() {
    let place = Laboratory::new();
    let (source, target) = (place.path("games.txt"), place.path("games.sgf"));
    fs::write(&source, "f5d6c3\nf5d6c4\nf5f6e6\nf5f6zz\nf5a1\n").expect("written");
    let run = outflank(&["convert", &source, &target, "--json"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stderr.contains("line 4, column 5: expected a move such as f5, or pass, found “zz”"),
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("\"games\":4,\"cut\":1,\"refused\":1"), "{}", run.stdout);
    let again = outflank(&["convert", &source, &target]);
    assert_eq!(again.code, Some(2));
    assert!(again.stderr.contains("is there already"), "{}", again.stderr);
    assert_eq!(outflank(&["convert", &source, &target, "--force"]).code, Some(1));
    let unknown = outflank(&["convert", &source, &place.path("x.foo")]);
    assert!(unknown.stderr.contains("choose with --to"), "{}", unknown.stderr);
    fs::write(&source, "hello world").expect("written");
    let refused = outflank(&["convert", &source, &place.path("y.sgf")]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("nearest are"), "{}", refused.stderr);
    let left: Vec<_> =
        fs::read_dir(place.path(".")).expect("a folder").map(|e| e.expect("read").file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}
