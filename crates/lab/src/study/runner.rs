//! Who does the tasks of a study: some threads, each taking the first task that can be done.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::time::Duration;

use super::context::Inputs;
use super::{Study, StudyError, Task, TaskContext, TaskError};
use crate::clock::Stopwatch;
use crate::{Ending, Store, StoredResult};

/// How far a study is.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Tasks that are done, now or earlier.
    pub done: usize,
    /// Tasks in all.
    pub total: usize,
    /// Tasks that are being done.
    pub current: Vec<Current>,
    /// How long the rest will take, judged by what similar tasks took: those whose keys differ in nothing
    /// but what follows the last slash.
    pub remaining: Option<Duration>,
}

/// A task that is being done.
#[derive(Clone, Debug, PartialEq)]
pub struct Current {
    /// Its key.
    pub key: String,
    /// How much of it is done, from 0 to 1, as far as it tells.
    pub part: f64,
}

/// What happens to a task.
enum Event {
    Begun,
    Partly(f64),
    Done { cpu_seconds: f64 },
    Left,
}

/// What the threads share.
struct Shared {
    board: Mutex<Board>,
    changed: Condvar,
}

struct Board {
    results: HashMap<usize, Arc<str>>,
    is_taken: Vec<bool>,
    /// Threads at work.
    busy: usize,
    failure: Option<StudyError>,
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        // Entries are added whole: a thread that panicked has left none in pieces.
        self.board.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Somebody is at work, until this is dropped, be it by a panic.
struct Busy<'a>(&'a Shared);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.board().busy -= 1;
        self.0.changed.notify_all();
    }
}

impl Study<'_> {
    /// Does what is not done yet, on some threads, until all is done, a task fails or `stop` is set. Tasks
    /// under way are then asked to stop as well. `watch` hears of everything that happens.
    pub fn run(
        &self,
        store: &Store,
        threads: usize,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Progress),
    ) -> Result<Ending, StudyError> {
        let mut counts = TaskCounts::new(self, threads);
        let mut results = HashMap::new();
        for result in store.results(self.name())? {
            // Results of tasks that the study does not have any more are of no concern.
            if let Some(&task) = self.places.get(&result.key) {
                counts.count(task, &Event::Done { cpu_seconds: result.cpu_seconds });
                results.insert(task, Arc::from(result.value));
            }
        }
        let is_taken = (0..self.tasks.len()).map(|task| results.contains_key(&task)).collect();
        let shared = Shared {
            board: Mutex::new(Board { results, is_taken, busy: 0, failure: None }),
            changed: Condvar::new(),
        };
        // Apart from the caller's, so that a failure stops the tasks of this study only.
        let halt = AtomicBool::new(false);
        watch(&counts.progress());
        std::thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            for _ in 0..threads.max(1) {
                let (sender, shared, halt) = (sender.clone(), &shared, &halt);
                scope.spawn(move || self.work(store, shared, halt, &sender));
            }
            drop(sender);
            loop {
                match events.recv_timeout(Duration::from_millis(50)) {
                    Ok((task, event)) => {
                        counts.count(task, &event);
                        watch(&counts.progress());
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                if stop.load(Ordering::Relaxed) {
                    halt.store(true, Ordering::Relaxed);
                    shared.changed.notify_all();
                }
            }
        });
        let board = shared.board.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        match board.failure {
            Some(failure) => Err(failure),
            None if board.results.len() == self.tasks.len() => Ok(Ending::Finished),
            None => Ok(Ending::Stopped),
        }
    }

    /// One thread: does tasks as long as there are any that can be done.
    fn work(&self, store: &Store, shared: &Shared, halt: &AtomicBool, events: &mpsc::Sender<(usize, Event)>) {
        while let Some((number, task, inputs)) = self.take(shared, halt) {
            let busy = Busy(shared);
            // The listener is there until all threads have ended.
            let send = |event| drop(events.send((number, event)));
            send(Event::Begun);
            let done = self.perform(task, inputs, store, halt, &|part| send(Event::Partly(part)));
            let done = done.and_then(|result| {
                store.add_result(self.name(), &result).map_err(|error| Some(error.into()))?;
                Ok(result)
            });
            match done {
                Ok(StoredResult { value, cpu_seconds, .. }) => {
                    shared.board().results.insert(number, value.into());
                    send(Event::Done { cpu_seconds });
                }
                Err(failure) => {
                    send(Event::Left);
                    halt.store(true, Ordering::Relaxed);
                    let mut board = shared.board();
                    board.failure = board.failure.take().or(failure);
                }
            }
            drop(busy);
        }
    }

    /// Does a task. No error is told of one that was asked to stop.
    pub(super) fn perform(
        &self,
        task: &Task<'_>,
        inputs: Inputs<'_>,
        store: &Store,
        stop: &AtomicBool,
        report: &dyn Fn(f64),
    ) -> Result<StoredResult, Option<StudyError>> {
        let context = TaskContext {
            study: self.name(),
            program: &self.program,
            key: &task.key,
            inputs,
            store,
            stop,
            report,
            earlier_cpu_seconds: Cell::new(0.0),
        };
        let clock = Stopwatch::start();
        let done = (task.work)(&context);
        let cpu_seconds = clock.seconds() + context.earlier_cpu_seconds.get();
        match done {
            Ok(value) => Ok(StoredResult { key: task.key.clone(), value, cpu_seconds }),
            Err(TaskError::Stopped) => Err(None),
            Err(error) => Err(Some(StudyError::Task { key: task.key.clone(), error: error.into() })),
        }
    }

    /// The first task that nobody has taken and whose needs are met, with them. Waits for one as long as
    /// there can be one.
    fn take(&self, shared: &Shared, halt: &AtomicBool) -> Option<(usize, &Task<'_>, Inputs<'_>)> {
        let mut board = shared.board();
        loop {
            if halt.load(Ordering::Relaxed) {
                return None;
            }
            let is_ready = |(number, task): &(usize, &Task<'_>)| {
                !board.is_taken[*number] && task.needs.iter().all(|need| board.results.contains_key(need))
            };
            if let Some((number, task)) = self.tasks.iter().enumerate().find(is_ready) {
                let input = |need: &usize| (self.tasks[*need].key.as_str(), Arc::clone(&board.results[need]));
                let inputs = task.needs.iter().map(input).collect();
                board.is_taken[number] = true;
                board.busy += 1;
                return Some((number, task, inputs));
            }
            if board.busy == 0 {
                return None;
            }
            board = shared.changed.wait(board).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }
}

/// What has been heard of the tasks.
struct TaskCounts<'a> {
    keys: Vec<&'a str>,
    is_done: Vec<bool>,
    current: BTreeMap<usize, f64>,
    /// Seconds and number of tasks that are done, by kind; all of them under no name.
    costs: HashMap<&'a str, (f64, usize)>,
    threads: usize,
}

impl<'a> TaskCounts<'a> {
    fn new(study: &'a Study<'_>, threads: usize) -> Self {
        let keys: Vec<&str> = study.keys().collect();
        let is_done = vec![false; keys.len()];
        Self { keys, is_done, current: BTreeMap::new(), costs: HashMap::new(), threads: threads.max(1) }
    }

    fn count(&mut self, task: usize, event: &Event) {
        match *event {
            Event::Begun => drop(self.current.insert(task, 0.0)),
            Event::Partly(part) => drop(self.current.insert(task, part)),
            Event::Left => drop(self.current.remove(&task)),
            Event::Done { cpu_seconds } => {
                self.current.remove(&task);
                self.is_done[task] = true;
                for kind in [kind(self.keys[task]), ""] {
                    let (seconds, tasks) = self.costs.entry(kind).or_default();
                    *seconds += cpu_seconds;
                    *tasks += 1;
                }
            }
        }
    }

    fn progress(&self) -> Progress {
        let current = |(&task, &part): (&usize, &f64)| Current { key: self.keys[task].to_owned(), part };
        Progress {
            done: self.is_done.iter().filter(|&&is_done| is_done).count(),
            total: self.keys.len(),
            current: self.current.iter().map(current).collect(),
            remaining: self.remaining(),
        }
    }

    fn remaining(&self) -> Option<Duration> {
        let mean = |kind| self.costs.get(kind).map(|&(seconds, tasks)| seconds / tasks as f64);
        let overall = mean("")?;
        let left = (0..self.keys.len()).filter(|&task| !self.is_done[task]);
        let seconds: f64 = left
            .map(|task| {
                let part = self.current.get(&task).copied().unwrap_or(0.0);
                mean(kind(self.keys[task])).unwrap_or(overall) * (1.0 - part)
            })
            .sum();
        Duration::try_from_secs_f64(seconds / self.threads as f64).ok()
    }
}

/// What tasks of a kind have in common.
fn kind(key: &str) -> &str {
    key.rsplit_once('/').map_or(key, |(kind, _)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataFolder, recipes};
    use outflank_learn::td;
    use std::sync::atomic::AtomicUsize;

    fn store() -> (tempfile::TempDir, Store) {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        (place, store)
    }

    /// Thirty numbers and what they add up to, in two steps.
    fn sums<'a>(done: &'a AtomicUsize, stop: &'a AtomicBool, most: usize) -> Study<'a> {
        let mut study = Study::new("sums", "test");
        for n in 0..30u32 {
            study.task(format!("third/{n}"), &[], move |context| {
                if done.fetch_add(1, Ordering::Relaxed) + 1 >= most {
                    stop.store(true, Ordering::Relaxed);
                    // Held until the study has noticed: every thread has at most one such task.
                    while !context.stop.load(Ordering::Relaxed) {
                        std::thread::yield_now();
                    }
                }
                Ok(f64::from(n) / 3.0)
            });
        }
        for half in 0..2 {
            let needs: Vec<String> = (half * 15..half * 15 + 15).map(|n| format!("third/{n}")).collect();
            let keys: Vec<&str> = needs.iter().map(String::as_str).collect();
            let needed = needs.clone();
            study.task(format!("half/{half}"), &keys, move |context| {
                needed.iter().map(|key| context.input::<f64>(key)).sum::<Result<f64, _>>()
            });
        }
        study.task("sum", &["half/0", "half/1"], |context| {
            Ok(context.input::<f64>("half/0")? + context.input::<f64>("half/1")?)
        });
        study
    }

    #[test]
    fn a_study_goes_on_where_it_was_stopped() {
        let expected: f64 =
            [0..15, 15..30].map(|half| half.map(|n| f64::from(n) / 3.0).sum::<f64>()).iter().sum();
        for threads in [1, 3] {
            let (_place, store) = store();
            let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
            let ending = sums(&done, &stop, 10).run(&store, threads, &stop, |_| {}).expect("no failure");
            assert_eq!(ending, Ending::Stopped);
            let before = done.load(Ordering::Relaxed);
            assert!((10..10 + threads).contains(&before), "{before} with {threads}");
            assert_eq!(store.results("sums").expect("readable").len(), before);

            stop.store(false, Ordering::Relaxed);
            let mut heard = Vec::new();
            let study = sums(&done, &stop, usize::MAX);
            let ending = study.run(&store, threads, &stop, |progress| heard.push(progress.clone()));
            assert_eq!(ending.expect("no failure"), Ending::Finished);
            assert_eq!(done.load(Ordering::Relaxed), 30, "nothing is done twice");
            assert_eq!(study.result::<f64>(&store, "sum").expect("readable"), Some(expected));
            assert_eq!((heard[0].done, heard[0].total), (before, 33));
            assert!(
                heard[0].remaining.is_some() && heard.iter().any(|progress| !progress.current.is_empty())
            );
            let last = heard.last().expect("something was heard");
            assert_eq!((last.done, last.current.len(), last.remaining), (33, 0, Some(Duration::ZERO)));

            let ending = study.run(&store, threads, &stop, |_| {}).expect("no failure");
            assert_eq!((ending, done.load(Ordering::Relaxed)), (Ending::Finished, 30));
        }
    }

    #[test]
    fn a_failure_names_its_task_and_keeps_the_rest() {
        let (_place, store) = store();
        let mut study = Study::new("failing", "test");
        study.task("good", &[], |_| Ok(1));
        study.task("bad", &["good"], |_| Err::<(), _>(TaskError::failed("no luck")));
        study.task("after", &["bad"], |_| Ok(3));
        study.task("undeclared", &[], |context| context.input::<i32>("good"));
        let error = study.run(&store, 1, &AtomicBool::new(false), |_| {}).expect_err("it fails");
        assert_eq!(error.to_string(), "bad: no luck");
        let keys: Vec<String> =
            store.results("failing").expect("readable").into_iter().map(|result| result.key).collect();
        assert_eq!(keys, ["good"]);

        let mut study = Study::new("careless", "test");
        study.task("good", &[], |_| Ok(1));
        study.task("undeclared", &[], |context| context.input::<i32>("good"));
        let error = study.run(&store, 2, &AtomicBool::new(false), |_| {}).expect_err("it fails");
        assert_eq!(error.to_string(), "undeclared: the result of “good” is used and not declared");
    }

    #[test]
    fn a_panic_ends_the_study() {
        let (_place, store) = store();
        let mut study = Study::new("panicking", "test");
        study.task("bad", &[], |_| -> Result<(), TaskError> { panic!("a bug") });
        study.task("after", &["bad"], |_| Ok(3));
        let run = || study.run(&store, 3, &AtomicBool::new(false), |_| {});
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn trainings_go_on_within_a_task() {
        let recipe = recipes::read("td", "games = 120", &[]).expect("a recipe");
        let study = || {
            let mut study = Study::new("teaching", "test");
            for seed in 0..2 {
                let recipe = recipe.clone();
                study.task(format!("train/{seed}"), &[], move |context| {
                    let taught = context.train(None, &recipe, seed, None)?;
                    let model = td::Model::try_from(taught.model).map_err(TaskError::failed)?;
                    Ok(model.weights().to_vec())
                });
            }
            study
        };
        let weights = |store: &Store, seed: u64| {
            study().result::<Vec<f64>>(store, &format!("train/{seed}")).expect("readable").expect("there")
        };
        let (_place, whole) = store();
        let never = AtomicBool::new(false);
        assert_eq!(study().run(&whole, 2, &never, |_| {}).expect("no failure"), Ending::Finished);

        let (_place, parts) = store();
        let stop = AtomicBool::new(false);
        let ending = study().run(&parts, 1, &stop, |progress| {
            stop.store(progress.current.iter().any(|task| task.part > 0.0), Ordering::Relaxed);
        });
        assert_eq!(ending.expect("no failure"), Ending::Stopped);
        assert_eq!(parts.runs().expect("readable")[0].id.as_str(), "teaching.train.0");
        assert_eq!(study().run(&parts, 1, &never, |_| {}).expect("no failure"), Ending::Finished);
        for seed in 0..2 {
            assert_eq!(weights(&parts, seed), weights(&whole, seed));
        }
        assert_ne!(weights(&whole, 0), weights(&whole, 1));
        let costs: f64 = parts.results("teaching").expect("readable").iter().map(|r| r.cpu_seconds).sum();
        assert!(costs > 0.0);
    }
}
