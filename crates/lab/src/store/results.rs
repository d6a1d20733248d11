//! Results of studies, as JSON under stable keys.

use rusqlite::params;

use super::{Store, StoreError};
use crate::Moment;

/// The result of one task of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredResult {
    /// The task.
    pub key: String,
    /// What came out, in JSON.
    pub value: String,
    /// What it cost, in seconds of processor time.
    pub cpu_seconds: f64,
}

impl Store {
    /// All results of a study, by key.
    pub fn results(&self, study: &str) -> Result<Vec<StoredResult>, StoreError> {
        let sql = "SELECT key, value, cpu_seconds FROM results WHERE study = ?1 ORDER BY key";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let results = statement.query_map([study], |row| {
                Ok(StoredResult { key: row.get(0)?, value: row.get(1)?, cpu_seconds: row.get(2)? })
            })?;
            Ok(results.collect::<Result<_, _>>()?)
        })
    }

    /// The names of all studies that have results, the newest first.
    pub fn begun_studies(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let sql = "SELECT study FROM results GROUP BY study ORDER BY max(made) DESC, study";
            let mut statement = connection.prepare_cached(sql)?;
            let names = statement.query_map([], |row| row.get(0))?;
            Ok(names.collect::<Result<_, _>>()?)
        })
    }

    /// The result of one task, if it is there.
    pub fn result(&self, study: &str, key: &str) -> Result<Option<StoredResult>, StoreError> {
        let sql = "SELECT key, value, cpu_seconds FROM results WHERE study = ?1 AND key = ?2";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let mut results = statement.query_map([study, key], |row| {
                Ok(StoredResult { key: row.get(0)?, value: row.get(1)?, cpu_seconds: row.get(2)? })
            })?;
            Ok(results.next().transpose()?)
        })
    }

    /// Adds a result. One that is there already stays.
    pub fn add_result(&self, study: &str, result: &StoredResult) -> Result<(), StoreError> {
        let StoredResult { key, value, cpu_seconds } = result;
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO results VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                params![study, key, value, cpu_seconds, Moment::now().seconds],
            )?;
            Ok(())
        })
    }
}
