//! `outflank othello-league`: the yardstick of the literature.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::CellAlignment;
use outflank_arena::{Contest, PlayerSpec, Standing};
use serde::Serialize;

use crate::contests::{Amount, ContestScore, LibraryWriter, Progress, Timing, TimingChoice, players_help};
use crate::data::{Data, PROGRAM};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::report::{Format, Report, plain_table};
use crate::threads::Threads;

/// Measure players as the Othello League does
///
/// Against the standard weighted heuristic, swh, both looking one ply ahead and both making 10 % of their
/// moves at random, half of the games with each colour. The score is in per cent of the points, all games counting: each is
/// drawn by itself, and a line that is often played decides as much.
// CITE: Lucas and Runarsson, Temporal Difference Learning Versus Co-Evolution for Acquiring Othello Position
// Evaluation (2006), whose league it is.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{}\n\n{JSON_HELP}", players_help()))]
pub struct Arguments {
    /// Who is measured. Looks one ply ahead unless it says otherwise
    #[arg(required = true, value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    amount: Amount,
    /// Measure against the random player too, without forced moves
    #[arg(long)]
    random: bool,
    /// What everything random follows from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Leave the games out of the library, which else keeps the first 1,000 of them
    #[arg(long)]
    no_library: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    timing: TimingChoice,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields. Two equal runs print equal bytes:
  players   in the order in which they were named:
    player    the name
    league    against swh, both with 10 % random moves:
              {\"games\": 50000, \"distinct_games\": 50000, \"distinct_pairs\": 25000, \"score\": 0.5, \"score_interval\": [low, high], \"wins\": 1, \"draws\": 1, \"losses\": 1}
    random    the same against random without forced moves, null unless asked for
  seed
  stopped   whether Ctrl-C ended it before its time
  program   the version and commit that played it
  timing    only with --timing: {\"seconds\": 1.5, \"games_per_second\": 700, \"threads\": 2}";

/// Pairs where no number is given: 50,000 games bring the error to a fifth of a per cent.
const USUAL: u64 = 25_000;
/// Tens of thousands of games with random moves teach nobody an opening: so many go to the library.
const KEPT: usize = 1_000;
/// The forced random moves of the League.
const EPSILON: f64 = 0.1;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let pairs = arguments.amount.pairs_or(USUAL);
    let threads = arguments.threads.count();
    let opponents: &[(&str, f64)] =
        if arguments.random { &[("swh", EPSILON), ("random", 0.0)] } else { &[("swh", EPSILON)] };
    // All players are made before any game: one that is not there is found out first.
    let mut meetings = Vec::new();
    for player in &arguments.players {
        for &(opponent, epsilon) in opponents {
            let rules = |spec: PlayerSpec| spec.looking_ahead(1).with_epsilon(epsilon);
            let entrant = |player: &str| arguments.data.entrant_as(player, rules);
            meetings.push((entrant(player)?, entrant(opponent)?));
        }
    }

    let stop = interrupt::flag();
    let mut progress = Progress::new(pairs * meetings.len() as u64);
    let mut done = 0;
    let library = || LibraryWriter::new("Othello League", arguments.data.clone()).at_most(KEPT);
    let mut library = (!arguments.no_library).then(library);
    let mut scores = meetings.iter().map(|(first, second)| {
        let contest = Contest { first, second, openings: &[], pairs, seed: arguments.seed, threads };
        let score = measure(&contest, stop, done, &mut progress, library.as_mut());
        done += score.games / 2;
        score
    });
    let mut measured = Vec::new();
    for player in &arguments.players {
        let league = scores.next().expect("everyone plays in the League");
        let random = if arguments.random { scores.next() } else { None };
        measured.push(Measured { player: player.clone(), league, random });
    }
    drop(scores);
    if let Some(library) = &mut library {
        library.flush();
    }
    let times = Timing::new(2 * done, progress.finish(), threads);

    let stopped = stop.load(Ordering::Relaxed);
    let report = OthelloLeague {
        players: measured,
        seed: arguments.seed,
        stopped,
        program: PROGRAM,
        timing: arguments.timing.of(times),
    };
    arguments.format.print(&report)?;
    times.tell(2 * done);
    if stopped { Err(Interrupted.into()) } else { Ok(()) }
}

/// Plays one contest, `done` pairs having been played before it.
fn measure(
    contest: &Contest,
    stop: &AtomicBool,
    done: u64,
    progress: &mut Progress,
    mut library: Option<&mut LibraryWriter>,
) -> ContestScore {
    let mut standing = Standing::default();
    let about = format!("{} – {}: ", contest.first.name(), contest.second.name());
    contest.run_apart(0, stop, |pair| {
        standing.add(&pair);
        if let Some(library) = &mut library {
            library.add(contest.first, contest.second, &pair);
        }
        progress.tell(done + pair.number + 1, &about, &standing);
        ControlFlow::Continue(())
    });
    ContestScore::of_all(&standing)
}

/// All players on the yardstick.
#[derive(Debug, Serialize)]
struct OthelloLeague {
    players: Vec<Measured>,
    seed: u64,
    stopped: bool,
    program: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    timing: Option<Timing>,
}

/// One player on it.
#[derive(Debug, Serialize)]
struct Measured {
    player: String,
    league: ContestScore,
    random: Option<ContestScore>,
}

impl Report for OthelloLeague {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for Measured { player, league, random } in &self.players {
            let scores = [Some(league), random.as_ref()].into_iter().flatten();
            for caution in scores.filter_map(|score| score.evidence().caution()) {
                writeln!(out, "few games {player}: {caution}")?;
            }
        }
        let mut table = plain_table();
        let mut head = vec!["player", "League", "95 % interval", "games"];
        if self.players.iter().any(|measured| measured.random.is_some()) {
            head.extend(["against random", "95 % interval", "games"]);
        }
        table.set_header(head);
        for Measured { player, league, random } in &self.players {
            let columns = |score: &ContestScore| [score.per_cent(), score.range(), score.games.to_string()];
            let scores = columns(league).into_iter().chain(random.iter().flat_map(columns));
            table.add_row([player.clone()].into_iter().chain(scores));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        if self.stopped {
            writeln!(out, "\nstopped before all games were played")?;
        }
        Ok(())
    }
}
