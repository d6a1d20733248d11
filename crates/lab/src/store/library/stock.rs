//! The games that come with the program, put into a library when it is first looked at.

use rusqlite::OptionalExtension;

use super::super::{Access, Store, StoreError};
use super::{Collection, Shelves};
use crate::library::shipped;

impl Store {
    /// Makes the library ready to be looked at: what comes with the program is in it, unless it was thrown away, and there
    /// is an index. A store that can only be looked at stays as it is.
    pub fn prepare_library(&self) -> Result<(), StoreError> {
        if self.access() == Access::Looking {
            return Ok(());
        }
        if !self.is_stocked()? {
            let games = shipped::all();
            let format = Collection::Shipped.format().unwrap_or_default();
            self.write(|transaction| {
                // Asked again: somebody else may have done it meanwhile.
                let known = "SELECT 1 FROM library_sources WHERE format = ?1";
                if transaction.query_row(known, [format], |_| Ok(())).optional()?.is_some() {
                    return Ok(());
                }
                let mut shelves = Shelves::of(transaction, shipped::SOURCE, format)?;
                games.iter().try_for_each(|game| shelves.add(game).map(drop))
            })?;
        }
        self.index_library(false)
    }

    fn is_stocked(&self) -> Result<bool, StoreError> {
        let known = "SELECT 1 FROM library_sources WHERE format = ?1";
        self.read(|connection| {
            let known = connection.query_row(known, [Collection::Shipped.format()], |_| Ok(()));
            Ok(known.optional()?.is_some())
        })
    }
}
