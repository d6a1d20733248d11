//! `outflank league`: everybody against everybody, and a rating list.

mod table;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_arena::{Entrant, RoundRobin, Standing};

use crate::contests::{Amount, Conditions, Progress, Speed, players_help};
use crate::failure::WrongInput;
use crate::interrupt;
use crate::report::Format;
use table::{LeagueReport, Met};

/// Let every player meet every other, and rate them
///
/// Ratings are those of Bradley and Terry on the Elo scale, their mean 0. Ctrl-C stops and tells what
/// was found out so far; a second one ends the program.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{}\n\n{JSON_HELP}", players_help()))]
pub struct Arguments {
    /// The players, two at least
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields:
  players       the rating list, strongest first:
    player        the name
    elo           its rating, the mean of all being 0
    elo_interval  95 %: [low, high]
    games         how many it played
    score         its points per game
  meetings      every two that met, seen by the first:
    first, second, games, score, score_interval, wins, draws, losses
    forfeits      games that either gave up
  epsilon       the probability of forced random moves of all, null if not given
  openings      how many openings there were, 0 for the usual start
  seed
  stopped       whether Ctrl-C ended the league before its time
  seconds, games_per_second
  threads       games played at a time";

/// Pairs of a meeting where no number is given.
const USUAL: u64 = 100;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { players, amount, conditions, format } = arguments;
    if let Some(twice) = players.iter().enumerate().find(|(index, player)| players[..*index].contains(player))
    {
        return Err(WrongInput::new(format_args!("player “{}” is named twice", twice.1)).into());
    }
    let openings = conditions.openings()?;
    let players: Vec<Entrant> =
        players.iter().map(|player| conditions.entrant(player)).collect::<Result<_, _>>()?;
    let mut games = conditions.games_file()?;
    let league = RoundRobin {
        players: &players,
        openings: &openings,
        pairs: amount.pairs_or(USUAL),
        seed: conditions.seed,
        threads: conditions.threads(),
    };

    let stop = interrupt::flag();
    let mut progress = Progress::new(league.pairs * league.meetings().count() as u64);
    let mut met: Vec<Met> = Vec::new();
    let mut done = 0;
    let mut kept = Ok(());
    league.run(stop, |(first, second), pair| {
        let (first, second) = (&players[first], &players[second]);
        kept = games.add(first, second, &pair);
        if pair.number == 0 {
            let (first, second) = (first.name().to_owned(), second.name().to_owned());
            met.push(Met { first, second, standing: Standing::default() });
        }
        let met = met.last_mut().expect("a meeting begins with its first pair");
        met.standing.add(&pair);
        done += 1;
        progress.tell(done, &format!("{} – {}: ", met.first, met.second), &met.standing);
        if kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let time = progress.finish();
    kept?;
    games.finish()?;

    let mut report = LeagueReport::of(&met)?;
    report.epsilon = conditions.epsilon;
    report.openings = openings.len();
    report.seed = league.seed;
    report.stopped = stop.load(Ordering::Relaxed);
    report.speed = Speed::new(2 * done, time);
    report.threads = league.threads;
    format.print(&report)?;
    report.speed.tell(2 * done, league.threads);
    Ok(())
}
