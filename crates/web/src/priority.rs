//! Who goes first where there are fewer cores than work: pages and quick moves, then searches that somebody waits for,
//! then runs and contests.

/// How far work stands back behind pages and quick moves, as the system counts it (`nice`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priority {
    /// A search that somebody waits for.
    Search,
    /// A run or a contest, which takes minutes anyway.
    Job,
}

/// Gives this thread, and all that it starts from now on, a lower priority. That cannot be taken back: only for threads
/// that do nothing else. Where threads have no priorities of their own, nothing happens.
pub(super) fn lower(priority: Priority) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let by = match priority {
            Priority::Search => 5,
            Priority::Job => 10,
        };
        // On Linux a priority is a thread's. Without it everything goes on, only less smoothly.
        let _ = getpriority_process(None).and_then(|now| setpriority_process(None, now + by));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = priority;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::process::getpriority_process;

    #[test]
    fn a_thread_stands_back_with_all_it_starts_and_nobody_else_does() {
        let before = getpriority_process(None).expect("a priority");
        let lowered = std::thread::spawn(|| {
            lower(Priority::Job);
            std::thread::spawn(|| getpriority_process(None)).join().expect("no panic").expect("a priority")
        });
        assert_eq!(lowered.join().expect("no panic"), (before + 10).min(19));
        assert_eq!(getpriority_process(None), Ok(before));
    }
}
