//! Runs that this server trains, each on a thread of its own.
//!
//! Pausing writes a checkpoint and releases the run's lock but keeps the job's slot; so the run can be played as it
//! is, and a server that is killed meanwhile has lost nothing. Stopped, paused or killed, the run is in the store
//! and resumes where it was.

mod snapshot;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_lab::{
    Cadence, DataFolder, Ending, FolderError, NewRun, RunId, Store, StoreError, Training, TrainingError,
};
use outflank_learn::Model;
use tokio::sync::oneshot;

use super::jobs::{AlreadyRunning, Job, JobRequest, Jobs};
use super::priority::{Priority, lower};
use super::problem::Problem;
use snapshot::{Due, SnapshotPublisher};
pub(crate) use snapshot::{LearningState, RunSnapshot, ScoreInterval};

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
    /// A new one, with the name that was chosen for it, if any.
    New(Option<RunId>, Box<NewRun>),
    /// One that was interrupted.
    Resumed(String),
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
            let training = match lessons {
                RunStart::New(name, new) => Training::start(&store, name, &new),
                RunStart::Resumed(name) => Training::resume(&store, &name),
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
            drop((registered, slot));
            job.publish(last);
        });
        Ok(answer.await.map_err(|_| Problem::failed("the run broke off at once"))??)
    }

    /// Stops all runs, each with a checkpoint.
    pub fn stop_all(&self, patience: Duration) {
        self.jobs.stop_all(patience);
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
            BeginError::Training(TrainingError::Taken { .. } | TrainingError::Busy { .. })
            | BeginError::AlreadyRunning(_) => Self::wrong(error),
            BeginError::Training(TrainingError::Store(StoreError::NoRun { .. })) => Self::missing(error),
            _ => Self::failed(error),
        }
    }
}
