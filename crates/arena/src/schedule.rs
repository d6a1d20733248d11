//! Numbered pieces of work, handed over in order whoever did them.
//!
//! Threads of its own, not those of rayon, for two reasons. A thread of rayon that waits inside a player (the exact
//! endgame shares its work) takes up another game meanwhile, which then runs on the first one's clock. And a
//! contest that is stopped must not wait for a thought that takes minutes: a worker that does not come
//! back in time is left behind, and finds out by itself that nobody wants its result.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::threads::{charge, timed};

/// How often it is looked whether the work is to stop.
const LOOK: Duration = Duration::from_millis(20);
/// Work is handed over in batches of so many at most: the results of larger ones leave the processor's cache before
/// anybody looks at them.
const LARGEST: u64 = 64;
/// How long a worker may take to come back once the work is over.
const PATIENCE: Duration = Duration::from_millis(300);

/// Whether the work is over, as the workers ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Over(Arc<AtomicBool>);

impl Over {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does the work of all numbers on this thread and hands it over, until all is done, `each` breaks off, `stop` is
/// set or the work itself ends.
pub(crate) fn here<T>(
    numbers: Range<u64>,
    stop: &AtomicBool,
    mut work: impl FnMut(u64) -> Option<T>,
    mut each: impl FnMut(T) -> ControlFlow<()>,
) {
    for number in numbers {
        let Some(done) = work(number) else { return };
        if stop.load(Ordering::Relaxed) || each(done).is_break() {
            return;
        }
    }
}

/// The same on threads apart from that of the caller, which hands over: at most this many, and no more than there are
/// numbers. One worker is made for each thread.
pub(crate) fn apart<T, W>(
    numbers: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn(Over) -> W,
    mut each: impl FnMut(T) -> ControlFlow<()>,
) where
    T: Send + 'static,
    W: FnMut(u64) -> Option<T> + Send + 'static,
{
    let over = Over::default();
    let next = Arc::new(AtomicU64::new(numbers.start));
    let count = numbers.end.saturating_sub(numbers.start);
    let threads = threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
    let (sender, receiver) = sync_channel(4 * threads);
    // Where the system starts no more threads, those that it started do the work.
    let workers: Vec<JoinHandle<f64>> = (0..threads)
        .map_while(|_| {
            let share = Share { next: Arc::clone(&next), end: numbers.end, over: over.clone() };
            let (work, sender) = (worker(over.clone()), sender.clone());
            std::thread::Builder::new().spawn(move || timed(|| share.work(work, &sender)).1).ok()
        })
        .collect();
    drop(sender);
    if workers.is_empty() {
        return here(numbers, stop, worker(over), each);
    }
    let mut waiting: BTreeMap<u64, Batch<T>> = BTreeMap::new();
    let mut due = numbers.start;
    while !over.is_set() {
        match receiver.recv_timeout(LOOK) {
            Ok(batch) => drop(waiting.insert(batch.first, batch)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        while let Some(batch) = waiting.remove(&due) {
            due += batch.done.len() as u64;
            for done in batch.done {
                if stop.load(Ordering::Relaxed) || (!over.is_set() && each(done).is_break()) {
                    over.0.store(true, Ordering::Relaxed);
                }
            }
        }
        if stop.load(Ordering::Relaxed) {
            over.0.store(true, Ordering::Relaxed);
        }
    }
    // Whoever still has something to hand over finds nobody there.
    drop(receiver);
    let since = Instant::now();
    while since.elapsed() < PATIENCE && !workers.iter().all(JoinHandle::is_finished) {
        std::thread::sleep(Duration::from_millis(1));
    }
    for worker in workers.into_iter().filter(JoinHandle::is_finished) {
        charge(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
    }
}

/// What was done, from a number on.
struct Batch<T> {
    first: u64,
    done: Vec<T>,
}

/// One thread's part in the work.
struct Share {
    next: Arc<AtomicU64>,
    end: u64,
    over: Over,
}

impl Share {
    /// Does what no other thread has taken, until nothing is left. Quick work comes in large batches, which
    /// changes nothing but the cost of handing it over.
    fn work<T>(&self, mut work: impl FnMut(u64) -> Option<T>, sender: &SyncSender<Batch<T>>) {
        let mut size = 1;
        while !self.over.is_set() {
            let first = self.next.fetch_add(size, Ordering::Relaxed);
            let last = self.end.min(first.saturating_add(size));
            if first >= last {
                return;
            }
            let began = Instant::now();
            let mut done = Vec::with_capacity((last - first) as usize);
            for number in first..last {
                match work(number) {
                    Some(piece) => done.push(piece),
                    None => break,
                }
            }
            if done.is_empty() || sender.send(Batch { first, done }).is_err() {
                return;
            }
            if began.elapsed() < Duration::from_millis(10) {
                size = (size * 2).min(LARGEST);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[test]
    fn a_worker_that_does_not_come_back_is_left_behind() {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        // The second number is held until the test ends. The time limit only keeps a failing test from hanging.
        let (_release, held) = std::sync::mpsc::channel::<()>();
        let (held, returned) = (Arc::new(Mutex::new(held)), Arc::new(AtomicBool::new(false)));
        let slow = |_| {
            let (held, returned) = (Arc::clone(&held), Arc::clone(&returned));
            move |number: u64| {
                // The first number is a batch of its own, so that no batch holds both.
                if number == 1 {
                    let _ = held.lock().expect("no panic").recv_timeout(Duration::from_secs(60));
                    returned.store(true, Ordering::Relaxed);
                }
                Some(number)
            }
        };
        apart(0..10, 2, &stop, slow, |number| {
            seen.push(number);
            stop.store(number == 0, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, [0]);
        assert!(!returned.load(Ordering::Relaxed), "the worker was waited for");
    }

    #[test]
    fn no_more_workers_are_made_than_there_is_work() {
        let made = std::cell::Cell::new(0);
        let mut seen = Vec::new();
        let worker = |_| {
            made.set(made.get() + 1);
            Some
        };
        apart(5..8, 1_000_000_000, &AtomicBool::new(false), worker, |number| {
            seen.push(number);
            ControlFlow::Continue(())
        });
        assert_eq!((seen, made.get()), (vec![5, 6, 7], 3));
    }

    #[test]
    #[should_panic(expected = "a mistake of ours")]
    fn a_panic_is_not_lost() {
        let work = |_| |number: u64| if number == 5 { panic!("a mistake of ours") } else { Some(number) };
        apart(0..10, 2, &AtomicBool::new(false), work, |_| ControlFlow::Continue(()));
    }
}
