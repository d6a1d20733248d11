//! Tasks done one by one, by anybody and anywhere: what a scheduler of another kind needs.
//!
//! Whoever does a task has a store of its own for it, which may be thrown away; only results come back.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Study, StudyError};
use crate::{Store, StoredResult};

/// A task as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedTask<'a> {
    /// What it is called; it says all that decides its result.
    pub key: &'a str,
    /// How many tasks have to be done one after the other before it.
    pub level: usize,
    needs: &'a [usize],
}

/// What became of a result that was handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// It is stored now.
    New,
    /// It was there before, and it is the same.
    Known,
}

/// How much of two results is told when they differ.
const TOLD: usize = 80;

impl Study<'_> {
    /// All tasks, in an order in which they can be done.
    pub fn plan(&self) -> Vec<PlannedTask<'_>> {
        let mut plan: Vec<PlannedTask<'_>> = Vec::with_capacity(self.tasks.len());
        for task in &self.tasks {
            let level = task.needs.iter().map(|&need| plan[need].level + 1).max().unwrap_or(0);
            plan.push(PlannedTask { key: &task.key, level, needs: &task.needs });
        }
        plan
    }

    /// The keys of the tasks whose results a task needs.
    pub fn needs<'b>(&'b self, task: &PlannedTask<'b>) -> impl Iterator<Item = &'b str> {
        task.needs.iter().map(|&need| self.tasks[need].key.as_str())
    }

    /// Does one task with the results that it needs, by their keys. Trainings are kept in the store, and go on where they
    /// were if it is the same the next time; the result is not stored.
    pub fn do_one(
        &self,
        store: &Store,
        key: &str,
        inputs: &HashMap<String, String>,
        stop: &AtomicBool,
    ) -> Result<StoredResult, StudyError> {
        let no_task = || StudyError::NoTask { study: self.name.clone(), key: key.to_owned() };
        let task = &self.tasks[*self.places.get(key).ok_or_else(no_task)?];
        let input = |&need: &usize| {
            let need = self.tasks[need].key.as_str();
            match inputs.get(need) {
                Some(json) => Ok((need, Arc::from(json.as_str()))),
                None => Err(StudyError::Missing { key: key.to_owned(), need: need.to_owned() }),
            }
        };
        let inputs = task.needs.iter().map(input).collect::<Result<_, _>>()?;
        self.perform(task, inputs, store, stop, &|_| {}).map_err(|error| error.unwrap_or(StudyError::Stopped))
    }

    /// Takes a result into the store that was made elsewhere. One that differs from what is stored is refused.
    pub fn accept(&self, store: &Store, result: &StoredResult) -> Result<Accepted, StudyError> {
        if !self.places.contains_key(&result.key) {
            return Err(StudyError::NoTask { study: self.name.clone(), key: result.key.clone() });
        }
        match store.result(&self.name, &result.key)? {
            Some(stored) if stored.value == result.value => Ok(Accepted::Known),
            Some(stored) => Err(StudyError::Differs {
                key: result.key.clone(),
                stored: from_difference(&stored.value, &result.value),
                came: from_difference(&result.value, &stored.value),
            }),
            None => {
                store.add_result(&self.name, result)?;
                Ok(Accepted::New)
            }
        }
    }
}

/// A part of a text, from a little before where it begins to differ from another.
fn from_difference(text: &str, other: &str) -> String {
    let same = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let part: String = text.chars().skip(same.saturating_sub(TOLD / 4)).take(TOLD).collect();
    format!("“…{part}…”")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataFolder, LeaguePlan, recipes};

    /// A training, what it knows of one square, and twice that.
    fn study() -> Study<'static> {
        let mut study = Study::new("apart", "test");
        study.task("taught", &[], |context| {
            let recipe = recipes::read("td", "games = 300", &[]).expect("a recipe");
            let league = LeaguePlan { every: 150, pairs: 5 };
            Ok(context.train(None, &recipe, 1, Some(league))?.curve.last().map(|point| point.value))
        });
        study.task("number", &[], |_| Ok(1.5));
        study.task("sum", &["taught", "number"], |context| {
            Ok(context.input::<Option<f64>>("taught")?.unwrap_or(0.0) + context.input::<f64>("number")?)
        });
        study
    }

    fn store() -> (tempfile::TempDir, Store) {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        (place, store)
    }

    #[test]
    fn tasks_done_apart_come_to_the_same_as_together() {
        let never = AtomicBool::new(false);
        let (_together, whole) = store();
        study().run(&whole, 2, &never, |_| {}).expect("no failure");

        let (_here, gathered) = store();
        let study = study();
        let mut results = HashMap::new();
        let levels: Vec<usize> = study.plan().iter().map(|task| task.level).collect();
        assert_eq!(levels, [0, 0, 1]);
        for task in study.plan() {
            // Every task in a place of its own, as on another machine.
            let (_place, scratch) = store();
            let result = study.do_one(&scratch, task.key, &results, &never).expect("its needs are there");
            assert!(scratch.results("apart").expect("readable").is_empty(), "results are handed over");
            assert_eq!(study.accept(&gathered, &result).expect("new"), Accepted::New);
            assert_eq!(study.accept(&gathered, &result).expect("the same"), Accepted::Known);
            results.insert(result.key, result.value);
        }
        let values = |store: &Store| -> Vec<(String, String)> {
            let results = store.results("apart").expect("readable").into_iter();
            results.map(|result| (result.key, result.value)).collect()
        };
        assert_eq!(values(&gathered), values(&whole));
        // Nothing is left to do.
        assert_eq!(study.done(&gathered).expect("readable").count(), 3);
    }

    #[test]
    fn a_result_that_differs_is_an_alarm() {
        let (_place, store) = store();
        let study = study();
        let result =
            |value: &str| StoredResult { key: "number".into(), value: value.into(), cpu_seconds: 0.1 };
        study.accept(&store, &result("1.5")).expect("new");
        let alarm =
            study.accept(&store, &result("1.5000000000000002")).expect_err("another number").to_string();
        assert!(
            alarm.contains("“number” came to another result") && alarm.contains("1.5000000000000002"),
            "{alarm}"
        );
        assert_eq!(
            study.result::<f64>(&store, "number").expect("readable"),
            Some(1.5),
            "the first one stays"
        );
        let foreign = StoredResult { key: "other".into(), ..result("1") };
        assert_eq!(
            study.accept(&store, &foreign).expect_err("no such task").to_string(),
            "there is no task “other” in apart"
        );
    }

    #[test]
    fn needs_must_be_there_and_a_stop_is_heard() {
        let (_place, store) = store();
        let (study, never) = (study(), AtomicBool::new(false));
        let inputs = HashMap::from([("number".to_owned(), "1.5".to_owned())]);
        let error = study.do_one(&store, "sum", &inputs, &never).expect_err("one is missing").to_string();
        assert_eq!(error, "“sum” needs the result of “taught”, which is not there");
        assert!(study.do_one(&store, "none", &inputs, &never).is_err());
        let stopped = study.do_one(&store, "taught", &inputs, &AtomicBool::new(true));
        assert!(matches!(stopped, Err(StudyError::Stopped)));
    }
}
