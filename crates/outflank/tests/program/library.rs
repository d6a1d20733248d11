//! `import`, `games`, `explore` and `analyse`.

use std::fs;

use crate::Laboratory;

const GAMES: &str = "\
(;GM[Othello]PC[here]DT[1999]PB[Ann]PW[Bob]TY[8]RE[+64.000]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)
(;GM[Othello]PC[here]DT[2001]PB[Bob]PW[Ann]TY[8]RE[?]B[f5]W[d6]B[c3]W[a1];)
(;GM[Othello]TY[10]BO[10 x];)
";

/// What the games that come with the program are called.
const SHIPPED: &str = "Games of Outflank";

#[test]
fn a_fresh_library_has_games_to_explore() {
    let place = Laboratory::new();
    let found = place.outflank(&["games", "--limit", "1", "--json"]).json();
    let count = found["count"].as_u64().expect("a number");
    assert!(count > 9_000, "{found}");
    assert_eq!(
        (&found["games"][0]["event"], &found["games"][0]["among"]),
        (&SHIPPED.into(), &"shipped".into())
    );
    let explored = place.outflank(&["explore", "--json"]).json();
    assert_eq!((&explored["games"], &explored["moves"][0]["move"]), (&count.into(), &"f5".into()));
    assert!(explored["moves"][0]["value"].is_null());
    // The engine is asked, and what it says stays beside the move.
    for depth in [&["--depth", "2", "--judge", "swh"][..], &[]] {
        let words = [&["explore", "f5", "--json"], depth].concat();
        let explored = place.outflank(&words).json();
        assert!(explored["moves"][0]["value"].is_f64(), "{explored}");
        assert_eq!(explored["moves"][0]["origin"], "depth 2, swh");
    }
    let sources = place.outflank(&["games", "sources"]).printed();
    assert!(sources.contains(SHIPPED), "{sources}");
    let none = place.outflank(&["games", "--among", "imported", "--json"]).json();
    assert_eq!(none["count"], 0);
    // Whoever does not want them throws them away, and they stay away.
    let gone = place.outflank(&["games", "forget", SHIPPED, "--json"]).json();
    assert_eq!(gone["games"], count);
    assert_eq!(place.outflank(&["games", "--json"]).json()["count"], 0);
    let refusal = place.outflank(&["games", "forget", "nobody"]).refusal();
    assert_eq!(refusal, "no games came from “nobody”");
}

#[test]
fn games_are_kept_found_and_explored() {
    let place = Laboratory::new();
    place.outflank(&["games", "forget", SHIPPED]).printed();
    let file = place.path("games.ggf");
    fs::write(&file, GAMES).expect("written");
    let run = place.outflank(&["import", &file, "--json"]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stderr.contains("Othello of type “10” is not played here"), "{}", run.stderr);
    assert!(run.stdout.contains("\"added\":2,\"known\":0,\"library\":2"), "{}", run.stdout);
    let again = place.outflank(&["import", &file]);
    assert!(again.stdout.contains("2 there already"), "{}", again.stdout);

    let found = place.outflank(&["games", "--player", "ann", "--year", "1999", "--json"]);
    assert!(found.stdout.starts_with("{\"count\":1,"), "{}", found.stdout);
    assert!(found.stdout.contains("\"margin\":64.0"), "{}", found.stdout);
    let cut = place.outflank(&["games", "--text", "bob", "--year", "2001"]);
    assert!(cut.stdout.contains("f5d6c3"), "{}", cut.stdout);
    let through = place.outflank(&["games", "--position", "d3c5", "--json"]);
    // Both games begin with the perpendicular opening, each turned another way.
    assert!(through.stdout.starts_with("{\"count\":2,"), "{}", through.stdout);

    // All formats come out, and the oldest game first.
    for format in ["transcripts", "edax", "nboard", "ggf", "sgf", "pgn", "boards", "drawings", "obf"] {
        let written = place.outflank(&["games", "--export", "-", "--to", format]).printed();
        assert!(written.lines().count() >= 2, "{format}: {written}");
    }
    let target = place.path("out.sgf");
    place.outflank(&["games", "--export", &target]).printed();
    assert_eq!(fs::read_to_string(&target).expect("written").lines().count(), 2);
    assert!(place.outflank(&["games", "--export", &target]).refusal().contains("--force"));
    let one = place.outflank(&["games", "--id", "1", "--export", "-", "--to", "transcripts"]).printed();
    assert!(one.starts_with("e6f4e3"), "{one}");
    // WTHOR has no place for the game without a result.
    let database = place.outflank(&["games", "--export", &place.path("out.wtb"), "--json"]);
    assert!(database.stdout.contains("\"games\":1,\"refused\":1"), "{}", database.stdout);
    assert!(fs::metadata(place.path("out.jou")).is_ok());

    let explored = place.outflank(&["explore", "--json"]);
    assert!(
        explored.stdout.contains("\"games\":2,\"moves\":[{\"move\":\"f5\",\"games\":2"),
        "{}",
        explored.stdout
    );
    let deeper = place.outflank(&["explore", "f5d6"]);
    assert!(deeper.stdout.contains("c3") && deeper.stdout.contains("Bob 1"), "{}", deeper.stdout);

    // Games have titles, are put away and thrown away.
    place.outflank(&["games", "rename", "1", "The shortest"]).printed();
    let titled = place.outflank(&["games", "--text", "shortest", "--json"]).json();
    assert_eq!((&titled["count"], &titled["games"][0]["title"]), (&1.into(), &"The shortest".into()));
    place.outflank(&["games", "archive", "1"]).printed();
    assert_eq!(place.outflank(&["games", "--json"]).json()["count"], 1);
    place.outflank(&["games", "delete", "1"]).printed();
    assert_eq!(place.outflank(&["explore", "--json"]).json()["games"], 1);
}

#[test]
fn games_that_are_played_here_join_them() {
    let place = Laboratory::new();
    place.outflank(&["match", "swh", "greedy", "--games", "4", "--seed", "3"]).printed();
    place.outflank(&["league", "swh", "greedy", "random", "--pairs", "1"]).printed();
    place.outflank(&["match", "random", "random:epsilon=1", "--games", "4", "--no-library"]).printed();
    place.outflank(&["othello-league", "greedy", "--games", "1200"]).printed();
    let placed = place.outflank(&["ladder", "greedy", "--within", "100", "--json"]).json();
    let found =
        |words: &[&str]| place.outflank(&[&["games", "--among", "played", "--json"], words].concat()).json();
    assert_eq!(found(&["--event", "Othello League"])["count"], 1_000);
    // A game that was played twice is one game of the library.
    let rated = found(&["--event", "ladder"])["count"].as_u64().expect("a number");
    let played = placed["players"][0]["games"].as_u64().expect("a number");
    assert!(rated > 0 && rated <= played, "{rated} of {played}");
    assert_eq!(found(&["--event", "match"])["count"], 4);
    // Those of the Othello League are among them: an event is found by a part of its name.
    assert_eq!(found(&["--event", "league"])["count"], 1_006);
    let game = &found(&["--event", "match", "--black", "greedy"])["games"][0];
    assert_eq!((&game["white"], game["margin"].is_f64()), (&"swh".into(), true), "{game}");
}

/// A database of two games, the second cut off, and lists of names beside it.
#[test]
fn a_database_that_is_cut_off_gives_the_games_before_the_cut() {
    let place = Laboratory::new();
    let (text, database) = (place.path("games.pgn"), place.path("games.wtb"));
    fs::write(
        &text,
        "[Black \"Ann\"]\n[White \"Bob\"]\n[Result \"34-30\"]\n\n1. f5 d6\n\n[Black \"Eve\"]\n[Result \"33-31\"]\n\n1. f5 f6\n",
    )
    .expect("written");
    crate::outflank(&["convert", &text, &database]).printed();
    let whole = fs::read(&database).expect("written");
    fs::write(&database, &whole[..whole.len() - 1]).expect("cut");
    let run = place.outflank(&["import", &database]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("the file is cut off: 1 of 2 games are missing"), "{}", run.stderr);
    let found = place.outflank(&["games", "--player", "Ann", "--json"]).json();
    assert_eq!((&found["count"], &found["games"][0]["white"]), (&1.into(), &"Bob".into()));
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
    // By the clock: as deep as a position can be looked at in that time.
    let timed = place
        .outflank(&["analyse", game, "--player", "swh", "--time", "0.05", "--exact", "0", "--json"])
        .json();
    assert_eq!(timed["judge"], "swh, 0.05 s a position, exact from 0 empty squares");
    let origin = timed["games"][0]["moves"][0]["origin"].as_str().expect("words").to_owned();
    let plies: u32 = origin.strip_prefix("depth ").expect("a depth").parse().expect("a number");
    assert!(plies >= 2, "{origin}");
    let wrong = place.outflank(&["analyse", game, "--player", "random"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert_eq!(place.outflank(&["analyse", "hello"]).code, Some(2));
}
