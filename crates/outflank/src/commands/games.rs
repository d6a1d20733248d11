//! `outflank games`: the library, listed, searched, exported and kept in order.

mod make;

use std::io::{self, Write};
use std::path::PathBuf;

use outflank_lab::{Collection, Entry, Found, GameFilter, LibraryGame, Store, one_sentence};
use outflank_rules::formats::{Format as GameFormat, Tag};
use serde::Serialize;

use super::entries::Action;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::game_file::GameFile;
use crate::reading;
use crate::report::{Format, Report, plain_table};

/// List, search and export games in the library
///
/// The library contains imported games, games played here by people or in contests, and 10,008 shipped games of engine
/// levels 3 to 6. A game must meet all conditions. Names and texts match in part. The newest games come first.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_long_help = "\
JSON fields:
  count  how many games meet the conditions
  games  those that are listed: id, title (given by a person, or null), black, white, event, date, margin (Black's,
         or null), opening, best_discs (Black's in best play, or null), among (imported, played or shipped), source,
         start (null for the usual one), moves, fault (or null)
With --export: file, format, games (written), refused (for which the format has no place).
A change is {\"kind\", \"id\", \"done\", \"name\"}."
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Option<GamesAction>,
    #[command(flatten)]
    search: Search,
    /// The game with this number, whole
    #[arg(long, value_name = "N")]
    id: Option<i64>,
    /// List so many at most
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u64,
    /// Write all games that were found to a file, oldest first; - for standard output
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// The format of that file, if its name does not say it: transcripts, edax, nboard, ggf, sgf, pgn, wthor, boards,
    /// drawings or obf
    #[arg(long, value_name = "FORMAT", requires = "export")]
    to: Option<GameFormat>,
    /// Write over a file that is there
    #[arg(long, requires = "export")]
    force: bool,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

/// Which games are wanted.
#[derive(Debug, clap::Args)]
struct Search {
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
    /// Where they are from: imported, played (here) or shipped (with the program)
    #[arg(long, value_name = "COLLECTION")]
    among: Option<Collection>,
}

impl Search {
    fn filter(&self) -> anyhow::Result<GameFilter> {
        let position = self.position.as_deref().map(reading::parse).transpose()?;
        Ok(GameFilter {
            player: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            years: self.year,
            event: self.event.clone(),
            opening: self.opening.clone(),
            points: self.result.map(|won| match won {
                Won::Black => 2,
                Won::Draw => 1,
                Won::White => 0,
            }),
            position: position.map(|game| game.board().position),
            text: self.text.clone(),
            among: self.among,
        })
    }
}

/// What can be done with games beside looking at them.
#[derive(Debug, clap::Subcommand)]
enum GamesAction {
    #[command(flatten)]
    Change(Action),
    /// List where games came from
    Sources,
    /// Take out all games of a source, unless they came from another one as well
    Forget {
        /// Its name, as `outflank games sources` has it
        source: String,
    },
    Make(make::Arguments),
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
    title: Option<String>,
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    margin: Option<f64>,
    opening: Option<String>,
    best_discs: Option<u8>,
    among: &'static str,
    source: String,
    start: Option<String>,
    moves: String,
    fault: Option<String>,
}

impl From<LibraryGame> for ListedGame {
    fn from(game: LibraryGame) -> Self {
        let LibraryGame { id, game, title, source, collection, fault } = game;
        let tag = |tag| game.tags.get(&tag).map(str::to_owned);
        let start = game.game().start();
        Self {
            id,
            title,
            black: tag(Tag::Black),
            white: tag(Tag::White),
            event: tag(Tag::Event),
            date: tag(Tag::Date),
            margin: game.margin(),
            opening: tag(Tag::Opening),
            best_discs: tag(Tag::BestDiscs).and_then(|discs| discs.parse().ok()),
            among: collection.name(),
            source,
            start: (start != outflank_rules::Board::START).then(|| start.to_string()),
            moves: game.game().record().squares().iter().map(ToString::to_string).collect(),
            fault,
        }
    }
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { data, format, .. } = &arguments;
    match &arguments.action {
        Some(GamesAction::Change(action)) => return action.run(data, format, entry),
        Some(GamesAction::Make(make)) => return make::run(make, data, format),
        Some(GamesAction::Sources) => return format.print(&Sources::of(&data.open_library()?)?),
        Some(GamesAction::Forget { source }) => {
            let gone = data.open_library()?.forget_source(source)?;
            let games = gone.ok_or_else(|| WrongInput::new(format!("no games came from “{source}”")))?;
            return format.print(&Forgotten { source: source.clone(), games });
        }
        None => {}
    }
    let store = data.open_library()?;
    if let Some(id) = arguments.id {
        let game = store.library_game(id)?;
        let game = game.ok_or_else(|| WrongInput::new(format!("there is no game number {id}")))?;
        if let Some(path) = &arguments.export {
            let file = GameFile::begin(path, arguments.to, arguments.force)?;
            return finish_export(path, file, [game], format);
        }
        return format.print(&GamesReport { count: 1, games: vec![game.into()] });
    }
    let filter = arguments.search.filter()?;
    if let Some(path) = &arguments.export {
        let file = GameFile::begin(path, arguments.to, arguments.force)?;
        let mut games = Vec::new();
        for id in store.find_numbers(&filter)? {
            games.extend(store.library_game(id)?);
        }
        return finish_export(path, file, games, format);
    }
    let Found { count, games } = store.find_games(&filter, arguments.limit, 0)?;
    format.print(&GamesReport { count, games: games.into_iter().map(ListedGame::from).collect() })
}

fn entry(number: &str) -> Option<Entry> {
    number.parse().ok().map(Entry::Game)
}

/// Writes games to a file, and tells how many.
fn finish_export(
    path: &std::path::Path,
    mut file: GameFile,
    games: impl IntoIterator<Item = LibraryGame>,
    format: &Format,
) -> anyhow::Result<()> {
    let to_standard_output = file.is_standard_output();
    let mut done =
        Exported { file: path.display().to_string(), format: file.format().name(), games: 0, refused: 0 };
    for game in games {
        match file.add(&game.game)? {
            Ok(()) => done.games += 1,
            Err(reason) => {
                done.refused += 1;
                eprintln!("game {}: {}", game.id, one_sentence(&reason.to_string()));
            }
        }
    }
    file.finish()?;
    if to_standard_output { Ok(()) } else { format.print(&done) }
}

#[derive(Debug, Serialize)]
struct Exported {
    file: String,
    format: &'static str,
    games: u64,
    refused: u64,
}

impl Report for Exported {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{} games written to {}", self.games, self.file)?;
        match self.refused {
            0 => writeln!(out),
            refused => writeln!(out, "; it has no place for {refused}"),
        }
    }
}

#[derive(Debug, Serialize)]
struct Forgotten {
    source: String,
    games: u64,
}

impl Report for Forgotten {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} games of “{}” are gone", self.games, one_sentence(&self.source))
    }
}

#[derive(Debug, Serialize)]
struct Sources {
    sources: Vec<Source>,
}

#[derive(Debug, Serialize)]
struct Source {
    name: String,
    games: u64,
}

impl Sources {
    fn of(store: &Store) -> anyhow::Result<Self> {
        let sources = store.library_sources()?;
        Ok(Self { sources: sources.into_iter().map(|(name, games)| Source { name, games }).collect() })
    }
}

impl Report for Sources {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut table = plain_table();
        table.set_header(["games", "source"]);
        for Source { name, games } in &self.sources {
            table.add_row([games.to_string(), one_sentence(name)]);
        }
        table.lines().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }
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
