//! When to give up, and how far it went: the only things a search shares with the world outside.

use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use outflank_rules::Margin;

use crate::endgame::Bounds;

/// What ends a search before it is done. The default is nothing.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::Limits;
///
/// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
/// # assert!(limits.nodes.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// So many plies. The exact endgame is not bound by it.
    pub depth: Option<u32>,
    /// So many nodes, about: a node of few empties is finished before it is looked at. One thread
    /// always stops at the same node.
    pub nodes: Option<u64>,
    /// So much time on the clock, from the beginning of the search.
    pub time: Option<Duration>,
    /// Somebody setting this flag.
    pub stop: Option<&'a AtomicBool>,
    /// Ends nothing, but is kept up to date for somebody who looks on from another thread.
    pub progress: Option<&'a Progress>,
}

/// How far a search is, to be read at any time.
#[derive(Debug)]
pub struct Progress {
    nodes: AtomicU64,
    lower: AtomicI8,
    upper: AtomicI8,
}

impl Default for Progress {
    fn default() -> Self {
        Self { nodes: AtomicU64::new(0), lower: AtomicI8::new(-64), upper: AtomicI8::new(64) }
    }
}

impl Progress {
    /// Nodes searched so far, of all searches that were given this progress.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The bounds of the score known so far.
    pub fn bounds(&self) -> Bounds {
        let margin = |bound: &AtomicI8| Margin::new(bound.load(Relaxed).into()).expect("a bound is a score");
        Bounds { lower: margin(&self.lower), upper: margin(&self.upper) }
    }

    pub(crate) fn narrow(&self, bounds: Bounds) {
        self.lower.store(bounds.lower.discs() as i8, Relaxed);
        self.upper.store(bounds.upper.discs() as i8, Relaxed);
    }
}

/// It was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The limits of one search with what all its threads have used of them.
pub(crate) struct Control<'a> {
    limits: &'a Limits<'a>,
    deadline: Option<Instant>,
    nodes: AtomicU64,
    stopped: AtomicBool,
}

/// The clock and the flags are looked at once in so many nodes.
const BATCH: u64 = 1 << 12;

impl<'a> Control<'a> {
    pub fn new(limits: &'a Limits<'a>) -> Self {
        // A time beyond what clocks can show is no limit.
        let deadline = limits.time.and_then(|time| Instant::now().checked_add(time));
        Self { limits, deadline, nodes: AtomicU64::new(0), stopped: AtomicBool::new(false) }
    }

    /// Nodes of all threads that were handed in.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Takes in nodes that a thread has searched.
    pub fn add(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Relaxed);
        if let Some(progress) = self.limits.progress {
            progress.nodes.fetch_add(nodes, Relaxed);
        }
    }

    /// How many nodes a thread may search before it asks again.
    pub fn allowance(&self) -> Result<u64, Stopped> {
        let left = self.limits.nodes.map_or(BATCH, |limit| limit.saturating_sub(self.nodes()));
        let over = left == 0
            || self.stopped.load(Relaxed)
            || self.limits.stop.is_some_and(|stop| stop.load(Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if over {
            self.stopped.store(true, Relaxed);
            return Err(Stopped);
        }
        Ok(left.min(BATCH))
    }
}
