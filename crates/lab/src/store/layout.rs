//! The tables of the store as values: which columns they have, and which rows can be theirs.

use outflank_rules::GameRecord;
use rusqlite::Connection;
use rusqlite::types::Value;

use super::salvage::Row;
use super::{StoreError, library, schema};
use crate::checksum;

/// All tables of some layout of the store.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Which layout.
    pub version: usize,
    /// The tables, in the order in which they were made.
    pub tables: Vec<TableLayout>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct TableLayout {
    /// What it is called.
    pub name: String,
    columns: Vec<Column>,
}

#[derive(Clone, Debug)]
struct Column {
    name: String,
    kind: Kind,
    can_be_empty: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The number of the row, which is not written twice.
    RowNumber,
    Integer,
    Real,
    Text,
    Blob,
}

impl Layout {
    /// The newest layout.
    pub fn newest() -> Result<Self, StoreError> {
        Self::of(schema::newest())
    }

    /// The layout after so many steps.
    pub fn of(version: usize) -> Result<Self, StoreError> {
        let connection = Connection::open_in_memory()?;
        schema::lay_out(&connection, version)?;
        let mut names = connection.prepare(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
        )?;
        let names = names.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
        let tables =
            names.into_iter().map(|name| TableLayout::of(&connection, name)).collect::<Result<_, _>>()?;
        Ok(Self { version, tables })
    }
}

impl TableLayout {
    fn of(connection: &Connection, name: String) -> rusqlite::Result<Self> {
        let mut columns =
            connection.prepare("SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)")?;
        let mut columns: Vec<(Column, i64)> = columns
            .query_map([&name], |row| {
                let (kind, is_filled): (String, bool) = (row.get(1)?, row.get(2)?);
                let kind = match kind.as_str() {
                    "INTEGER" => Kind::Integer,
                    "REAL" => Kind::Real,
                    "BLOB" => Kind::Blob,
                    _ => Kind::Text,
                };
                Ok((Column { name: row.get(0)?, kind, can_be_empty: !is_filled }, row.get(3)?))
            })?
            .collect::<Result<_, _>>()?;
        let keys = columns.iter().filter(|(_, key)| *key > 0).count();
        for (column, key) in &mut columns {
            // A single whole number that is the key of a table is its row number.
            if *key == 1 && keys == 1 && column.kind == Kind::Integer {
                column.kind = Kind::RowNumber;
            } else if *key > 0 {
                column.can_be_empty = false;
            }
        }
        Ok(Self { name, columns: columns.into_iter().map(|(column, _)| column).collect() })
    }

    /// Whether a row can be one of this table.
    pub fn fits(&self, row: &Row) -> bool {
        // Columns that were added later are missing in older rows.
        let (here, later) = match self.columns.split_at_checked(row.values.len()) {
            Some(columns) if !row.values.is_empty() => columns,
            _ => return false,
        };
        let fits = |(column, value): (&Column, &Value)| match (column.kind, value) {
            (Kind::RowNumber, Value::Null)
            | (Kind::Integer, Value::Integer(_))
            | (Kind::Real, Value::Real(_) | Value::Integer(_))
            | (Kind::Text, Value::Text(_))
            | (Kind::Blob, Value::Blob(_)) => true,
            (_, Value::Null) => column.can_be_empty,
            _ => false,
        };
        here.iter().zip(&row.values).all(fits) && later.iter().all(|column| column.can_be_empty)
    }

    /// The row with its number where that is a column, unless it cannot be one of this table.
    pub fn fitted(&self, mut row: Row) -> Option<Row> {
        if !self.fits(&row) {
            return None;
        }
        for (column, value) in self.columns.iter().zip(&mut row.values) {
            if column.kind == Kind::RowNumber {
                *value = Value::Integer(row.number);
            }
        }
        Some(row)
    }

    /// Whether what a row says makes sense: checksums are right, texts can be read.
    pub fn is_sound(&self, row: &Row) -> bool {
        let value = |name: &str| {
            let place = self.columns.iter().position(|column| column.name == name)?;
            row.values.get(place)
        };
        let is_json = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        match (self.name.as_str(), value("seed")) {
            (_, Some(Value::Text(seed))) if seed.parse::<u64>().is_err() => return false,
            _ => {}
        }
        match self.name.as_str() {
            "checkpoints" => match (value("kept"), value("checksum")) {
                (Some(Value::Blob(kept)), Some(Value::Text(sum))) => checksum::is_of(sum, kept),
                _ => false,
            },
            "games" => {
                matches!(value("record"), Some(Value::Text(record)) if record.parse::<GameRecord>().is_ok())
            }
            "library" => match (value("start"), value("moves")) {
                (Some(Value::Text(start)), Some(Value::Blob(moves))) => {
                    library::replayed(Some(start), moves).is_some()
                }
                (Some(Value::Null), Some(Value::Blob(moves))) => library::replayed(None, moves).is_some(),
                _ => false,
            },
            "results" => matches!(value("value"), Some(Value::Text(value)) if is_json(value)),
            "contests" => matches!(value("players"), Some(Value::Text(players)) if is_json(players)),
            _ => true,
        }
    }

    /// Whether what is in it follows from other tables and can be made again.
    pub fn is_derived(&self) -> bool {
        self.name.starts_with("explorer_")
    }

    /// The names of the first columns.
    pub fn columns(&self, count: usize) -> Vec<&str> {
        self.columns.iter().take(count).map(|column| column.name.as_str()).collect()
    }

    /// Whether the number of a row is one of its columns.
    pub fn has_row_number(&self) -> bool {
        self.columns.iter().any(|column| column.kind == Kind::RowNumber)
    }
}
