//! `outflank solve`: exact endgames.

mod estimated;
mod problems;
mod solved;

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::bail;
use outflank_engine::endgame::Goal;
use outflank_engine::{Limits, Progress, TableSize, knowledge};
use outflank_rules::Turn;

use crate::failure::{Interrupted, WrongInput};
use crate::interrupt;
use crate::progress;
use crate::report::Format;
use crate::threads::Threads;
use estimated::EstimateReport;
use solved::{SolveReport, Solved, SolvedMove};

/// Solve endgames: what a position is worth if both sides play their best
///
/// Scores are seen by the side to move and give the empty squares to the winner. Where a file states scores they are
/// compared, and a contradiction ends in exit code 1. Ctrl-C stops and tells what was found out so far; a
/// second one ends the program.
#[derive(Debug, clap::Args)]
#[command(after_long_help = JSON_HELP)]
pub struct Arguments {
    /// Files of positions in OBF, one a line, as in `…--X X; G8:+18; H1:+12;`; or one position or transcript as for
    /// `outflank show`; or - for either on standard input
    #[arg(required = true, value_name = "FILE|POSITION")]
    positions: Vec<String>,
    /// Find out only who wins, which takes less work
    #[arg(long, conflicts_with = "moves")]
    wld: bool,
    /// Score every legal move
    #[arg(long)]
    moves: bool,
    /// Do not solve: tell what the engine expects so many plies ahead, with its usual error, and how far off it is from
    /// the scores that a file states
    #[arg(long, value_name = "PLIES", conflicts_with_all = ["wld", "moves", "time", "threads"],
          value_parser = clap::value_parser!(u32).range(0..=14))]
    estimate: Option<u32>,
    /// Stop each position after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    threads: Threads,
    /// The memory for what is known of positions, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields:
  positions  one for each position that was reached:
    board      64 squares and the side to move
    empties    the empty squares
    score      the margin of best play for the side to move; null if it is not known or --wld was asked for
    outcome    \"win\", \"draw\", \"loss\" for the side to move, null if it is not known
    bounds     [lowest, highest] margin, where the search was stopped, else null
    line       best play, [\"g8\", \"pass\", …]
    moves      with --moves all of them, best first: [{\"move\": \"g8\", \"score\": 18, \"bounds\": null, \"stated\": 18}, …],
               else null
    stated     the best score that the file states, null if it states none
    verdict    \"ok\", \"wrong\" or null: whether what was found agrees with what is stated
    nodes, seconds
  nodes      the positions looked at, in all
  seconds    the time it took, in all
  wrong      how many positions contradict the file
  stopped    whether Ctrl-C ended it before its time
  threads    how many threads searched
With --estimate:
  plies      how far the engine looked ahead
  positions  [{board, empties, value, usual_error, stated}, …], in discs for the side to move; usual_error is the root of
             the mean square of errors on solved positions
  errors     against what is stated: positions, mean (of sizes), mean_standard_error, bias; null if nothing is stated
  stopped    whether Ctrl-C ended it before its time";

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| (0.001..=1e9).contains(number));
    number
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected a number of seconds, 0.001 or more".to_owned())
}

/// More empty squares than these would take a lifetime, so they are only tried for a given time.
const MOST_EMPTIES: u32 = 36;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let problems = problems::read(&arguments.positions)?;
    let table = TableSize::mebibytes(arguments.hash as usize);
    let no_memory = |error| WrongInput::new(format!("--hash: {error}"));
    let stop = interrupt::flag();
    let bar = progress::bar(problems.len() as u64, "{wide_bar} {human_pos}/{human_len}  {msg}  {elapsed}");
    if let Some(plies) = arguments.estimate {
        let report = EstimateReport::new(&problems, plies, table, stop, || bar.inc(1)).map_err(no_memory)?;
        bar.finish_and_clear();
        arguments.format.print(&report)?;
        return if report.stopped { Err(Interrupted.into()) } else { Ok(()) };
    }
    let unfinished =
        problems.iter().map(|problem| problem.board).filter(|board| !matches!(board.turn(), Turn::Over(_)));
    let empties = unfinished.map(|board| board.position.empties().count()).max();
    if let Some(empties) = empties.filter(|&empties| empties > MOST_EMPTIES && arguments.time.is_none()) {
        let problem = format!("{empties} empty squares are beyond solving (up to {MOST_EMPTIES} are not)");
        bail!(WrongInput::new(format!("{problem}; --time SECONDS tells what can be found out in that time")));
    }
    let threads = arguments.threads.count();
    let mut solver = knowledge::solver(table)
        .map_err(no_memory)?
        .with_threads(NonZeroUsize::new(threads).expect("a thread at least"));
    let goal = if arguments.wld { Goal::Outcome } else { Goal::Exact };

    let watched = Progress::default();
    let mut report = SolveReport::new(threads);
    let began = Instant::now();
    while_shown(&bar, &watched, || {
        for problem in &problems {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            let began = Instant::now();
            let limits = Limits {
                time: arguments.time,
                stop: Some(stop),
                progress: Some(&watched),
                ..Limits::default()
            };
            let position = problem.board.position;
            let solved = if arguments.moves {
                let scored = solver.score_moves(position, &limits);
                match SolvedMove::all(&scored, problem) {
                    // Where there is no move there is still a score.
                    moves if moves.is_empty() => Solved::of(problem, &solver.solve(position, goal, &limits)),
                    moves => Solved::with_moves(problem, moves, scored.nodes),
                }
            } else {
                Solved::of(problem, &solver.solve(position, goal, &limits))
            };
            report.add(solved.taking(began.elapsed()));
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    report.finish(began.elapsed(), stop.load(Ordering::Relaxed));
    arguments.format.print(&report)?;
    if stop.load(Ordering::Relaxed) {
        bail!(Interrupted);
    }
    if report.wrong() > 0 {
        bail!("{} of {} positions contradict their stated scores", report.wrong(), report.positions());
    }
    Ok(())
}

/// Does some work while the bar shows what is known of its search.
fn while_shown(bar: &indicatif::ProgressBar, watched: &Progress, work: impl FnOnce()) {
    if bar.is_hidden() {
        return work();
    }
    std::thread::scope(|scope| {
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        scope.spawn(move || {
            while is_done.recv_timeout(Duration::from_millis(200))
                == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                let bounds = watched.bounds();
                let nodes = watched.nodes() as f64 / 1e6;
                bar.set_message(format!("{} to {}  {nodes:.0} M nodes", bounds.lower, bounds.upper));
                bar.tick();
            }
        });
        work();
        drop(done);
    });
}
