//! Runs that this server trains, each on a thread of its own.
//!
//! Pausing writes a checkpoint and releases the run's lock but keeps the job's slot; so the run can be played as it
//! is, and a server that is killed meanwhile has lost nothing. Stopped, paused or killed, the run is in the store
//! and resumes where it was.

mod pace;
mod snapshot;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_lab::{
    Cadence, Checkpoint, DataFolder, Ending, FolderError, LadderPlan, NewRun, Run, RunId, Store, StoreError,
    Training, TrainingError,
};
use outflank_learn::Model;
use tokio::sync::oneshot;

use super::jobs::{AlreadyRunning, Job, JobRequest, Jobs};
use super::priority::{Priority, lower};
use super::problem::Problem;
use snapshot::{Due, SnapshotPublisher};
pub(crate) use snapshot::{LearningState, RunSnapshot};

/// What a running job publishes: its snapshot, and what has been learned so far.
#[derive(Clone, Debug)]
pub(super) struct LiveRun {
    pub snapshot: RunSnapshot,
    /// What has been learned, as of a second ago or less.
    pub model: Option<Arc<Model>>,
}

/// Which run to start.
#[derive(Debug)]
pub(super) enum RunStart {
    /// A new one, or several with one seed after the other.
    New(Box<NewRuns>),
    /// One that was interrupted.
    Resumed(String),
}

/// New runs.
#[derive(Debug)]
pub(super) struct NewRuns {
    /// The name that was chosen, if any.
    pub name: Option<RunId>,
    /// The first of them.
    pub run: NewRun,
    /// How their places on the ladder are measured.
    pub ladder: Option<LadderPlan>,
    /// What they begin with, if not with nothing.
    pub fork: Option<Box<(Run, Checkpoint)>>,
    /// How many there are, with seeds that follow each other.
    pub seeds: u64,
}

impl NewRuns {
    /// Begins the one with the n-th seed, the first being 0. The names of those that follow begin with that of the first.
    fn start<'a>(
        &self,
        store: &'a Store,
        first: Option<&str>,
        n: u64,
    ) -> Result<Training<'a>, TrainingError> {
        let name = match first {
            Some(first) => RunId::from_str(&format!("{first}.{}", n + 1)).ok(),
            None => self.name.clone(),
        };
        let run = NewRun { seed: self.run.seed.wrapping_add(n), ..self.run.clone() };
        let training = match self.fork.as_deref() {
            Some((parent, checkpoint)) => Training::fork(store, name, &run, parent, checkpoint),
            None => Training::start(store, name, &run),
        }?;
        match self.ladder {
            Some(plan) => training.on_the_ladder(plan),
            None => Ok(training),
        }
    }
}

/// All runs in progress here.
pub(super) struct Learning {
    pub jobs: Arc<Jobs<LiveRun>>,
    folder: DataFolder,
    threads: usize,
}

/// Runs at a time. More would only take the processor from each other.
const MOST: usize = 4;

impl Learning {
    /// Nothing yet. Each run may use so many threads.
    pub fn new(folder: DataFolder, threads: usize) -> Self {
        Self { jobs: Arc::new(Jobs::new("runs", MOST)), folder, threads }
    }

    /// Starts a run, and returns its first snapshot once it is registered.
    pub async fn begin(&self, lessons: RunStart) -> Result<RunSnapshot, Problem> {
        let slot = self.jobs.slot()?;
        let (jobs, folder, threads) = (Arc::clone(&self.jobs), self.folder.clone(), self.threads);
        let (begun, answer) = oneshot::channel();
        std::thread::spawn(move || {
            lower(Priority::Job);
            // A connection of its own: pages do not wait while a checkpoint is written.
            let store = match folder.open() {
                Ok(store) => store,
                Err(error) => return drop(begun.send(Err(BeginError::Folder(error)))),
            };
            let training = match &lessons {
                RunStart::New(new) => new.start(&store, None, 0),
                RunStart::Resumed(name) => Training::resume(&store, name),
            };
            let training = match training {
                Ok(training) => training,
                Err(error) => return drop(begun.send(Err(BeginError::Training(error)))),
            };
            let run = training.run().id.to_string();
            let publisher = SnapshotPublisher::new(&run, training.learner());
            let first = publisher.now(training.learner(), LearningState::Learning);
            let job = Job::new(LiveRun { snapshot: first.clone(), model: None });
            let registered = match jobs.register(&run, Arc::clone(&job)) {
                Ok(registered) => registered,
                Err(going) => return drop(begun.send(Err(BeginError::AlreadyRunning(going)))),
            };
            // The client may have disconnected: the run continues all the same.
            let _ = begun.send(Ok(first));
            let last = teach(&store, training, publisher, &job, threads);
            let is_finished = last.snapshot.state == LearningState::Finished;
            let more = match &lessons {
                RunStart::New(new) if is_finished && new.seeds > 1 => Some(new),
                _ => None,
            };
            match more {
                // They have the slot one after the other.
                Some(new) => {
                    drop(registered);
                    job.publish(last);
                    teach_others(&store, &jobs, new, &run, threads);
                    drop(slot);
                }
                None => {
                    drop((registered, slot));
                    job.publish(last);
                }
            }
        });
        Ok(answer.await.map_err(|_| Problem::failed("the run broke off at once"))??)
    }

    /// Stops all runs, each with a checkpoint.
    pub fn stop_all(&self, patience: Duration) {
        self.jobs.stop_all(patience);
    }
}

/// Trains the runs after the first, until one of them is stopped.
fn teach_others(store: &Store, jobs: &Arc<Jobs<LiveRun>>, new: &NewRuns, first: &str, threads: usize) {
    for n in 1..new.seeds {
        // One of that name may be there: then it is another run's place.
        let Ok(training) = new.start(store, Some(first), n) else { continue };
        let run = training.run().id.to_string();
        let publisher = SnapshotPublisher::new(&run, training.learner());
        let snapshot = publisher.now(training.learner(), LearningState::Learning);
        let job = Job::new(LiveRun { snapshot, model: None });
        let Ok(registered) = jobs.register(&run, Arc::clone(&job)) else { continue };
        let last = teach(store, training, publisher, &job, threads);
        let is_finished = last.snapshot.state == LearningState::Finished;
        drop(registered);
        job.publish(last);
        if !is_finished {
            return;
        }
    }
}

/// Trains until all is learned or a stop is requested, and returns the last snapshot.
fn teach<'a>(
    store: &'a Store,
    mut training: Training<'a>,
    mut publisher: SnapshotPublisher,
    job: &Job<LiveRun>,
    threads: usize,
) -> LiveRun {
    let run = training.run().id.to_string();
    let ending = loop {
        let ended = training.learn(Cadence::Watched, threads, job.halt(), |progress| {
            let last = job.halt().load(Ordering::Relaxed);
            if let Some(burst) = publisher.progress(progress, if last { Due::Now } else { Due::InTime }) {
                job.publish(burst);
            }
        });
        match ended {
            Ok((Ending::Finished, _)) => break Ok(LearningState::Finished),
            Ok((Ending::Stopped, _)) if job.requested() == JobRequest::Stop => {
                break Ok(LearningState::Interrupted);
            }
            Ok((Ending::Stopped, _)) => {
                job.publish(publisher.last(LearningState::Paused));
                if job.wait_while_paused() == JobRequest::Stop {
                    break Ok(LearningState::Interrupted);
                }
            }
            Err(error) => break Err(error),
        }
        training = match Training::resume(store, &run) {
            Ok(training) => training,
            Err(error) => break Err(error),
        };
        publisher.resume();
    };
    match ending {
        Ok(state) => publisher.last(state),
        Err(error) => publisher.failed(&error),
    }
}

/// Why a run did not start.
#[derive(Debug, thiserror::Error)]
enum BeginError {
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Training(TrainingError),
    #[error(transparent)]
    AlreadyRunning(AlreadyRunning),
}

impl From<BeginError> for Problem {
    fn from(error: BeginError) -> Self {
        match &error {
            BeginError::Training(
                TrainingError::Taken { .. } | TrainingError::Busy { .. } | TrainingError::Restore(_),
            )
            | BeginError::AlreadyRunning(_) => Self::wrong(error),
            BeginError::Training(TrainingError::Store(StoreError::NoRun { .. })) => Self::missing(error),
            _ => Self::failed(error),
        }
    }
}
