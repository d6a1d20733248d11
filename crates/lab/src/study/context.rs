//! The execution context of a task.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_learn::{Model, Recipe};
use serde::de::DeserializeOwned;

use super::{TaskError, read};
use crate::{Cadence, CurvePoint, Ending, LeaguePlan, NewRun, RunId, Store, Training, TrainingError};

/// Results by key, in JSON.
pub(super) type Inputs<'a> = Vec<(&'a str, Arc<str>)>;

/// The execution context of a task: the results it needs, and the machinery of runs.
pub struct TaskContext<'a> {
    pub(super) study: &'a str,
    pub(super) program: &'a str,
    pub(super) key: &'a str,
    pub(super) inputs: Inputs<'a>,
    pub(super) store: &'a Store,
    pub(super) stop: &'a AtomicBool,
    pub(super) report: &'a dyn Fn(f64),
    /// What trainings cost before they were resumed here.
    pub(super) earlier_cpu_seconds: Cell<f64>,
}

/// What came out of a training.
pub struct Taught {
    /// What was learned.
    pub model: Model,
    /// What was measured on the way.
    pub curve: Vec<CurvePoint>,
}

impl TaskContext<'_> {
    /// The result of a task that was declared as needed.
    pub fn input<T: DeserializeOwned>(&self, key: &str) -> Result<T, TaskError> {
        let found = self.inputs.iter().find(|(name, _)| *name == key);
        let (_, json) = found.ok_or_else(|| TaskError::Undeclared { key: key.to_owned() })?;
        read(key, json)
    }

    /// The flag that asks the task to stop: it then returns [`TaskError::Stopped`].
    pub fn stop(&self) -> &AtomicBool {
        self.stop
    }

    /// An error if the task was asked to stop.
    pub fn check_stop(&self) -> Result<(), TaskError> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(TaskError::Stopped),
            false => Ok(()),
        }
    }

    /// Reports how much of the task is done, from 0 to 1.
    pub fn report_progress(&self, part: f64) {
        (self.report)(part);
    }

    /// Teaches by a recipe, in a run that has the name of the study and the task, and the part of the
    /// task that it is, if there are several. Goes on where it was stopped or killed before.
    pub fn train(
        &self,
        part: Option<&str>,
        recipe: &Recipe,
        seed: u64,
        league: Option<LeaguePlan>,
    ) -> Result<Taught, TaskError> {
        self.taught(part, recipe, seed, league, None)
    }

    /// The same for a learner that begins with what was learned before.
    pub fn train_from(
        &self,
        model: Model,
        recipe: &Recipe,
        seed: u64,
        league: Option<LeaguePlan>,
    ) -> Result<Taught, TaskError> {
        self.taught(None, recipe, seed, league, Some(model))
    }

    fn taught(
        &self,
        part: Option<&str>,
        recipe: &Recipe,
        seed: u64,
        league: Option<LeaguePlan>,
        from: Option<Model>,
    ) -> Result<Taught, TaskError> {
        let words = [Some(self.study), Some(self.key), part];
        let name = words.into_iter().flatten().collect::<Vec<_>>().join(".").replace('/', ".");
        let name: RunId = name.parse().map_err(TaskError::failed)?;
        let new = NewRun { recipe: recipe.clone(), seed, program: self.program.to_owned(), league };
        let training = match from {
            Some(model) => Training::start_from_or_resume(self.store, name.clone(), &new, model)?,
            None => Training::start_or_resume(self.store, name.clone(), &new)?,
        };
        self.earlier_cpu_seconds.update(|seconds| seconds + training.run().cpu_seconds);
        let mut reported = 0;
        let learned = training.learn(Cadence::Usual, 1, self.stop, |progress| {
            let schedule = progress.learner.schedule();
            let percent = schedule.done * 100 / schedule.total.max(1);
            if percent > reported {
                reported = percent;
                self.report_progress(percent as f64 / 100.0);
            }
        })?;
        match learned {
            (Ending::Finished, model) => {
                let curve = self.store.curves(&name).map_err(TrainingError::from)?;
                Ok(Taught { model, curve })
            }
            (Ending::Stopped, _) => Err(TaskError::Stopped),
        }
    }
}
