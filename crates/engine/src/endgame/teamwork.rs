//! Several threads on one tree. Where the first move of a node did not refute it, the others probably will
//! not either and must all be searched: they are searched side by side, and as soon as one does refute,
//! the others give up.
// CITE: the "young brothers wait" concept of Rainer Feldmann, 1993.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use outflank_rules::Square;
use outflank_rules::kernel::Kernel;
use rayon::prelude::*;

use super::limits::Stopped;
use super::ordering::Candidate;
use super::search::Search;

/// Smaller trees are not worth the handing over.
const LEAST_EMPTIES: u32 = 13;

/// Whether a search works alone.
#[derive(Clone, Copy)]
pub(super) enum Teamwork<'a> {
    /// One thread does everything.
    Alone,
    /// The threads of the pool share the work.
    Together(Option<&'a Split<'a>>),
}

/// A node whose moves are searched side by side.
pub(super) struct Split<'a> {
    refuted: AtomicBool,
    above: Option<&'a Split<'a>>,
}

impl Teamwork<'_> {
    /// Whether the moves of a node with so many empty squares are worth sharing.
    #[inline(always)]
    pub fn pays(self, empties: u32) -> bool {
        matches!(self, Self::Together(_)) && empties >= LEAST_EMPTIES
    }

    /// Stops the search if some node above has been refuted meanwhile.
    #[inline(always)]
    pub fn check(self) -> Result<(), Stopped> {
        let mut split = match self {
            Self::Alone => None,
            Self::Together(split) => split,
        };
        while let Some(node) = split {
            if node.refuted.load(Relaxed) {
                return Err(Stopped);
            }
            split = node.above;
        }
        Ok(())
    }
}

impl<K: Kernel> Search<'_, K> {
    /// Searches the candidates from `index` on side by side and takes them off the list. Gives the best
    /// score and its move, or one that refutes.
    #[inline(never)]
    pub(super) fn split(&mut self, index: usize, empties: u32, alpha: i32) -> Result<(i32, Square), Stopped> {
        let mut brothers = self.candidates.split_off(index);
        brothers.sort_by_key(|candidate| std::cmp::Reverse(candidate.worth));
        let above = match self.teamwork {
            Teamwork::Alone => None,
            Teamwork::Together(split) => split,
        };
        let split = Split { refuted: AtomicBool::new(false), above };
        let this = &*self;
        let answers: Vec<_> = brothers
            .par_iter()
            .with_max_len(1)
            .map(|&Candidate { square, next, .. }| {
                let teamwork = Teamwork::Together(Some(&split));
                let mut search = Search::new(this.kernel, this.table, this.stability, this.control, teamwork);
                let answer = search.deep(next, empties - 1, -alpha - 1).map(|score| (-score, square));
                if matches!(answer, Ok((score, _)) if score > alpha) {
                    split.refuted.store(true, Relaxed);
                }
                search.hand_in();
                (answer, search.work())
            })
            .collect();
        self.credit(answers.iter().map(|&(_, work)| work).sum());

        let done = answers.iter().filter_map(|&(answer, _)| answer.ok());
        // Of equals the first, as a single thread would.
        let best = done.rev().max_by_key(|&(score, _)| score);
        match best {
            Some((score, square)) if score > alpha => Ok((score, square)),
            Some(best) if answers.iter().all(|(answer, _)| answer.is_ok()) => Ok(best),
            _ => Err(Stopped),
        }
    }
}
