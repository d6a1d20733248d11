//! When a search stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend. Without any limit it goes on to the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
}

/// Counts what a search spends and says when it must stop.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    nodes: u64,
    most_nodes: u64,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
    spent: bool,
}

impl<'a> Meter<'a> {
    /// Never stops.
    pub const fn unlimited() -> Self {
        Self { nodes: 0, most_nodes: u64::MAX, deadline: None, stop: None, spent: false }
    }

    /// Stops at the limits of nodes and time, counted from now, or when the flag is set.
    pub fn new(limits: &Limits, stop: Option<&'a AtomicBool>) -> Self {
        Self {
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.map(|time| Instant::now() + time),
            stop,
            ..Self::unlimited()
        }
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether a limit was met.
    pub fn is_spent(&self) -> bool {
        self.spent
    }

    /// Counts a position, and says whether to stop. The clock is read once in a thousand times.
    #[inline(always)]
    pub fn tick(&mut self) -> bool {
        if self.spent {
            return true;
        }
        self.nodes += 1;
        if self.nodes & 1023 == 0 || self.nodes >= self.most_nodes {
            self.look();
        }
        self.spent
    }

    #[cold]
    fn look(&mut self) {
        self.spent |= self.nodes >= self.most_nodes
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    }
}
