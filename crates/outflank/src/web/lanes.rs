//! Two lanes for what takes the processor's time, so that a quick move never waits behind a long search.
//!
//! Each lane has so many places at work and so many in the queue; who finds the queue full is told so at
//! once. Work runs on threads of its own: the threads that answer requests are never held up.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Where work is done.
pub(super) struct Lanes {
    /// Moves of a millisecond or so.
    pub quick: Lane,
    /// Searches of up to some seconds.
    pub long: Lane,
}

impl Lanes {
    /// Lanes for a machine with so many cores.
    pub fn new(cores: usize) -> Self {
        Self {
            quick: Lane::new("players", cores, 256),
            // One core is left for everything else, where there is more than one.
            long: Lane::new("searches", (cores - 1).max(1), 32),
        }
    }
}

/// One lane.
pub(super) struct Lane {
    name: &'static str,
    /// Everybody, at work or waiting.
    room: Arc<Semaphore>,
    at_work: Arc<Semaphore>,
}

impl Lane {
    fn new(name: &'static str, at_work: usize, waiting: usize) -> Self {
        Self {
            name,
            room: Arc::new(Semaphore::new(at_work + waiting)),
            at_work: Arc::new(Semaphore::new(at_work)),
        }
    }

    /// Does some work as soon as there is a place.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Busy> {
        let room = Arc::clone(&self.room).try_acquire_owned().map_err(|_| Busy { lane: self.name })?;
        let place = Arc::clone(&self.at_work).acquire_owned().await.expect("a lane is never closed");
        // The places go with the work: who asked may have left, and the thread is busy all the same.
        let done = tokio::task::spawn_blocking(move || {
            let _places = (room, place);
            work()
        });
        match done.await {
            Ok(done) => Ok(done),
            Err(failed) => std::panic::resume_unwind(failed.into_panic()),
        }
    }
}

/// There is no room left in a lane.
#[derive(Clone, Debug, thiserror::Error)]
#[error("too many {lane} are at work already; try again in a moment")]
pub(super) struct Busy {
    lane: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn a_full_lane_says_so_and_holds_up_no_other() {
        let lanes = Lanes { quick: Lane::new("players", 1, 0), long: Lane::new("searches", 1, 0) };
        let (finish, finished) = mpsc::channel::<()>();
        let lanes = Arc::new(lanes);
        let long = {
            let lanes = Arc::clone(&lanes);
            tokio::spawn(async move { lanes.long.run(move || finished.recv().is_ok()).await })
        };
        while lanes.long.room.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = lanes.long.run(|| ()).await.expect_err("full");
        assert!(refused.to_string().starts_with("too many searches"));
        assert_eq!(lanes.quick.run(|| 7).await.expect("the other lane is free"), 7);
        finish.send(()).expect("still waited for");
        assert!(long.await.expect("no panic").expect("done"));
        lanes.long.run(|| ()).await.expect("free again");
    }
}
