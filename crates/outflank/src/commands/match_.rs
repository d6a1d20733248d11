//! `outflank match`: one player against another.

pub mod outcome;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use anyhow::bail;

use outflank_arena::statistics::{EloModel, Sprt, SprtBounds, SprtVerdict};
use outflank_arena::{Contest, Standing};

use crate::contests::{
    Amount, Conditions, ContestPlan, Prepared, Progress, Timing, TimingChoice, players_help,
};
use crate::failure::Interrupted;
use crate::interrupt;
use crate::report::Format;
use outcome::{MatchReport, Test};

/// Let two players meet, and tell how sure one can be who is stronger
///
/// Games come in pairs, from one opening with colours exchanged, and errors are estimated from the pairs. Games that
/// repeat earlier ones, turned and mirrored as one likes, carry no weight. Ctrl-C stops within a second and tells
/// what was found out so far, with exit code 130; a second one ends the program at once. With --games-to, a match
/// that was stopped or killed goes on to the same games with --resume.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{}\n\n{JSON_HELP}", players_help()))]
pub struct Arguments {
    /// The player whose points are counted
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    first: Option<String>,
    /// Its opponent
    #[arg(required_unless_present = "resume")]
    second: Option<String>,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    conditions: Conditions,
    /// Stop as soon as the results decide between two differences in Elo, as in 0,20, with 5 % of error
    /// on both sides; after 1,000,000 games at the latest if nothing else is said
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = sprt, conflicts_with = "resume")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    timing: TimingChoice,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields, all seen by the first player. Two equal runs print equal bytes:
  first, second     the players
  identities        what they are, whatever they are called: the hash of what they know, and how they play
  games             how many were played, in pairs
  distinct_games    how many of them are different, turned and mirrored as one likes
  distinct_pairs    pairs of two new games: what score, elo, superiority and sprt rest on
  score             points per game, 0 to 1; null if there is no game
  score_interval    95 %: [low, high], from the spread between pairs
  wins, draws, losses
                    of all games
  elo               the difference that the score stands for; null if infinite or unknown
  elo_interval      95 %: [low, high]; null for infinite
  superiority       how likely the first player is the stronger, 0 to 1
  as_black, as_white
                    {\"wins\": 1, \"draws\": 0, \"losses\": 0}
  pentanomial       distinct pairs by points, 0 to 2 in steps of ½
  mean_margin       discs per game, the empty squares to the winner, forfeits left out; null without games
  forfeits          games given up: [{\"player\": \"gtp:x\", \"reason\": \"it resigned\", \"games\": 1}, …]
  sprt              null, or {\"elo0\": 0, \"elo1\": 20, \"log_likelihood_ratio\": 1.2, \"limits\": [low, high],
                    \"accepted\": \"H0\" | \"H1\" | null}
  epsilon           the probability of forced random moves of both, null if not given
  openings          where games started: {\"from\": \"drawn:7\", \"count\": 500}, 0 for the usual start
  clock             seconds for each player, as in \"60+1\" or \"1 a move\"; null without
  seed
  stopped           whether Ctrl-C ended the match before its time
  exhausted         whether a test ended because nothing but repeats came
  given_up          the player that failed so often that the match was broken off, or null
  program           the version and commit that played it
  timing            only with --timing: {\"seconds\": 1.5, \"games_per_second\": 700, \"threads\": 2}";

/// Pairs where no number is given.
const USUAL: u64 = 500;
/// Pairs after which a test gives up.
const LONGEST_TEST: u64 = 500_000;

fn sprt(text: &str) -> Result<Sprt, String> {
    let elo = |word: &str| word.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(elo0, elo1)| Some((elo(elo0)?, elo(elo1)?)));
    let (elo0, elo1) = bounds.ok_or("expected two differences in Elo, as in 0,20")?;
    test(elo0, elo1)
}

/// The test of two differences in Elo.
fn test(elo0: f64, elo1: f64) -> Result<Sprt, String> {
    Sprt::new(SprtBounds::usual(elo0, elo1, EloModel::Logistic)).map_err(|error| error.to_string())
}

/// Pairs in a row that repeat earlier ones, after which a test has nothing more to hope for.
const REPEATS: u64 = 500;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { first, second, amount, conditions, sprt, timing, format } = arguments;
    let stop = interrupt::flag();
    let pairs = amount.pairs_or(if sprt.is_some() { LONGEST_TEST } else { USUAL });
    let bounds = sprt.map(|test| [test.bounds().elo0, test.bounds().elo1]);
    let players = [first, second].into_iter().flatten().collect();
    let prepared = conditions.prepare("match", players, pairs, bounds)?;
    let Prepared { plan, players, openings, threads, mut record } = prepared;
    let [first, second] = &players[..] else { bail!("a match has two players") };
    let sprt = match plan.sprt {
        Some([elo0, elo1]) => Some(test(elo0, elo1).map_err(anyhow::Error::msg)?),
        None => None,
    };
    let ContestPlan { pairs, seed, .. } = plan;
    let contest = Contest { first, second, openings: &openings, pairs, seed, threads };

    let mut progress = Progress::new(contest.pairs);
    let mut standing = Standing::default();
    let before = std::mem::take(&mut record.before);
    before.iter().for_each(|pair| standing.add(pair));
    let is_exhausted = |standing: &Standing| sprt.is_some() && standing.repeats_in_a_row() >= REPEATS;
    let is_over = |standing: &Standing| {
        let decided = sprt.is_some_and(|test| test.verdict(&standing.distinct) != SprtVerdict::Undecided);
        decided || is_exhausted(standing) || standing.given_up(first, second).is_some()
    };
    let mut kept = Ok(());
    if !is_over(&standing) {
        contest.run_apart(before.len() as u64, stop, |pair| {
            kept = record.add(first, second, pair.number + 1, &pair);
            standing.add(&pair);
            progress.tell(pair.number + 1, "", &standing);
            if kept.is_err() || is_over(&standing) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
    }
    let time = progress.finish();
    kept?;
    record.finish()?;

    let mut report = MatchReport::new(&contest, &standing, &plan);
    report.sprt = sprt.map(|test| Test::new(&test, &standing.distinct));
    report.stopped = stop.load(Ordering::Relaxed);
    report.exhausted = is_exhausted(&standing);
    report.again = conditions.again("match").filter(|_| report.stopped);
    let played = report.score.games - 2 * before.len() as u64;
    let times = Timing::new(played, time, threads);
    report.timing = timing.of(times);
    format.print(&report)?;
    times.tell(played);
    match report.given_up {
        Some(player) => bail!("{player} failed too often: the match was broken off"),
        None if report.stopped => bail!(Interrupted),
        None => Ok(()),
    }
}
