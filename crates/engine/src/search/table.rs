//! What a search remembers of positions it has seen: the transposition table.

use outflank_rules::{Board, Color, Square};

use crate::Window;
use outflank_value::Score;

/// A table of a fixed number of entries, each replaced by whatever comes later to its place.
#[derive(Clone, Debug)]
pub struct Table {
    entries: Vec<Option<Entry>>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    score: Score,
    bound: Bound,
    depth: u8,
    square: Square,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast,
    Exactly,
    AtMost,
}

impl Table {
    /// A table with room for 2ⁿ positions.
    pub fn new(log2_entries: u32) -> Self {
        Self { entries: vec![None; 1 << log2_entries] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }

    pub(super) fn get(&self, board: Board) -> Option<Entry> {
        let key = key(board);
        self.entries[self.place(key)].filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, board: Board, depth: u32, window: Window, score: Score, square: Square) {
        let bound = if score >= window.beta {
            Bound::AtLeast
        } else if score <= window.alpha {
            Bound::AtMost
        } else {
            Bound::Exactly
        };
        let key = key(board);
        let place = self.place(key);
        self.entries[place] = Some(Entry { key, score, bound, depth: depth.min(255) as u8, square });
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

/// Evaluators may look at colours, so the same discs with another mover are another entry.
fn key(board: Board) -> u64 {
    match board.mover {
        Color::Black => board.position.hash(),
        Color::White => board.position.hash().rotate_left(32),
    }
}

impl Entry {
    /// The value for a window, if the entry decides it at this depth.
    pub(super) fn answer(self, depth: u32, window: Window) -> Option<Score> {
        let decides = match self.bound {
            Bound::Exactly => true,
            Bound::AtLeast => self.score >= window.beta,
            Bound::AtMost => self.score <= window.alpha,
        };
        (u32::from(self.depth) == depth && decides).then_some(self.score)
    }

    /// The best move found.
    pub(super) fn square(self) -> Square {
        self.square
    }
}
