//! Counting a game tree on all cores: its top is unfolded into parts, which are counted side by side.

use outflank_rules::{Leaves, Position, Square, Turn, perft};
use rayon::prelude::*;

/// A game tree that is ready to be counted.
#[derive(Debug)]
pub struct Tree {
    /// The first plies, `None` for a pass.
    first: Vec<Option<Square>>,
    parts: Vec<Part>,
    leaves: Leaves,
}

/// A position somewhere near the root, and how far it is from there to the leaves.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Below which of the first plies it lies; `None` at the root itself.
    first: Option<usize>,
    position: Position,
    depth: u32,
}

impl Tree {
    /// Parts are counted one by one: enough of them to keep many cores busy to the end, …
    const ENOUGH_PARTS: usize = 1000;
    /// … each deep enough that handing it out costs nothing beside it.
    const LEAST_DEPTH: u32 = 5;

    /// The tree of this depth below a position.
    pub fn new(position: Position, depth: u32, leaves: Leaves) -> Self {
        let root = Part { first: None, position, depth };
        let first = if depth == 0 {
            Vec::new()
        } else {
            match position.turn() {
                Turn::Play(moves) => moves.into_iter().map(Some).collect(),
                Turn::Pass => vec![None],
                Turn::Over(_) => Vec::new(),
            }
        };
        let mut parts: Vec<Part> = if first.is_empty() { vec![root] } else { root.unfold() };
        for (index, part) in parts.iter_mut().enumerate() {
            part.first = (!first.is_empty()).then_some(index);
        }
        while parts.len() < Self::ENOUGH_PARTS && parts.iter().any(|part| part.depth > Self::LEAST_DEPTH) {
            parts = parts.into_iter().flat_map(Part::unfold).collect();
        }
        Self { first, parts, leaves }
    }

    /// How many parts there are to count.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Counts the leaves; `counted` is called after each part.
    pub fn count(self, counted: impl Fn() + Sync) -> Below {
        let counts: Vec<u64> = self
            .parts
            .par_iter()
            .with_max_len(1)
            .map(|part| {
                let count = perft(part.position, part.depth, self.leaves);
                counted();
                count
            })
            .collect();
        let mut below = vec![0; self.first.len()];
        for (part, count) in self.parts.iter().zip(&counts) {
            if let Some(first) = part.first {
                below[first] += count;
            }
        }
        Below { total: counts.iter().sum(), first: self.first.into_iter().zip(below).collect() }
    }
}

impl Part {
    /// The parts one ply further down; the part itself where there is no ply left.
    fn unfold(self) -> Vec<Self> {
        if self.depth == 0 {
            return vec![self];
        }
        let below = |position| Self { first: self.first, position, depth: self.depth - 1 };
        match self.position.turn() {
            Turn::Play(moves) => moves
                .into_iter()
                .map(|square| self.position.placement(square).expect("the square is among the moves"))
                .map(|placement| below(self.position.after(placement)))
                .collect(),
            Turn::Pass => vec![below(self.position.passed())],
            // A game that has ended is one leaf at any depth.
            Turn::Over(_) => vec![Self { depth: 0, ..self }],
        }
    }
}

/// The leaves below a position.
#[derive(Debug)]
pub struct Below {
    total: u64,
    first: Vec<(Option<Square>, u64)>,
}

impl Below {
    /// All leaves.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The first plies, `None` for a pass, each with the leaves below it. There are none where the game
    /// is over, or at depth 0.
    pub fn first_plies(&self) -> impl Iterator<Item = (Option<Square>, u64)> {
        self.first.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use outflank_rules::{Board, Game};

    use super::*;

    #[test]
    fn in_parts_or_in_one_piece_the_count_is_the_same() {
        let boards = [
            Board::START,
            // White must pass; after c1 nobody can go on.
            format!("XO-{} O", "-".repeat(61)).parse().expect("a board"),
            // The shortest game, two moves before its end: some lines end above the leaves.
            "e6f4e3f6g5d6e7".parse().map(|game: Game| game.board()).expect("a game"),
            // Over already.
            format!("X{}", "-".repeat(63)).parse().expect("a board"),
        ];
        for board in boards {
            for depth in 0..=8 {
                for leaves in [Leaves::Played, Leaves::Counted] {
                    let expected = perft(board.position, depth, leaves);
                    let tree = Tree::new(board.position, depth, leaves);
                    let (parts, called) = (tree.parts(), AtomicUsize::new(0));
                    let below = tree.count(|| {
                        called.fetch_add(1, Ordering::Relaxed);
                    });
                    assert_eq!(below.total(), expected, "{board} at depth {depth}");
                    assert_eq!(called.into_inner(), parts);
                    if below.first_plies().count() > 0 {
                        assert_eq!(below.first_plies().map(|(_, count)| count).sum::<u64>(), expected);
                    }
                }
            }
        }
    }
}
