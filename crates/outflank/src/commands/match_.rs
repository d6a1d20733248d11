//! `outflank match`: one player against another.

mod outcome;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_arena::statistics::{EloModel, Sprt, SprtBounds, SprtVerdict};
use outflank_arena::{Contest, Standing};

use crate::contests::{Amount, Conditions, Progress, Speed, players_help};
use crate::interrupt;
use crate::report::Format;
use outcome::{MatchReport, Test};

/// Let two players meet, and tell how sure one can be who is stronger
///
/// Games come in pairs, from one opening with colours exchanged, and errors are estimated from the pairs.
/// Ctrl-C stops and tells what was found out so far; a second one ends the program.
#[derive(Debug, clap::Args)]
#[command(after_long_help = format!("{}\n\n{JSON_HELP}", players_help()))]
pub struct Arguments {
    /// The player whose points are counted
    first: String,
    /// Its opponent
    second: String,
    #[command(flatten)]
    amount: Amount,
    #[command(flatten)]
    conditions: Conditions,
    /// Stop as soon as the results decide between two differences in Elo, as in 0,20, with 5 % of error
    /// on both sides; after 1,000,000 games at the latest if nothing else is said
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = sprt)]
    sprt: Option<Sprt>,
    #[command(flatten)]
    format: Format,
}

const JSON_HELP: &str = "\
JSON fields, all seen by the first player:
  first, second     the players
  games             how many were played, in pairs
  score             points per game, 0 to 1; null if there is no game
  score_interval    95 %: [low, high], from the spread between pairs
  wins, draws, losses
  elo               the difference that the score stands for; null if infinite or unknown
  elo_interval      95 %: [low, high]; null for infinite
  superiority       how likely the first player is the stronger, 0 to 1
  as_black, as_white
                    {\"wins\": 1, \"draws\": 0, \"losses\": 0}
  pentanomial       pairs by points, 0 to 2 in steps of ½
  mean_margin       discs per game, the empty squares to the winner, forfeits left out; null without games
  forfeits          games given up: [{\"player\": \"gtp:x\", \"reason\": \"it resigned\", \"games\": 1}, …]
  sprt              null, or {\"elo0\": 0, \"elo1\": 20, \"log_likelihood_ratio\": 1.2, \"limits\": [low, high],
                    \"accepted\": \"H0\" | \"H1\" | null}
  epsilon           the probability of forced random moves of both, null if not given
  openings          how many openings there were, 0 for the usual start
  seed
  stopped           whether Ctrl-C ended the match before its time
  seconds, games_per_second
  threads           games played at a time";

/// Pairs where no number is given.
const USUAL: u64 = 500;
/// Pairs after which a test gives up.
const LONGEST_TEST: u64 = 500_000;

fn sprt(text: &str) -> Result<Sprt, String> {
    let elo = |word: &str| word.trim().parse::<f64>().ok();
    let bounds = text.split_once(',').and_then(|(elo0, elo1)| Some((elo(elo0)?, elo(elo1)?)));
    let (elo0, elo1) = bounds.ok_or("expected two differences in Elo, as in 0,20")?;
    Sprt::new(SprtBounds::usual(elo0, elo1, EloModel::Logistic)).map_err(|error| error.to_string())
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { first, second, amount, conditions, sprt, format } = arguments;
    let openings = conditions.openings()?;
    let (first, second) = (conditions.entrant(&first)?, conditions.entrant(&second)?);
    let mut games = conditions.games_file()?;
    let contest = Contest {
        first: &first,
        second: &second,
        openings: &openings,
        pairs: amount.pairs_or(if sprt.is_some() { LONGEST_TEST } else { USUAL }),
        seed: conditions.seed,
        threads: conditions.threads(),
    };

    let stop = interrupt::flag();
    let mut progress = Progress::new(contest.pairs);
    let mut standing = Standing::default();
    let mut kept = Ok(());
    contest.run(stop, |pair| {
        kept = games.add(&first, &second, &pair);
        standing.add(&pair);
        progress.tell(pair.number + 1, "", &standing);
        let decided = sprt.is_some_and(|test| test.verdict(&standing.pairs) != SprtVerdict::Undecided);
        if decided || kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let time = progress.finish();
    kept?;
    games.finish()?;

    let mut report = MatchReport::new(&contest, &standing);
    report.epsilon = conditions.epsilon;
    report.sprt = sprt.map(|test| Test::new(&test, &standing.pairs));
    report.stopped = stop.load(Ordering::Relaxed);
    report.speed = Speed::new(report.score.games, time);
    format.print(&report)?;
    report.speed.tell(report.score.games, contest.threads);
    Ok(())
}
