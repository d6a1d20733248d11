//! What all requests share.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use outflank_lab::{DataFolder, FolderError, Shelf, Store};

use super::analysts::Analysts;
use super::door::Door;
use super::lanes::Lanes;
use super::opponents::Opponents;

/// The laboratory behind the pages: one store, the players that can be named, and the processor's time.
pub struct Laboratory {
    pub(super) store: Store,
    pub(super) opponents: Opponents,
    pub(super) analysts: Analysts,
    pub(super) lanes: Lanes,
    pub(super) door: Door,
}

impl Laboratory {
    /// Opens the laboratory in a data folder, which is made if it is missing.
    pub fn open(folder: &DataFolder, door: Door) -> Result<Self, FolderError> {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        Ok(Self {
            store: folder.open()?,
            opponents: Opponents::new(Shelf::new(Some(folder.clone())).without_files()),
            analysts: Analysts::default(),
            lanes: Lanes::new(cores),
            door,
        })
    }
}
