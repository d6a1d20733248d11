//! Queues for what takes time: quick moves never wait behind long searches, and pages never behind a writer who
//! waits for the store.
//!
//! Each queue has so many workers and so many waiting; a request that finds it full is refused at once. Work runs
//! on threads of its own: the threads that answer requests are never held up.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

use tokio::sync::{Semaphore, oneshot};

use super::priority::{Priority, lower};

/// The queues of the server.
pub(super) struct Queues {
    /// Questions to the store, and pages made of the answers.
    pub queries: Queue,
    /// Writing to the store, one at a time: another program may hold it for a while.
    pub writes: Queue,
    /// Moves of a millisecond or so.
    pub quick: Queue,
    /// Searches of up to some seconds.
    pub long: Queue,
}

impl Queues {
    /// Queues for a machine with so many cores.
    pub fn new(cores: usize) -> Self {
        Self {
            queries: Queue::new("questions to the store", 4 * cores, 256),
            writes: Queue::new("changes of the store", 1, 64),
            quick: Queue::new("players", cores, 512),
            // One core is left for everything else, where there is more than one.
            long: Queue {
                priority: Some(Priority::Search),
                ..Queue::new("searches", (cores - 1).max(1), 32)
            },
        }
    }
}

/// One queue.
pub(super) struct Queue {
    name: &'static str,
    /// Where its work stands back behind that of other queues.
    priority: Option<Priority>,
    /// All, at work or waiting.
    room: Arc<Semaphore>,
    at_work: Arc<Semaphore>,
}

impl Queue {
    fn new(name: &'static str, at_work: usize, waiting: usize) -> Self {
        Self {
            name,
            priority: None,
            room: Arc::new(Semaphore::new(at_work + waiting)),
            at_work: Arc::new(Semaphore::new(at_work)),
        }
    }

    /// Does some work as soon as there is a place.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, QueueFull> {
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| QueueFull { queue: self.name })?;
        let place = Arc::clone(&self.at_work).acquire_owned().await.expect("a queue is never closed");
        // The places go with the work: who asked may have left, and the thread is busy all the same.
        let work = move || {
            let _places = (room, place);
            catch_unwind(AssertUnwindSafe(work))
        };
        let done = match self.priority {
            None => tokio::task::spawn_blocking(work).await.ok(),
            // A thread of its own: a priority cannot be given back.
            Some(priority) => {
                let (sender, receiver) = oneshot::channel();
                std::thread::spawn(move || {
                    lower(priority);
                    // Who asked may have left.
                    drop(sender.send(work()));
                });
                receiver.await.ok()
            }
        };
        done.expect("work comes to an end, if only to a panic").map_or_else(|panic| resume_unwind(panic), Ok)
    }
}

/// A queue is full.
#[derive(Clone, Debug, thiserror::Error)]
#[error("too many {queue} are at work already; try again in a moment")]
pub(super) struct QueueFull {
    queue: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn a_full_lane_says_so_and_holds_up_no_other() {
        let queues = Queues { quick: Queue::new("players", 1, 0), ..Queues::new(1) };
        let queues = Queues { long: Queue::new("searches", 1, 0), ..queues };
        let (finish, finished) = mpsc::channel::<()>();
        let queues = Arc::new(queues);
        let long = {
            let queues = Arc::clone(&queues);
            tokio::spawn(async move { queues.long.run(move || finished.recv().is_ok()).await })
        };
        while queues.long.room.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = queues.long.run(|| ()).await.expect_err("full");
        assert!(refused.to_string().starts_with("too many searches"));
        assert_eq!(queues.quick.run(|| 7).await.expect("the other queue is free"), 7);
        finish.send(()).expect("still waited for");
        assert!(long.await.expect("no panic").expect("done"));
        queues.long.run(|| ()).await.expect("free again");
    }
}
