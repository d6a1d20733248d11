//! Finding games of the library.

use outflank_rules::Position;
use rusqlite::types::Value;

use super::super::{Store, StoreError};
use super::{Collection, LibraryGame, SELECT, game_of};

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
    /// A text in a name, a title, a remark, a source or anything else that is kept in words.
    pub text: Option<String>,
    /// Where they are from.
    pub among: Option<Collection>,
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
        let (condition, values) = self.condition(filter)?;
        let parameters = || rusqlite::params_from_iter(values.iter());
        self.read(|connection| {
            let count: i64 = connection.query_row(
                &format!("SELECT count(*) FROM library WHERE {condition}"),
                parameters(),
                |row| row.get(0),
            )?;
            let order = "ORDER BY library.id DESC";
            let sql = format!("{SELECT} WHERE {condition} {order} LIMIT {most} OFFSET {after}");
            let mut statement = connection.prepare(&sql)?;
            let games = statement.query_map(parameters(), game_of)?;
            Ok(Found { count: count as u64, games: games.collect::<Result<_, _>>()? })
        })
    }

    /// The numbers of all games that meet some conditions, the oldest first.
    pub fn find_numbers(&self, filter: &GameFilter) -> Result<Vec<i64>, StoreError> {
        let (condition, values) = self.condition(filter)?;
        self.read(|connection| {
            let sql = format!("SELECT id FROM library WHERE {condition} ORDER BY id");
            let mut statement = connection.prepare(&sql)?;
            let ids = statement.query_map(rusqlite::params_from_iter(values), |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
    }

    /// A filter as a condition of a query, and the values in it.
    fn condition(&self, filter: &GameFilter) -> Result<(String, Vec<Value>), StoreError> {
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
            let titles = "library.id IN (SELECT CAST(id AS INTEGER) FROM marks
                              WHERE kind = 'game' AND title LIKE ? ESCAPE '\\')";
            with(&format!("({names} OR {sources} OR {titles} OR rest LIKE ? ESCAPE '\\')"), part(text));
        }
        if let Some(position) = filter.position {
            let through = self.games_through(position)?;
            let list = serde_json::to_string(&through).expect("numbers become text");
            with("library.id IN (SELECT value FROM json_each(?))", Value::Text(list));
        }
        if let Some(collection) = filter.among {
            let formats = match collection.format() {
                Some(format) => format!("format = '{format}'"),
                None => "format NOT IN ('played here', 'shipped')".to_owned(),
            };
            conditions.push(format!("source IN (SELECT id FROM library_sources WHERE {formats})"));
        }
        let archived = "SELECT CAST(id AS INTEGER) FROM marks WHERE kind = 'game' AND archived IS NOT NULL";
        conditions.push(format!("library.id NOT IN ({archived})"));
        Ok((conditions.join(" AND "), values))
    }
}
