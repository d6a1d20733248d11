//! Scores, as JSON and as people read them.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::HumanCount;
use outflank_arena::statistics::{Confidence, Interval, Pentanomial, ScoreSheet, Trinomial};
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
    /// The games in words.
    pub fn sentence(self) -> String {
        let Self { wins, draws, losses } = self;
        format!("{} games: {wins} won, {draws} drawn, {losses} lost", wins + draws + losses)
    }
}

/// The score of one player against another.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Score {
    pub games: u64,
    pub score: Option<f64>,
    pub score_interval: [f64; 2],
    #[serde(flatten)]
    pub outcomes: Games,
}

impl Score {
    /// The score of counted pairs.
    pub fn of(pairs: &Pentanomial) -> Self {
        let Interval { low, high } = pairs.interval(Confidence::USUAL);
        Self {
            games: pairs.units() * Pentanomial::UNIT.games(),
            score: pairs.score(),
            score_interval: [low, high],
            outcomes: pairs.games().into(),
        }
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

/// How long games took.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Speed {
    seconds: f64,
    games_per_second: f64,
}

impl Speed {
    /// The speed of so many games.
    pub fn new(games: u64, time: Duration) -> Self {
        let seconds = time.as_secs_f64();
        Self { seconds, games_per_second: games as f64 / seconds.max(1e-9) }
    }

    /// Tells the speed on standard error, to people only: it is never the same twice.
    pub fn tell(self, games: u64, threads: usize) {
        if io::stderr().is_terminal() {
            let Self { seconds, games_per_second } = self;
            let games = HumanCount(games);
            anstream::eprintln!(
                "{games} games in {seconds:.2} s: {games_per_second:.1} a second on {threads} threads"
            );
        }
    }
}
