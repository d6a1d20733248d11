//! The engine's training as tasks: self-play and labels in shards that anybody may do anywhere, and the learning of each round
//! from them. What comes out is, to the bit, what `outflank learn` makes of the same recipes and seed in one process.

mod report;
mod shard;

use std::ops::Range;
use std::sync::Arc;

use outflank_arena::{Style, openings};
use outflank_engine::Chance;
use outflank_learn::patterns::{Learner, Model, Recipe};
use outflank_learn::{Learned, Learner as _, Scale, System};
use serde::{Deserialize, Serialize};

use super::league::{PAIRS, Pairs, meet};
use super::variant::{Games, player};
use super::{Experiment, Page, Results};
use crate::checksum::checksum;
use crate::claims::{Claim, Data};
use crate::packing::PackedTensors;
use crate::recipes;
use crate::report::ReportError;
use crate::study::{Done, Study, StudyError, TaskContext, TaskError};
use shard::Shard;

/// How far players look ahead in matches, and from how many empty squares on they solve the end.
const PLIES: u32 = 3;
const EXACT: u32 = 12;
/// Random plies before the games of a match.
const DRAWN_PLIES: usize = 10;
/// Whom the last run meets beside the run before it.
const YARDSTICK: &str = "swh:depth=3";

/// The training at some scale.
pub(super) struct Engine {
    seed: u64,
    runs: Arc<[Run]>,
    /// Games of a shard.
    shard: u64,
    /// Pairs of games of a match.
    pairs: u64,
}

/// One of the runs, each of which begins with what the one before it learned.
#[derive(Clone, Debug)]
struct Run {
    /// The name of its recipe.
    name: &'static str,
    recipe: Recipe,
    /// How far it is followed.
    games: u64,
    /// How keys name it: another recipe gives other results.
    key: String,
}

/// What was learned by the end of a round.
#[derive(Serialize, Deserialize)]
struct Round {
    /// Games learned from.
    games: u64,
    /// The root of the mean square error of the last lesson, in discs.
    error: f64,
    /// What the learner keeps.
    kept: PackedTensors,
}

impl Run {
    fn new(name: &'static str, text: &str, changes: &str, games: Option<u64>) -> Self {
        let changes: Vec<_> =
            changes.split_whitespace().map(|change| change.parse().expect("KEY=VALUE")).collect();
        let recipe = match recipes::read_named(text, &changes) {
            Ok(outflank_learn::Recipe::Patterns(recipe)) => recipe,
            other => panic!("a recipe of patterns: {other:?}"),
        };
        let text = recipes::write(&outflank_learn::Recipe::Patterns(recipe.clone()));
        let games = games.unwrap_or(recipe.games);
        // The key becomes the name of a run, in which no colon may be.
        let sum = checksum(text.as_bytes()).replace("crc32:", "");
        Self { name, key: format!("{name}-{sum}-{games}"), recipe, games }
    }

    /// Whether it learns from labels, which can be found apart.
    fn is_labelled(&self) -> bool {
        self.recipe.label_depth > 0
    }

    /// The games of each round.
    fn rounds(&self) -> impl Iterator<Item = Range<u64>> {
        let (games, step) = (self.games, self.recipe.round_games);
        (0..games.div_ceil(step)).map(move |round| round * step..games.min((round + 1) * step))
    }

    /// The keys of the shards of a round, with their games.
    fn shards(&self, round: usize, games: Range<u64>, shard: u64) -> Vec<(String, Range<u64>)> {
        let starts = (games.start..games.end).step_by(shard as usize).enumerate();
        starts
            .map(|(number, start)| {
                let key = format!("{}/label/{:03}/{:04}", self.key, round + 1, number + 1);
                (key, start..games.end.min(start + shard))
            })
            .collect()
    }

    /// The key of what is learned in a round.
    fn round_key(&self, round: usize) -> String {
        format!("{}/learn/{:03}", self.key, round + 1)
    }

    /// The key of the last thing learned.
    fn end_key(&self) -> String {
        match self.is_labelled() {
            true => self.round_key(self.rounds().count() - 1),
            false => format!("{}/learn", self.key),
        }
    }

    /// What it has learned in the end.
    fn model(&self, context: &TaskContext<'_>) -> Result<Model, TaskError> {
        match self.is_labelled() {
            true => {
                let end: Round = context.input(&self.end_key())?;
                self.recipe.model_in(&end.kept.0).map_err(TaskError::failed)
            }
            false => {
                let model: PackedTensors = context.input(&self.end_key())?;
                Model::from_tensors(&model.0).map_err(TaskError::failed)
            }
        }
    }
}

/// The key of what a round begins with.
fn start_key(runs: &[Run], run: usize, round: usize) -> String {
    match round {
        0 => runs[run - 1].end_key(),
        _ => runs[run].round_key(round - 1),
    }
}

/// The learner of a run at the start of a round.
fn learner(
    context: &TaskContext<'_>,
    runs: &[Run],
    run: usize,
    round: usize,
    seed: u64,
) -> Result<Learner, TaskError> {
    let mut learner = Learner::new(runs[run].recipe.clone(), seed);
    if round == 0 {
        let model = runs[run - 1].model(context)?;
        learner.begin_from(outflank_learn::Model::Patterns(model)).map_err(TaskError::failed)?;
    } else {
        let before: Round = context.input(&runs[run].round_key(round - 1))?;
        learner.restore(&before.kept.0).map_err(TaskError::failed)?;
    }
    Ok(learner)
}

impl Engine {
    pub(super) fn new(scale: Scale, seed: u64) -> Self {
        let small = |one: &str, two: &str| {
            vec![
                Run::new("small-1", include_str!("../../../engine/weights/small-1.toml"), one, None),
                Run::new("small-2", include_str!("../../../engine/weights/small-2.toml"), two, None),
            ]
        };
        let (runs, shard, pairs) = match scale {
            Scale::Smoke => {
                let shapes = "stages=2";
                let one = format!("{shapes} games=300 one_stage_games=100");
                (small(&one, &format!("{shapes} games=50 round_games=30")), 12, 2)
            }
            Scale::Quick => (small("", ""), 100, 50),
            Scale::Full => {
                let runs = vec![
                    Run::new("search-1", include_str!("../../../engine/weights/search-1.toml"), "", None),
                    // Half-way it was left: docs/engine.md says why.
                    Run::new(
                        "search-2",
                        include_str!("../../../engine/weights/search-2.toml"),
                        "",
                        Some(500_000),
                    ),
                    Run::new("search-3", include_str!("../../../engine/weights/search-3.toml"), "", None),
                ];
                (runs, 1_000, 500)
            }
        };
        Self { seed, runs: runs.into(), shard, pairs }
    }

    /// The runs of which the second is measured against the first, by number; and who the last meets beside.
    fn matches(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        let last = self.runs.len() - 1;
        (1..=last).map(|run| (run, Some(run - 1))).chain([(last, None)])
    }

    fn match_key(&self, run: usize, other: Option<usize>) -> String {
        let other = other.map_or(YARDSTICK, |other| &self.runs[other].key);
        format!("match/{}/{other}", self.runs[run].key)
    }

    /// How a match is named in tables.
    fn match_name(&self, run: usize, other: Option<usize>) -> String {
        format!("{} against {}", self.runs[run].name, other.map_or(YARDSTICK, |other| self.runs[other].name))
    }

    fn labels_and_learning(&self, study: &mut Study<'static>, run: usize) {
        let (seed, runs) = (self.seed, &self.runs);
        for (round, games) in runs[run].rounds().enumerate() {
            let start = start_key(runs, run, round);
            let shards = runs[run].shards(round, games, self.shard);
            for (key, games) in shards.clone() {
                let runs = Arc::clone(runs);
                study.task(key, &[&start], move |context| {
                    let mut learner = learner(context, &runs, run, round, seed)?;
                    let mut labelled = Vec::new();
                    // Piece by piece, so that progress is seen.
                    for first in games.clone().step_by(PIECE as usize) {
                        let piece = first..games.end.min(first + PIECE);
                        let labels = learner.label(piece, context.stop(), 1);
                        labelled.extend(labels.map_err(|_| TaskError::Stopped)?);
                        context.report_progress(labelled.len() as f64 / (games.end - games.start) as f64);
                    }
                    Ok(Shard::new(&labelled))
                });
            }
            let runs = Arc::clone(runs);
            let keys: Vec<String> = shards.into_iter().map(|(key, _)| key).collect();
            let needs = [vec![start], keys.clone()].concat();
            let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
            study.task(runs[run].round_key(round), &needs, move |context| {
                let mut learner = learner(context, &runs, run, round, seed)?;
                let mut labelled = Vec::new();
                for key in &keys {
                    labelled.extend(context.input::<Shard>(key)?.games().map_err(TaskError::failed)?);
                }
                context.check_stop()?;
                learner.learn_round(&labelled).map_err(TaskError::failed)?;
                let gauges = learner.gauges();
                let error = gauges.iter().find(|gauge| gauge.name == "error in discs");
                Ok(Round {
                    games: learner.games(),
                    error: error.map_or(0.0, |gauge| gauge.value),
                    kept: PackedTensors(learner.snapshot()),
                })
            });
        }
    }
}

/// Games that are labelled in one go.
const PIECE: u64 = 50;

impl Experiment for Engine {
    fn tasks(&self, study: &mut Study<'static>) {
        let seed = self.seed;
        for (number, run) in self.runs.iter().enumerate() {
            if run.is_labelled() {
                self.labels_and_learning(study, number);
                continue;
            }
            let recipe = outflank_learn::Recipe::Patterns(run.recipe.clone());
            study.task(run.end_key(), &[], move |context| {
                let taught = context.train(None, &recipe, seed, None)?;
                Ok(PackedTensors(taught.model.tensors()))
            });
        }
        for (run, other) in self.matches() {
            let (key, pairs, runs) = (self.match_key(run, other), self.pairs, Arc::clone(&self.runs));
            let mut needs = vec![runs[run].end_key()];
            needs.extend(other.map(|other| runs[other].end_key()));
            let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
            study.task(key.clone(), &needs, move |context| {
                let style = Style { depth: Some(PLIES), exact: Some(EXACT), ..Style::default() };
                let entrant =
                    |run: &Run| run.model(context)?.entrant(run.name, &style).map_err(TaskError::failed);
                let first = &entrant(&runs[run])?;
                let second = &match other {
                    Some(other) => entrant(&runs[other])?,
                    None => player(YARDSTICK)?,
                };
                let openings = &openings::drawn(pairs as usize, DRAWN_PLIES, seed);
                let seed = Chance::stream(seed, &key, 0).seed();
                meet(context, Games { first, second, openings, pairs, seed })
            });
        }
    }

    fn data(&self, done: &Done) -> Result<Data, StudyError> {
        let mut data = Data::default();
        for run in self.runs.iter().filter(|run| run.is_labelled()) {
            for (round, games) in run.rounds().enumerate() {
                let shards = run.shards(round, games, self.shard);
                let found: Vec<Shard> = done.each(shards.into_iter().map(|(key, _)| key))?;
                let labels: u64 = found.iter().map(|shard| shard.labels).sum();
                if let Some(learned) = done.find::<Round>(&run.round_key(round))? {
                    data.add(run.name, "games", [learned.games as f64]);
                    data.add(run.name, "labels", [labels as f64]);
                    data.add(run.name, "error", [learned.error]);
                }
            }
        }
        for (run, other) in self.matches() {
            if let Some(pairs) = done.find::<Pairs>(&self.match_key(run, other))? {
                data.add(self.match_name(run, other), PAIRS, pairs.counts());
            }
        }
        Ok(data)
    }

    fn claims(&self, _: &Data) -> Vec<Claim> {
        Vec::new()
    }

    fn page(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        self.report(results)
    }
}

#[cfg(test)]
mod tests;
