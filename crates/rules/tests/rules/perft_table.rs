//! The known counts of game trees, from `tests/data/perft.txt`.

use outflank_rules::Board;
use outflank_rules::kernel::{Available, Portable};

/// A line of the table: the leaves below a board.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub board: Board,
    pub depth: u32,
    pub leaves: u64,
}

impl Known {
    /// Whether this is a count for the slow tests.
    pub fn is_deep(self) -> bool {
        self.leaves > 5_000_000
    }
}

/// The whole table.
pub fn table() -> Vec<Known> {
    let mut known = Vec::new();
    let mut board = None;
    for line in include_str!("../data/perft.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        } else if let Some(squares) = line.strip_prefix("board ") {
            board = Some(squares.parse().expect(squares));
        } else {
            let (depth, leaves) = line.split_once(' ').expect("a depth and a count");
            let board = board.expect("a board before its counts");
            known.push(Known {
                board,
                depth: depth.parse().expect(line),
                leaves: leaves.parse().expect(line),
            });
        }
    }
    known
}

/// The portable kernel, and the best one if that is another.
pub fn kernels() -> Vec<Available> {
    let portable = Available::Portable(Portable);
    match Available::best() {
        Available::Portable(_) => vec![portable],
        best => vec![portable, best],
    }
}
