//! Contests that are played by this server, each on a thread of its own: everybody meets everybody, and every
//! pair of games is kept as it comes.
//!
//! All contests here are played under one condition, so that their results add up to one rating list: games
//! start after the same few random plies, and players are named with all that decides their moves.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_arena::{Entrant, RoundRobin, openings};
use outflank_lab::{ContestPair, DataFolder, FolderError, NewContest, Store, StoreError};
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::jobs::{Job, Jobs};
use super::problem::Problem;

/// Random plies before the players take over: players that draw nothing meet more than once that way.
pub(super) const OPENING_PLIES: u32 = 7;

/// Contests at a time.
const MOST: usize = 2;

/// Between two tellings, and two writings.
const PAUSE: Duration = Duration::from_millis(300);

/// How a contest stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::web) struct ContestNow {
    /// Its number.
    pub contest: i64,
    /// Whether it goes on.
    pub state: ContestState,
    /// Games that were played.
    pub games: u64,
    /// Games in all.
    pub of: u64,
    /// Games played in a second, so far.
    pub games_per_second: f64,
    /// What went wrong, where the state is failed.
    pub problem: Option<String>,
}

/// Whether a contest goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::web) enum ContestState {
    /// Games are being played.
    Playing,
    /// All games were played.
    Finished,
    /// It was stopped; what was played counts.
    Stopped,
    /// Something went wrong; what was played counts.
    Failed,
}

impl ContestState {
    /// The state in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Stopped => "stopped",
            Self::Failed => "failed",
        }
    }
}

/// All contests that are going on.
pub(super) struct Contests {
    pub jobs: Arc<Jobs<ContestNow>>,
    folder: DataFolder,
    threads: usize,
}

impl Contests {
    /// Nothing yet. Each contest plays so many games at a time.
    pub fn new(folder: DataFolder, threads: usize) -> Self {
        Self { jobs: Arc::new(Jobs::new("contests", MOST)), folder, threads }
    }

    /// Begins a contest, and returns how it stands once it is known.
    pub async fn begin(&self, new: NewContest, players: Vec<Entrant>) -> Result<ContestNow, Problem> {
        let place = self.jobs.place()?;
        let (jobs, folder, threads) = (Arc::clone(&self.jobs), self.folder.clone(), self.threads);
        let (begun, answer) = oneshot::channel();
        std::thread::spawn(move || {
            let _place = place;
            // A connection of its own: pages do not wait while pairs are written.
            let store = match folder.open() {
                Ok(store) => store,
                Err(error) => return drop(begun.send(Err(BeginError::Folder(error)))),
            };
            let contest = match store.add_contest(&new) {
                Ok(contest) => contest,
                Err(error) => return drop(begun.send(Err(BeginError::Store(error)))),
            };
            let meetings = players.len() * (players.len() - 1) / 2;
            let first = ContestNow {
                contest,
                state: ContestState::Playing,
                games: 0,
                of: 2 * new.pairs * meetings as u64,
                games_per_second: 0.0,
                problem: None,
            };
            let job = Job::new(first.clone());
            let _entered = jobs.enter(&contest.to_string(), Arc::clone(&job));
            let _ = begun.send(Ok(first.clone()));
            let mut table =
                Table { store: &store, job: &job, now: first, waiting: Vec::new(), told: Instant::now() };
            let ended = table.play(&new, &players, threads);
            table.end(ended);
        });
        Ok(answer.await.map_err(|_| Problem::failed("the contest broke off at once"))??)
    }

    /// Stops all contests; what was played is kept.
    pub fn stop_all(&self, patience: Duration) {
        self.jobs.stop_all(patience);
    }
}

/// Where a contest is played and written down.
struct Table<'a> {
    store: &'a Store,
    job: &'a Job<ContestNow>,
    now: ContestNow,
    /// Pairs that are not written yet.
    waiting: Vec<ContestPair>,
    told: Instant,
}

impl Table<'_> {
    fn play(&mut self, new: &NewContest, players: &[Entrant], threads: usize) -> Result<(), StoreError> {
        let openings = openings::drawn(new.pairs as usize, new.opening_plies as usize, new.seed);
        let league = RoundRobin { players, openings: &openings, pairs: new.pairs, seed: new.seed, threads };
        let began = Instant::now();
        let mut kept = Ok(());
        league.run(self.job.halt(), |(first, second), pair| {
            self.waiting.push(ContestPair::new(&players[first], &players[second], pair));
            self.now.games += 2;
            self.now.games_per_second = self.now.games as f64 / began.elapsed().as_secs_f64().max(1e-3);
            if self.told.elapsed() >= PAUSE {
                kept = self.write();
                self.job.tell(self.now.clone());
            }
            if kept.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        kept?;
        self.write()
    }

    fn write(&mut self) -> Result<(), StoreError> {
        self.store.add_pairs(self.now.contest, &self.waiting)?;
        self.waiting.clear();
        self.told = Instant::now();
        Ok(())
    }

    /// Tells how it ended.
    fn end(&mut self, ended: Result<(), StoreError>) {
        let is_whole = self.now.games == self.now.of;
        let finished = ended.and_then(|()| match is_whole {
            true => self.store.finish_contest(self.now.contest),
            false => Ok(()),
        });
        (self.now.state, self.now.problem) = match finished {
            Err(error) => (ContestState::Failed, Some(error.to_string())),
            Ok(()) if is_whole => (ContestState::Finished, None),
            Ok(()) => (ContestState::Stopped, None),
        };
        self.job.tell(self.now.clone());
    }
}

/// Why a contest did not begin.
#[derive(Debug, thiserror::Error)]
enum BeginError {
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Store(StoreError),
}

impl From<BeginError> for Problem {
    fn from(error: BeginError) -> Self {
        Self::failed(error)
    }
}
