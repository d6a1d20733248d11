//! `outflank league`: everybody against everybody, and a rating list.

pub mod table;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use anyhow::bail;
use outflank_arena::{Pair, RoundRobin, Side, Standing};

use crate::contests::{Amount, Conditions, Prepared, Progress, Timing, TimingChoice, players_help};
use crate::failure::{Interrupted, WrongInput};
use crate::interrupt;
use crate::report::Format;
use table::{LeagueReport, Met};

/// Let every player meet every other, and rate them
///
/// Ratings are those of Bradley and Terry on the Elo scale, their mean 0. Games that repeat earlier ones carry no
/// weight. Ctrl-C stops within a second and tells what was found out so far, with exit code 130; a second one ends the
/// program at once. With --games-to, a league that was stopped or killed goes on to the same games with --resume.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{}\n\n{JSON_HELP}", players_help()))]
pub struct Arguments {
    /// The players, two at least
    #[arg(required_unless_present = "resume", conflicts_with = "resume", num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    timing: TimingChoice,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields. Two equal runs print equal bytes:
  players       the rating list, strongest first:
    player        the name
    identity      what it is, whatever it is called: the hash of what it knows, and how it plays
    elo           its rating, the mean of all being 0; null for who has not met anyone
    elo_interval  95 %: [low, high]
    games         how many it played
    distinct_games  how many of them are different: what its rating rests on
    score         its points per game in those
  meetings      every two that met, seen by the first:
    first, second, games, distinct_games, distinct_pairs, score, score_interval, wins, draws, losses
    forfeits      games that either gave up
  epsilon       the probability of forced random moves of all, null if not given
  openings      where games started: {\"from\": \"drawn:7\", \"count\": 100}, 0 for the usual start
  clock         seconds for each player, as in \"60+1\" or \"1 a move\"; null without
  seed
  stopped       whether Ctrl-C ended the league before its time
  given_up      the player that failed so often that the league was broken off, or null
  program       the version and commit that played it
  timing        only with --timing: {\"seconds\": 1.5, \"games_per_second\": 700, \"threads\": 2}";

/// Pairs of a meeting where no number is given.
const USUAL: u64 = 100;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { players, amount, conditions, timing, format } = arguments;
    if let Some(twice) = players.iter().enumerate().find(|(index, player)| players[..*index].contains(player))
    {
        return Err(WrongInput::new(format_args!("player “{}” is named twice", twice.1)).into());
    }
    let stop = interrupt::flag();
    let prepared = conditions.prepare("league", players, amount.pairs_or(USUAL), None)?;
    let Prepared { plan, players, openings, threads, mut record } = prepared;
    let league =
        RoundRobin { players: &players, openings: &openings, pairs: plan.pairs, seed: plan.seed, threads };

    let mut progress = Progress::new(league.pairs * league.meetings().count() as u64);
    let mut met: Vec<Met> = Vec::new();
    let add = |met: &mut Vec<Met>, (first, second): (usize, usize), pair: &Pair| {
        let (first, second) = (&players[first], &players[second]);
        if pair.number == 0 {
            let (first, second) = (first.name().to_owned(), second.name().to_owned());
            met.push(Met { first, second, standing: Standing::default() });
        }
        let met = met.last_mut().expect("a meeting begins with its first pair");
        met.standing.add(pair);
        met.standing.given_up(first, second).map(|side| match side {
            Side::First => first.name().to_owned(),
            Side::Second => second.name().to_owned(),
        })
    };
    let before = std::mem::take(&mut record.before);
    let meetings = league.meetings().flat_map(|meeting| (0..league.pairs).map(move |_| meeting));
    let mut given_up = None;
    for (meeting, pair) in meetings.zip(&before) {
        given_up = add(&mut met, meeting, pair);
    }
    let mut done = before.len() as u64;
    let mut kept = Ok(());
    if given_up.is_none() {
        league.run_after(done, stop, |(first, second), pair| {
            done += 1;
            kept = record.add(&players[first], &players[second], done, &pair);
            given_up = add(&mut met, (first, second), &pair);
            if let Some(met) = met.last() {
                progress.tell(done, &format!("{} – {}: ", met.first, met.second), &met.standing);
            }
            let is_over = kept.is_err() || given_up.is_some();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    let time = progress.finish();
    kept?;
    record.finish()?;

    let mut report = LeagueReport::new(&plan, &met, openings.len())?;
    report.stopped = stop.load(Ordering::Relaxed);
    report.given_up = given_up;
    report.again = conditions.again("league").filter(|_| report.stopped);
    let played = 2 * (done - before.len() as u64);
    let times = Timing::new(played, time, threads);
    report.timing = timing.of(times);
    format.print(&report)?;
    times.tell(played);
    match report.given_up {
        Some(player) => bail!("{player} failed too often: the league was broken off"),
        None if report.stopped => bail!(Interrupted),
        None => Ok(()),
    }
}
