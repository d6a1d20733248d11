//! Finding games of the library.

use outflank_rules::Position;
use rusqlite::types::Value;

use super::super::{Store, StoreError};
use super::{LibraryGame, SELECT, game_of};

/// Which games are wanted: all conditions hold.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Part of the name of one of the players.
    pub player: Option<String>,
    /// Part of the name of who had Black.
    pub black: Option<String>,
    /// Part of the name of who had White.
    pub white: Option<String>,
    /// The first year and the last.
    pub years: Option<(i32, i32)>,
    /// Part of the name of the event.
    pub event: Option<String>,
    /// Part of the name of the opening.
    pub opening: Option<String>,
    /// Black's half points: 2, 1 or 0.
    pub points: Option<u8>,
    /// A position that they pass through, in any orientation.
    pub position: Option<Position>,
    /// A text in a name, a remark, a source or anything else that is kept in words.
    pub text: Option<String>,
}

/// Games that were found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// How many there are in all.
    pub count: u64,
    /// Those that were asked for, the newest first.
    pub games: Vec<LibraryGame>,
}

impl Store {
    /// The games that meet some conditions, so many at most after some that are passed over.
    pub fn find_games(&self, filter: &GameFilter, most: u64, after: u64) -> Result<Found, StoreError> {
        let mut conditions = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        let mut with = |condition: &str, value: Value| {
            values.push(value);
            conditions.push(condition.replace('?', &format!("?{}", values.len())));
        };
        let part = |text: &str| {
            Value::Text(format!("%{}%", text.replace(['\\'], "\\\\").replace('%', "\\%").replace('_', "\\_")))
        };
        let named = |column: &str| {
            format!("{column} IN (SELECT id FROM library_names WHERE name LIKE ? ESCAPE '\\')")
        };
        if let Some(player) = &filter.player {
            let either = format!("({} OR {})", named("black"), named("white"));
            with(&either, part(player));
        }
        let columns = [
            ("black", &filter.black),
            ("white", &filter.white),
            ("event", &filter.event),
            ("opening", &filter.opening),
        ];
        for (column, wanted) in columns {
            if let Some(text) = wanted {
                with(&named(column), part(text));
            }
        }
        if let Some((first, last)) = filter.years {
            with("year >= ?", Value::Integer(first.into()));
            with("year <= ?", Value::Integer(last.into()));
        }
        if let Some(points) = filter.points {
            with("points = ?", Value::Integer(points.into()));
        }
        if let Some(text) = &filter.text {
            let names = ["black", "white", "event", "opening"].map(named).join(" OR ");
            let sources = "source IN (SELECT id FROM library_sources WHERE name LIKE ? ESCAPE '\\')";
            with(&format!("({names} OR {sources} OR rest LIKE ? ESCAPE '\\')"), part(text));
        }
        if let Some(position) = filter.position {
            let through = self.games_through(position)?;
            let list = serde_json::to_string(&through).expect("numbers become text");
            with("library.id IN (SELECT value FROM json_each(?))", Value::Text(list));
        }
        let condition = if conditions.is_empty() { "1".to_owned() } else { conditions.join(" AND ") };
        let connection = self.connection();
        let parameters = || rusqlite::params_from_iter(values.iter());
        let count: i64 = connection.query_row(
            &format!("SELECT count(*) FROM library WHERE {condition}"),
            parameters(),
            |row| row.get(0),
        )?;
        let sql = format!("{SELECT} WHERE {condition} ORDER BY library.id DESC LIMIT {most} OFFSET {after}");
        let mut statement = connection.prepare(&sql)?;
        let games = statement.query_map(parameters(), game_of)?;
        Ok(Found { count: count as u64, games: games.collect::<Result<_, _>>()? })
    }
}
