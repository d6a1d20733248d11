//! The tasks of studies, to be done anywhere.

use std::collections::HashMap;
use std::path::PathBuf;

use outflank::embedding::PROGRAM;
use outflank_lab::study::{self, Accepted, StudyError};
use outflank_lab::{DataFolder, StoredResult, studies};
use outflank_learn::Scale;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::host::{Service, hosted};
use crate::learning::open;

/// A keyword of the constructor.
#[derive(IntoPyObject)]
enum Word {
    Text(String),
    Number(u64),
}

/// A study of the laboratory: a set of keyed tasks whose results are the same wherever they are done.
#[pyclass(module = "outflank", frozen)]
pub struct Study {
    study: String,
    scale: Scale,
    seed: u64,
}

fn raised(error: StudyError) -> PyErr {
    let message = error.to_string();
    match error {
        StudyError::NoTask { .. } => PyKeyError::new_err(message),
        StudyError::Missing { .. } | StudyError::Differs { .. } => PyValueError::new_err(message),
        _ => PyRuntimeError::new_err(message),
    }
}

impl Study {
    fn replication(&self) -> PyResult<studies::Replication> {
        let found = studies::find(&self.study, self.scale, self.seed);
        found.ok_or_else(|| PyValueError::new_err(format!("there is no study “{}”", self.study)))
    }

    fn tasks_of(&self, replication: &studies::Replication) -> study::Study<'static> {
        replication.study(&self.name(), PROGRAM)
    }
}

#[pymethods]
impl Study {
    #[new]
    #[pyo3(signature = (study, *, scale="quick", seed=1))]
    fn new(study: &str, scale: &str, seed: u64) -> PyResult<Self> {
        let scales = [Scale::Smoke, Scale::Quick, Scale::Full];
        let named = scales.into_iter().find(|known| known.to_string() == scale);
        let scale = named.ok_or_else(|| {
            PyValueError::new_err(format!("“{scale}” is no scale: expected smoke, quick or full"))
        })?;
        if !studies::names().any(|name| name == study) {
            let names = studies::names().collect::<Vec<_>>().join(", ");
            return Err(PyValueError::new_err(format!("there is no study “{study}”; there are {names}")));
        }
        if seed >= 1 << 31 {
            return Err(PyValueError::new_err(format!("a seed of {seed}: expected less than 2³¹")));
        }
        Ok(Self { study: study.to_owned(), scale, seed })
    }

    /// The name under which its results are stored.
    #[getter]
    fn name(&self) -> String {
        format!("{}-{}-{}", self.study, self.scale, self.seed)
    }

    /// The keys of all tasks, each with those whose results it needs.
    fn tasks(&self) -> PyResult<Vec<(String, Vec<String>)>> {
        let study = self.tasks_of(&self.replication()?);
        let plan = study.plan();
        let task = |task: &study::PlannedTask<'_>| {
            (task.key.to_owned(), study.needs(task).map(str::to_owned).collect())
        };
        Ok(plan.iter().map(task).collect())
    }

    /// Does one task in a scratch folder of its own, and returns its result as JSON and the seconds it took.
    fn run_task(
        &self,
        py: Python<'_>,
        key: &str,
        inputs: HashMap<String, String>,
        scratch: PathBuf,
    ) -> PyResult<(String, f64)> {
        hosted(py, &Service::new(1), |stop| {
            let study = self.tasks_of(&self.replication()?);
            let store = DataFolder::new(scratch)
                .open()
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let result = study.do_one(&store, key, &inputs, stop).map_err(raised)?;
            Ok((result.value, result.cpu_seconds))
        })?
    }

    /// Takes results into the store: for each key its JSON and seconds. Returns how many are new.
    #[pyo3(signature = (results, *, data=None))]
    fn accept(
        &self,
        py: Python<'_>,
        results: HashMap<String, (String, f64)>,
        data: Option<PathBuf>,
    ) -> PyResult<usize> {
        py.detach(|| {
            let (replication, store) = (self.replication()?, open(data)?);
            let study = self.tasks_of(&replication);
            replication.write_plan(&study, &store).map_err(raised)?;
            let mut new = 0;
            for (key, (value, cpu_seconds)) in results {
                let result = StoredResult { key, value, cpu_seconds };
                new += usize::from(study.accept(&store, &result).map_err(raised)? == Accepted::New);
            }
            Ok(new)
        })
    }

    /// The results that are stored, as JSON by key.
    #[pyo3(signature = (*, data=None))]
    fn results(&self, py: Python<'_>, data: Option<PathBuf>) -> PyResult<HashMap<String, String>> {
        py.detach(|| {
            let study = self.tasks_of(&self.replication()?);
            let keys: std::collections::HashSet<&str> = study.keys().collect();
            let stored = open(data)?
                .results(&self.name())
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
            let known = stored.into_iter().filter(|result| keys.contains(result.key.as_str()));
            Ok(known.map(|result| (result.key, result.value)).collect())
        })
    }

    fn __getnewargs_ex__(&self) -> ((String,), HashMap<&'static str, Word>) {
        let keywords = [("scale", Word::Text(self.scale.to_string())), ("seed", Word::Number(self.seed))];
        ((self.study.clone(),), HashMap::from(keywords))
    }

    fn __repr__(&self) -> String {
        format!("Study('{}', scale='{}', seed={})", self.study, self.scale, self.seed)
    }
}
