//! Bursts of learning: runs that are taught by this server, each on a thread of its own.
//!
//! A pause makes a checkpoint and gives the run back, but not the place; so it can be played as it is, and a
//! server that is killed meanwhile has lost nothing. Stopped, paused or killed, the run is in the store and
//! goes on where it was.

mod told;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_lab::{
    Cadence, DataFolder, Ending, FolderError, NewRun, RunId, Store, StoreError, Training, TrainingError,
};
use outflank_learn::Model;
use tokio::sync::oneshot;

use super::jobs::{Going, Job, Jobs, Wish};
use super::problem::Problem;
use told::{Due, Teller};
pub(in crate::web) use told::{LearningNow, LearningState, ScoreNow};

/// How a burst stands: what is told, and what has been learned so far.
#[derive(Clone, Debug)]
pub(super) struct Burst {
    pub told: LearningNow,
    /// What has been learned, as of a second ago or less.
    pub model: Option<Arc<Model>>,
}

/// Which run is taught.
#[derive(Debug)]
pub(super) enum Lessons {
    /// A new one, perhaps with a name that somebody chose.
    New(Option<RunId>, Box<NewRun>),
    /// One that was interrupted.
    Resumed(String),
}

/// All bursts that are going on.
pub(super) struct Learning {
    pub jobs: Arc<Jobs<Burst>>,
    folder: DataFolder,
    threads: usize,
}

/// Bursts at a time. More would only take the processor from each other.
const MOST: usize = 4;

impl Learning {
    /// Nothing yet. Each burst may use so many threads.
    pub fn new(folder: DataFolder, threads: usize) -> Self {
        Self { jobs: Arc::new(Jobs::new("runs", MOST)), folder, threads }
    }

    /// Begins to teach, and returns how it stands once the run is there.
    pub async fn begin(&self, lessons: Lessons) -> Result<LearningNow, Problem> {
        let place = self.jobs.place()?;
        let (jobs, folder, threads) = (Arc::clone(&self.jobs), self.folder.clone(), self.threads);
        let (begun, answer) = oneshot::channel();
        std::thread::spawn(move || {
            // A connection of its own: pages do not wait while a checkpoint is written.
            let store = match folder.open() {
                Ok(store) => store,
                Err(error) => return drop(begun.send(Err(BeginError::Folder(error)))),
            };
            let training = match lessons {
                Lessons::New(name, new) => Training::start(&store, name, &new),
                Lessons::Resumed(name) => Training::resume(&store, &name),
            };
            let training = match training {
                Ok(training) => training,
                Err(error) => return drop(begun.send(Err(BeginError::Training(error)))),
            };
            let run = training.run().id.to_string();
            let teller = Teller::new(&run, training.learner());
            let first = teller.now(training.learner(), LearningState::Learning);
            let job = Job::new(Burst { told: first.clone(), model: None });
            let entered = match jobs.enter(&run, Arc::clone(&job)) {
                Ok(entered) => entered,
                Err(going) => return drop(begun.send(Err(BeginError::Going(going)))),
            };
            // Whoever asked may have left: the run goes on all the same.
            let _ = begun.send(Ok(first));
            let last = teach(&store, training, teller, &job, threads);
            drop((entered, place));
            job.tell(last);
        });
        Ok(answer.await.map_err(|_| Problem::failed("the run broke off at once"))??)
    }

    /// Stops all bursts, each with a checkpoint.
    pub fn stop_all(&self, patience: Duration) {
        self.jobs.stop_all(patience);
    }
}

/// Teaches until all is learned or nobody wants more, and returns how it ended.
fn teach<'a>(
    store: &'a Store,
    mut training: Training<'a>,
    mut teller: Teller,
    job: &Job<Burst>,
    threads: usize,
) -> Burst {
    let run = training.run().id.to_string();
    let ending = loop {
        let ended = training.learn(Cadence::Watched, threads, job.halt(), |progress| {
            let last = job.halt().load(Ordering::Relaxed);
            if let Some(burst) = teller.progress(progress, if last { Due::Now } else { Due::InTime }) {
                job.tell(burst);
            }
        });
        match ended {
            Ok((Ending::Finished, _)) => break Ok(LearningState::Finished),
            Ok((Ending::Stopped, _)) if job.wanted() == Wish::Stop => break Ok(LearningState::Interrupted),
            Ok((Ending::Stopped, _)) => {
                job.tell(teller.last(LearningState::Paused));
                if job.wait_out_pause() == Wish::Stop {
                    break Ok(LearningState::Interrupted);
                }
            }
            Err(error) => break Err(error),
        }
        training = match Training::resume(store, &run) {
            Ok(training) => training,
            Err(error) => break Err(error),
        };
        teller.resume();
    };
    match ending {
        Ok(state) => teller.last(state),
        Err(error) => teller.failed(&error),
    }
}

/// Why a burst did not begin.
#[derive(Debug, thiserror::Error)]
enum BeginError {
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Training(TrainingError),
    #[error(transparent)]
    Going(Going),
}

impl From<BeginError> for Problem {
    fn from(error: BeginError) -> Self {
        match &error {
            BeginError::Training(TrainingError::Taken { .. } | TrainingError::Busy { .. })
            | BeginError::Going(_) => Self::wrong(error),
            BeginError::Training(TrainingError::Store(StoreError::NoRun { .. })) => Self::missing(error),
            _ => Self::failed(error),
        }
    }
}
