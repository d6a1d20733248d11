//! How long the library takes to answer: `cargo bench --bench library -- FOLDER`.
//!
//! The games of a folder, or those that come with the program if none is named, are imported into an empty library; then
//! the explorer is asked for the positions of many games, ply by ply. Fails if a position within the first twenty plies
//! takes longer than 50 ms.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use outflank_lab::{DataFolder, GameFilter, Store};
use outflank_rules::{Board, Game};

/// So many games are followed.
const GAMES: u64 = 500;
const PLIES: [usize; 8] = [0, 2, 4, 8, 10, 12, 16, 20];
const MOST: Duration = Duration::from_millis(50);

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).peekable();
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench library -- FOLDER");
        return ExitCode::SUCCESS;
    }
    let folder = words.find(|word| !word.starts_with("--")).map(PathBuf::from);
    let place = tempfile::tempdir().expect("a folder");
    let began = Instant::now();
    if let Some(folder) = &folder {
        let program = env!("CARGO_BIN_EXE_outflank");
        let import = Command::new(program).arg("import").arg(folder).arg("--data").arg(place.path()).status();
        assert!(import.expect("the program starts").success(), "the games are imported");
    }
    let store = DataFolder::new(place.path()).open().expect("a store");
    store.prepare_library().expect("the games that come with the program");
    let size = store.library_size().expect("counted");
    println!("\n{size} games in the library after {:.1} s\n", began.elapsed().as_secs_f64());
    let games = followed(&store, size);
    println!("| plies | games asked for | games through it, median | median | 95th percentile | slowest |");
    println!("|---|---|---|---|---|---|");
    let slowest = PLIES.map(|plies| asked(&store, &games, plies)).into_iter().max().expect("some");
    if slowest <= MOST {
        println!("\nReached: no answer took longer than {} ms.", MOST.as_millis());
        ExitCode::SUCCESS
    } else {
        println!("\nMissed: an answer took {:.1} ms.", slowest.as_secs_f64() * 1e3);
        ExitCode::FAILURE
    }
}

/// Games from all parts of the library, the latest first.
fn followed(store: &Store, size: u64) -> Vec<Game> {
    let numbers = store.find_numbers(&GameFilter::default()).expect("numbers");
    let step = (size / GAMES).max(1) as usize;
    let game = |number: &i64| store.library_game(*number).expect("read").expect("there").game.game().clone();
    numbers.iter().step_by(step).take(GAMES as usize).map(game).collect()
}

/// Asks for the position of each game after so many plies, and prints a row. Gives the longest time.
fn asked(store: &Store, games: &[Game], plies: usize) -> Duration {
    let boards: Vec<Board> =
        games.iter().filter_map(|game| game.history().nth(plies)).map(|(board, _)| board).collect();
    let mut times: Vec<(Duration, u64)> = boards
        .into_iter()
        .map(|board| {
            let began = Instant::now();
            let explored = store.explore(board, None).expect("an answer");
            (began.elapsed(), explored.games)
        })
        .collect();
    times.sort();
    let mut through: Vec<u64> = times.iter().map(|&(_, games)| games).collect();
    through.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].0;
    let milliseconds = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
    println!(
        "| {plies} | {} | {} | {} | {} | {} |",
        times.len(),
        through[through.len() / 2],
        milliseconds(at(0.5)),
        milliseconds(at(0.95)),
        milliseconds(at(1.0)),
    );
    at(1.0)
}
