//! Taking games out of the library.

use rusqlite::{OptionalExtension, Transaction};

use super::super::{Store, StoreError};
use super::index;

impl Store {
    /// The sources of the games, by name, with how many came from each first.
    pub fn library_sources(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare(
                "SELECT library_sources.name, count(library.id) FROM library_sources
                 LEFT JOIN library ON source = library_sources.id
                 GROUP BY library_sources.id ORDER BY library_sources.id",
            )?;
            let sources = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
            Ok(sources.collect::<Result<_, _>>()?)
        })
    }

    /// Takes out all games that came from a source alone, and tells how many; `None` if there is no such source. That
    /// there was such a source is kept, so that what came with the program does not come again.
    pub fn forget_source(&self, name: &str) -> Result<Option<u64>, StoreError> {
        self.write(|transaction| {
            let id = "SELECT id FROM library_sources WHERE name = ?1";
            let Some(id) = transaction.query_row(id, [name], |row| row.get::<_, i64>(0)).optional()? else {
                return Ok(None);
            };
            // What others brought as well is theirs from now on.
            transaction.execute("DELETE FROM library_also WHERE source = ?1", [id])?;
            transaction.execute(
                "UPDATE library SET source = (SELECT min(source) FROM library_also WHERE game = library.id)
                 WHERE source = ?1 AND id IN (SELECT game FROM library_also)",
                [id],
            )?;
            transaction.execute(
                "DELETE FROM library_also WHERE EXISTS
                     (SELECT 1 FROM library WHERE id = game AND library.source = library_also.source)",
                [],
            )?;
            transaction.execute(
                "DELETE FROM marks WHERE kind = 'game' AND CAST(marks.id AS INTEGER) IN
                     (SELECT id FROM library WHERE source = ?1)",
                [id],
            )?;
            let gone = transaction.execute("DELETE FROM library WHERE source = ?1", [id])?;
            index::renew(transaction)?;
            Ok(Some(gone as u64))
        })
    }
}

/// Takes one game out.
pub(in super::super) fn remove_game(transaction: &Transaction, id: i64) -> Result<(), StoreError> {
    transaction.execute("DELETE FROM library_also WHERE game = ?1", [id])?;
    transaction.execute("DELETE FROM library WHERE id = ?1", [id])?;
    index::renew(transaction)
}
