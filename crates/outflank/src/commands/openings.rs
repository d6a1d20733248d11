//! `outflank openings`: the book of openings that have a name.

mod evaluation;
mod listed;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use outflank_lab::balanced::Balance;
use outflank_rules::openings::Book;
use outflank_rules::{GameRecord, read_wthor};

use crate::failure::{Interrupted, WrongInput};
use crate::report::{Format, print};
use crate::{interrupt, progress, reading, threads};
use evaluation::DEPTH;
use listed::Listed;

/// List the openings that have a name, or count and evaluate those of a book
///
/// Each opening stands for its four orientations. A game of a database follows an opening if its positions are
/// those of the opening, turned and mirrored as one likes. Evaluations are those of the engine in discs,
/// seen by Black: the mean of looking N and N - 1 plies ahead, since either favours the side that moves last in it.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON_HELP)]
pub struct Arguments {
    /// A book of your own: a name, a tab and moves on each line, then perhaps games and evaluation
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Count anew how many games follow each opening, in files of the WTHOR database
    #[arg(long, value_name = "FILE.wtb", num_args = 1..)]
    count: Vec<PathBuf>,
    /// Evaluate anew where each opening leads to
    #[arg(long)]
    evaluate: bool,
    /// How many plies an evaluation looks ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=20),
          long_help = format!("How many plies an evaluation looks ahead: {DEPTH} if not given, {BALANCED_DEPTH} with --balanced"))]
    depth: Option<u32>,
    /// Draw openings that leave neither side ahead, so many at most, and print them as a list for --openings: after 8
    /// random plies, valued by the shipped player patterns
    #[arg(long, value_name = "N", conflicts_with_all = ["book", "count", "evaluate", "as_book", "json"],
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    balanced: Option<u64>,
    /// How many discs either side may be ahead in these, looking --depth and one ply less ahead
    #[arg(long, value_name = "DISCS", default_value_t = 1.0, requires = "balanced", value_parser = discs)]
    within: f64,
    /// What these are drawn from
    #[arg(long, value_name = "S", default_value_t = 1, requires = "balanced")]
    seed: u64,
    /// Print a book, to be kept in a file and read again with --book
    #[arg(long, conflicts_with = "json")]
    as_book: bool,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields:
  openings  all of them, as in the book:
    name        what it is called; lines that differ in the order of moves share a name
    moves       its line in one orientation, as in \"f5d6c3d3c4\"
    kind        \"diagonal\", \"parallel\" or \"perpendicular\"; null for a single move
    games       how many games of the database followed it; null if not counted
    evaluation  what the engine expects at its end, in discs, seen by Black; null if not evaluated
  lines     how many lines there are in all orientations
  database  how many games were counted; null without --count
  depth     how many plies the evaluations looked ahead; null without --evaluate";

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    if let Some(count) = arguments.balanced {
        let depth = arguments.depth.unwrap_or(BALANCED_DEPTH);
        let (within, seed) = (arguments.within, arguments.seed);
        return balanced(Balance { count: count as usize, depth, within, seed });
    }
    if arguments.depth.is_some() && !arguments.evaluate {
        return Err(WrongInput::new("--depth says how far --evaluate or --balanced looks ahead").into());
    }
    let depth = arguments.depth.unwrap_or(DEPTH);
    let mut book = match &arguments.book {
        Some(path) => own_book(path)?,
        None => Book::named().clone(),
    };
    let games = if arguments.count.is_empty() { None } else { Some(database(&arguments.count)?) };
    if let Some(games) = &games {
        book = book.counted(games);
    }
    if arguments.evaluate {
        book = evaluation::evaluated(&book, depth).map_err(WrongInput::new)?;
    }
    if arguments.as_book {
        return print(book.to_string().as_bytes());
    }
    let database = games.map(|games| games.len());
    arguments.format.print(&Listed::new(&book, database, arguments.evaluate.then_some(depth)))
}

/// How far ahead openings are looked at for their balance.
const BALANCED_DEPTH: u32 = 8;

fn discs(text: &str) -> Result<f64, String> {
    let discs = text.parse().ok().filter(|discs| (0.0..=64.0).contains(discs));
    discs.ok_or_else(|| "expected a number of discs from 0 to 64".to_owned())
}

/// Finds near-balanced openings, and prints their list.
fn balanced(balance: Balance) -> anyhow::Result<()> {
    let stop = interrupt::flag();
    let bar = progress::bar(balance.count as u64, "{wide_bar} {human_pos}/{human_len}  {elapsed}");
    let found = balance.find(threads::cores().get(), |found| {
        bar.set_position(found as u64);
        !stop.load(Ordering::Relaxed)
    })?;
    bar.finish_and_clear();
    if stop.load(Ordering::Relaxed) {
        return Err(Interrupted.into());
    }
    print(balance.to_text(&found).as_bytes())
}

/// A book from a file.
fn own_book(path: &Path) -> anyhow::Result<Book> {
    let text = reading::text_file("the book ", path)?;
    let book = Book::read(&text);
    Ok(book.map_err(|error| WrongInput::new(format_args!("book {}: {error}", path.display())))?)
}

/// The games of some files.
fn database(paths: &[PathBuf]) -> anyhow::Result<Vec<GameRecord>> {
    let mut games = Vec::new();
    for path in paths {
        let bytes = reading::binary_file(path)?;
        let wthor = read_wthor(&bytes);
        let wthor = wthor.map_err(|error| WrongInput::new(format_args!("{}: {error}", path.display())))?;
        games.extend(wthor.games.into_iter().map(|game| game.record));
    }
    Ok(games)
}
