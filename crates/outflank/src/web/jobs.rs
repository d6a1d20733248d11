//! Work of minutes: each job on a thread of its own, a few at a time, to be watched, paused and stopped.
//!
//! A job tells how it stands by replacing one value; whoever watches sees the newest and never holds the
//! job up. When it ends it is forgotten here, and only then tells how it ended: whoever hears that finds its
//! place free, and what it came to in the store.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The jobs of one kind that are going on.
pub(super) struct Jobs<S> {
    kind: &'static str,
    most: usize,
    places: Arc<Semaphore>,
    entered: Mutex<BTreeMap<String, Arc<Job<S>>>>,
}

impl<S> Jobs<S> {
    /// Room for so many jobs of a kind.
    pub fn new(kind: &'static str, most: usize) -> Self {
        Self { kind, most, places: Arc::new(Semaphore::new(most)), entered: Mutex::default() }
    }

    /// A place for one more job, which it keeps until it ends.
    pub fn place(&self) -> Result<OwnedSemaphorePermit, Full> {
        let place = Arc::clone(&self.places).try_acquire_owned();
        place.map_err(|_| Full { kind: self.kind, most: self.most })
    }

    /// Makes a job known under a name until the answer is dropped, unless there is one of that name.
    pub fn enter(self: &Arc<Self>, name: &str, job: Arc<Job<S>>) -> Result<Entered<S>, Going> {
        match self.entered().entry(name.to_owned()) {
            Entry::Occupied(_) => Err(Going),
            Entry::Vacant(free) => {
                free.insert(job);
                Ok(Entered { jobs: Arc::clone(self), name: name.to_owned() })
            }
        }
    }

    /// The job of this name, if it is going on.
    pub fn find(&self, name: &str) -> Option<Arc<Job<S>>> {
        self.entered().get(name).cloned()
    }

    /// Stops all jobs and waits until they have kept what they did, but not for ever.
    pub fn stop_all(&self, patience: Duration) {
        for job in self.entered().values() {
            job.wish(Wish::Stop);
        }
        let began = Instant::now();
        while !self.entered().is_empty() && began.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn entered(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Job<S>>>> {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job that is known under its name.
pub(super) struct Entered<S> {
    jobs: Arc<Jobs<S>>,
    name: String,
}

impl<S> Drop for Entered<S> {
    fn drop(&mut self) {
        self.jobs.entered().remove(&self.name);
    }
}

/// What somebody wants of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    GoOn,
    Pause,
    Stop,
}

/// One job, as it is seen from outside and from its thread.
pub(super) struct Job<S> {
    now: watch::Sender<S>,
    wish: Mutex<Wish>,
    wished: Condvar,
    /// Set while the wish is anything but to go on.
    halt: AtomicBool,
}

impl<S> Job<S> {
    /// A job that stands like this at first.
    pub fn new(first: S) -> Arc<Self> {
        Arc::new(Self {
            now: watch::Sender::new(first),
            wish: Mutex::new(Wish::GoOn),
            wished: Condvar::new(),
            halt: AtomicBool::new(false),
        })
    }

    /// Tells how it stands.
    pub fn tell(&self, now: S) {
        self.now.send_replace(now);
    }

    /// How it stands, now and from now on.
    pub fn watch(&self) -> watch::Receiver<S> {
        self.now.subscribe()
    }

    /// Wants something of it. Who was told to stop does not go on.
    pub fn wish(&self, wish: Wish) {
        let mut current = self.wish.lock().unwrap_or_else(PoisonError::into_inner);
        if *current != Wish::Stop {
            *current = wish;
            self.halt.store(wish != Wish::GoOn, Ordering::Relaxed);
            self.wished.notify_all();
        }
    }

    /// The flag that breaks off what is being done.
    pub fn halt(&self) -> &AtomicBool {
        &self.halt
    }

    /// What is wanted now.
    pub fn wanted(&self) -> Wish {
        *self.wish.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits as long as a pause is wanted, and returns what is wanted then.
    pub fn wait_out_pause(&self) -> Wish {
        let mut wish = self.wish.lock().unwrap_or_else(PoisonError::into_inner);
        while *wish == Wish::Pause {
            wish = self.wished.wait(wish).unwrap_or_else(PoisonError::into_inner);
        }
        *wish
    }
}

/// The job is going on already.
#[derive(Clone, Debug, thiserror::Error)]
#[error("it is going on already")]
pub(super) struct Going;

/// There is no place for another job.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{most} {kind} are going on already; stop one of them first")]
pub(super) struct Full {
    kind: &'static str,
    most: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_few_and_names_are_forgotten_at_the_end() {
        let jobs = Arc::new(Jobs::new("matches", 1));
        let place = jobs.place().expect("the first");
        assert_eq!(
            jobs.place().expect_err("full").to_string(),
            "1 matches are going on already; stop one of them first"
        );
        let entered = jobs.enter("a", Job::new(0)).expect("nobody has the name");
        assert!(jobs.enter("a", Job::new(1)).is_err(), "one at a time");
        jobs.find("a").expect("entered").tell(7);
        assert_eq!(*jobs.find("a").expect("entered").watch().borrow(), 7);
        drop((entered, place));
        assert!(jobs.find("a").is_none());
        assert!(jobs.place().is_ok(), "free again");
    }

    #[test]
    fn a_pause_is_waited_out_and_a_stop_is_for_good() {
        let job = Job::new(());
        job.wish(Wish::Pause);
        assert!(job.halt().load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| job.wait_out_pause());
            job.wish(Wish::GoOn);
            assert_eq!(waiting.join().expect("no panic"), Wish::GoOn);
        });
        assert!(!job.halt().load(Ordering::Relaxed));
        job.wish(Wish::Stop);
        job.wish(Wish::GoOn);
        assert_eq!(job.wait_out_pause(), Wish::Stop);
    }
}
