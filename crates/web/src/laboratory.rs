//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use outflank_lab::{DataFolder, FolderError, PlayerRegistry, Store};

use super::analysts::Analysts;
use super::contests::Contests;
use super::event_stream::EventStreams;
use super::guard::Guard;
use super::learning::Learning;
use super::player_cache::PlayerCache;
use super::problem::Problem;
use super::queues::Queues;

/// How long a lesson or a game may take to come to its end when the program is told to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// The laboratory behind the pages: one store, the players that can be named, and the processor's time.
pub struct Laboratory {
    pub(super) store: Store,
    pub(super) player_cache: PlayerCache,
    pub(super) analysts: Analysts,
    pub(super) registry: PlayerRegistry,
    pub(super) queues: Queues,
    pub(super) learning: Learning,
    pub(super) contests: Contests,
    pub(super) event_streams: EventStreams,
    pub(super) guard: Guard,
    /// The program as it is written down in what it makes: name, version and commit.
    pub(super) program: String,
}

impl Laboratory {
    /// Opens the laboratory in a data folder, which is made if it is missing.
    pub fn open(folder: &DataFolder, guard: Guard, program: &str) -> Result<Self, FolderError> {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let registry = PlayerRegistry::new(Some(folder.clone())).without_files();
        // One core is left for everything else, where there is more than one.
        let threads = (cores - 1).max(1);
        Ok(Self {
            store: folder.open()?,
            analysts: Analysts::default(),
            player_cache: PlayerCache::new(registry.clone()),
            registry,
            queues: Queues::new(cores),
            learning: Learning::new(folder.clone(), threads),
            contests: Contests::new(folder.clone(), threads),
            event_streams: EventStreams::new(),
            guard,
            program: program.to_owned(),
        })
    }

    /// Does some short work for a page, in the queue for such.
    pub(super) async fn quickly<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let laboratory = Arc::clone(self);
        self.queues.quick.run(move || work(&laboratory)).await?
    }

    /// Ends what goes on, and waits until it is kept.
    pub(super) fn close(&self) {
        self.contests.stop_all(PATIENCE);
        self.learning.stop_all(PATIENCE);
    }
}
