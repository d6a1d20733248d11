//! What a match comes to, as JSON and in words.

use std::io::{self, Write};
use std::time::Duration;

use outflank_arena::statistics::{
    Confidence, Hypothesis, Interval, Pentanomial, ScoreSheet, Sprt, SprtBounds, SprtVerdict,
};
use outflank_arena::{Contest, Side, Standing};
use serde::Serialize;

use crate::contests::{Games, Score, Speed, elo, from_to, per_cent};
use crate::report::Report;

/// Everything about a match, seen by its first player.
#[derive(Debug, Serialize)]
pub struct MatchReport {
    first: String,
    second: String,
    #[serde(flatten)]
    pub score: Score,
    elo: Option<f64>,
    elo_interval: [f64; 2],
    superiority: f64,
    as_black: Games,
    as_white: Games,
    pentanomial: [u64; 5],
    mean_margin: Option<f64>,
    forfeits: Vec<Forfeits>,
    pub sprt: Option<Test>,
    pub epsilon: Option<f64>,
    openings: usize,
    seed: u64,
    pub stopped: bool,
    #[serde(flatten)]
    pub speed: Speed,
    threads: usize,
}

/// Games that one player gave up for one reason.
#[derive(Debug, Serialize)]
struct Forfeits {
    player: String,
    reason: String,
    games: u64,
}

/// Where a sequential test stands.
#[derive(Debug, Serialize)]
pub struct Test {
    elo0: f64,
    elo1: f64,
    log_likelihood_ratio: f64,
    limits: [f64; 2],
    accepted: Option<&'static str>,
}

impl Test {
    /// The test of counted pairs.
    pub fn new(test: &Sprt, pairs: &Pentanomial) -> Self {
        let SprtBounds { elo0, elo1, .. } = test.bounds();
        let Interval { low, high } = test.limits();
        Self {
            elo0,
            elo1,
            log_likelihood_ratio: test.log_likelihood_ratio(pairs),
            limits: [low, high],
            accepted: match test.verdict(pairs) {
                SprtVerdict::Accepted(Hypothesis::H0) => Some("H0"),
                SprtVerdict::Accepted(Hypothesis::H1) => Some("H1"),
                SprtVerdict::Undecided => None,
            },
        }
    }

    fn sentence(&self) -> String {
        let Self { elo0, elo1, log_likelihood_ratio: ratio, limits: [low, high], accepted } = self;
        let verdict = match accepted {
            Some("H0") => format!("{elo0:+} Elo is accepted against {elo1:+}"),
            Some(_) => format!("{elo1:+} Elo is accepted against {elo0:+}"),
            None => format!("undecided between {elo0:+} and {elo1:+} Elo"),
        };
        format!("{verdict} (log-likelihood ratio {ratio:.2}, limits {low:.2} and {high:.2})")
    }
}

impl MatchReport {
    /// What the pairs of a contest come to.
    pub fn new(contest: &Contest, standing: &Standing) -> Self {
        let pairs = &standing.pairs;
        let estimate = pairs.elo(Confidence::USUAL);
        let range = estimate.map_or([f64::NEG_INFINITY, f64::INFINITY], |estimate| {
            [estimate.interval.low, estimate.interval.high]
        });
        let name = |side| match side {
            Side::First => contest.first.name().to_owned(),
            Side::Second => contest.second.name().to_owned(),
        };
        let forfeits = standing.forfeits.iter().map(|((side, reason), games)| Forfeits {
            player: name(*side),
            reason: reason.clone(),
            games: *games,
        });
        Self {
            first: name(Side::First),
            second: name(Side::Second),
            score: Score::of(pairs),
            elo: estimate.map(|estimate| estimate.elo),
            elo_interval: range,
            superiority: pairs.superiority(),
            as_black: standing.as_black.into(),
            as_white: standing.as_white.into(),
            pentanomial: pairs.by_points(),
            mean_margin: standing.mean_margin(),
            forfeits: forfeits.collect(),
            sprt: None,
            epsilon: None,
            openings: contest.openings.len(),
            seed: contest.seed,
            stopped: false,
            speed: Speed::new(0, Duration::ZERO),
            threads: contest.threads,
        }
    }
}

impl Report for MatchReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { first, second, score, .. } = self;
        writeln!(out, "{first} against {second}\n")?;
        if let Some(difference) = self.elo {
            let [low, high] = self.elo_interval;
            writeln!(out, "score     {}, 95 % interval {}", score.per_cent(), score.range())?;
            writeln!(out, "Elo       {}, {}", elo(difference), from_to(Interval { low, high }, elo))?;
            writeln!(out, "stronger  {} likely", per_cent(self.superiority))?;
        }
        writeln!(out, "played    {}", score.outcomes.sentence())?;
        writeln!(out, "as Black  {}", self.as_black.sentence())?;
        writeln!(out, "as White  {}", self.as_white.sentence())?;
        let [none, half, one, more, two] = self.pentanomial;
        writeln!(out, "pairs     {none} of 0 points, {half} of ½, {one} of 1, {more} of 1½, {two} of 2")?;
        if let Some(margin) = self.mean_margin {
            writeln!(out, "margin    {margin:+.2} discs a game")?;
        }
        for Forfeits { player, reason, games } in &self.forfeits {
            let games = if *games == 1 { "1 game".to_owned() } else { format!("{games} games") };
            writeln!(out, "forfeits  {games} by {player}: {reason}")?;
        }
        if let Some(test) = &self.sprt {
            writeln!(out, "test      {}", test.sentence())?;
        }
        if let Some(epsilon) = self.epsilon {
            writeln!(out, "epsilon   {epsilon} for both")?;
        }
        writeln!(out, "seed      {}", self.seed)?;
        if self.stopped {
            writeln!(out, "stopped   before all games were played")?;
        }
        Ok(())
    }
}
