//! The closing league: every system's best player, the yardsticks and the documents' benchmark agents in
//! one round robin, with the same look-ahead for all and with each at its own strength.

mod fit;
mod report;

use outflank_arena::statistics::Pentanomial;
use outflank_arena::{Standing, Style, openings};
use outflank_engine::Chance;
use outflank_learn::{Recipe, Scale};
use serde::{Deserialize, Serialize};

use super::variant::{Games, noisy_player, player};
use super::{Experiment, Page, Results};
use crate::checksum::checksum;
use crate::claims::{Claim, Data};
use crate::report::{ReportError, Section};
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};
use crate::{PlayerFile, league, recipes, shipped};

/// The players that need no learning, at one ply.
const YARDSTICKS: &[&str] =
    &["random", "greedy", "swh", "korman", "edgar-table", "norvig", "document-matrix", "four-features"];

/// Those that look further ahead where everybody plays at its own strength: the benchmark agents of the
/// documents.
const LOOKING_AHEAD: &[&str] = &["greedy:depth=3", "korman:depth=3", "swh:depth=2"];

/// Champions whose training is repeated with other seeds: those that take a minute at most. The others of this program
/// take ten minutes to an hour each.
const REPEATED: [&str; 8] =
    ["td", "td-1ply", "evolution", "edgar", "value-matrix", "linear4", "imitator", "selection"];

/// The number by which a champion is compared with its population.
const AGAINST_YARDSTICKS: &str = "points a game against the yardsticks";

/// How many plies are drawn at random before a game: 11 discs, White to move.
// CITE: the boards of Runarsson and Lucas, on which two players that draw nothing can meet many times.
const DRAWN_PLIES: usize = 7;

/// The league at some scale.
pub(super) struct League {
    seed: u64,
    /// Openings of each meeting, each played with both colours.
    pairs: u64,
    /// Pairs of games in the Othello League.
    league_pairs: u64,
    /// How often the training of a champion is repeated.
    replicas: u64,
    /// Pairs of games of each of these with each yardstick.
    replica_pairs: u64,
    /// Whether they are taught by the champion's own recipe, or by one that takes a moment.
    is_whole: bool,
}

/// Who plays under which conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Division {
    /// Everybody looks one ply ahead, and does nothing else.
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
        // It rates replies and solves the end, however far it is told to look.
        let is_proper = |player: &&shipped::Shipped| self == Self::Natural || player.name != "winmeasure";
        let learned = shipped::all().iter().filter(is_proper).map(|player| {
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
pub(super) struct Pairs {
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

impl Pairs {
    pub(super) fn counts(self) -> [f64; 6] {
        let Self { lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both } = self;
        [lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both].map(|count| count as f64)
    }
}

impl League {
    /// The league at this scale.
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let (pairs, league_pairs, replicas, replica_pairs) = match scale {
            Scale::Smoke => (1, 5, 2, 1),
            Scale::Quick => (25, 500, 2, 25),
            Scale::Full => (1_000, 25_000, 10, 100),
        };
        Self { seed, pairs, league_pairs, replicas, replica_pairs, is_whole: scale != Scale::Smoke }
    }

    fn meeting_key(&self, division: Division, first: &str, second: &str) -> String {
        format!("{}/{} meets {}", division.name(), identity(first), identity(second))
    }

    fn replica_key(&self, player: &str, replica: u64) -> String {
        // Runs are named after tasks, in letters, digits and dashes.
        format!("replica/{}/{replica}", identity(player).replace([' ', ':'], "-"))
    }

    fn league_key(&self, player: &str) -> String {
        format!("othello-league/{}", identity(player))
    }
}

/// The recipe of a champion, or one of its system that takes a moment.
fn recipe_of(name: &str, is_whole: bool) -> Result<Recipe, TaskError> {
    let champion =
        shipped::find(name).ok_or_else(|| TaskError::failed(format!("nobody is called {name}")))?;
    let file = PlayerFile::from_bytes(champion.bytes).map_err(TaskError::failed)?;
    let system = file.model.system();
    match Recipe::trial_of(system).filter(|_| !is_whole) {
        Some(trial) => Ok(trial),
        None => recipes::read(system, &file.provenance.recipe, &[]).map_err(TaskError::failed),
    }
}

/// A player by its name and, if it has learned, by the numbers that it learned: another player of the
/// same name plays other games.
fn identity(player: &str) -> String {
    let name = player.split(':').next().unwrap_or(player);
    match shipped::find(name) {
        Some(learned) => format!("{player} {}", checksum(learned.bytes)),
        None => player.to_owned(),
    }
}

impl Experiment for League {
    fn tasks(&self, study: &mut Study<'static>) {
        let (seed, pairs, league_pairs) = (self.seed, self.pairs, self.league_pairs);
        for division in Division::ALL {
            for (first, second) in division.meetings() {
                let key = self.meeting_key(division, &first, &second);
                study.task(key.clone(), &[], move |context| {
                    let openings = &openings::drawn(pairs as usize, DRAWN_PLIES, seed);
                    let seed = Chance::stream(seed, &key, 0).seed();
                    let (first, second) = (&player(&first)?, &player(&second)?);
                    meet(context, Games { first, second, openings, pairs, seed })
                });
            }
        }
        for name in Division::OnePly.players() {
            let key = self.league_key(&name);
            study.task(key.clone(), &[], move |context| {
                let seed = Chance::stream(seed, &key, 0).seed();
                let [first, second] = [&name, "swh"].map(|name| noisy_player(name, league::EPSILON));
                meet(
                    context,
                    Games { first: &first?, second: &second?, openings: &[], pairs: league_pairs, seed },
                )
            });
        }
        for name in REPEATED {
            for replica in 0..self.replicas {
                let (pairs, is_whole) = (self.replica_pairs, self.is_whole);
                study.task(self.replica_key(name, replica), &[], move |context| {
                    let recipe = recipe_of(name, is_whole)?;
                    // No champion has such a seed.
                    let taught = context.train(None, &recipe, (seed << 32) + 1_000_000 + replica, None)?;
                    let first = &taught.model.entrant(name, &Style::plies(1)).map_err(TaskError::failed)?;
                    let openings = &openings::drawn(pairs as usize, DRAWN_PLIES, seed);
                    let mut points = 0.0;
                    for (number, yardstick) in (0..).zip(YARDSTICKS) {
                        let seed = Chance::stream(seed, name, replica << 32 | number).seed();
                        let games = Games { first, second: &player(yardstick)?, openings, pairs, seed };
                        points += games.score(context)?;
                    }
                    Ok(points / YARDSTICKS.len() as f64)
                });
            }
        }
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for division in Division::ALL {
            for (first, second) in division.meetings() {
                if let Some(pairs) = done.find::<Pairs>(&self.meeting_key(division, &first, &second))? {
                    data.add(format!("{}: {first} against {second}", division.name()), PAIRS, pairs.counts());
                }
            }
        }
        for player in Division::OnePly.players() {
            if let Some(pairs) = done.find::<Pairs>(&self.league_key(&player))? {
                data.add(format!("Othello League: {player}"), PAIRS, pairs.counts());
            }
        }
        for name in REPEATED {
            let keys = (0..self.replicas).map(|replica| self.replica_key(name, replica));
            data.add(format!("replicas of {name}"), AGAINST_YARDSTICKS, done.each::<f64>(keys)?);
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        Vec::new()
    }

    fn sections(&self, data: &Data) -> Result<Vec<Section>, ReportError> {
        self.ratings(data)
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

/// What is kept of a meeting, in the data: how many pairs brought how many points, from none to two. The two ways to
/// share a pair are apart.
pub(super) const PAIRS: &str = "pairs: lost both, lost and drew, shared, drew both, won and drew, won both";

/// The pairs of a meeting in the data.
pub(super) fn pairs(data: &Data, group: &str) -> Option<Pentanomial> {
    match *data.sample(group, PAIRS) {
        [lost_both, lost_and_drew, shared, drew_both, won_and_drew, won_both] => Some(Pentanomial {
            lost_both: lost_both as u64,
            lost_and_drew: lost_and_drew as u64,
            shared: shared as u64,
            drew_both: drew_both as u64,
            won_and_drew: won_and_drew as u64,
            won_both: won_both as u64,
        }),
        _ => None,
    }
}

/// Plays all pairs of two players.
pub(super) fn meet(context: &TaskContext<'_>, games: Games<'_>) -> Result<Pairs, TaskError> {
    let mut standing = Standing::default();
    games.play(context, |pair| {
        standing.add(pair);
        context.report_progress((pair.number + 1) as f64 / games.pairs as f64);
    })?;
    match standing.forfeits.iter().next() {
        Some(((_, reason), _)) => Err(TaskError::failed(format!("a game was given up: {reason}"))),
        None => Ok(standing.pairs.into()),
    }
}
