//! What a match comes to, as JSON and in words.

use std::io::{self, Write};

use outflank_arena::statistics::{
    Confidence, Hypothesis, Interval, Pentanomial, ScoreSheet, Sprt, SprtBounds, SprtVerdict,
};
use outflank_arena::{Contest, Side, Standing};
use serde::Serialize;

use crate::contests::{ContestPlan, ContestScore, Games, Timing, elo, from_to, games};
use crate::report::Report;

/// Everything about a match, seen by its first player.
#[derive(Debug, Serialize)]
pub struct MatchReport {
    first: String,
    second: String,
    identities: Vec<String>,
    #[serde(flatten)]
    pub score: ContestScore,
    elo: Option<f64>,
    elo_interval: [f64; 2],
    superiority: f64,
    as_black: Games,
    as_white: Games,
    pentanomial: [u64; 5],
    mean_margin: Option<f64>,
    forfeits: Vec<Forfeits>,
    pub sprt: Option<Test>,
    epsilon: Option<f64>,
    openings: Starts,
    clock: Option<String>,
    seed: u64,
    pub stopped: bool,
    pub exhausted: bool,
    pub given_up: Option<String>,
    program: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// What goes on with a match that was stopped.
    #[serde(skip)]
    pub again: Option<String>,
}

/// Where games started.
#[derive(Debug, Serialize)]
pub struct Starts {
    pub from: String,
    pub count: usize,
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
    pub fn new(contest: &Contest, standing: &Standing, plan: &ContestPlan) -> Self {
        let pairs = &standing.distinct;
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
            identities: plan.identities.clone(),
            score: ContestScore::of(standing),
            elo: estimate.map(|estimate| estimate.elo),
            elo_interval: range,
            superiority: pairs.superiority(),
            as_black: standing.as_black.into(),
            as_white: standing.as_white.into(),
            pentanomial: pairs.by_points(),
            mean_margin: standing.mean_margin(),
            forfeits: forfeits.collect(),
            sprt: None,
            epsilon: plan.epsilon,
            openings: Starts { from: plan.openings.clone(), count: contest.openings.len() },
            clock: plan.clock.clone().or_else(|| plan.time.as_ref().map(|time| format!("{time} a move"))),
            seed: contest.seed,
            stopped: false,
            exhausted: false,
            given_up: standing.given_up(contest.first, contest.second).map(name),
            program: plan.program.clone(),
            timing: None,
            again: None,
        }
    }
}

/// A difference in Elo with its interval. One side that won or lost everything has no estimate, only a bound.
fn elo_with_range(difference: f64, interval: Interval) -> String {
    let Interval { low, high } = interval;
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{}, {}", elo(difference), from_to(interval, elo)),
        (true, false) => format!("at least {}, with 97.5 % confidence", elo(low)),
        (false, true) => format!("at most {}, with 97.5 % confidence", elo(high)),
        (false, false) => "unknown".to_owned(),
    }
}

/// A probability in per cent. No number of games makes anything certain.
fn probability(probability: f64) -> String {
    match probability {
        0.999.. => "more than 99.9 %".to_owned(),
        ..0.001 => "less than 0.1 %".to_owned(),
        _ => format!("{:.1} %", probability * 100.0),
    }
}

impl Report for MatchReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { first, second, score, .. } = self;
        writeln!(out, "{first} against {second}\n")?;
        if let Some(warning) = score.evidence().caution() {
            writeln!(out, "few games {warning}")?;
        }
        if let Some(difference) = self.elo {
            let [low, high] = self.elo_interval;
            writeln!(out, "score     {}, 95 % interval {}", score.per_cent(), score.range())?;
            writeln!(out, "Elo       {}", elo_with_range(difference, Interval { low, high }))?;
            writeln!(out, "stronger  {} likely", probability(self.superiority))?;
        }
        writeln!(out, "played    {}", score.outcomes.sentence(Some(score.distinct_games)))?;
        writeln!(out, "as Black  {}", self.as_black.sentence(None))?;
        writeln!(out, "as White  {}", self.as_white.sentence(None))?;
        let [none, half, one, more, two] = self.pentanomial;
        writeln!(out, "pairs     {none} of 0 points, {half} of ½, {one} of 1, {more} of 1½, {two} of 2")?;
        if let Some(margin) = self.mean_margin {
            writeln!(out, "margin    {margin:+.2} discs a game")?;
        }
        for Forfeits { player, reason, games: count } in &self.forfeits {
            writeln!(out, "forfeits  {} by {player}: {reason}", games(*count))?;
        }
        if let Some(test) = &self.sprt {
            writeln!(out, "test      {}", test.sentence())?;
        }
        if let Some(epsilon) = self.epsilon {
            writeln!(out, "epsilon   {epsilon} for both")?;
        }
        if let Some(clock) = &self.clock {
            writeln!(out, "clock     {clock}, in seconds")?;
        }
        writeln!(out, "openings  {}", self.openings.from)?;
        writeln!(out, "seed      {}", self.seed)?;
        if self.exhausted {
            writeln!(out, "ended     because nothing but repeated games came")?;
        }
        if self.stopped {
            writeln!(out, "stopped   before all games were played")?;
        }
        if let Some(again) = &self.again {
            writeln!(out, "go on     with {again}")?;
        }
        Ok(())
    }
}
