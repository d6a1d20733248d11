//! What a league comes to: the rating list and the table of who met whom.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Context;
use comfy_table::CellAlignment;
use outflank_arena::Standing;
use outflank_arena::statistics::{Crosstable, Interval, Pentanomial, RatingOptions};
use serde::Serialize;

use crate::contests::{Score, Speed, elo, from_to};
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
    pub epsilon: Option<f64>,
    pub openings: usize,
    pub seed: u64,
    pub stopped: bool,
    #[serde(flatten)]
    pub speed: Speed,
    pub threads: usize,
    /// For the table.
    #[serde(skip)]
    results: Crosstable<Pentanomial>,
}

/// One line of the rating list.
#[derive(Debug, Serialize)]
struct Rated {
    player: String,
    elo: f64,
    elo_interval: [f64; 2],
    games: u64,
    score: f64,
}

/// The result between two players.
#[derive(Debug, Serialize)]
struct Meeting {
    first: String,
    second: String,
    #[serde(flatten)]
    score: Score,
    forfeits: u64,
}

impl LeagueReport {
    /// The list and the table of these meetings.
    pub fn of(met: &[Met]) -> anyhow::Result<Self> {
        let mut results = Crosstable::new();
        for Met { first, second, standing } in met {
            results.add(first, second, standing.pairs).context("a player met itself")?;
        }
        let players = if met.is_empty() {
            Vec::new()
        } else {
            let list = results.rate(&RatingOptions::default()).context("cannot rate the league")?;
            let rated = |rating: &outflank_arena::statistics::Rating| Rated {
                player: rating.player.clone(),
                elo: rating.elo,
                elo_interval: [rating.interval.low, rating.interval.high],
                games: rating.games,
                score: rating.score,
            };
            list.ratings().iter().map(rated).collect()
        };
        let meetings = met.iter().map(|Met { first, second, standing }| Meeting {
            first: first.clone(),
            second: second.clone(),
            score: Score::of(&standing.pairs),
            forfeits: standing.forfeits.values().sum(),
        });
        Ok(Self {
            players,
            meetings: meetings.collect(),
            epsilon: None,
            openings: 0,
            seed: 0,
            stopped: false,
            speed: Speed::new(0, Duration::ZERO),
            threads: 0,
            results,
        })
    }

    /// The rating list, with the score in per cent against everyone beside it.
    fn table(&self) -> comfy_table::Table {
        let mut table = plain_table();
        let numbers = (1..=self.players.len()).map(|number| number.to_string());
        let head = ["", "player", "Elo", "95 % interval", "games", "score"].map(str::to_owned);
        table.set_header(head.into_iter().chain(numbers));
        for (index, rated) in self.players.iter().enumerate() {
            let [low, high] = rated.elo_interval;
            let row = [
                (index + 1).to_string(),
                rated.player.clone(),
                elo(rated.elo),
                from_to(Interval { low, high }, elo),
                rated.games.to_string(),
                format!("{:.1} %", rated.score * 100.0),
            ];
            let against = self.players.iter().map(|other| {
                let score = Score::of(&self.results.between(&rated.player, &other.player)).score;
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
        writeln!(out, "seed      {}", self.seed)?;
        if self.stopped {
            writeln!(out, "stopped   before all games were played")?;
        }
        Ok(())
    }
}
