//! `import`, `library`, `explore` and `analyse`.

use std::fs;

use crate::Laboratory;

const GAMES: &str = "\
(;GM[Othello]PC[here]DT[1999]PB[Ann]PW[Bob]TY[8]RE[+64.000]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)
(;GM[Othello]PC[here]DT[2001]PB[Bob]PW[Ann]TY[8]RE[?]B[f5]W[d6]B[c3]W[a1];)
(;GM[Othello]TY[10]BO[10 x];)
";

#[test]
fn games_are_kept_found_and_explored() {
    let place = Laboratory::new();
    let file = place.path("games.ggf");
    fs::write(&file, GAMES).expect("written");
    let run = place.outflank(&["import", &file, "--json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("Othello of type “10” is not played here"), "{}", run.stderr);
    assert!(run.stdout.contains("\"added\":2,\"known\":0,\"library\":2"), "{}", run.stdout);
    let again = place.outflank(&["import", &file]);
    assert!(again.stdout.contains("2 there already"), "{}", again.stdout);

    let found = place.outflank(&["library", "--player", "ann", "--year", "1999", "--json"]);
    assert!(found.stdout.starts_with("{\"count\":1,"), "{}", found.stdout);
    assert!(found.stdout.contains("\"margin\":64.0"), "{}", found.stdout);
    let cut = place.outflank(&["library", "--text", "bob", "--year", "2001"]);
    assert!(cut.stdout.contains("f5d6c3"), "{}", cut.stdout);
    let through = place.outflank(&["library", "--position", "d3c5", "--json"]);
    // Both games begin with the perpendicular opening, each turned another way.
    assert!(through.stdout.starts_with("{\"count\":2,"), "{}", through.stdout);
    let target = place.path("out.sgf");
    assert_eq!(place.outflank(&["library", "--export", &target]).code, Some(0));
    assert_eq!(fs::read_to_string(&target).expect("written").lines().count(), 2);

    let explored = place.outflank(&["explore", "--json"]);
    assert!(
        explored.stdout.contains("\"games\":2,\"moves\":[{\"move\":\"f5\",\"games\":2"),
        "{}",
        explored.stdout
    );
    let deeper = place.outflank(&["explore", "f5d6"]);
    assert!(deeper.stdout.contains("c3") && deeper.stdout.contains("Bob 1"), "{}", deeper.stdout);
}

#[test]
fn a_game_is_judged_in_the_terminal() {
    let place = Laboratory::new();
    let game = "e6f4e3f6g5d6e7f5c5";
    let run = place.outflank(&["analyse", game, "--player", "swh", "--depth", "2", "--exact", "10"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("given away: Black") && run.stdout.contains("depth 2"), "{}", run.stdout);
    let json = place.outflank(&["analyze", game, "--player", "swh", "--depth", "2", "--json"]);
    assert!(json.stdout.contains("\"ply\":1,\"side\":\"black\",\"move\":\"e6\""), "{}", json.stdout);
    let wrong = place.outflank(&["analyse", game, "--player", "random"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert_eq!(place.outflank(&["analyse", "hello"]).code, Some(2));
}
