//! Which move to try first. A good order is worth more than any speed: where a move refutes, only the
//! first should have to be searched.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Square, Squares};

use super::stability::Stability;

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub square: Square,
    /// The position after it.
    pub next: Position,
    /// The higher, the sooner.
    pub worth: i32,
}

/// The known best move comes first of all.
pub(super) const BEST_KNOWN: i32 = 1 << 30;

/// What a move is worth before it is searched. Few replies for the opponent is most of it ("fastest
/// first": the smallest subtree), corners among them counted twice.
#[inline(always)]
pub(super) fn worth<K: Kernel>(
    kernel: K,
    stability: &Stability,
    square: Square,
    next: Position,
    odd: Squares,
) -> i32 {
    let _ = stability;
    let replies = kernel.moves(next);
    let empties = next.empties();
    let frontier = (next.opponent().spread() & empties).count() as i32;
    let mobility = (replies.count() + (replies & Squares::CORNERS).count()) as i32;
    let corners = corner_stability(next.opponent());
    let parity = odd.contains(square) as i32;
    -(mobility << 15) - (frontier << 5) + (corners << 11) + (parity << 3) + i32::from(SQUARES[square.index()])
}

#[inline(always)]
fn corner_stability(own: Squares) -> i32 {
    let own = own.bits();
    let corners = own & 0x8100_0000_0000_0081;
    let beside = own & 0x4281_0000_0000_8142;
    let leaning = beside & (corners << 1 | corners >> 1 | corners << 8 | corners >> 8);
    (corners.count_ones() + leaning.count_ones()) as i32
}

/// A hint for each square: corners good, their neighbours bad.
static SQUARES: [i8; 64] = {
    const CORNER: [[i8; 4]; 4] = [[18, 4, 16, 12], [4, 2, 6, 8], [16, 6, 14, 10], [12, 8, 10, 0]];
    let mut squares = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (column, row) = (index % 8, index / 8);
        squares[index] =
            CORNER[if row < 4 { row } else { 7 - row }][if column < 4 { column } else { 7 - column }];
        index += 1;
    }
    squares
};
