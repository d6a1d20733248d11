//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use outflank_lab::{DataFolder, FolderError, Shelf, Store};

use super::analysts::Analysts;
use super::contests::Contests;
use super::door::Door;
use super::following::Followers;
use super::lanes::Lanes;
use super::learning::Learning;
use super::opponents::Opponents;
use super::problem::Problem;

/// How long a lesson or a game may take to come to its end when the program is told to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// The laboratory behind the pages: one store, the players that can be named, and the processor's time.
pub struct Laboratory {
    pub(super) store: Store,
    pub(super) opponents: Opponents,
    pub(super) analysts: Analysts,
    pub(super) shelf: Shelf,
    pub(super) lanes: Lanes,
    pub(super) learning: Learning,
    pub(super) contests: Contests,
    pub(super) followers: Followers,
    pub(super) door: Door,
}

impl Laboratory {
    /// Opens the laboratory in a data folder, which is made if it is missing.
    pub fn open(folder: &DataFolder, door: Door) -> Result<Self, FolderError> {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let shelf = Shelf::new(Some(folder.clone())).without_files();
        // One core is left for everything else, where there is more than one.
        let threads = (cores - 1).max(1);
        Ok(Self {
            store: folder.open()?,
            analysts: Analysts::default(),
            opponents: Opponents::new(shelf.clone()),
            shelf,
            lanes: Lanes::new(cores),
            learning: Learning::new(folder.clone(), threads),
            contests: Contests::new(folder.clone(), threads),
            followers: Followers::new(),
            door,
        })
    }

    /// Does some short work for a page, in the lane for such.
    pub(super) async fn quickly<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let laboratory = Arc::clone(self);
        self.lanes.quick.run(move || work(&laboratory)).await?
    }

    /// Ends what goes on, and waits until it is kept.
    pub(super) fn close(&self) {
        self.contests.stop_all(PATIENCE);
        self.learning.stop_all(PATIENCE);
    }
}
