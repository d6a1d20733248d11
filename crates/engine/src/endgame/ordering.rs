//! Which move to try first. A good order is worth more than any speed: where some move refutes, only that
//! one should have to be searched.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Square, Squares};

use super::estimate::look_ahead;

/// A move to be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub square: Square,
    /// The position after it.
    pub next: Position,
    /// The higher, the sooner.
    pub worth: Worth,
}

/// What is thought of a move before it is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Worth {
    /// From a look at the position after it.
    Estimated(i32),
    /// It was best before.
    BestBefore,
}

/// What a move is worth before it is searched: the position after it, the number of empty squares before
/// it, and the quadrants where they are odd.
///
/// Few replies for the opponent is most of it ("fastest first": the smallest subtree). Where the subtree is
/// large, a look ahead pays: two plies from 17 empty squares on, one from 13. Deeper ones saved no more
/// nodes than they took, and neither did other weights.
#[inline(always)]
pub(super) fn worth<K: Kernel>(kernel: K, square: Square, next: Position, empties: u32, odd: Squares) -> i32 {
    let replies = kernel.moves(next);
    // A corner to be taken counts twice.
    let mobility = (replies.count() + (replies & Squares::CORNERS).count()) as i32;
    let parity = odd.contains(square) as i32;
    let plies = match empties {
        17.. => 2,
        13.. => 1,
        12 => 0,
        _ => {
            let frontier = (next.opponent().spread() & next.empties()).count() as i32;
            return 30 * held_corners(next.opponent()) + 50 * parity - 256 * mobility - 8 * frontier;
        }
    };
    5 * parity - 30 * mobility - look_ahead(kernel, next, plies)
}

/// Corners, and discs beside them that lean on them.
#[inline(always)]
fn held_corners(own: Squares) -> i32 {
    let own = own.bits();
    let corners = own & Squares::CORNERS.bits();
    let leaning = own & 0x4281_0000_0000_8142 & (corners << 1 | corners >> 1 | corners << 8 | corners >> 8);
    (corners.count_ones() + leaning.count_ones()) as i32
}
