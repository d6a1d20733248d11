//! What all requests share.

use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use outflank_lab::{DataFolder, FolderError, PlayerRegistry, Store, StoreError};

use tokio::sync::{Semaphore, watch};

use super::analysts::Analysts;
use super::contests::Contests;
use super::deadlines;
use super::event_stream::EventStreams;
use super::guard::Guard;
use super::learning::Learning;
use super::placings::Placings;
use super::player_cache::{Engine, PlayerCache};
use super::problem::Problem;
use super::queues::Queues;
use super::study_runs::StudyRuns;

/// How long a lesson or a game may take to come to its end when the program is told to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long a change waits for another program that is writing to the store.
const WRITE_PATIENCE: Duration = Duration::from_secs(120);

/// So many positions are searched at a time while somebody watches.
const WATCHED_SEARCHES: usize = 16;

/// How long a question waits for the library to be made ready.
const LIBRARY_PATIENCE: Duration = Duration::from_secs(2);

/// The laboratory behind the pages: one store, the players that can be named, and the processor's time.
pub struct Laboratory {
    /// The store, to look things up: a reader of SQLite never waits for a writer.
    pub(super) store: Arc<Store>,
    /// The store, to change it. Only [`Laboratory::write`] uses it.
    writer: Store,
    pub(super) player_cache: PlayerCache,
    pub(super) analysts: Analysts,
    pub(super) registry: PlayerRegistry,
    pub(super) queues: Queues,
    pub(super) learning: Learning,
    pub(super) contests: Contests,
    pub(super) placings: Placings,
    pub(super) study_runs: StudyRuns,
    pub(super) event_streams: EventStreams,
    pub(super) guard: Guard,
    /// Files that may be on their way here at a time.
    pub(super) upload_slots: Semaphore,
    /// Positions that are searched while somebody watches, at a time: each has a table of its own.
    pub(super) watched_searches: Arc<Semaphore>,
    /// The program as it is written down in what it makes: name, version and commit.
    pub(super) program: String,
    /// Whether the library is ready, once somebody has asked for it.
    library: OnceLock<watch::Receiver<bool>>,
}

impl Laboratory {
    /// Opens the laboratory in a data folder, which is made if it is missing. One that cannot be written to can be
    /// looked at: what would add to it is refused.
    pub fn open(folder: &DataFolder, guard: Guard, program: &str) -> Result<Self, FolderError> {
        let cores = available_parallelism().map_or(1, NonZeroUsize::get);
        let store = Arc::new(folder.open_or_look()?);
        let registry = PlayerRegistry::of_store(Arc::clone(&store)).without_files();
        // One core is left for everything else, where there is more than one.
        let threads = (cores - 1).max(1);
        Ok(Self {
            writer: folder.open_or_look()?,
            store,
            analysts: Analysts::default(),
            player_cache: PlayerCache::new(registry.clone()),
            registry,
            queues: Queues::new(cores),
            learning: Learning::new(folder.clone(), threads),
            contests: Contests::new(folder.clone(), threads),
            placings: Placings::new(folder.clone(), threads),
            study_runs: StudyRuns::new(folder.clone(), threads),
            event_streams: EventStreams::new(),
            guard,
            upload_slots: deadlines::upload_slots(),
            watched_searches: Arc::new(Semaphore::new(WATCHED_SEARCHES)),
            program: program.to_owned(),
            library: OnceLock::new(),
        })
    }

    /// The same with programs that take part under names of their own.
    #[must_use]
    pub fn with_engines(mut self, engines: Vec<Engine>) -> Self {
        self.player_cache = self.player_cache.with_engines(engines);
        self
    }

    /// Looks something up in the store or makes a page, on a thread that may wait.
    pub(super) async fn query<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let laboratory = Arc::clone(self);
        self.queues.queries.run(move || work(&laboratory)).await?
    }

    /// Changes the store, on the one thread for that. Where another program is writing, it is waited for: what was
    /// asked for is done even if the client has gone by then.
    pub(super) async fn write<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl Fn(&Self, &Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Problem> {
        let laboratory = Arc::clone(self);
        let patiently = move || {
            let began = Instant::now();
            loop {
                match work(&laboratory, &laboratory.writer) {
                    Err(error) if error.is_busy() && began.elapsed() < WRITE_PATIENCE => {}
                    done => return done,
                }
            }
        };
        Ok(self.queues.writes.run(patiently).await??)
    }

    /// Makes the library ready when it is first asked for: what comes with the program is in it. Whoever asks waits a
    /// little for that, and no longer: another program may hold the store. Tells whether it is ready.
    pub(super) async fn prepare_library(self: &Arc<Self>) -> bool {
        let begin = || {
            let (send, receive) = watch::channel(false);
            let laboratory = Arc::clone(self);
            tokio::spawn(async move {
                let prepared = laboratory.write(|_, store| store.prepare_library());
                // What goes wrong here goes wrong again for whoever asks.
                let _ = prepared.await;
                let _ = send.send(true);
            });
            receive
        };
        let mut ready = self.library.get_or_init(begin).clone();
        tokio::time::timeout(LIBRARY_PATIENCE, ready.wait_for(|ready| *ready)).await.is_ok()
    }

    /// Finds players anew from now on: one of them is another by now.
    pub(super) fn forget_players(&self) {
        self.player_cache.clear();
        self.analysts.clear();
    }

    /// Ends what is running, and waits until it is written down.
    pub(super) fn close(&self) {
        self.contests.stop_all(PATIENCE);
        self.placings.jobs.stop_all(PATIENCE);
        self.study_runs.jobs.stop_all(PATIENCE);
        self.learning.stop_all(PATIENCE);
    }
}
