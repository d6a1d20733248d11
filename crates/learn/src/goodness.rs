//! Learning which way to go: arcs with a goodness, and paths that raise or lower it.
//!
//! A learner wends its way through states. In each it chooses one of the arcs at hand, in proportion to their
//! goodness; at the end the score of the path is added to the goodness of every arc on it. What the arcs
//! are (moves of a game, heuristics) is up to the caller: here they are numbers.
// CITE: the learning algorithm that the document of `winmeasure` cites as its reference [3], there with NIM.
//!
//! ```
//! use outflank_engine::Chance;
//! use outflank_learn::goodness::{Credit, Goodness, Shift};
//!
//! // Two arcs; the second leads to a win every time, the first never does.
//! let mut arcs = Goodness::new(2);
//! let mut chance = Chance::stream(1, "two arcs", 0);
//! for _ in 0..1_000 {
//!     let arc = arcs.choose(&[0, 1], Shift::IfNeeded, &mut chance);
//!     arcs.credit(&[arc], if arc == 1 { 1 } else { -1 }, Credit::EachUse);
//! }
//! assert!(arcs.uses(1) > 900);
//! assert!(arcs.measure(1) > 900 && arcs.measure(0) < 0);
//! ```

use outflank_engine::Chance;
use serde::{Deserialize, Serialize};

/// The goodness of arcs, and how often each was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goodness {
    measures: Vec<i64>,
    uses: Vec<u64>,
}

/// How goodness becomes a likelihood where it is not positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// All arcs at hand are shifted so that the least becomes 1, unless all are positive as they are.
    IfNeeded,
    /// All arcs at hand are shifted so that the least becomes 1, even if all are positive.
    Always,
    /// Nothing is shifted: what is below 1 counts as 1.
    Floor,
}

/// What an arc gets that is on a path more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Credit {
    /// The score of the path, once.
    Once,
    /// The score of the path each time.
    EachUse,
}

impl Goodness {
    /// So many arcs, all with a goodness of 0 and never used.
    pub fn new(arcs: usize) -> Self {
        Self { measures: vec![0; arcs], uses: vec![0; arcs] }
    }

    /// How many arcs there are.
    pub fn arcs(&self) -> usize {
        self.measures.len()
    }

    /// The goodness of an arc.
    pub fn measure(&self, arc: usize) -> i64 {
        self.measures[arc]
    }

    /// The goodness of all arcs.
    pub fn measures(&self) -> &[i64] {
        &self.measures
    }

    /// How often an arc was on a path.
    pub fn uses(&self, arc: usize) -> u64 {
        self.uses[arc]
    }

    /// Sets what is known of an arc.
    pub fn set(&mut self, arc: usize, measure: i64, uses: u64) {
        (self.measures[arc], self.uses[arc]) = (measure, uses);
    }

    /// One of the arcs at hand, drawn in proportion to its goodness. There must be one, and none twice.
    #[inline]
    pub fn choose(&self, at_hand: &[usize], shift: Shift, chance: &mut Chance) -> usize {
        if let [only] = *at_hand {
            return only;
        }
        let least = at_hand.iter().map(|&arc| self.measures[arc]).min().expect("there is an arc at hand");
        let weight = |arc: usize| match shift {
            Shift::IfNeeded if least > 0 => self.measures[arc],
            Shift::IfNeeded | Shift::Always => self.measures[arc] - least + 1,
            Shift::Floor => self.measures[arc].max(1),
        };
        let total: i64 = at_hand.iter().map(|&arc| weight(arc)).sum();
        let mut drawn = (chance.unit() * total as f64) as i64;
        for &arc in at_hand {
            drawn -= weight(arc);
            if drawn < 0 {
                return arc;
            }
        }
        *at_hand.last().expect("there is an arc at hand")
    }

    /// Adds the score of a path to the arcs on it, and counts that they were used.
    pub fn credit(&mut self, path: &[usize], score: i64, credit: Credit) {
        for (place, &arc) in path.iter().enumerate() {
            self.uses[arc] += 1;
            if credit == Credit::EachUse || !path[..place].contains(&arc) {
                self.measures[arc] += score;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each of three arcs with these measures is chosen, in 40,000 draws, in per cent.
    fn shares(measures: [i64; 3], shift: Shift) -> [i64; 3] {
        let mut arcs = Goodness::new(3);
        for (arc, measure) in measures.into_iter().enumerate() {
            arcs.set(arc, measure, 0);
        }
        let mut chance = Chance::stream(7, "shares", 0);
        let mut counts = [0; 3];
        for _ in 0..40_000 {
            counts[arcs.choose(&[0, 1, 2], shift, &mut chance)] += 1;
        }
        counts.map(|count| (f64::from(count) / 400.0).round() as i64)
    }

    #[test]
    fn likelihoods_are_in_proportion() {
        // 10 : 30 : 60 of 100, as they are.
        assert_eq!(shares([10, 30, 60], Shift::IfNeeded), [10, 30, 60]);
        // Shifted by 9: 1 : 21 : 51 of 73.
        assert_eq!(shares([10, 30, 60], Shift::Always), [1, 29, 70]);
        // −4, 0 and 14 shifted by 5: 1 : 5 : 19 of 25.
        assert_eq!(shares([-4, 0, 14], Shift::IfNeeded), [4, 20, 76]);
        // … or cut off: 1 : 1 : 14 of 16.
        assert_eq!(shares([-4, 0, 14], Shift::Floor), [6, 6, 88]);
        // Nothing known: all alike.
        assert_eq!(shares([0, 0, 0], Shift::IfNeeded), [33, 33, 33]);
    }

    #[test]
    fn a_path_is_credited_by_hand() {
        let mut once = Goodness::new(4);
        once.credit(&[2, 0, 2], -6, Credit::Once);
        assert_eq!(once.measures(), [-6, 0, -6, 0]);
        assert_eq!([0, 1, 2, 3].map(|arc| once.uses(arc)), [1, 0, 2, 0]);
        let mut each = Goodness::new(4);
        each.credit(&[2, 0, 2], -6, Credit::EachUse);
        assert_eq!(each.measures(), [-6, 0, -12, 0]);
    }
}
