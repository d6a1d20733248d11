//! Curves: numbers that were measured while a run went on.

use rusqlite::{Transaction, params};
use serde::Serialize;

use super::{RunId, Store, StoreError};

/// A measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Games played so far.
    pub games: u64,
    /// What was measured.
    pub name: String,
    /// How much it was.
    pub value: f64,
    /// The lower end of its interval, if it has one.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl CurvePoint {
    /// Adds the point. One that is there already is the same: a run comes to the same points again.
    pub(super) fn add(&self, transaction: &Transaction, run: &RunId) -> Result<(), StoreError> {
        let Self { games, name, value, low, high } = self;
        transaction
            .prepare_cached("INSERT INTO curves VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING")?
            .execute(params![run.as_str(), *games as i64, name, value, low, high])?;
        Ok(())
    }
}

impl Store {
    /// All points of a run: the curves by name, each by games.
    pub fn curves(&self, run: &RunId) -> Result<Vec<CurvePoint>, StoreError> {
        let sql = "SELECT games, name, value, low, high FROM curves WHERE run = ?1 ORDER BY name, games";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let points = statement.query_map([run.as_str()], |row| {
                Ok(CurvePoint {
                    games: row.get::<_, i64>(0)? as u64,
                    name: row.get(1)?,
                    value: row.get(2)?,
                    low: row.get(3)?,
                    high: row.get(4)?,
                })
            })?;
            Ok(points.collect::<Result<_, _>>()?)
        })
    }
}
