//! Studies: many tasks that need each other's results, each done once.
//!
//! A task has a key, a stable text that says all that decides its result; whoever changes what is computed
//! changes the key. Each result is stored as JSON as soon as it is there, and a study that was stopped or
//! killed goes on with what is missing. What comes out depends on keys and seeds, never on threads, nor on the machine:
//! a task can be done anywhere by [`Study::do_one`], and its result taken in by [`Study::accept`].
//!
//! ```
//! use outflank_lab::{DataFolder, study::Study};
//! # let place = tempfile::tempdir()?;
//! # let folder = DataFolder::new(place.path());
//!
//! let mut study = Study::new("squares", "a test");
//! study.task("square/3", &[], |_| Ok(9));
//! study.task("square/4", &[], |_| Ok(16));
//! study.task("sum", &["square/3", "square/4"], |context| {
//!     Ok(context.input::<i32>("square/3")? + context.input::<i32>("square/4")?)
//! });
//! let store = folder.open()?;
//! study.run(&store, 2, &false.into(), |_| {})?;
//! assert_eq!(study.result::<i32>(&store, "sum")?, Some(25));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod apart;
mod context;
mod done;
mod runner;

use std::collections::HashMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Store, StoreError, StoredResult, TrainingError};
pub use apart::{Accepted, PlannedTask};
pub use context::{TaskContext, Taught};
pub use done::Done;
pub use runner::{Current, Progress};

/// Tasks, in an order in which they can be done.
pub struct Study<'a> {
    name: String,
    program: String,
    tasks: Vec<Task<'a>>,
    places: HashMap<String, usize>,
}

/// What a task does with its context: JSON comes out.
type Work<'a> = Box<dyn Fn(&TaskContext<'_>) -> Result<String, TaskError> + Send + Sync + 'a>;

struct Task<'a> {
    key: String,
    needs: Vec<usize>,
    work: Work<'a>,
}

impl<'a> Study<'a> {
    /// A study without tasks. The program, with version and commit, is noted in the runs of the study.
    pub fn new(name: impl Into<String>, program: impl Into<String>) -> Self {
        Self { name: name.into(), program: program.into(), tasks: Vec::new(), places: HashMap::new() }
    }

    /// Adds a task that needs the results of some that were added before.
    ///
    /// # Panics
    ///
    /// If there is a task with this key, or none with one of those it needs.
    pub fn task<T: Serialize>(
        &mut self,
        key: impl Into<String>,
        needs: &[&str],
        work: impl Fn(&TaskContext<'_>) -> Result<T, TaskError> + Send + Sync + 'a,
    ) {
        let key = key.into();
        let place = |need: &str| {
            *self.places.get(need).unwrap_or_else(|| panic!("{key} needs {need}, which is not there"))
        };
        let needs = needs.iter().copied().map(place).collect();
        let taken = self.places.insert(key.clone(), self.tasks.len());
        assert!(taken.is_none(), "there are two tasks {key}");
        let work: Work<'a> =
            Box::new(move |context| serde_json::to_string(&work(context)?).map_err(TaskError::failed));
        self.tasks.push(Task { key, needs, work });
    }

    /// The name of the study.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program that does the tasks: version and commit.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The keys of all tasks, in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.tasks.iter().map(|task| task.key.as_str())
    }

    /// A result, if it is there.
    pub fn result<T: DeserializeOwned>(&self, store: &Store, key: &str) -> Result<Option<T>, StudyError> {
        self.done(store)?.find(key)
    }
}

impl StoredResult {
    /// What came out, as a value.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, StudyError> {
        read(&self.key, &self.value)
            .map_err(|error| StudyError::Task { key: self.key.clone(), error: error.into() })
    }
}

/// Reads a result.
fn read<T: DeserializeOwned>(key: &str, json: &str) -> Result<T, TaskError> {
    serde_json::from_str(json)
        .map_err(|error| TaskError::Unreadable { key: key.to_owned(), reason: error.to_string() })
}

/// Why a task came to no result.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// It needs a result that it did not ask for in time.
    #[error("the result of “{key}” is used and not declared")]
    Undeclared {
        /// The task whose result it is.
        key: String,
    },
    /// A result is of another kind.
    #[error("the result of “{key}” cannot be read: {reason}")]
    Unreadable {
        /// The task whose result it is.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A training failed.
    #[error(transparent)]
    Training(#[from] TrainingError),
    /// Something else failed.
    #[error("{reason}")]
    Failed {
        /// What.
        reason: String,
    },
}

impl TaskError {
    /// Something failed.
    pub fn failed(reason: impl ToString) -> Self {
        Self::Failed { reason: reason.to_string() }
    }
}

/// Why a study came to no end.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// A task failed.
    #[error("{key}: {error}")]
    Task {
        /// The task.
        key: String,
        /// What happened.
        error: Box<TaskError>,
    },
    /// The study has no such task.
    #[error("there is no task “{key}” in {study}")]
    NoTask {
        /// The study.
        study: String,
        /// What was asked for.
        key: String,
    },
    /// A result that a task needs is not there.
    #[error("“{key}” needs the result of “{need}”, which is not there")]
    Missing {
        /// The task.
        key: String,
        /// The task whose result it needs.
        need: String,
    },
    /// A task came to another result elsewhere: somewhere the same seed does not give the same bits.
    #[error(
        "“{key}” came to another result than the one that is stored: {stored} and now {came}. The same task must come to the \
         same bits everywhere: one of the two was made by another version, or on a machine that errs"
    )]
    Differs {
        /// The task.
        key: String,
        /// The stored result, or its beginning.
        stored: String,
        /// The other one.
        came: String,
    },
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
    /// The store says no.
    #[error(transparent)]
    Store(#[from] StoreError),
}
