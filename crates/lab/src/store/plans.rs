//! How runs are measured on the ladder, and which runs they were forked from.

use rusqlite::{OptionalExtension, params};

use super::{RunId, Store, StoreError};

/// How often the place of a run on the ladder is measured while it learns, and with how many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LadderPlan {
    /// Lessons between two measurements; where lessons differ in games, as many measurements are spread over games.
    pub every: u64,
    /// Pairs of games for each.
    pub pairs: u64,
    /// Fewer, where opponents would take longer than so many milliseconds of the processor.
    pub milliseconds: f64,
    /// The part of the time of the processor that all measurements were meant to take.
    pub share: f64,
}

/// Where a run was forked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The run that it was part of until then, by the name that it had.
    pub parent: String,
    /// Games of it.
    pub games: u64,
}

impl Store {
    /// Notes how a run is measured. It stays as it was first noted.
    pub(crate) fn add_ladder_plan(&self, run: &RunId, plan: &LadderPlan) -> Result<(), StoreError> {
        let LadderPlan { every, pairs, milliseconds, share } = *plan;
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO ladder_plans VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                params![run.as_str(), every as i64, pairs as i64, milliseconds, share],
            )?;
            Ok(())
        })
    }

    /// How a run is measured on the ladder, if it is.
    pub fn ladder_plan(&self, run: &RunId) -> Result<Option<LadderPlan>, StoreError> {
        let sql = "SELECT every, pairs, milliseconds, share FROM ladder_plans WHERE run = ?1";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let plan = statement.query_row([run.as_str()], |row| {
                Ok(LadderPlan {
                    every: row.get::<_, i64>(0)? as u64,
                    pairs: row.get::<_, i64>(1)? as u64,
                    milliseconds: row.get(2)?,
                    share: row.get(3)?,
                })
            });
            Ok(plan.optional()?)
        })
    }

    /// Notes where a run was forked.
    pub(crate) fn add_fork(&self, run: &RunId, fork: &Fork) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO forks VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                params![run.as_str(), fork.parent, fork.games as i64],
            )?;
            Ok(())
        })
    }

    /// Where a run was forked, if it was.
    pub fn fork_of(&self, run: &RunId) -> Result<Option<Fork>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT parent, games FROM forks WHERE run = ?1")?;
            let fork = statement.query_row([run.as_str()], |row| {
                Ok(Fork { parent: row.get(0)?, games: row.get::<_, i64>(1)? as u64 })
            });
            Ok(fork.optional()?)
        })
    }
}
