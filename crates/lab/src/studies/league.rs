//! The closing league: every system's best player, the yardsticks and the documents' benchmark agents in
//! one round robin, with the same look-ahead for all and with each at its own strength.

mod report;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_arena::statistics::Pentanomial;
use outflank_arena::{Contest, Entrant, PlayerSpec, Standing, openings};
use outflank_engine::Chance;
use outflank_learn::Scale;
use outflank_rules::GameRecord;
use serde::{Deserialize, Serialize};

use crate::checksum::checksum;
use crate::report::{Report, ReportError};
use crate::studies::{Provenance, Replication};
use crate::study::{Desk, Study, TaskError};
use crate::{PlayerRegistry, Store, league, shipped};

/// The players that need no learning, at one ply.
const YARDSTICKS: &[&str] =
    &["random", "greedy", "swh", "korman", "edgar-table", "norvig", "document-matrix", "four-features"];

/// Those that look further ahead where everybody plays at its own strength: the benchmark agents of the
/// documents.
const LOOKING_AHEAD: &[&str] = &["greedy:depth=3", "korman:depth=3", "swh:depth=2"];

/// How many plies are drawn at random before a game: 11 discs, White to move.
// CITE: the boards of Runarsson and Lucas, on which two players that draw nothing can meet many times.
const DRAWN_PLIES: usize = 7;

/// The league at some scale.
pub struct League {
    seed: u64,
    /// Openings of each meeting, each played with both colours.
    pairs: u64,
    /// Pairs of games in the Othello League.
    league_pairs: u64,
}

/// Who plays under which conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Division {
    /// Everybody looks one ply ahead.
    OnePly,
    /// Everybody plays as its document has it.
    Natural,
}

impl Division {
    const ALL: [Self; 2] = [Self::OnePly, Self::Natural];

    fn name(self) -> &'static str {
        match self {
            Self::OnePly => "one-ply",
            Self::Natural => "natural",
        }
    }

    /// Everybody who takes part, as players are named everywhere.
    fn players(self) -> Vec<String> {
        let learned = shipped::all().iter().map(|player| {
            let plies = match self {
                Self::OnePly => 1,
                Self::Natural => player.plies,
            };
            match player.plies {
                1 => player.name.to_owned(),
                _ => format!("{}:depth={plies}", player.name),
            }
        });
        let looking_ahead = match self {
            Self::OnePly => &[],
            Self::Natural => LOOKING_AHEAD,
        };
        let others = YARDSTICKS.iter().chain(looking_ahead).map(|name| (*name).to_owned());
        learned.chain(others).collect()
    }

    /// Every two of them.
    fn meetings(self) -> Vec<(String, String)> {
        let players = self.players();
        let others = |first: usize| players[first + 1..].iter().map(move |second| (first, second));
        (0..players.len())
            .flat_map(others)
            .map(|(first, second)| (players[first].clone(), second.clone()))
            .collect()
    }
}

/// The pairs of a meeting, as they are stored.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Pairs {
    lost_both: u64,
    lost_and_drew: u64,
    shared: u64,
    drew_both: u64,
    won_and_drew: u64,
    won_both: u64,
}

impl From<Pentanomial> for Pairs {
    fn from(pairs: Pentanomial) -> Self {
        let Pentanomial { lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both } = pairs;
        Self { lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both }
    }
}

impl From<Pairs> for Pentanomial {
    fn from(pairs: Pairs) -> Self {
        let Pairs { lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both } = pairs;
        Self { lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both }
    }
}

impl League {
    /// The league at this scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        let (pairs, league_pairs) = match scale {
            Scale::Smoke => (1, 5),
            Scale::Quick => (25, 500),
            Scale::Full => (1_000, 25_000),
        };
        Self { seed, pairs, league_pairs }
    }

    fn meeting_key(&self, division: Division, first: &str, second: &str) -> String {
        format!("{}/{} meets {}", division.name(), identity(first), identity(second))
    }

    fn league_key(&self, player: &str) -> String {
        format!("othello-league/{}", identity(player))
    }
}

/// A player by its name and, if it has learned, by the numbers that it learned: another player of the
/// same name plays other games.
fn identity(player: &str) -> String {
    let name = player.split(':').next().unwrap_or(player);
    match shipped::find(name) {
        Some(learned) => format!("{player} {}", &checksum(learned.bytes)[..8]),
        None => player.to_owned(),
    }
}

impl Replication for League {
    fn study(&self, name: &str, program: &str) -> Study<'static> {
        let mut study = Study::new(name, program);
        let (seed, pairs, league_pairs) = (self.seed, self.pairs, self.league_pairs);
        for division in Division::ALL {
            for (first, second) in division.meetings() {
                let key = self.meeting_key(division, &first, &second);
                study.task(key.clone(), &[], move |desk| {
                    let starts = openings::drawn(pairs as usize, DRAWN_PLIES, seed);
                    let seed = Chance::stream(seed, &key, 0).seed();
                    meet(desk, [entrant(&first, None)?, entrant(&second, None)?], &starts, pairs, seed)
                });
            }
        }
        for player in Division::OnePly.players() {
            let key = self.league_key(&player);
            study.task(key.clone(), &[], move |desk| {
                let seed = Chance::stream(seed, &key, 0).seed();
                let epsilon = Some(league::EPSILON);
                meet(desk, [entrant(&player, epsilon)?, entrant("swh", epsilon)?], &[], league_pairs, seed)
            });
        }
        study
    }

    fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        report::report(self, study, store, provenance)
    }
}

fn entrant(player: &str, epsilon: Option<f64>) -> Result<Entrant, TaskError> {
    let spec: PlayerSpec = player.parse().map_err(TaskError::failed)?;
    let spec = match epsilon {
        Some(epsilon) => spec.with_epsilon(epsilon).map_err(TaskError::failed)?,
        None => spec,
    };
    spec.entrant(&PlayerRegistry::new(None)).map_err(TaskError::failed)
}

/// Plays all pairs of two players.
fn meet(
    desk: &Desk<'_>,
    [first, second]: [Entrant; 2],
    openings: &[GameRecord],
    pairs: u64,
    seed: u64,
) -> Result<Pairs, TaskError> {
    let mut standing = Standing::default();
    let contest = Contest { first: &first, second: &second, openings, pairs, seed, threads: 1 };
    contest.run(desk.stop(), |pair| {
        standing.add(&pair);
        desk.tell((pair.number + 1) as f64 / pairs as f64);
        ControlFlow::Continue(())
    });
    if desk.stop().load(Ordering::Relaxed) {
        return Err(TaskError::Stopped);
    }
    match standing.forfeits.iter().next() {
        Some(((_, reason), _)) => Err(TaskError::failed(format!("a game was given up: {reason}"))),
        None => Ok(standing.pairs.into()),
    }
}
