//! Whole games, drawn: a change in the rules or in the drawings shows as a difference in a file that a
//! person can read.
//!
//! The head of each file in `tests/playthroughs` says what the game is about and gives its transcript; what
//! follows is written by this program. After a wanted change, or to draw a new game from its head alone:
//!
//! ```text
//! UPDATE_PLAYTHROUGHS=1 cargo test -p outflank-rules --test rules playthroughs
//! ```
// CITE: the golden playthroughs of OpenSpiel.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use outflank_rules::{Board, Color, Game, GameRecord, Ply, Squares, Tally, Turn};

/// The line of a file that gives the game; nothing below it is read.
const GAME: &str = "game: ";

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files
}

/// The head of a file, up to the line with the game, and the game.
fn read(text: &str) -> (&str, Game) {
    let at = text.find(GAME).expect("a line with the game");
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    let record: GameRecord = text[at + GAME.len()..end].parse().expect("a transcript");
    (&text[..end], record.game())
}

/// Every board of the game, what could be played there and what was.
fn draw(game: &Game) -> String {
    let mut text = String::new();
    for (number, (board, ply)) in (1..).zip(game.history()) {
        draw_board(&mut text, board);
        let side = board.mover;
        match ply {
            Ply::Place(placement) => {
                let flips = names(placement.flips());
                writeln!(text, "{number}. {side} plays {} and turns over {flips}", placement.square())
            }
            Ply::Pass => writeln!(text, "{number}. {side} passes"),
        }
        .expect("a string takes everything");
    }
    draw_board(&mut text, game.board());
    text
}

fn draw_board(text: &mut String, board: Board) {
    writeln!(text, "\n{}\n{board}", board.drawing()).expect("a string takes everything");
    match board.turn() {
        Turn::Play(moves) => writeln!(text, "Moves: {moves}"),
        Turn::Pass => writeln!(text, "No move: a pass"),
        Turn::Over(tally) => {
            let black = if board.mover == Color::Black { tally } else { -tally };
            let Tally { mover, opponent } = black;
            writeln!(
                text,
                "Over: Black {mover}, White {opponent}, empty {}\nFor Black: {:?}, {} by discs, {} with the empty squares",
                board.position.empties().count(),
                black.outcome(),
                black.raw(),
                black.empties_to_winner(),
            )
        }
    }
    .expect("a string takes everything");
}

fn names(squares: Squares) -> String {
    squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Where two texts part, to be read in a terminal.
fn first_difference(path: &Path, before: &str, now: &str) -> String {
    let lines = before.lines().zip(now.lines());
    let same = lines.take_while(|(before, now)| before == now).count();
    let [before, now] = [before, now].map(|text| text.lines().nth(same).unwrap_or("the end"));
    format!("{}:{}: was “{before}”, is “{now}”", path.display(), same + 1)
}

#[test]
fn games_are_drawn_as_before() {
    let update = env::var_os("UPDATE_PLAYTHROUGHS").is_some();
    let mut games = Vec::new();
    for path in files() {
        let before = fs::read_to_string(&path).expect("a readable file");
        let (head, game) = read(&before);
        let now = format!("{head}\n{}", draw(&game));
        if update {
            fs::write(&path, now).expect("a writable file");
        } else if before != now {
            panic!("{}", first_difference(&path, &before, &now));
        }
        games.push(game);
    }
    are_of_many_kinds(&games);
}

/// The files are about what they should be about.
fn are_of_many_kinds(games: &[Game]) {
    let passes = |game: &Game, color| {
        game.history().filter(|(board, ply)| board.mover == color && *ply == Ply::Pass).count()
    };
    let winner_before_the_end = |game: &Game| {
        let [black, white] = Color::BOTH.map(|color| game.board().discs(color).count());
        (black + white < 64).then_some(if black > white { Color::Black } else { Color::White })
    };
    let wiped_out = |game: &Game| Color::BOTH.into_iter().any(|color| game.board().discs(color).is_empty());
    assert!(games.iter().all(|game| game.tally().is_some()), "all are finished");
    assert!(games.iter().any(|game| game.plies().len() == 60 && !game.plies().contains(&Ply::Pass)));
    assert!(games.iter().any(|game| Color::BOTH.into_iter().all(|color| passes(game, color) > 0)));
    assert!(games.iter().any(wiped_out));
    for color in Color::BOTH {
        assert!(games.iter().any(|game| winner_before_the_end(game) == Some(color)), "{color}");
    }
}
