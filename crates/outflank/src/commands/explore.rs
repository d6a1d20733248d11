//! `outflank explore`: what the games of the library did in a position.

use std::io::{self, Write};
use std::time::Instant;

use outflank_lab::{Access, Collection, Explored, one_sentence};
use outflank_rules::openings::Book;
use serde::Serialize;

use super::gtp::judge;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::report::{Format, Report, plain_table};
use crate::{interrupt, reading};

/// From so many empty squares on values are exact.
const EXACT: u32 = 16;

/// See what was played in a position, by the games of the library
///
/// All ways that lead to the position count, and all eight orientations of it. Black's score counts a draw as a half;
/// the margin is Black's average, the empty squares given to the winner. Beside it stands what an engine thinks of a
/// move, seen by Black, where that was computed: with --depth it is, and kept.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  board         64 squares and the side to move
  opening       the name of the opening, or null
  games         games that passed through
  moves         the moves, the most frequent first:
    move, games
    black_score   Black's score from 0 to 1, or null if no result is known
    black         Black's [wins, draws, losses]
    margin        Black's average margin, or null
    years         [first, last], or null
    players       who played it most often: [{\"name\": …, \"games\": …}, …]
    value         what an engine thinks of it, Black's margin in discs, or null if that was not computed
    origin        \"exact\" or \"depth N\", and who thought so; null without a value
  milliseconds  the time the answer took")]
pub struct Arguments {
    /// A transcript such as f5d6c3, or a board; the start of the game if there is none
    #[arg(value_name = "POSITION|TRANSCRIPT")]
    position: Vec<String>,
    /// Only among these games: imported, played (here) or shipped (with the program)
    #[arg(long, value_name = "COLLECTION")]
    among: Option<Collection>,
    /// Let an engine value the moves, looking so many plies ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=20))]
    depth: Option<u32>,
    /// Which engine: a player that scores its moves, without a depth
    #[arg(long, value_name = "PLAYER", default_value = super::nboard::PLAYER, requires = "depth")]
    judge: String,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Serialize)]
struct ExploreReport {
    board: String,
    opening: Option<String>,
    games: u64,
    moves: Vec<MoveLine>,
    milliseconds: f64,
}

#[derive(Debug, Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    square: String,
    games: u64,
    black_score: Option<f64>,
    black: [u64; 3],
    margin: Option<f64>,
    years: Option<(i32, i32)>,
    players: Vec<PlayerLine>,
    value: Option<f64>,
    origin: Option<String>,
}

#[derive(Debug, Serialize)]
struct PlayerLine {
    name: String,
    games: u64,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let game = reading::game(&arguments.position)?;
    let store = arguments.data.open_library()?;
    if let Some(depth) = arguments.depth {
        let judge = judge(&arguments.judge, depth, EXACT, &arguments.data).map_err(WrongInput::new)?;
        let worths = judge.analyst().worths(&game, interrupt::flag()).map_err(WrongInput::new)?;
        if store.access() == Access::Adding {
            store.keep_values(game.board(), &arguments.judge, &worths)?;
        }
    }
    let began = Instant::now();
    let Explored { games, moves } = store.explore(game.board(), arguments.among)?;
    let milliseconds = began.elapsed().as_secs_f64() * 1e3;
    let mover = game.board().mover;
    let moves = moves.into_iter().map(|explored| MoveLine {
        value: explored.value.as_ref().map(|value| mover.signed(value.discs)),
        origin: explored.value.as_ref().map(|value| match value.plies {
            Some(plies) => format!("depth {plies}, {}", value.judge),
            None => "exact".to_owned(),
        }),
        square: explored.square.to_string(),
        games: explored.games,
        black_score: explored.black_score(),
        black: explored.black,
        margin: explored.margin,
        years: explored.years,
        players: explored.players.into_iter().map(|(name, games)| PlayerLine { name, games }).collect(),
    });
    arguments.format.print(&ExploreReport {
        board: game.board().to_string(),
        opening: Book::named().opening_of(&game).map(|opening| opening.name().to_owned()),
        games,
        moves: moves.collect(),
        milliseconds,
    })
}

impl MoveLine {
    /// What an engine thinks of it: whole numbers with an equals sign are proven.
    fn engine(&self) -> String {
        match (self.value, self.origin.as_deref()) {
            (Some(value), Some("exact")) => format!("{value:+.0}="),
            (Some(value), Some(origin)) => format!("{value:+.1} ({})", one_sentence(origin)),
            _ => "–".to_owned(),
        }
    }
}

impl Report for ExploreReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(opening) = &self.opening {
            writeln!(out, "{opening}")?;
        }
        let mut table = plain_table();
        table.set_header(["move", "games", "Black’s score", "margin", "engine", "years", "players"]);
        for line in &self.moves {
            let years = line.years.map_or_else(|| "–".to_owned(), |(first, last)| format!("{first}–{last}"));
            let players: Vec<String> = line
                .players
                .iter()
                .map(|player| format!("{} {}", one_sentence(&player.name), player.games))
                .collect();
            table.add_row([
                line.square.clone(),
                line.games.to_string(),
                line.black_score.map_or_else(|| "–".to_owned(), |score| format!("{:.1} %", score * 100.0)),
                line.margin.map_or_else(|| "–".to_owned(), |margin| format!("{margin:+.1}")),
                line.engine(),
                years,
                players.join(", "),
            ]);
        }
        if !self.moves.is_empty() {
            writeln!(out, "{table}")?;
        }
        writeln!(out, "{} games went on from here", self.games)
    }
}
