//! How far a contest is, with its running score.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar};
use outflank_arena::Standing;
use outflank_arena::statistics::{Confidence, Pentanomial, ScoreSheet};

use super::{per_cent, per_cent_from_to};
use crate::progress;

/// A bar on standard error, redrawn now and then.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
    told: Instant,
}

impl Progress {
    /// A bar for so many pairs.
    pub fn new(pairs: u64) -> Self {
        let bar = progress::bar(pairs, "{wide_bar} {human_pos}/{human_len} pairs  {msg}  {eta} left");
        // Games of outside programs are slow: the clock goes on between them.
        bar.enable_steady_tick(Duration::from_millis(500));
        let now = Instant::now();
        Self { bar, began: now, told: now }
    }

    /// Shows how a contest stands, after so many pairs of all that are to be played.
    pub fn tell(&mut self, done: u64, about: &str, standing: &Standing) {
        if self.bar.is_hidden() || self.told.elapsed() < Duration::from_millis(100) {
            return;
        }
        self.told = Instant::now();
        let score = standing.distinct.score().map_or_else(String::new, per_cent);
        let range = per_cent_from_to(standing.distinct.interval(Confidence::USUAL));
        let games = done * Pentanomial::UNIT.games();
        let speed = games as f64 / self.began.elapsed().as_secs_f64();
        self.bar.set_position(done);
        let speed = if speed < 10.0 { format!("{speed:.2}") } else { HumanCount(speed as u64).to_string() };
        self.bar.set_message(format!("{about}{score} ({range})  {speed} games/s"));
    }

    /// Takes the bar away and tells the time it was there.
    pub fn finish(self) -> Duration {
        self.bar.finish_and_clear();
        self.began.elapsed()
    }
}
