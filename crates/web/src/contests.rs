//! Contests that are played by this server, each on a thread of its own: everybody meets everybody, and every
//! pair of games is kept as it comes.
//!
//! All contests here are played under one condition, so that their results add up to one rating list: games
//! start after the same few random plies, and players are named with all that decides their moves. The seed
//! decides the games, so a contest that was interrupted goes on to those that it would have come to.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_arena::{Entrant, RoundRobin, openings};
use outflank_lab::{
    ContestPair, DataFolder, FolderError, Moment, NewContest, Store, StoreError, StoredContest,
};
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::jobs::{AlreadyRunning, Job, Jobs};
use super::priority::{Priority, lower};
use super::problem::Problem;

/// Random plies before the players take over: players that draw nothing meet more than once that way.
pub(super) const OPENING_PLIES: u32 = 7;

/// Contests at a time.
const MOST: usize = 2;

/// Between two tellings, and two writings.
const PAUSE: Duration = Duration::from_millis(300);

/// How a contest stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ContestSnapshot {
    /// Its number.
    pub contest: i64,
    /// Whether it goes on.
    pub state: ContestState,
    /// Games that were played.
    pub games: u64,
    /// Games in all.
    pub total_games: u64,
    /// Games played in a second, so far.
    pub games_per_second: f64,
    /// What went wrong, where the state is failed.
    pub problem: Option<String>,
}

/// Whether a contest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ContestState {
    /// Games are being played.
    Playing,
    /// All games were played.
    Finished,
    /// It was stopped, or the program was; what was played counts, and it can be resumed.
    Interrupted,
    /// Something went wrong; what was played counts, and it can be resumed.
    Failed,
    /// Another program is playing it.
    Elsewhere,
}

impl ContestState {
    /// The state in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
            Self::Elsewhere => "elsewhere",
        }
    }
}

/// What is to be played.
#[derive(Debug)]
pub(super) enum ContestStart {
    /// All games of a new contest.
    New(NewContest),
    /// What is left of one that was interrupted.
    Rest(StoredContest),
}

/// All contests that are going on.
pub(super) struct Contests {
    pub jobs: Arc<Jobs<ContestSnapshot>>,
    folder: DataFolder,
    threads: usize,
}

impl Contests {
    /// Nothing yet. Each contest plays so many games at a time.
    pub fn new(folder: DataFolder, threads: usize) -> Self {
        Self { jobs: Arc::new(Jobs::new("contests", MOST)), folder, threads }
    }

    /// Begins a contest or goes on with one, and returns how it stands once it is known. The players are those of
    /// the contest, in order.
    pub async fn begin(
        &self,
        start: ContestStart,
        players: Vec<Entrant>,
    ) -> Result<ContestSnapshot, Problem> {
        let slot = self.jobs.slot()?;
        let (jobs, folder, threads) = (Arc::clone(&self.jobs), self.folder.clone(), self.threads);
        let (begun, answer) = oneshot::channel();
        std::thread::spawn(move || {
            lower(Priority::Job);
            // A connection of its own: pages do not wait while pairs are written.
            let store = match folder.open() {
                Ok(store) => store,
                Err(error) => return drop(begun.send(Err(BeginError::Folder(error)))),
            };
            let contest = match start.registered(&store) {
                Ok(contest) => contest,
                Err(error) => return drop(begun.send(Err(BeginError::Store(error)))),
            };
            // Held until it ends: two servers on one folder do not play the same games.
            let lock = match folder.lock_contest(contest.id) {
                Ok(Some(lock)) => lock,
                Ok(None) => return drop(begun.send(Err(BeginError::Elsewhere { contest: contest.id }))),
                Err(error) => return drop(begun.send(Err(BeginError::Lock(error)))),
            };
            // Another program may have played some of it before it let go.
            let contest = match store.contest(contest.id) {
                Ok(again) => again.unwrap_or(contest),
                Err(error) => return drop(begun.send(Err(BeginError::Store(error)))),
            };
            let first = ContestSnapshot {
                contest: contest.id,
                state: ContestState::Playing,
                games: 2 * contest.played,
                total_games: 2 * contest.pairs_in_all(),
                games_per_second: 0.0,
                problem: None,
            };
            let job = Job::new(first.clone());
            let registered = match jobs.register(&contest.id.to_string(), Arc::clone(&job)) {
                Ok(registered) => registered,
                Err(going) => return drop(begun.send(Err(BeginError::AlreadyRunning(going)))),
            };
            let _ = begun.send(Ok(first.clone()));
            let mut writer = ContestWriter {
                store: &store,
                job: &job,
                now: first,
                waiting: Vec::new(),
                published: Instant::now(),
            };
            let ended = writer.play(&contest, &players, threads);
            let last = writer.ended(ended);
            drop((registered, slot, lock));
            job.publish(last);
        });
        Ok(answer.await.map_err(|_| Problem::failed("the contest broke off at once"))??)
    }

    /// Stops all contests; what was played is kept.
    pub fn stop_all(&self, patience: Duration) {
        self.jobs.stop_all(patience);
    }
}

impl ContestStart {
    /// The contest as the store knows it now, new ones included: how much was played may have changed meanwhile.
    fn registered(self, store: &Store) -> Result<StoredContest, StoreError> {
        let known = match self {
            Self::New(new) => StoredContest {
                id: store.add_contest(&new)?,
                conditions: new,
                started: Moment::now(),
                finished: None,
                played: 0,
            },
            Self::Rest(contest) => contest,
        };
        Ok(store.contest(known.id)?.unwrap_or(known))
    }
}

/// Where a contest is played and written down.
struct ContestWriter<'a> {
    store: &'a Store,
    job: &'a Job<ContestSnapshot>,
    now: ContestSnapshot,
    /// Pairs that are not written yet.
    waiting: Vec<ContestPair>,
    published: Instant,
}

impl ContestWriter<'_> {
    /// Plays what is left. Pairs are kept in the order in which they are played, so their number says which.
    fn play(
        &mut self,
        contest: &StoredContest,
        players: &[Entrant],
        threads: usize,
    ) -> Result<(), StoreError> {
        let NewContest { pairs, seed, opening_plies, .. } = contest.conditions;
        let openings = openings::drawn_apart(pairs as usize, opening_plies as usize, seed);
        let league = RoundRobin { players, openings: &openings, pairs, seed, threads };
        let (began, before) = (Instant::now(), self.now.games);
        let mut kept = Ok(());
        league.run_after(contest.played, self.job.halt(), |(first, second), pair| {
            self.waiting.push(ContestPair::new(&players[first], &players[second], pair));
            self.now.games += 2;
            let played = (self.now.games - before) as f64;
            self.now.games_per_second = played / began.elapsed().as_secs_f64().max(1e-3);
            if self.published.elapsed() >= PAUSE {
                kept = self.write();
                self.job.publish(self.now.clone());
            }
            if kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        kept?;
        self.write()
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.store.add_pairs(self.now.contest, &self.waiting)?;
        self.waiting.clear();
        self.published = Instant::now();
        Ok(())
    }

    /// How it ended.
    fn ended(mut self, ended: Result<(), StoreError>) -> ContestSnapshot {
        let is_whole = self.now.games == self.now.total_games;
        let finished = ended.and_then(|()| match is_whole {
            true => {
                self.store.finish_contest(self.now.contest)?;
                // Its games are in the library by now.
                self.store.index_library(false)
            }
            false => Ok(()),
        });
        (self.now.state, self.now.problem) = match finished {
            Err(error) => (ContestState::Failed, Some(error.to_string())),
            Ok(()) if is_whole => (ContestState::Finished, None),
            Ok(()) => (ContestState::Interrupted, None),
        };
        self.now
    }
}

/// Why a contest did not begin.
#[derive(Debug, thiserror::Error)]
enum BeginError {
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Store(StoreError),
    #[error(transparent)]
    AlreadyRunning(AlreadyRunning),
    #[error("another program is playing contest {contest}")]
    Elsewhere { contest: i64 },
    #[error("the contest cannot be locked: {0}")]
    Lock(std::io::Error),
}

impl From<BeginError> for Problem {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::AlreadyRunning(_) | BeginError::Elsewhere { .. } => Self::wrong(error),
            _ => Self::failed(error),
        }
    }
}
