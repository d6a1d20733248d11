//! Runs of the laboratory's own learning systems.

use std::path::PathBuf;

use outflank::embedding::PROGRAM;
use outflank_lab::recipes::{self, Change};
use outflank_lab::{
    Cadence, Ending, LeaguePlan, NewRun, RunState, Store, StoreError, Training, TrainingError,
};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::json;

use crate::host::{Service, hosted};
use crate::players::folder;

/// The store of a data folder, made if it is missing.
pub fn open(data: Option<PathBuf>) -> PyResult<Store> {
    let folder =
        folder(data).ok_or_else(|| PyRuntimeError::new_err("there is no home: choose a data folder"))?;
    folder.open().map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

fn failed(error: TrainingError) -> PyErr {
    match error {
        TrainingError::Store(StoreError::NoRun { .. }) => PyKeyError::new_err(error.to_string()),
        TrainingError::Taken { .. } => PyValueError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Teaches a system, or goes on with a run; returns the name of the run.
#[pyfunction]
#[pyo3(signature = (system, recipe, changes, *, seed=1, name=None, resume=None, league_every=None, league_pairs=250, threads=None, data=None))]
#[allow(clippy::too_many_arguments, reason = "named where it is called")]
pub fn learn_run(
    py: Python<'_>,
    system: Option<String>,
    recipe: &str,
    changes: Vec<String>,
    seed: u64,
    name: Option<&str>,
    resume: Option<&str>,
    league_every: Option<u64>,
    league_pairs: u64,
    threads: Option<usize>,
    data: Option<PathBuf>,
) -> PyResult<String> {
    let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let threads = crate::batch::threads(threads)?;
    let new = match resume {
        Some(_) => None,
        None => {
            let changes: Vec<Change> = changes
                .iter()
                .map(|change| change.parse())
                .collect::<Result<_, _>>()
                .map_err(|error: recipes::ChangeError| wrong(&error))?;
            let read = match &system {
                Some(system) => recipes::read(system, recipe, &changes),
                None => recipes::read_named(recipe, &changes),
            };
            let recipe = read.map_err(|error| wrong(&error))?;
            let every = league_every.unwrap_or_else(|| (recipe.learner(0).schedule().total / 10).max(1));
            let league = (every > 0).then_some(LeaguePlan { every, pairs: league_pairs.clamp(1, 1_000_000) });
            Some(NewRun { recipe, seed, program: PROGRAM.to_owned(), league })
        }
    };
    let name = name.map(str::parse).transpose().map_err(|error: outflank_lab::NameError| wrong(&error))?;
    let store = open(data)?;
    let service = Service::new(1);
    hosted(py, &service, |stop| {
        let training = match (&new, resume) {
            (Some(new), _) => Training::start(&store, name, new),
            (None, resume) => Training::resume(&store, resume.unwrap_or_default()),
        };
        let training = training.map_err(failed)?;
        let run = training.run().id.to_string();
        match training.learn(Cadence::Usual, threads, stop, |_| {}) {
            Ok((Ending::Finished | Ending::Stopped, _)) => Ok(run),
            Err(error) => Err(failed(error)),
        }
    })?
}

/// What is known of a run, as JSON.
#[pyfunction]
#[pyo3(signature = (name, *, data=None))]
pub fn run_json(py: Python<'_>, name: &str, data: Option<PathBuf>) -> PyResult<String> {
    let failed = |error: StoreError| PyRuntimeError::new_err(error.to_string());
    py.detach(|| {
        let store = open(data)?;
        let run = store.run(name).map_err(failed)?;
        let run = run.ok_or_else(|| PyKeyError::new_err(format!("there is no run “{name}”")))?;
        let curve: Vec<_> = store
            .curves(&run.id)
            .map_err(failed)?
            .into_iter()
            .map(|point| {
                json!({"games": point.games, "name": point.name, "value": point.value, "low": point.low, "high": point.high})
            })
            .collect();
        let state = match run.state {
            RunState::Finished => "finished",
            RunState::Running => "running",
            _ => "interrupted",
        };
        Ok(json!({
            "name": run.id.to_string(),
            "system": run.system,
            "recipe": run.recipe,
            "seed": run.seed,
            "state": state,
            "lessons": run.lessons,
            "games": run.games,
            "cpu_seconds": run.cpu_seconds,
            "checkpoints": store.checkpoint_games(&run.id).map_err(failed)?,
            "curve": curve,
        })
        .to_string())
    })
}
