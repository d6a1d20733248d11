//! What a league comes to: the rating list and the table of who met whom.

use std::io::{self, Write};

use anyhow::Context;
use comfy_table::CellAlignment;
use outflank_arena::statistics::{Crosstable, Interval, Pentanomial, RatingOptions, ScoreSheet};
use outflank_arena::{Standing, cautions};
use serde::Serialize;

use crate::commands::match_::outcome::Starts;
use crate::contests::{ContestPlan, ContestScore, Timing, elo, from_to};
use crate::report::{Report, plain_table};

/// Two players who met, and how it stands between them.
#[derive(Debug)]
pub struct Met {
    pub first: String,
    pub second: String,
    pub standing: Standing,
}

/// Everything about a league.
#[derive(Debug, Serialize)]
pub struct LeagueReport {
    players: Vec<Rated>,
    meetings: Vec<Meeting>,
    epsilon: Option<f64>,
    openings: Starts,
    clock: Option<String>,
    seed: u64,
    pub stopped: bool,
    pub given_up: Option<String>,
    program: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// What goes on with a league that was stopped.
    #[serde(skip)]
    pub again: Option<String>,
    /// For the table.
    #[serde(skip)]
    results: Crosstable<Pentanomial>,
}

/// One line of the rating list.
#[derive(Debug, Serialize)]
struct Rated {
    player: String,
    identity: Option<String>,
    elo: Option<f64>,
    elo_interval: [f64; 2],
    games: u64,
    distinct_games: u64,
    score: Option<f64>,
}

/// The result between two players.
#[derive(Debug, Serialize)]
struct Meeting {
    first: String,
    second: String,
    #[serde(flatten)]
    score: ContestScore,
    forfeits: u64,
}

impl LeagueReport {
    /// The list and the table of what was played so far.
    pub fn new(plan: &ContestPlan, met: &[Met], openings: usize) -> anyhow::Result<Self> {
        let mut results = Crosstable::new();
        for Met { first, second, standing } in met {
            results.add(first, second, standing.distinct).context("a player met itself")?;
        }
        let list = match met {
            [] => None,
            _ => Some(results.rate(&RatingOptions::default()).context("cannot rate the league")?),
        };
        let count = |player: &str, games: &dyn Fn(&Standing) -> u64| {
            let of_player = |met: &&Met| met.first == player || met.second == player;
            met.iter().filter(of_player).map(|met| games(&met.standing)).sum()
        };
        // Who has not met anyone yet stands below all others.
        let ratings = list.iter().flat_map(|list| list.ratings());
        let unrated = plan.players.iter().filter(|player| !results.players().contains(player));
        let players = ratings
            .map(|rating| (&rating.player, Some(rating)))
            .chain(unrated.map(|player| (player, None)))
            .map(|(player, rating)| Rated {
                player: player.clone(),
                identity: plan
                    .players
                    .iter()
                    .position(|name| name == player)
                    .and_then(|seat| plan.identities.get(seat).cloned()),
                elo: rating.map(|rating| rating.elo),
                elo_interval: rating.map_or([f64::NEG_INFINITY, f64::INFINITY], |rating| {
                    [rating.interval.low, rating.interval.high]
                }),
                games: count(player, &|standing| 2 * standing.pairs.units()),
                distinct_games: count(player, &|standing| standing.distinct_games()),
                score: rating.map(|rating| rating.score),
            })
            .collect();
        let meetings = met.iter().map(|Met { first, second, standing }| Meeting {
            first: first.clone(),
            second: second.clone(),
            score: ContestScore::of(standing),
            forfeits: standing.forfeits.values().sum(),
        });
        Ok(Self {
            players,
            meetings: meetings.collect(),
            epsilon: plan.epsilon,
            openings: Starts { from: plan.openings.clone(), count: openings },
            clock: plan.clock.clone().or_else(|| plan.time.as_ref().map(|time| format!("{time} a move"))),
            seed: plan.seed,
            stopped: false,
            given_up: None,
            program: plan.program.clone(),
            timing: None,
            again: None,
            results,
        })
    }

    /// The rating list, with the score in per cent against everyone beside it.
    fn table(&self) -> comfy_table::Table {
        let mut table = plain_table();
        let numbers = (1..=self.players.len()).map(|number| number.to_string());
        let head = ["", "player", "Elo", "95 % interval", "games", "different", "score"].map(str::to_owned);
        table.set_header(head.into_iter().chain(numbers));
        for (index, rated) in self.players.iter().enumerate() {
            let [low, high] = rated.elo_interval;
            let row = [
                (index + 1).to_string(),
                rated.player.clone(),
                rated.elo.map_or_else(|| "–".to_owned(), elo),
                from_to(Interval { low, high }, elo),
                rated.games.to_string(),
                rated.distinct_games.to_string(),
                rated.score.map_or_else(|| "–".to_owned(), |score| format!("{:.1} %", score * 100.0)),
            ];
            let against = self.players.iter().map(|other| {
                let score = self.results.between(&rated.player, &other.player).score();
                score.map_or_else(|| "–".to_owned(), |score| format!("{:.1}", score * 100.0))
            });
            table.add_row(row.into_iter().chain(against));
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}

impl Report for LeagueReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let meetings = self.meetings.iter();
        for caution in cautions(meetings.map(|met| (&*met.first, &*met.second, met.score.evidence()))) {
            writeln!(out, "few games {caution}")?;
        }
        if !self.players.is_empty() {
            for line in self.table().lines() {
                writeln!(out, "{}", line.trim_end())?;
            }
            writeln!(out)?;
        }
        for meeting in self.meetings.iter().filter(|meeting| meeting.forfeits > 0) {
            writeln!(out, "forfeits  {} between {} and {}", meeting.forfeits, meeting.first, meeting.second)?;
        }
        if let Some(epsilon) = self.epsilon {
            writeln!(out, "epsilon   {epsilon} for all")?;
        }
        if let Some(clock) = &self.clock {
            writeln!(out, "clock     {clock}, in seconds")?;
        }
        writeln!(out, "openings  {}", self.openings.from)?;
        writeln!(out, "seed      {}", self.seed)?;
        if self.stopped {
            writeln!(out, "stopped   before all games were played")?;
        }
        if let Some(again) = &self.again {
            writeln!(out, "go on     with {again}")?;
        }
        Ok(())
    }
}
