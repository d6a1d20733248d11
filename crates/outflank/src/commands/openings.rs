//! `outflank openings`: the book of openings that have a name.

mod evaluation;
mod listed;

use std::path::{Path, PathBuf};

use outflank_rules::openings::Book;
use outflank_rules::{GameRecord, read_wthor};

use crate::failure::WrongInput;
use crate::reading;
use crate::report::{Format, print};
use evaluation::DEPTH;
use listed::Listed;

/// List the openings that have a name, or count and evaluate those of a book
///
/// Each opening stands for its four orientations. A game of a database follows an opening if its positions are
/// those of the opening, turned and mirrored as one likes. Evaluations are those of the player norvig,
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
    #[arg(long, value_name = "N", default_value_t = DEPTH, requires = "evaluate",
          value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
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
    evaluation  what a search thinks of its end, in its own unit, seen by Black; null if not evaluated
  lines     how many lines there are in all orientations
  database  how many games were counted; null without --count
  depth     how many plies the evaluations looked ahead; null without --evaluate";

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let mut book = match &arguments.book {
        Some(path) => own_book(path)?,
        None => Book::named().clone(),
    };
    let games = if arguments.count.is_empty() { None } else { Some(database(&arguments.count)?) };
    if let Some(games) = &games {
        book = book.counted(games);
    }
    if arguments.evaluate {
        book = evaluation::evaluated(&book, arguments.depth);
    }
    if arguments.as_book {
        return print(book.to_string().as_bytes());
    }
    let database = games.map(|games| games.len());
    arguments.format.print(&Listed::new(&book, database, arguments.evaluate.then_some(arguments.depth)))
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
