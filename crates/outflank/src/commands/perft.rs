//! `outflank perft`: how many ways there are to play so many plies.

mod count;

pub use count::Tree;

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use outflank_rules::kernel::Available;
use outflank_rules::{Board, Leaves};
use serde::Serialize;

use crate::report::{Format, Report};
use crate::{progress, reading};

/// Count the ways to play so many plies
///
/// A pass is a ply, and a game that ends earlier is one leaf. All cores count. On a terminal the speed
/// is told as well, on standard error.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  board    the position: 64 squares and the side to move
  depth    the plies
  leaves   how the last ply was counted: \"played\" or \"counted\"
  count    the number of leaves
  first    the leaves below each first ply, with --divide: [{\"ply\": \"d3\", \"count\": 1}, …], else null
  seconds  the time it took
  kernel   which instructions were used: \"avx2\", \"portable\"")]
pub struct Arguments {
    /// How many plies
    #[arg(value_parser = depth)]
    depth: u32,
    /// Where to begin: 64 squares and the side to move, or a transcript, or - for standard input; the
    /// start of the game if not given
    #[arg(long, value_name = "BOARD", allow_hyphen_values = true)]
    board: Option<String>,
    /// Tell the leaves below each first ply too
    #[arg(long)]
    divide: bool,
    /// Play the moves of the last ply instead of counting them: slower, the same number
    #[arg(long)]
    played: bool,
    #[command(flatten)]
    format: Format,
}

/// No game has more plies than this, passes included.
const DEEPEST: u32 = 128;

fn depth(text: &str) -> Result<u32, String> {
    let depth = text.parse().ok().filter(|&depth| depth <= DEEPEST);
    depth.ok_or_else(|| format!("expected a number of plies, 0 to {DEEPEST}"))
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let board = match arguments.board {
        Some(text) => reading::game(&[text])?.board(),
        None => Board::START,
    };
    let leaves = if arguments.played { Leaves::Played } else { Leaves::Counted };
    let tree = Tree::new(board.position, arguments.depth, leaves);

    let start = Instant::now();
    let bar = progress::bar(tree.parts() as u64, "{wide_bar} {percent}%  {elapsed} of about {duration}");
    let below = tree.count(|| bar.inc(1));
    bar.finish_and_clear();
    let elapsed = start.elapsed();

    let count = below.total();
    let first = below.first_plies().map(|(ply, count)| First {
        ply: ply.map_or_else(|| "pass".to_owned(), |square| square.to_string()),
        count,
    });
    let report = Perft {
        board: board.to_string(),
        depth: arguments.depth,
        leaves: if arguments.played { "played" } else { "counted" },
        count,
        first: arguments.divide.then(|| first.collect()),
        seconds: elapsed.as_secs_f64(),
        kernel: Available::best().name(),
    };
    arguments.format.print(&report)?;
    if io::stderr().is_terminal() {
        tell_speed(&report, elapsed);
    }
    Ok(())
}

fn tell_speed(report: &Perft, elapsed: Duration) {
    let per_second = report.count as f64 / report.seconds;
    anstream::eprintln!(
        "{} leaves in {elapsed:.2?}: {:.0} million a second on {} threads ({})",
        HumanCount(report.count),
        per_second / 1e6,
        rayon::current_num_threads(),
        report.kernel,
    );
}

/// The number of leaves, and how it was found.
#[derive(Debug, Serialize)]
struct Perft {
    board: String,
    depth: u32,
    leaves: &'static str,
    count: u64,
    first: Option<Vec<First>>,
    seconds: f64,
    kernel: &'static str,
}

/// The leaves below one of the first plies.
#[derive(Debug, Serialize)]
struct First {
    ply: String,
    count: u64,
}

impl Report for Perft {
    /// The number alone; with the first plies, one line for each and the total.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(first) = &self.first else {
            return writeln!(out, "{}", self.count);
        };
        for First { ply, count } in first {
            writeln!(out, "{ply:<5} {count}")?;
        }
        writeln!(out, "total {}", self.count)
    }
}
