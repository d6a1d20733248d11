//! What is taught: a recipe with something changed, several times over.

use std::ops::ControlFlow;

use outflank_arena::{Contest, Entrant, Pair, PlayerSpec};
use outflank_learn::Recipe;
use outflank_rules::GameRecord;
use serde::de::DeserializeOwned;

use crate::PlayerRegistry;
use crate::claims::{Claim, Class, Statistic, Threshold};
use crate::recipes::{self, Change};
use crate::study::{Done, StudyError, TaskContext, TaskError};

/// Players that differ only in their seeds.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// How keys and data name it.
    pub name: String,
    /// What is different, in words.
    pub words: String,
    /// How it is taught.
    pub recipe: Recipe,
    /// How many there are.
    pub replicas: usize,
    /// The seed of the first; the others count on.
    pub seed: u64,
}

impl Variant {
    /// The key of a replica's result, the first being 0.
    pub fn key(&self, verb: &str, replica: usize) -> String {
        format!("{verb}/{}/{replica}", self.name)
    }

    /// The keys of all.
    pub fn keys(&self, verb: &str) -> Vec<String> {
        (0..self.replicas).map(|replica| self.key(verb, replica)).collect()
    }

    /// What came out of those that are done, in order.
    pub fn results<T: DeserializeOwned>(&self, done: &Done, verb: &str) -> Result<Vec<T>, StudyError> {
        done.each(self.keys(verb))
    }
}

/// The recipe of a system with some keys changed: `plies=2 games=500`. What comes later holds.
///
/// # Panics
///
/// If there is no such recipe: studies are tested with all their variants.
pub(super) fn recipe(system: &str, changes: &str) -> Recipe {
    let changes: Result<Vec<Change>, _> = changes.split_whitespace().map(str::parse).collect();
    let changes = changes.expect("changes are KEY=VALUE");
    recipes::read(system, "", &changes).unwrap_or_else(|error| panic!("{system}: {error}"))
}

/// A player by its name, without random moves of its own.
pub(super) fn player(name: &str) -> Result<Entrant, TaskError> {
    let spec: PlayerSpec = name.parse().map_err(TaskError::failed)?;
    spec.entrant(&PlayerRegistry::new(None)).map_err(TaskError::failed)
}

/// The same with a part of its moves at random.
pub(super) fn noisy_player(name: &str, epsilon: f64) -> Result<Entrant, TaskError> {
    let spec: PlayerSpec = name.parse().map_err(TaskError::failed)?;
    let spec = spec.with_epsilon(epsilon).map_err(TaskError::failed)?;
    spec.entrant(&PlayerRegistry::new(None)).map_err(TaskError::failed)
}

/// Pairs of games between two players.
#[derive(Clone, Copy)]
pub(super) struct Games<'a> {
    pub first: &'a Entrant,
    pub second: &'a Entrant,
    pub openings: &'a [GameRecord],
    pub pairs: u64,
    pub seed: u64,
}

impl Games<'_> {
    /// Plays them all, unless the task is asked to stop.
    pub fn play(self, context: &TaskContext<'_>, mut watch: impl FnMut(&Pair)) -> Result<(), TaskError> {
        let Self { first, second, openings, pairs, seed } = self;
        Contest { first, second, openings, pairs, seed, threads: 1 }.run(context.stop(), |pair| {
            watch(&pair);
            ControlFlow::Continue(())
        });
        context.check_stop()
    }

    /// Plays them all: points a game of the first player.
    pub fn score(self, context: &TaskContext<'_>) -> Result<f64, TaskError> {
        let mut points = 0.0;
        self.play(context, |pair| points += pair.points_of_first())?;
        Ok(points / (2 * self.pairs) as f64)
    }
}

/// That each part of a learner is worth something: ours against ours with one thing done otherwise, by each of these
/// numbers. Parts are a name, words, and what is changed.
pub(super) fn claims_of_parts(
    parts: &[(&'static str, &str, &str)],
    ours: &'static str,
    numbers: [&'static str; 2],
    more: Threshold,
) -> impl Iterator<Item = Claim> {
    parts.iter().filter(move |(name, ..)| *name != ours).flat_map(move |(name, words, _)| {
        numbers.map(|number| {
            let statement = format!("ours is better than with this: {words}; {number}");
            Claim::new(Class::Ours, statement, "")
                .theirs("—")
                .of(Statistic::paired(ours, *name, number), more)
        })
    })
}
