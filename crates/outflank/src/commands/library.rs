//! `outflank library`: the library, listed, searched and exported.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use outflank_lab::{Found, GameFilter, LibraryGame, one_sentence, write_atomically};
use outflank_rules::formats::{Format as GameFormat, Tag, WthorWriter};
use serde::Serialize;

use super::convert::today;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::reading;
use crate::report::{Format, Report, plain_table};

/// List, find and export games of the library
///
/// All conditions hold together; names and texts may be parts of what is looked for. The newest games come first.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  count  how many games meet the conditions
  games  those that are listed: id, black, white, event, date, margin (Black's, or null), opening, best_discs
         (Black's in best play, or null), source, start (null for the usual one), moves, fault (or null)")]
pub struct Arguments {
    /// A player of either colour
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Who had Black
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// Who had White
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// A year, or years as in 1990-1999
    #[arg(long, value_name = "YEARS", value_parser = years)]
    year: Option<(i32, i32)>,
    /// The tournament, the match, the contest
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The opening by its name, as in Tiger
    #[arg(long, value_name = "NAME")]
    opening: Option<String>,
    /// Who won
    #[arg(long, value_name = "RESULT")]
    result: Option<Won>,
    /// A position that they pass through in any orientation: a transcript or a board
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// A text in names, remarks or sources
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// The game with this number, whole
    #[arg(long, value_name = "N")]
    id: Option<i64>,
    /// List so many at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u64,
    /// Write all games that were found to a file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// The format of that file, if its name does not say it
    #[arg(long, value_name = "FORMAT", requires = "export")]
    to: Option<GameFormat>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Won {
    Black,
    Draw,
    White,
}

fn years(text: &str) -> Result<(i32, i32), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let year = |text: &str| text.trim().parse::<i32>().ok().filter(|year| (1..=9999).contains(year));
    year(first).zip(year(last)).ok_or_else(|| "expected a year, or two as in 1990-1999".to_owned())
}

#[derive(Debug, Serialize)]
struct GamesReport {
    count: u64,
    games: Vec<ListedGame>,
}

#[derive(Debug, Serialize)]
struct ListedGame {
    id: i64,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    margin: Option<f64>,
    opening: Option<String>,
    best_discs: Option<u8>,
    source: String,
    start: Option<String>,
    moves: String,
    fault: Option<String>,
}

impl From<LibraryGame> for ListedGame {
    fn from(game: LibraryGame) -> Self {
        let LibraryGame { id, game, source, fault } = game;
        let tag = |tag| game.tags.get(&tag).map(str::to_owned);
        let start = game.game().start();
        Self {
            id,
            black: tag(Tag::Black),
            white: tag(Tag::White),
            event: tag(Tag::Event),
            date: tag(Tag::Date),
            margin: game.margin(),
            opening: tag(Tag::Opening),
            best_discs: tag(Tag::BestDiscs).and_then(|discs| discs.parse().ok()),
            source,
            start: (start != outflank_rules::Board::START).then(|| start.to_string()),
            moves: game.game().record().squares().iter().map(ToString::to_string).collect(),
            fault,
        }
    }
}

/// So many games are read at once for a file.
const TOGETHER: u64 = 10_000;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Some(store) = arguments.data.open_existing()? else {
        bail!(WrongInput::new("the library is empty; `outflank import FILE` fills it"));
    };
    if let Some(id) = arguments.id {
        let game = store.library_game(id)?;
        let game = game.ok_or_else(|| WrongInput::new(format!("there is no game number {id}")))?;
        return arguments.format.print(&GamesReport { count: 1, games: vec![game.into()] });
    }
    let position = arguments.position.as_deref().map(reading::parse).transpose()?;
    let filter = GameFilter {
        player: arguments.player,
        black: arguments.black,
        white: arguments.white,
        years: arguments.year,
        event: arguments.event,
        opening: arguments.opening,
        points: arguments.result.map(|won| match won {
            Won::Black => 2,
            Won::Draw => 1,
            Won::White => 0,
        }),
        position: position.map(|game| game.board().position),
        text: arguments.text,
    };
    if let Some(path) = arguments.export {
        let mut after = 0;
        let mut games = Vec::new();
        loop {
            let found = store.find_games(&filter, TOGETHER, after)?;
            after += found.games.len() as u64;
            let is_last = found.games.is_empty();
            games.extend(found.games);
            if is_last {
                break;
            }
        }
        let written = export(&path, arguments.to, &games)?;
        return arguments.format.print(&Exported { file: path.display().to_string(), games: written });
    }
    let Found { count, games } = store.find_games(&filter, arguments.limit, 0)?;
    arguments.format.print(&GamesReport { count, games: games.into_iter().map(ListedGame::from).collect() })
}

#[derive(Debug, Serialize)]
struct Exported {
    file: String,
    games: u64,
}

impl Report for Exported {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} games written to {}", self.games, self.file)
    }
}

fn export(path: &std::path::Path, to: Option<GameFormat>, games: &[LibraryGame]) -> anyhow::Result<u64> {
    let to = to.or_else(|| GameFormat::of_extension(path.extension()?.to_str()?));
    let to = to.ok_or_else(|| {
        WrongInput::new(format!("“{}” does not say what it is to be: choose with --to", path.display()))
    })?;
    if fs::symlink_metadata(path).is_ok() {
        bail!(WrongInput::new(format!("{} is there already", path.display())));
    }
    let mut bytes = Vec::new();
    let mut wthor = WthorWriter::new();
    let mut written = 0;
    for game in games {
        match to.write(&game.game) {
            Some(text) => bytes.extend(text.into_bytes()),
            None => match wthor.add(&game.game) {
                Ok(()) => {}
                Err(reason) => {
                    eprintln!("game {}: {}", game.id, one_sentence(&reason.to_string()));
                    continue;
                }
            },
        }
        written += 1;
    }
    let write = |path: &std::path::Path, bytes: &[u8]| {
        write_atomically(path, bytes).with_context(|| format!("cannot write {}", path.display()))
    };
    if to == GameFormat::Wthor {
        bytes = wthor.games(today());
        write(&path.with_extension("jou"), &wthor.players(today()))?;
        write(&path.with_extension("trn"), &wthor.tournaments(today()))?;
    }
    write(path, &bytes)?;
    Ok(written)
}

impl Report for GamesReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = plain_table();
        table.set_header(["game", "date", "black", "white", "margin", "opening", "event", "moves"]);
        let or_dash = |text: &Option<String>, most: usize| match text {
            Some(text) => one_sentence(&text.chars().take(most).collect::<String>()),
            None => "–".to_owned(),
        };
        for game in &self.games {
            let margin = game.margin.map_or_else(|| "–".to_owned(), |margin| format!("{margin:+}"));
            table.add_row([
                game.id.to_string(),
                or_dash(&game.date, 10),
                or_dash(&game.black, 20),
                or_dash(&game.white, 20),
                margin,
                or_dash(&game.opening, 20),
                or_dash(&game.event, 24),
                game.moves
                    .chars()
                    .take(20)
                    .chain(if game.moves.len() > 20 { "…" } else { "" }.chars())
                    .collect(),
            ]);
        }
        if !self.games.is_empty() {
            writeln!(out, "{table}")?;
        }
        writeln!(out, "{} of {} games", self.games.len(), self.count)
    }
}
