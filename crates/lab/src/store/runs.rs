//! Runs: what was taught, by which recipe, and how far it came.

use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use outflank_arena::NAMED;
use outflank_engine::Chance;
use outflank_learn::Recipe;
use outflank_rules::GameRecord;
use rusqlite::{Row, params};

use super::entries::not_archived;
use super::{Store, StoreError};
use crate::recipes::{self, RecipeTextError};
use crate::shipped;
use crate::{Checkpoint, Moment};

/// The name of a run or an upload, such as `td-7f3k`: letters, digits, dots, dashes and underscores. No player that
/// comes with the program has it, and it is no transcript.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RunId(String);

impl RunId {
    /// A name for a run of a system that probably nobody has yet.
    pub(crate) fn drawn(system: &str, attempt: u64) -> Self {
        // Nothing that sounds or looks like something else.
        const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let seed = now.as_nanos() as u64 ^ u64::from(std::process::id()) << 40;
        let mut chance = Chance::stream(seed, "the name of a run", attempt);
        let letter = |_| char::from(LETTERS[chance.below(LETTERS.len() as u32) as usize]);
        Self(format!("{system}-{}", (0..4).map(letter).collect::<String>()))
    }

    /// The name in a store or a folder that is there: it may be from before a name was reserved.
    pub(crate) fn found(name: &str) -> Option<Self> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let is_plain = name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_allowed);
        is_plain.then(|| Self(name.to_owned()))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Words that name no run: the programs of the grammar of players, and a lock that older versions share with runs.
const RESERVED: &[&str] = &["gtp", "nboard", "opening", "outflank"];

impl FromStr for RunId {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        let error = |reason| Err(NameError { name: name.to_owned(), reason });
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        if name.is_empty() || name.len() > 100 || !name.chars().all(is_allowed) {
            error("expected 1 to 100 letters, digits, dots, dashes and underscores")
        } else if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            error("expected a letter or a digit first")
        } else if NAMED.iter().any(|(player, _)| *player == name) || shipped::find(name).is_some() {
            error("this is the name of a player that comes with the program")
        } else if RESERVED.contains(&name) {
            error("this word has another meaning")
        } else if name.parse::<GameRecord>().is_ok() {
            error("this is a game")
        } else {
            Ok(Self(name.to_owned()))
        }
    }
}

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that cannot be the name of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a run cannot be called “{name}”: {reason}")]
pub struct NameError {
    /// The text as it came in.
    pub name: String,
    /// Why not.
    pub reason: &'static str,
}

/// How often the score against the standard opponent is measured while learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaguePlan {
    /// Lessons between two measurements.
    pub every: u64,
    /// Pairs of games for each.
    pub pairs: u64,
}

/// What decides a run.
#[derive(Clone, Debug, PartialEq)]
pub struct NewRun {
    /// What is done. It must be one that its own check accepts.
    pub recipe: Recipe,
    /// What names the streams of chance.
    pub seed: u64,
    /// The program that does it: version and commit.
    pub program: String,
    /// How often to measure, if at all.
    pub league: Option<LeaguePlan>,
}

/// A run as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Its name.
    pub id: RunId,
    /// The system that learns.
    pub system: String,
    /// The recipe in TOML, with all defaults.
    pub recipe: String,
    /// What names the streams of chance.
    pub seed: u64,
    /// The program that began it: version and commit.
    pub program: String,
    /// When it began.
    pub started: Moment,
    /// When it was finished.
    pub finished: Option<Moment>,
    /// How often it is measured, if at all.
    pub league: Option<LeaguePlan>,
    /// Whether somebody is at work on it.
    pub state: RunState,
    /// Lessons learned up to the last checkpoint.
    pub lessons: u64,
    /// Games played up to the last checkpoint.
    pub games: u64,
    /// What it cost up to the last checkpoint, in seconds of processor time.
    pub cpu_seconds: f64,
    /// When it was last heard of.
    pub last_heard: Moment,
}

impl Run {
    /// The recipe, unless this version does not know its system.
    pub fn recipe(&self) -> Result<Recipe, RecipeTextError> {
        recipes::read_complete(&self.recipe)
    }
}

/// Whether somebody is at work on a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// A program is at work on it now.
    Running,
    /// It was stopped and can be resumed.
    Interrupted,
    /// All lessons are learned.
    Finished,
}

impl fmt::Display for RunState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Running => "running",
            Self::Interrupted => "interrupted",
            Self::Finished => "finished",
        })
    }
}

/// Of each run what is known, with its last checkpoint.
const SELECT: &str = "
    SELECT id, system, recipe, seed, program, started, league_every, league_pairs, finished,
           coalesce(lesson, 0), coalesce(games, 0), coalesce(cpu_seconds, 0.0), coalesce(made, started)
    FROM runs
    LEFT JOIN finishes ON finishes.run = id
    LEFT JOIN checkpoints AS last
        ON last.run = id AND lesson = (SELECT max(lesson) FROM checkpoints WHERE run = id)";

impl Store {
    /// Adds a run, unless the name is taken by another or by an upload. What it begins with, if not with nothing, comes in the same step.
    pub(crate) fn add_run(
        &self,
        id: &RunId,
        run: &NewRun,
        beginning: Option<&Checkpoint>,
    ) -> Result<bool, StoreError> {
        if self.folder.player_file(id).exists() {
            return Ok(false);
        }
        self.write(|transaction| {
            let added = transaction.execute(
                "INSERT INTO runs VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
                params![
                    id.as_str(),
                    run.recipe.system(),
                    recipes::write(&run.recipe),
                    run.seed.to_string(),
                    run.program,
                    Moment::now().seconds,
                    run.league.map(|league| league.every as i64),
                    run.league.map(|league| league.pairs as i64),
                ],
            )?;
            if let (1, Some(checkpoint)) = (added, beginning) {
                checkpoint.add(transaction, id)?;
            }
            Ok(added == 1)
        })
    }

    /// All runs that are not archived, the newest last.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{SELECT} WHERE {} ORDER BY started, runs.rowid",
                not_archived("run")
            ))?;
            let runs = statement.query_map([], |row| self.run_of(row))?;
            Ok(runs.collect::<Result<_, _>>()?)
        })
    }

    /// The run with this name, if there is one.
    pub fn run(&self, name: &str) -> Result<Option<Run>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
            let mut runs = statement.query_map([name], |row| self.run_of(row))?;
            Ok(runs.next().transpose()?)
        })
    }

    fn run_of(&self, row: &Row<'_>) -> rusqlite::Result<Run> {
        let whole = |column| row.get::<_, i64>(column).map(|number| number as u64);
        let id = RunId(row.get(0)?);
        let seed: String = row.get(3)?;
        let finished = row.get::<_, Option<i64>>(8)?.map(|seconds| Moment { seconds });
        let plan: (Option<i64>, Option<i64>) = (row.get(6)?, row.get(7)?);
        Ok(Run {
            system: row.get(1)?,
            recipe: row.get(2)?,
            seed: seed.parse().map_err(|_| rusqlite::Error::IntegralValueOutOfRange(3, 0))?,
            program: row.get(4)?,
            started: Moment { seconds: row.get(5)? },
            league: match plan {
                (Some(every), Some(pairs)) => Some(LeaguePlan { every: every as u64, pairs: pairs as u64 }),
                _ => None,
            },
            state: match finished {
                Some(_) => RunState::Finished,
                None if self.folder.is_locked(&id) => RunState::Running,
                None => RunState::Interrupted,
            },
            finished,
            lessons: whole(9)?,
            games: whole(10)?,
            cpu_seconds: row.get(11)?,
            last_heard: finished.unwrap_or(Moment { seconds: row.get(12)? }),
            id,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_nobody_elses() {
        for name in ["td-7f3k", "a", "2007.fixed_1-ply", "f5d6x", "f9"] {
            assert_eq!(name.parse::<RunId>().expect(name).as_str(), name);
        }
        for name in [
            "",
            "-a",
            ".a",
            "a b",
            "a/b",
            "a@b",
            "a:b",
            "swh",
            "td",
            "opening",
            "f5d6",
            "é",
            &"a".repeat(101),
        ] {
            assert!(name.parse::<RunId>().is_err(), "{name}");
        }
        let drawn = RunId::drawn("td", 0);
        assert_eq!(drawn.as_str().parse(), Ok(drawn));
        assert_ne!(RunId::drawn("td", 0), RunId::drawn("td", 1));
    }
}
