//! Several threads on one tree. Where the first move of a node did not refute it, the others probably will
//! not either and must all be searched: they are searched side by side, and as soon as one does refute,
//! the others give up.
// CITE: the "young brothers wait" concept of Rainer Feldmann, 1993.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use crate::limits::Stopped;

/// Whether a search works alone.
#[derive(Clone, Copy)]
pub(crate) enum Teamwork<'a> {
    /// One thread does everything.
    Alone,
    /// The threads of the pool share the work.
    Together(Option<&'a Split<'a>>),
}

/// A node whose moves are searched side by side.
pub(crate) struct Split<'a> {
    refuted: AtomicBool,
    above: Option<&'a Split<'a>>,
}

impl Teamwork<'_> {
    /// Whether there are others to share with.
    #[inline(always)]
    pub fn is_shared(self) -> bool {
        matches!(self, Self::Together(_))
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

    /// Searches moves of one node side by side. Each search gives its answer and its work; the answers come back in
    /// the order of the moves, with the work of all. Once an answer refutes, the others may be stopped.
    pub fn side_by_side<T: Sync, S: Send>(
        self,
        moves: &[T],
        search: impl Fn(&T, Teamwork) -> (Result<S, Stopped>, u64) + Sync,
        refutes: impl Fn(&S) -> bool + Sync,
    ) -> (Vec<Result<S, Stopped>>, u64) {
        let above = match self {
            Self::Alone => None,
            Self::Together(split) => split,
        };
        let split = Split { refuted: AtomicBool::new(false), above };
        let answered: Vec<_> = moves
            .par_iter()
            .with_max_len(1)
            .map(|one| {
                let (answer, work) = search(one, Teamwork::Together(Some(&split)));
                if answer.as_ref().is_ok_and(&refutes) {
                    split.refuted.store(true, Relaxed);
                }
                (answer, work)
            })
            .collect();
        let work = answered.iter().map(|(_, work)| work).sum();
        (answered.into_iter().map(|(answer, _)| answer).collect(), work)
    }
}
