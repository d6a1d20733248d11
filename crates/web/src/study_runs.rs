//! Studies that are run by this server, each on a thread of its own. Every result is kept as soon as it is there: a study
//! that was stopped goes on with what is missing, and its report grows as results come.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_lab::report::{Report, ReportError};
use outflank_lab::studies::{self, Provenance, Replication};
use outflank_lab::study::{self, Study, StudyError};
use outflank_lab::{DataFolder, Ending, FolderError, Moment, Store, write_atomically};
use outflank_learn::Scale;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::jobs::{AlreadyRunning, Job, JobRequest, Jobs};
use super::priority::{Priority, lower};
use super::problem::Problem;

/// Studies at a time: one takes all the processor that there is for it.
const MOST: usize = 1;

/// Between two tellings.
const PAUSE: Duration = Duration::from_millis(300);

/// How large a study is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StudyScale {
    /// Seconds: it shows that everything runs, and decides nothing.
    Smoke,
    /// Minutes: a tenth of the games or so.
    Quick,
    /// The document's own size.
    Full,
}

impl StudyScale {
    /// All of them, the smallest first.
    pub const ALL: [Self; 3] = [Self::Smoke, Self::Quick, Self::Full];

    /// What people read.
    pub fn words(self) -> &'static str {
        match self {
            Self::Smoke => "A trial: it shows that everything runs, and decides nothing",
            Self::Quick => "Quick: a tenth of the games or so",
            Self::Full => "Full: the document’s own size",
        }
    }
}

impl From<StudyScale> for Scale {
    fn from(scale: StudyScale) -> Self {
        match scale {
            StudyScale::Smoke => Self::Smoke,
            StudyScale::Quick => Self::Quick,
            StudyScale::Full => Self::Full,
        }
    }
}

/// A study at a scale, from a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChosenStudy {
    pub study: String,
    pub scale: StudyScale,
    pub seed: u64,
}

impl ChosenStudy {
    /// The name under which its results are kept, the same as on the command line.
    pub fn name(&self) -> String {
        format!("{}-{}-{}", self.study, Scale::from(self.scale), self.seed)
    }

    /// The study of such a name.
    pub fn of_name(name: &str) -> Option<Self> {
        let mut words = name.rsplitn(3, '-');
        let seed = words.next()?.parse().ok()?;
        let scale = match words.next()? {
            "smoke" => StudyScale::Smoke,
            "quick" => StudyScale::Quick,
            "full" => StudyScale::Full,
            _ => return None,
        };
        let study = words.next()?.to_owned();
        studies::names().any(|known| known == study).then_some(Self { study, scale, seed })
    }

    /// Its experiments.
    pub fn replication(&self) -> Result<Replication, Problem> {
        studies::find(&self.study, self.scale.into(), self.seed)
            .ok_or_else(|| Problem::missing(format!("there is no study “{}”", self.study)))
    }

    /// The report on what is there so far.
    pub fn report(&self, store: &Store, program: &str) -> Result<Report, Problem> {
        let replication = self.replication()?;
        let study = replication.study(&self.name(), program);
        Ok(replication.report(&study, store, &self.provenance(program))?)
    }

    fn provenance(&self, program: &str) -> Provenance {
        let Self { study, scale, seed } = self;
        Provenance {
            program: program.to_owned(),
            command: format!("outflank reproduce {study} --scale {} --seed {seed}", Scale::from(*scale)),
            date: Moment::now().date(),
            seed: *seed,
        }
    }
}

/// How a study stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StudySnapshot {
    /// The name under which its results are kept.
    pub name: String,
    pub study: String,
    pub scale: StudyScale,
    pub seed: u64,
    pub state: StudyState,
    /// Tasks that are done, and tasks in all: trainings and leagues.
    pub done: usize,
    pub tasks: usize,
    /// What is being done.
    pub current: Vec<String>,
    /// How long the rest will take in seconds, judged by what similar tasks took; null before the first is done.
    pub seconds_left: Option<f64>,
    /// What went wrong, where the state is failed.
    pub problem: Option<String>,
}

/// Whether a study goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StudyState {
    Running,
    Finished,
    /// What is missing can still be done.
    Interrupted,
    Failed,
}

impl StudyState {
    /// The state in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}

/// All studies that are going on.
pub(super) struct StudyRuns {
    pub jobs: Arc<Jobs<StudySnapshot>>,
    folder: DataFolder,
    threads: usize,
}

impl StudyRuns {
    /// Nothing yet. Each does so many tasks at a time.
    pub fn new(folder: DataFolder, threads: usize) -> Self {
        Self { jobs: Arc::new(Jobs::new("studies", MOST)), folder, threads }
    }

    /// Begins a study, or goes on with it.
    pub async fn begin(&self, chosen: ChosenStudy, program: String) -> Result<StudySnapshot, Problem> {
        let slot = self.jobs.slot()?;
        let (jobs, folder, threads) = (Arc::clone(&self.jobs), self.folder.clone(), self.threads);
        let (begun, answer) = oneshot::channel();
        std::thread::spawn(move || {
            lower(Priority::Job);
            let ready = || -> Result<_, BeginError> {
                let store = folder.open().map_err(BeginError::Folder)?;
                let replication = chosen.replication().map_err(BeginError::Missing)?;
                let study = replication.study(&chosen.name(), &program);
                // Before the first result: what is claimed and how it will be decided.
                replication.write_plan(&study, &store).map_err(BeginError::Study)?;
                let now =
                    snapshot(&chosen, &study, &store, StudyState::Running).map_err(BeginError::Study)?;
                Ok((store, replication, study, now))
            };
            let (store, replication, study, mut now) = match ready() {
                Ok(ready) => ready,
                Err(error) => return drop(begun.send(Err(error))),
            };
            let job = Job::new(now.clone());
            let registered = match jobs.register(&chosen.name(), Arc::clone(&job)) {
                Ok(registered) => registered,
                Err(going) => return drop(begun.send(Err(BeginError::AlreadyRunning(going)))),
            };
            let _ = begun.send(Ok(now.clone()));
            let mut published = Instant::now();
            let ended = study.run(&store, threads, job.halt(), |progress| {
                now = told(&now, progress);
                if published.elapsed() >= PAUSE || progress.done == progress.total {
                    published = Instant::now();
                    job.publish(now.clone());
                }
            });
            now.current.clear();
            (now.state, now.problem) = match ended {
                Ok(Ending::Finished) => match write(&replication, &study, &store, &chosen, &program) {
                    Ok(()) => (StudyState::Finished, None),
                    Err(problem) => (StudyState::Failed, Some(problem)),
                },
                Ok(Ending::Stopped) => (StudyState::Interrupted, None),
                Err(error) => (StudyState::Failed, Some(error.to_string())),
            };
            drop((registered, slot));
            job.publish(now);
        });
        Ok(answer.await.map_err(|_| Problem::failed("the study broke off at once"))??)
    }

    /// Asks a study to stop. Whether it is running here.
    pub fn stop(&self, name: &str) -> bool {
        let job = self.jobs.find(name);
        if let Some(job) = &job {
            job.request(JobRequest::Stop);
        }
        job.is_some()
    }
}

/// How a study stands by what is in the store.
pub(super) fn snapshot(
    chosen: &ChosenStudy,
    study: &Study<'_>,
    store: &Store,
    state: StudyState,
) -> Result<StudySnapshot, StudyError> {
    let (done, tasks) = (study.done(store)?.count(), study.keys().count());
    Ok(StudySnapshot {
        name: chosen.name(),
        study: chosen.study.clone(),
        scale: chosen.scale,
        seed: chosen.seed,
        state,
        done,
        tasks,
        current: Vec::new(),
        seconds_left: None,
        problem: None,
    })
}

fn told(now: &StudySnapshot, progress: &study::Progress) -> StudySnapshot {
    let current =
        progress.current.iter().map(|task| format!("{} {:.0} %", task.key, 100.0 * task.part)).collect();
    StudySnapshot {
        done: progress.done,
        tasks: progress.total,
        current,
        seconds_left: progress.remaining.map(|time| time.as_secs_f64()),
        ..now.clone()
    }
}

/// Writes the report where the command line writes it, too.
fn write(
    replication: &Replication,
    study: &Study<'_>,
    store: &Store,
    chosen: &ChosenStudy,
    program: &str,
) -> Result<(), String> {
    let report = replication
        .report(study, store, &chosen.provenance(program))
        .map_err(|error: ReportError| error.to_string())?;
    let out = store.folder().path().join("studies").join(chosen.name());
    report.write_into(&out).map_err(|error| error.to_string())?;
    let data = replication.data(study, store).map_err(|error| error.to_string())?;
    write_atomically(&out.join("data.jsonl"), replication.data_file(&data).as_bytes())
        .map_err(|error| error.to_string())
}

/// Why a study did not begin.
#[derive(Debug, thiserror::Error)]
enum BeginError {
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Study(StudyError),
    #[error("{}", .0.sentence())]
    Missing(Problem),
    #[error(transparent)]
    AlreadyRunning(AlreadyRunning),
}

impl From<BeginError> for Problem {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::AlreadyRunning(_) => Self::wrong(error),
            BeginError::Missing(problem) => problem,
            error => Self::failed(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_studies_are_read_as_they_are_written() {
        let chosen = ChosenStudy { study: "td".to_owned(), scale: StudyScale::Quick, seed: 7 };
        assert_eq!(chosen.name(), "td-quick-7");
        assert_eq!(ChosenStudy::of_name("td-quick-7"), Some(chosen));
        for wrong in ["td-quick", "td-huge-1", "nobody-quick-1", "td-quick-x", ""] {
            assert_eq!(ChosenStudy::of_name(wrong), None, "{wrong}");
        }
    }
}
