//! Places of players on the ladder, as they were found.

use outflank_arena::Identity;
use rusqlite::params;

use super::{Store, StoreError};
use crate::Moment;

/// The place that was found for a player.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPlacing {
    /// What the player was called.
    pub label: String,
    /// Who it is, whatever it is called.
    pub identity: Identity,
    /// In Elo on the ladder.
    pub elo: f64,
    /// The lower end of its 95 % interval, the anchors taken as they are.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Games that were played for it.
    pub games: u64,
    /// How many of them are different.
    pub distinct_games: u64,
    /// Whom it met, with what came of it, in JSON.
    pub met: String,
    /// The program that played: version and commit.
    pub program: String,
    /// When.
    pub made: Moment,
}

impl Store {
    /// Keeps the place of a player.
    pub fn add_placing(&self, placing: &StoredPlacing) -> Result<(), StoreError> {
        let StoredPlacing { label, identity, elo, low, high, games, distinct_games, met, program, made } =
            placing;
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO placings
                     (label, content, style, elo, low, high, games, distinct_games, met, program, made)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                params![
                    label,
                    identity.content,
                    identity.style,
                    elo,
                    low,
                    high,
                    *games as i64,
                    *distinct_games as i64,
                    met,
                    program,
                    made.seconds
                ],
            )?;
            Ok(())
        })
    }

    /// The places that were found, of each player the last, the newest first.
    pub fn placings(&self) -> Result<Vec<StoredPlacing>, StoreError> {
        let sql =
            "SELECT label, content, style, elo, low, high, games, distinct_games, met, program, made, max(id)
                   FROM placings GROUP BY content, style ORDER BY max(id) DESC";
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let placings = statement.query_map([], |row| {
                Ok(StoredPlacing {
                    label: row.get(0)?,
                    identity: Identity { content: row.get(1)?, style: row.get(2)? },
                    elo: row.get(3)?,
                    low: row.get(4)?,
                    high: row.get(5)?,
                    games: row.get::<_, i64>(6)? as u64,
                    distinct_games: row.get::<_, i64>(7)? as u64,
                    met: row.get(8)?,
                    program: row.get(9)?,
                    made: Moment { seconds: row.get(10)? },
                })
            })?;
            Ok(placings.collect::<Result<_, _>>()?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DataFolder;

    #[test]
    fn the_last_place_of_a_player_counts_whatever_it_is_called() {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        let placing = |label: &str, content: &str, elo: f64| StoredPlacing {
            label: label.to_owned(),
            identity: Identity { content: content.to_owned(), style: String::new() },
            elo,
            low: elo - 30.0,
            high: elo + 30.0,
            games: 400,
            distinct_games: 398,
            met: "[]".to_owned(),
            program: "test".to_owned(),
            made: Moment { seconds: 7 },
        };
        for one in [placing("mine", "a", 200.0), placing("yours", "b", 300.0), placing("ours", "a", 210.0)] {
            store.add_placing(&one).expect("kept");
        }
        assert_eq!(
            store.placings().expect("read"),
            [placing("ours", "a", 210.0), placing("yours", "b", 300.0)]
        );
    }
}
