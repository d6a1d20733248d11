//! Scores, as JSON and as people read them.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::HumanCount;
use outflank_arena::statistics::{Confidence, Interval, Pentanomial, ScoreSheet, Trinomial};
use outflank_arena::{Evidence, Standing};
use serde::Serialize;

/// What a player made of its games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Games {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl From<Trinomial> for Games {
    fn from(Trinomial { wins, draws, losses }: Trinomial) -> Self {
        Self { wins, draws, losses }
    }
}

impl Games {
    /// The games in words, with how many of them are different, if that is to be told.
    pub fn sentence(self, distinct: Option<u64>) -> String {
        let Self { wins, draws, losses } = self;
        let distinct = distinct.map_or_else(String::new, |games| format!(", {games} different"));
        format!("{}{distinct}: {wins} won, {draws} drawn, {losses} lost", games(wins + draws + losses))
    }
}

/// So many games.
pub fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{count} games") }
}

/// The score of one player against another.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ContestScore {
    /// All games that were played.
    pub games: u64,
    /// How many of them are different.
    pub distinct_games: u64,
    /// The pairs of two games that were new: what score and interval rest on.
    pub distinct_pairs: u64,
    pub score: Option<f64>,
    pub score_interval: [f64; 2],
    #[serde(flatten)]
    pub outcomes: Games,
}

impl ContestScore {
    /// The score of a contest as it stands: of the pairs that are different.
    pub fn of(standing: &Standing) -> Self {
        Self::resting_on(&standing.distinct, standing)
    }

    /// The score of all games, of which each is a draw of its own: where both sides make random moves a game that comes often
    /// counts as often. Without it whoever loses in a line that is short, and so repeated, would seem stronger.
    pub fn of_all(standing: &Standing) -> Self {
        Self::resting_on(&standing.pairs, standing)
    }

    fn resting_on(pairs: &Pentanomial, standing: &Standing) -> Self {
        let Interval { low, high } = pairs.interval(Confidence::USUAL);
        let Evidence { games, distinct_games, distinct_pairs } = standing.evidence();
        Self {
            games,
            distinct_games,
            distinct_pairs,
            score: pairs.score(),
            score_interval: [low, high],
            outcomes: standing.pairs.games().into(),
        }
    }

    /// What the score rests on.
    pub fn evidence(&self) -> Evidence {
        let Self { games, distinct_games, distinct_pairs, .. } = *self;
        Evidence { games, distinct_games, distinct_pairs }
    }

    /// The score in per cent, a dash where nothing was played.
    pub fn per_cent(&self) -> String {
        self.score.map_or_else(|| "–".to_owned(), per_cent)
    }

    /// The interval in per cent.
    pub fn range(&self) -> String {
        let [low, high] = self.score_interval;
        per_cent_from_to(Interval { low, high })
    }
}

/// A share in per cent.
pub fn per_cent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// An interval of shares in per cent.
pub fn per_cent_from_to(interval: Interval) -> String {
    from_to(interval, |share| format!("{:.2}", share * 100.0))
}

/// An interval in words.
pub fn from_to(interval: Interval, number: impl Fn(f64) -> String) -> String {
    format!("{} to {}", number(interval.low), number(interval.high))
}

/// A difference in Elo, with its sign.
pub fn elo(difference: f64) -> String {
    match difference {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        _ => format!("{difference:+.1}"),
    }
}

/// How long games took: no fact about them, and never the same twice.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Timing {
    seconds: f64,
    games_per_second: f64,
    threads: usize,
}

impl Timing {
    /// The time of so many games.
    pub fn new(games: u64, time: Duration, threads: usize) -> Self {
        let seconds = time.as_secs_f64();
        Self { seconds, games_per_second: games as f64 / seconds.max(1e-9), threads }
    }

    /// Tells the speed on standard error, to people only.
    pub fn tell(self, games: u64) {
        if io::stderr().is_terminal() {
            let Self { seconds, games_per_second, threads } = self;
            let games = HumanCount(games);
            anstream::eprintln!(
                "{games} games in {seconds:.2} s: {games_per_second:.1} a second on {threads} threads"
            );
        }
    }
}

/// The choice to have the times in the JSON.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TimingChoice {
    /// Add how long it took to the JSON, which then differs from run to run
    #[arg(long, requires = "json")]
    timing: bool,
}

impl TimingChoice {
    /// The times, if they are wanted.
    pub fn of(self, timing: Timing) -> Option<Timing> {
        self.timing.then_some(timing)
    }
}
