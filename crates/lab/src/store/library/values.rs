//! What engines thought of moves, kept beside what games made of them.

use std::collections::BTreeMap;

use outflank_rules::Board;
use rusqlite::{OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::super::{Store, StoreError};
use super::index::Canonical;
use crate::analysis::{Origin, Worth};

/// What an engine thinks of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveValue {
    /// The margin that it expects for the side that moves, in discs.
    pub discs: f64,
    /// How many plies it looked ahead; `None` for what is proven.
    pub plies: Option<u32>,
    /// Who that was.
    pub judge: String,
}

impl MoveValue {
    /// Proof beats every search, and a deeper search the other.
    fn is_better_than(&self, other: &Self) -> bool {
        self.plies.unwrap_or(u32::MAX) >= other.plies.unwrap_or(u32::MAX)
    }
}

impl Store {
    /// Keeps what moves of a position are worth, unless more is known of them.
    pub fn keep_values(&self, board: Board, judge: &str, worths: &[Worth]) -> Result<(), StoreError> {
        let canonical = Canonical::new(board.position);
        self.write(|transaction| {
            let mut known = read(transaction, &canonical)?;
            for worth in worths {
                let plies = match worth.origin {
                    Origin::Exact => None,
                    Origin::Plies(plies) => Some(plies),
                };
                let value = MoveValue { discs: worth.discs, plies, judge: judge.to_owned() };
                let key = canonical.key(worth.square);
                if known.get(&key).is_none_or(|old| value.is_better_than(old)) {
                    known.insert(key, value);
                }
            }
            let text = serde_json::to_string(&known).expect("numbers and names become text");
            let [mover, opponent] = canonical.bits();
            transaction
                .prepare_cached("INSERT OR REPLACE INTO explorer_values VALUES (?1, ?2, ?3)")?
                .execute(params![mover, opponent, text])?;
            Ok(())
        })
    }
}

/// What is kept of a position, by the moves of its canonical orientation.
pub(super) fn read(
    connection: &rusqlite::Connection,
    canonical: &Canonical,
) -> Result<BTreeMap<u8, MoveValue>, StoreError> {
    let mut statement =
        connection.prepare_cached("SELECT moves FROM explorer_values WHERE mover = ?1 AND opponent = ?2")?;
    let text: Option<String> = statement.query_row(canonical.bits(), |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}
