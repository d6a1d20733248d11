//! The algorithm under `winmeasure` by itself: a pile of matches, of which players take one, two or three in turn. Who
//! takes the last one wins. An arc is a number of matches taken from a pile; a path gets +1 or −1.
//!
//! `cargo run --release -p outflank-learn --example nim`

use outflank_engine::Chance;
use outflank_learn::goodness::{Credit, Goodness, Shift};

/// The matches at the start.
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
enum Teacher {
    /// Plays the right move three times out of four, and anything otherwise. One that errs more often teaches
    /// more slowly: against it, wrong moves win too, and all arcs grow.
    SemiSkilled,
    /// A carbon copy.
    Itself,
}

/// Learns from so many games.
fn taught(teacher: Teacher, games: u64, seed: u64) -> Goodness {
    let mut goodness = Goodness::new(3 * (PILE + 1));
    for game in 0..games {
        let mut chance = Chance::stream(seed, "nim", game);
        let mut paths = [Vec::new(), Vec::new()];
        let learner = (game % 2) as usize;
        // Any pile may be the first, so that all are learned.
        let mut pile = 1 + chance.below(PILE as u32) as usize;
        let mut mover = 0;
        while pile > 0 {
            let taken = if teacher == Teacher::Itself || mover == learner {
                let chosen = goodness.choose(&arcs(pile), Shift::IfNeeded, &mut chance);
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
        goodness.credit(&paths[mover], -1, Credit::EachUse);
        goodness.credit(&paths[1 - mover], 1, Credit::EachUse);
    }
    goodness
}

/// How often the right number of matches is drawn, over all piles that can be won, drawing as the learner does.
fn share_of_right_moves(goodness: &Goodness) -> f64 {
    let mut chance = Chance::stream(0, "nim, looking on", 0);
    let (mut right, mut all) = (0, 0);
    for pile in (1..=PILE).filter(|pile| !pile.is_multiple_of(4)) {
        for _ in 0..1_000 {
            let chosen = goodness.choose(&arcs(pile), Shift::IfNeeded, &mut chance);
            right += u32::from(chosen == arc(pile, pile % 4));
            all += 1;
        }
    }
    f64::from(right) / f64::from(all)
}

fn main() {
    for teacher in [Teacher::SemiSkilled, Teacher::Itself] {
        for games in [0, 1_000, 10_000, 100_000, 1_000_000] {
            let share = share_of_right_moves(&taught(teacher, games, 1));
            println!("{teacher:?}: {:.1} % right moves after {games} games", 100.0 * share);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_learns_to_move_rightly() {
        for teacher in [Teacher::SemiSkilled, Teacher::Itself] {
            let untaught = share_of_right_moves(&taught(teacher, 0, 1));
            assert!(untaught < 0.45, "{untaught}");
            let learned = share_of_right_moves(&taught(teacher, 300_000, 1));
            assert!(learned >= 0.95, "{teacher:?}: {learned}");
        }
    }
}
