//! Work on several threads, and how long they worked.
//!
//! Whoever has others work for it is charged with their time, so that what a run costs does not depend on how many
//! threads it was given.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does work by its number on some threads, that of the caller among them. The results are in the order of the
/// numbers: who did what does not show.
///
/// ```
/// let squares = outflank_arena::on_threads(2, 5, |number| number * number);
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// ```
pub fn on_threads<T: Send>(threads: usize, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        numbers.take_while(|&number| number < count).map(|number| (number, work(number))).collect::<Vec<_>>()
    };
    let mut done = std::thread::scope(|scope| {
        // Where the system starts no more threads, those that it started do the work.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, || timed(take)).ok();
        let others: Vec<_> = (1..threads.min(count)).map_while(start).collect();
        let mut done = take();
        for other in others {
            let (theirs, seconds) = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            done.extend(theirs);
            charge(seconds);
        }
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

thread_local! {
    /// Seconds that others worked for this thread.
    static CHARGED: Cell<f64> = const { Cell::new(0.0) };
}

/// Seconds that the processor has worked for this thread so far, on it or on others that it had work for it. Where
/// that cannot be known, how long the clock has run.
pub fn seconds_worked() -> f64 {
    own_seconds() + CHARGED.get()
}

/// Does some work, and says how many seconds it took the processor.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = seconds_worked();
    let result = work();
    (result, seconds_worked() - start)
}

/// Charges this thread with work that others did for it.
pub(crate) fn charge(seconds: f64) {
    CHARGED.set(CHARGED.get() + seconds);
}

#[cfg(unix)]
fn own_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(not(unix))]
fn own_seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Works for so many seconds of the processor's time.
    fn busy(seconds: f64) {
        let start = own_seconds();
        while own_seconds() - start < seconds {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn all_threads_are_counted_and_none_twice() {
        for threads in [1, 2, 3] {
            let ((), seconds) = timed(|| {
                // Workers who have others work for them pass the bill on.
                on_threads(threads, 4, |_| drop(on_threads(2, 2, |_| busy(0.02))));
            });
            assert!((0.16..0.30).contains(&seconds), "{seconds} s on {threads} threads");
        }
    }

    #[test]
    fn sleep_is_no_work() {
        let ((), seconds) = timed(|| std::thread::sleep(std::time::Duration::from_millis(50)));
        assert!(seconds < 0.04);
    }
}
