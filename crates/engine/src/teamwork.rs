//! Several threads on one tree. Where the first move of a node did not refute it, the others probably will
//! not either and must all be searched: they are searched side by side, and as soon as one does refute,
//! the others give up.
// CITE: the "young brothers wait" concept of Rainer Feldmann, 1993.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

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

    /// Searches moves of one node side by side: every thread takes the next that nobody has begun, so that those
    /// most likely to refute come first. Each search gives its answer and its work; the answers come back in the
    /// order of the moves, with the work of all. Once an answer refutes, the others may be stopped.
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
        let next = AtomicUsize::new(0);
        let take_part = || {
            let mut answered = Vec::new();
            while !split.refuted.load(Relaxed) {
                let index = next.fetch_add(1, Relaxed);
                let Some(one) = moves.get(index) else { break };
                let (answer, work) = search(one, Teamwork::Together(Some(&split)));
                if answer.as_ref().is_ok_and(&refutes) {
                    split.refuted.store(true, Relaxed);
                }
                answered.push((index, answer, work));
            }
            answered
        };
        let mut answers: Vec<_> = moves.iter().map(|_| Err(Stopped)).collect();
        let mut work = 0;
        for (index, answer, its_work) in
            all_take_part(moves.len().min(rayon::current_num_threads()), &take_part)
        {
            answers[index] = answer;
            work += its_work;
        }
        (answers, work)
    }
}

/// Has so many threads do the same, as many of them as have nothing else to do.
fn all_take_part<T: Send>(threads: usize, take_part: &(impl Fn() -> Vec<T> + Sync)) -> Vec<T> {
    if threads <= 1 {
        return take_part();
    }
    let half = threads / 2;
    let (mut these, others) =
        rayon::join(|| all_take_part(threads - half, take_part), || all_take_part(half, take_part));
    these.extend(others);
    these
}
