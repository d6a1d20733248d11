//! The algorithm under `winmeasure` by itself: [`goodness`](crate::goodness) learns NIM. A pile of matches, of which players
//! take one, two or three in turn; who takes the last one wins. An arc is a number of matches taken from a pile; a path
//! gets +1 or −1.
// CITE: reference [3] of the document of `winmeasure`, whose experiments it tells in a sentence each.

use outflank_engine::Chance;

use crate::goodness::{Credit, Goodness, Shift};

/// The most matches of a pile.
const PILE: usize = 21;

/// The arc of taking so many matches from a pile.
fn arc(pile: usize, taken: usize) -> usize {
    3 * pile + taken - 1
}

/// The arcs out of a pile.
fn arcs(pile: usize) -> Vec<usize> {
    (1..=pile.min(3)).map(|taken| arc(pile, taken)).collect()
}

/// Who the learner plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teacher {
    /// Plays the right move three times out of four, and anything otherwise. One that errs more often teaches
    /// more slowly: against it, wrong moves win too, and all arcs grow.
    SemiSkilled,
    /// A carbon copy.
    Itself,
}

/// Somebody who learns NIM.
///
/// ```
/// use outflank_learn::nim::{Learner, Teacher};
///
/// let mut learner = Learner::new(Teacher::Itself, 1);
/// let untaught = learner.share_of_right_moves();
/// learner.learn(100_000);
/// assert!(untaught < 0.45 && learner.share_of_right_moves() > 0.8);
/// ```
pub struct Learner {
    teacher: Teacher,
    seed: u64,
    games: u64,
    goodness: Goodness,
}

impl Learner {
    /// One that knows nothing.
    pub fn new(teacher: Teacher, seed: u64) -> Self {
        Self { teacher, seed, games: 0, goodness: Goodness::new(3 * (PILE + 1)) }
    }

    /// Learns from so many more games.
    pub fn learn(&mut self, games: u64) {
        for _ in 0..games {
            self.play();
            self.games += 1;
        }
    }

    fn play(&mut self) {
        let mut chance = Chance::stream(self.seed, "nim", self.games);
        let mut paths = [Vec::new(), Vec::new()];
        let learner = (self.games % 2) as usize;
        // Any pile may be the first, so that all are learned.
        let mut pile = 1 + chance.below(PILE as u32) as usize;
        let mut mover = 0;
        while pile > 0 {
            let taken = if self.teacher == Teacher::Itself || mover == learner {
                let chosen = self.goodness.choose(&arcs(pile), Shift::IfNeeded, &mut chance);
                paths[mover].push(chosen);
                chosen % 3 + 1
            } else if !pile.is_multiple_of(4) && chance.happens(0.75) {
                pile % 4
            } else {
                1 + chance.below(pile.min(3) as u32) as usize
            };
            pile -= taken;
            mover = 1 - mover;
        }
        // Who would move now has lost.
        self.goodness.credit(&paths[mover], -1, Credit::EachUse);
        self.goodness.credit(&paths[1 - mover], 1, Credit::EachUse);
    }

    /// How often the right number of matches is drawn, over all piles that can be won, drawing as while learning.
    pub fn share_of_right_moves(&self) -> f64 {
        let mut chance = Chance::stream(0, "nim, looking on", 0);
        let (mut right, mut all) = (0, 0);
        for pile in (1..=PILE).filter(|pile| !pile.is_multiple_of(4)) {
            for _ in 0..1_000 {
                let chosen = self.goodness.choose(&arcs(pile), Shift::IfNeeded, &mut chance);
                right += u32::from(chosen == arc(pile, pile % 4));
                all += 1;
            }
        }
        f64::from(right) / f64::from(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_to_move_rightly_from_either_teacher() {
        for teacher in [Teacher::SemiSkilled, Teacher::Itself] {
            let mut learner = Learner::new(teacher, 1);
            assert!(learner.share_of_right_moves() < 0.45);
            learner.learn(300_000);
            let learned = learner.share_of_right_moves();
            assert!(learned >= 0.95, "{teacher:?}: {learned}");
        }
    }
}
