//! How fast a run learns, by the time in which it really was at work: pauses do not count, nor that the program was stopped.

use std::time::{Duration, Instant};

/// A program that is at work uses the processor. One that used less than a tenth of the time, and seconds of it not at all, was
/// stopped meanwhile, or its machine slept.
const AT_WORK: f64 = 0.1;
const SECONDS: Duration = Duration::from_secs(2);

/// The games of a run, and the time they took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// When it was last heard of, with its processor time and its games.
    at: Instant,
    processor: f64,
    games: u64,
    /// The time at work, and the games of it.
    busy: Duration,
    learned: u64,
}

impl Pace {
    /// A run that begins now, with so many games.
    pub fn new(at: Instant, games: u64) -> Self {
        Self { at, processor: 0.0, games, busy: Duration::ZERO, learned: 0 }
    }

    /// Hears of it after a lesson: its processor time since it was begun or resumed, in seconds, and its games.
    pub fn hear(&mut self, at: Instant, processor: f64, games: u64) {
        let passed = at.saturating_duration_since(self.at);
        let worked = Duration::from_secs_f64((processor - self.processor).max(0.0));
        let was_stopped = passed > SECONDS && worked < passed.mul_f64(AT_WORK);
        self.busy += if was_stopped { worked } else { passed };
        self.learned += games.saturating_sub(self.games);
        (self.at, self.processor, self.games) = (at, processor, games);
    }

    /// It goes on after a pause, and its processor time is counted from the beginning.
    pub fn resume(&mut self, at: Instant) {
        (self.at, self.processor) = (at, 0.0);
    }

    /// The time at work.
    pub fn busy(&self) -> Duration {
        self.busy
    }

    /// The seconds that so many more games take, once there is a second to tell by.
    pub fn seconds_for(&self, games: f64) -> Option<f64> {
        let has_begun = self.busy >= Duration::from_secs(1) && self.learned > 0;
        has_begun.then(|| games * self.busy.as_secs_f64() / self.learned as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_time_at_work_counts() {
        let began = Instant::now();
        let after = |seconds: f64| began + Duration::from_secs_f64(seconds);
        let mut pace = Pace::new(began, 500);
        assert_eq!(pace.seconds_for(100.0), None);
        // Twenty games a second, on half a processor.
        for second in 1..=10 {
            pace.hear(after(f64::from(second)), 0.5 * f64::from(second), 500 + 20 * second as u64);
        }
        assert_eq!(pace.seconds_for(100.0), Some(5.0));
        // The program was stopped for an hour, in a lesson of one second.
        pace.hear(after(3_611.0), 6.0, 720);
        let left = pace.seconds_for(100.0).expect("a pace");
        assert!((4.7..=5.0).contains(&left), "{left}");
        // Paused for a day, and on as before, the processor's time from 0.
        pace.resume(after(90_000.0));
        pace.hear(after(90_001.0), 0.5, 740);
        let left = pace.seconds_for(100.0).expect("a pace");
        assert!((4.7..=5.1).contains(&left), "{left}");
        assert_eq!(pace.busy(), Duration::from_secs(12));
    }

    #[test]
    fn a_long_lesson_is_no_pause() {
        let began = Instant::now();
        let mut pace = Pace::new(began, 0);
        pace.hear(began + Duration::from_secs(600), 590.0, 100);
        assert_eq!(pace.seconds_for(10.0), Some(60.0));
    }
}
