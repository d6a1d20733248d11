//! What a campaign counts, and how it ends.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Kills, and what became of them.
pub struct Campaign {
    began: Instant,
    length: Duration,
    state: u64,
    rounds: usize,
    counts: BTreeMap<&'static str, u64>,
    losses: Vec<String>,
    left_out: BTreeMap<String, String>,
}

impl Campaign {
    pub fn new(seed: u64, length: Duration) -> Self {
        Self {
            began: Instant::now(),
            length,
            state: seed,
            rounds: 0,
            counts: BTreeMap::new(),
            losses: Vec::new(),
            left_out: BTreeMap::new(),
        }
    }

    /// Whether there is time for another round.
    pub fn goes_on(&mut self) -> bool {
        self.rounds += 1;
        self.began.elapsed() < self.length
    }

    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// A number below another one, by chance.
    pub fn below(&mut self, end: u64) -> u64 {
        // CITE: Steele, Lea and Flood, SplitMix64.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % end.max(1)
    }

    /// A part of some time, by chance.
    pub fn part_of(&mut self, time: Duration) -> Duration {
        Duration::from_micros(self.below(time.as_micros() as u64))
    }

    pub fn count(&mut self, what: &'static str) {
        self.add(what, 1);
    }

    pub fn add(&mut self, what: &'static str, number: u64) {
        *self.counts.entry(what).or_default() += number;
    }

    /// Counts what should be so, or keeps the loss.
    pub fn expect(&mut self, what: &'static str, is_so: bool, told: impl FnOnce() -> String) {
        if is_so {
            self.count(what);
        } else {
            let loss = format!("{what}: {}", told());
            eprintln!("LOST {loss}");
            self.losses.push(loss);
        }
    }

    /// Notes what this machine cannot do.
    pub fn leave_out(&mut self, what: &str, why: &str) {
        self.left_out.insert(what.to_owned(), why.to_owned());
    }

    /// Tells all counts. A loss is a failure.
    pub fn end(self) {
        println!("{:>7.0}  seconds", self.began.elapsed().as_secs_f64());
        for (what, count) in &self.counts {
            println!("{count:>7}  {what}");
        }
        for (what, why) in &self.left_out {
            println!("skipped  {what}: {why}");
        }
        println!("{:>7}  losses", self.losses.len());
        assert!(self.losses.is_empty(), "{}", self.losses.join("\n"));
    }
}
