//! What a study has come to so far.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::{Study, StudyError};
use crate::{Store, StoredResult};

/// The results of a study's tasks, as far as they are done. What the store has of tasks that the study no longer
/// has is left out.
pub struct Done {
    results: BTreeMap<String, StoredResult>,
}

impl Study<'_> {
    /// What is there so far.
    pub fn done(&self, store: &Store) -> Result<Done, StudyError> {
        let stored = store.results(&self.name)?.into_iter();
        let results = stored.filter(|result| self.places.contains_key(&result.key));
        Ok(Done { results: results.map(|result| (result.key.clone(), result)).collect() })
    }
}

impl Done {
    /// How many tasks are done.
    pub fn count(&self) -> usize {
        self.results.len()
    }

    /// A result, if it is there.
    pub fn find<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, StudyError> {
        self.results.get(key).map(StoredResult::read).transpose()
    }

    /// Of some tasks the results that are there, in the order of the keys.
    pub fn each<T: DeserializeOwned>(
        &self,
        keys: impl IntoIterator<Item = String>,
    ) -> Result<Vec<T>, StudyError> {
        keys.into_iter().filter_map(|key| self.find(&key).transpose()).collect()
    }

    /// Seconds of processor time for one of some tasks, on average; `None` if none of them is done.
    pub fn mean_seconds(&self, keys: impl IntoIterator<Item = String>) -> Option<f64> {
        let seconds: Vec<f64> =
            keys.into_iter().filter_map(|key| Some(self.results.get(&key)?.cpu_seconds)).collect();
        (!seconds.is_empty()).then(|| seconds.iter().sum::<f64>() / seconds.len() as f64)
    }

    /// Seconds of processor time of everything.
    pub fn cpu_seconds(&self) -> f64 {
        self.results.values().map(|result| result.cpu_seconds).sum()
    }
}
