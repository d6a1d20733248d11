//! Work of minutes: each job on a thread of its own, a few at a time, to be watched, paused and stopped.
//!
//! A job publishes its state by replacing one value; subscribers see the newest and never hold the job up. When it
//! ends it is removed from the list first and publishes its last state then: a subscriber who sees that finds the
//! slot free and the result in the store.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

/// The running jobs of one kind.
pub(super) struct Jobs<S> {
    kind: &'static str,
    most: usize,
    slots: Arc<Semaphore>,
    registered: Mutex<BTreeMap<String, Arc<Job<S>>>>,
}

impl<S> Jobs<S> {
    /// Slots for so many jobs of a kind.
    pub fn new(kind: &'static str, most: usize) -> Self {
        Self { kind, most, slots: Arc::new(Semaphore::new(most)), registered: Mutex::default() }
    }

    /// A slot for one more job, which it holds until it ends.
    pub fn slot(&self) -> Result<OwnedSemaphorePermit, NoFreeSlot> {
        let slot = Arc::clone(&self.slots).try_acquire_owned();
        slot.map_err(|_| NoFreeSlot { kind: self.kind, most: self.most })
    }

    /// Registers a job under a name until the registration is dropped, unless one of that name is running.
    pub fn register(
        self: &Arc<Self>,
        name: &str,
        job: Arc<Job<S>>,
    ) -> Result<Registration<S>, AlreadyRunning> {
        match self.registered().entry(name.to_owned()) {
            Entry::Occupied(_) => Err(AlreadyRunning),
            Entry::Vacant(free) => {
                free.insert(job);
                Ok(Registration { jobs: Arc::clone(self), name: name.to_owned() })
            }
        }
    }

    /// The running job of this name.
    pub fn find(&self, name: &str) -> Option<Arc<Job<S>>> {
        self.registered().get(name).cloned()
    }

    /// The states of all running jobs, in the order of their names.
    pub fn all(&self) -> Vec<S>
    where
        S: Clone,
    {
        self.registered().values().map(|job| job.subscribe().borrow().clone()).collect()
    }

    /// Stops all jobs and waits until they have kept what they did, but not for ever.
    pub fn stop_all(&self, patience: Duration) {
        for job in self.registered().values() {
            job.request(JobRequest::Stop);
        }
        let began = Instant::now();
        while !self.registered().is_empty() && began.elapsed() < patience {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn registered(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Job<S>>>> {
        self.registered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A job's entry in the list, removed when it is dropped.
pub(super) struct Registration<S> {
    jobs: Arc<Jobs<S>>,
    name: String,
}

impl<S> Drop for Registration<S> {
    fn drop(&mut self) {
        self.jobs.registered().remove(&self.name);
    }
}

/// A requested change of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JobRequest {
    Run,
    Pause,
    Stop,
}

/// One job, shared by its thread and the requests about it.
pub(super) struct Job<S> {
    now: watch::Sender<S>,
    request: Mutex<JobRequest>,
    changed: Condvar,
    /// Set while the request is anything but to run.
    halt: AtomicBool,
}

impl<S> Job<S> {
    /// A job with its first state.
    pub fn new(first: S) -> Arc<Self> {
        Arc::new(Self {
            now: watch::Sender::new(first),
            request: Mutex::new(JobRequest::Run),
            changed: Condvar::new(),
            halt: AtomicBool::new(false),
        })
    }

    /// Publishes its state.
    pub fn publish(&self, now: S) {
        self.now.send_replace(now);
    }

    /// Its state, now and whenever it changes.
    pub fn subscribe(&self) -> watch::Receiver<S> {
        self.now.subscribe()
    }

    /// Requests a state change; Stop is final.
    pub fn request(&self, request: JobRequest) {
        let mut current = self.request.lock().unwrap_or_else(PoisonError::into_inner);
        if *current != JobRequest::Stop {
            *current = request;
            self.halt.store(request != JobRequest::Run, Ordering::Relaxed);
            self.changed.notify_all();
        }
    }

    /// The flag that interrupts the work.
    pub fn halt(&self) -> &AtomicBool {
        &self.halt
    }

    /// The last request.
    pub fn requested(&self) -> JobRequest {
        *self.request.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks while a pause is requested, and returns the request that ends it.
    pub fn wait_while_paused(&self) -> JobRequest {
        let mut request = self.request.lock().unwrap_or_else(PoisonError::into_inner);
        while *request == JobRequest::Pause {
            request = self.changed.wait(request).unwrap_or_else(PoisonError::into_inner);
        }
        *request
    }
}

/// The job is running already.
#[derive(Clone, Debug, thiserror::Error)]
#[error("it is running already")]
pub(super) struct AlreadyRunning;

/// All slots are taken.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{most} {kind} are running already; stop one of them first")]
pub(super) struct NoFreeSlot {
    kind: &'static str,
    most: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_few_and_names_are_forgotten_at_the_end() {
        let jobs = Arc::new(Jobs::new("matches", 1));
        let slot = jobs.slot().expect("the first");
        assert_eq!(
            jobs.slot().expect_err("full").to_string(),
            "1 matches are running already; stop one of them first"
        );
        let registered = jobs.register("a", Job::new(0)).expect("nobody has the name");
        assert!(jobs.register("a", Job::new(1)).is_err(), "one at a time");
        jobs.find("a").expect("registered").publish(7);
        assert_eq!(*jobs.find("a").expect("registered").subscribe().borrow(), 7);
        drop((registered, slot));
        assert!(jobs.find("a").is_none());
        assert!(jobs.slot().is_ok(), "free again");
    }

    #[test]
    fn a_pause_is_waited_out_and_a_stop_is_for_good() {
        let job = Job::new(());
        job.request(JobRequest::Pause);
        assert!(job.halt().load(Ordering::Relaxed));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| job.wait_while_paused());
            job.request(JobRequest::Run);
            assert_eq!(waiting.join().expect("no panic"), JobRequest::Run);
        });
        assert!(!job.halt().load(Ordering::Relaxed));
        job.request(JobRequest::Stop);
        job.request(JobRequest::Run);
        assert_eq!(job.wait_while_paused(), JobRequest::Stop);
    }
}
