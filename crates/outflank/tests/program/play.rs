//! `outflank play`, with a person who types into a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use outflank_rules::{Board, Color, Game};

use crate::{Laboratory, outflank, outflank_reading};

/// Lets a person type these lines.
fn play(words: &[&str], typed: &str) -> String {
    outflank_reading(&[&["play"], words].concat(), typed).printed()
}

/// How often a text stands in another.
fn times(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Plays a whole game by always typing the first dot on the board, or pass. Returns what was printed.
fn play_to_the_end(words: &[&str]) -> String {
    let mut program: Child = Command::new(cargo_bin!("outflank"))
        .arg("play")
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut typed = program.stdin.take().expect("piped");
    let mut printed = String::new();
    let mut drawn_from = 0;
    for line in BufReader::new(program.stdout.take().expect("piped")).lines() {
        printed += &line.expect("text");
        printed.push('\n');
        if begins_a_board(&printed) {
            drawn_from = printed.len();
        }
        if printed.ends_with(" to move\n") {
            let board = Board::from_drawing(&printed[drawn_from..]).expect("a drawing");
            let square = board.position.moves().into_iter().next();
            writeln!(typed, "{}", square.map_or("pass".to_owned(), |square| square.to_string()))
                .expect("it listens");
        }
    }
    assert!(program.wait().expect("it ends").success());
    printed
}

#[test]
fn a_finished_game_teaches_a_table() {
    let laboratory = Laboratory::new();
    let table = laboratory.path("table.player");
    let learn = ["learn", "winmeasure", "--set", "games=30", "--league-every", "0", "--save", &table];
    laboratory.outflank(&learn).printed();
    let uses = || {
        let shown = laboratory.outflank(&["show", &table, "--json"]).json();
        let tensors = shown["tensors"].as_array().expect("a list").clone();
        let uses = tensors.iter().find(|tensor| tensor["name"] == "uses").expect("counted");
        let uses: f64 = uses["values"].as_array().expect("numbers").iter().filter_map(|n| n.as_f64()).sum();
        (uses, shown["provenance"]["games"].as_u64().expect("a count"))
    };
    let (before, games) = uses();
    play_to_the_end(&[&table, "--seed", "3"]);
    assert_eq!(uses(), (before, games), "nobody asked");
    play_to_the_end(&[&table, "--seed", "3", "--teach"]);
    let (after, games_after) = uses();
    assert!(after >= before + 5.0 && after <= before + 25.0, "{before} and then {after}");
    assert_eq!(games_after, games + 1);

    // A game that is left teaches nothing, and others cannot be taught.
    play(&[&table, "--teach"], "f5\n");
    assert_eq!(uses(), (after, games_after));
    let refusal = outflank(&["play", "swh", "--teach"]).refusal();
    assert!(refusal.contains("expected the file of a player of winmeasure"), "{refusal}");
    let td = laboratory.path("td.player");
    laboratory.outflank(&["learn", "td", "--set", "games=5", "--league-every", "0", "--save", &td]).printed();
    let refusal = outflank(&["play", &td, "--teach"]).refusal();
    assert!(refusal.ends_with("td does not learn from games against people; winmeasure does"), "{refusal}");
}

/// Whether the last line is the one above a board: the one below it comes after no blank line.
fn begins_a_board(printed: &str) -> bool {
    printed.ends_with("\n\n  a b c d e f g h\n")
}

/// The moves that were told at the end.
fn transcript(printed: &str) -> Game {
    let (_, moves) = printed.rsplit_once("Transcript: ").expect("a transcript");
    moves.trim().parse().expect("a game")
}

#[test]
fn a_whole_game_is_played_told_and_kept() {
    let laboratory = Laboratory::new();
    let games = laboratory.path("games.txt");
    for (color, seed) in [("black", "1"), ("white", "2"), ("white", "3")] {
        let printed =
            play_to_the_end(&["swh:depth=2", "--color", color, "--seed", seed, "--games-to", &games]);
        let game = transcript(&printed);
        let tally = game.tally().expect("played to the end");
        let tally = if game.board().mover == Color::Black { tally } else { -tally };
        assert!(
            printed.contains(&format!(": Black has {} discs and White {}, ", tally.mover, tally.opponent)),
            "{printed}"
        );
        // Every move of both sides was told with what it flipped.
        let plays =
            times(&printed, "You play ") + times(&printed, "Black plays ") + times(&printed, "White plays ");
        assert_eq!(plays, game.record().squares().len());
        assert!(printed.contains("Opening: "), "{printed}");
    }
    let kept = std::fs::read_to_string(&games).expect("kept");
    let lines = outflank_arena::games::read(&kept).expect("games");
    let names: Vec<_> = lines.iter().map(|line| [line.black.as_str(), line.white.as_str()]).collect();
    assert_eq!(names, [["human", "swh:depth=2"], ["swh:depth=2", "human"], ["swh:depth=2", "human"]]);
}

#[test]
fn the_same_seed_is_the_same_game_also_after_taking_back() {
    let words = &["random", "--seed", "7"];
    let straight = transcript(&play(words, "f5\nquit\n"));
    let back = transcript(&play(words, "e6\nundo\nf5\nundo\nf5\nquit\n"));
    assert_eq!((straight.plies().len(), &back), (2, &straight));
    assert_eq!(play(words, "f5\n"), play(words, "f5\n"));
}

#[test]
fn what_cannot_be_played_is_told_and_the_game_goes_on() {
    let printed = play(&["swh", "--seed", "1"], "f9\na1\nd4\nf5d6\npass\nundo\n\nF5\n");
    for sentence in [
        "“f9” is neither a square such as f5 nor a word I know; help lists them.\n",
        "a1 is not a legal move: it flips nothing. moves lists those that do.\n",
        "d4 is not a legal move: White has a disc there.\n",
        "“f5d6” is neither a square such as f5 nor a word I know; help lists them.\n",
        "You have a move, so you may not pass; moves lists them.\n",
        "You have not moved yet: there is nothing to take back.\n",
        "You play f5 and flip e5.\n",
    ] {
        assert_eq!(times(&printed, sentence), 1, "{sentence}{printed}");
    }
    assert_eq!(transcript(&printed).plies().len(), 2);
    assert!(printed.contains("\nThe game is left as it is; it has no result.\n"), "{printed}");
}

#[test]
fn moves_and_help_are_listed() {
    let printed = play(&["swh"], "moves\nhelp\nquit\n");
    assert!(printed.contains("Your moves: d3 c4 f5 e6.\n"), "{printed}");
    for word in ["pass", "undo", "hint", "moves", "board", "quit"] {
        assert!(printed.contains(&format!("\n{word} ")), "{word}");
    }
    assert!(!printed.contains("Transcript"), "nothing was played");
}

/// Five empty squares; Black can win by d8.
const NEARLY_OVER: &str = "OOOOOOOOOXXXXXXOOXXXXXXOOXXXXXXOOXXXXXX-OXXXXX-OOXXXX-XOOXX-OOOO O";

#[test]
fn hints_say_how_sure_they_are() {
    let early = play(&["swh"], "hint\nhint\n");
    assert_eq!(times(&early, ". An estimate "), 2, "{early}");
    assert_eq!(times(&early, " discs for you."), 2, "{early}");
    let late = play(&["swh", "--color", "white", "--from", NEARLY_OVER], "hint\nd8\n");
    assert!(
        late.contains("Hint: d8. Solved to the end: you win by 14 if both sides play their best.\n"),
        "{late}"
    );
    let board: Board = NEARLY_OVER.parse().expect("a board");
    let solved = outflank(&["solve", &board.to_string(), "--json"]).json();
    assert_eq!(solved["positions"][0]["score"], 14);
}

#[test]
fn passes_are_announced_and_asked_for() {
    // White has no move; Black takes c1, and that is the end.
    let must_pass = format!("XO-{} O", "-".repeat(61));
    let words = ["random", "--color", "white", "--from", &must_pass];
    let printed = play(&words, "c1\nmoves\nundo\npass\n");
    assert!(printed.contains("You have no move: pass is all there is.\n"), "{printed}");
    assert!(printed.contains("c1 is not a legal move: you have none and can only pass.\n"), "{printed}");
    assert!(
        printed.contains("You pass.\nBlack plays c1 and flips b1.\n")
            && printed.contains("You lose: Black has 3 discs and White 0, Black wins by 3 discs, by 64 with the empty squares.\n"),
        "{printed}"
    );
    let printed = play(&["random", "--color", "black", "--from", &must_pass], "c1\n");
    assert!(
        printed.contains("\nWhite has no move and passes.\n") && printed.contains("\nYou win: "),
        "{printed}"
    );
}

#[test]
fn openings_are_named_as_they_unfold() {
    let printed = play(&["swh", "--from", "f5d6c3d3"], "c4\nundo\nundo\nc4\n");
    let (before, after) = printed.split_once("You play c4").expect("a move");
    assert!(before.contains("Opening: Perpendicular Opening.\n"), "{before}");
    // Told again after it was taken back, since it is played again.
    assert_eq!(times(after, "Opening: Tiger.\n"), 2, "{after}");
    // What was there before the person came stays.
    assert!(after.contains("there is nothing to take back"), "{after}");
}

#[test]
fn wrong_words_are_refused_before_the_game() {
    assert!(
        outflank(&["play", "nobody"]).refusal().contains("there is no player, run or file called “nobody”")
    );
    let over = outflank(&["play", "--from", "e6f4e3f6g5d6e7f5c5"]).refusal();
    assert_eq!(over, "this game is over: there is nothing left to play");
    assert!(outflank(&["play", "--from", "f5a1"]).refusal().starts_with("a1 is not a legal move for White"));
    let laboratory = Laboratory::new();
    let letter = laboratory.path("letter.txt");
    std::fs::write(&letter, "Dear reader,\n").expect("written");
    let refusal = outflank(&["play", "--games-to", &letter]).refusal();
    assert!(refusal.contains("is not a file of games: line 1: "), "{refusal}");
    assert_eq!(std::fs::read_to_string(&letter).expect("still there"), "Dear reader,\n");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_leaves_politely() {
    let mut program = Command::new(cargo_bin!("outflank"))
        .args(["play", "swh", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut typed = program.stdin.take().expect("piped");
    typed.write_all(b"f5\n").expect("it listens");
    let mut lines =
        BufReader::new(program.stdout.take().expect("piped")).lines().map(|line| line.expect("text"));
    assert!(lines.any(|line| line.starts_with("White plays ")));
    assert!(lines.any(|line| line.ends_with(" to move")));
    let kill = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(kill.expect("kill is there").success());
    let rest: Vec<String> = lines.collect();
    assert!(rest.iter().any(|line| line.starts_with("Transcript: f5")), "{rest:?}");
    assert!(program.wait().expect("it ends").success());
}
