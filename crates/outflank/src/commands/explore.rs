//! `outflank explore`: what the games of the library did in a position.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::bail;
use outflank_lab::{Explored, one_sentence};
use outflank_rules::openings::Book;
use serde::Serialize;

use crate::data::Data;
use crate::failure::WrongInput;
use crate::reading;
use crate::report::{Format, Report, plain_table};

/// See what was played in a position, by the games of the library
///
/// All ways that lead to the position count, and all eight orientations of it. Black's score counts a draw as a half;
/// the margin is Black's average, the empty squares given to the winner.
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
  milliseconds  the time the answer took")]
pub struct Arguments {
    /// A transcript such as f5d6c3, or a board; the start of the game if there is none
    #[arg(value_name = "POSITION|TRANSCRIPT")]
    position: Vec<String>,
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
}

#[derive(Debug, Serialize)]
struct PlayerLine {
    name: String,
    games: u64,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let game = reading::game(&arguments.position)?;
    let Some(store) = arguments.data.open_existing()? else {
        bail!(WrongInput::new("the library is empty; `outflank import FILE` fills it"));
    };
    let began = Instant::now();
    let Explored { games, moves } = store.explore(game.board())?;
    let milliseconds = began.elapsed().as_secs_f64() * 1e3;
    let moves = moves.into_iter().map(|explored| MoveLine {
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

impl Report for ExploreReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(opening) = &self.opening {
            writeln!(out, "{opening}")?;
        }
        let mut table = plain_table();
        table.set_header(["move", "games", "Black’s score", "margin", "years", "players"]);
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
