//! The two ratings of corners: how strong they are, and what hangs on them.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Squares};
use serde::{Deserialize, Serialize};

/// What discs around a corner are worth. The author's weights are lost: these are ours.
///
/// ```text
///     a   b   c  …        on a1:      `corner`, whatever is around it
/// 1  50  −6   4           while a1 is empty:
/// 2  −6 −12               b2:         `x`
/// 3   4       3           b1, a2:     `c`
/// …                       c1, a3:     `a`
///                         c3:         `inner`
/// ```
///
/// Own discs count so much, the opponent's as much less. Once a corner is taken, its neighbours count nothing:
/// what hangs on it is corner stability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "[i32; 5]", into = "[i32; 5]")]
pub struct CornerWeights {
    /// A disc in the corner.
    pub corner: i32,
    /// A disc diagonally next to an empty corner.
    pub x: i32,
    /// A disc on the edge next to an empty corner.
    pub c: i32,
    /// A disc on the edge two away from an empty corner.
    pub a: i32,
    /// A disc on the diagonal two away from an empty corner.
    pub inner: i32,
}

impl Default for CornerWeights {
    fn default() -> Self {
        Self { corner: 50, x: -12, c: -6, a: 4, inner: 3 }
    }
}

impl From<[i32; 5]> for CornerWeights {
    fn from([corner, x, c, a, inner]: [i32; 5]) -> Self {
        Self { corner, x, c, a, inner }
    }
}

impl From<CornerWeights> for [i32; 5] {
    fn from(weights: CornerWeights) -> Self {
        let CornerWeights { corner, x, c, a, inner } = weights;
        [corner, x, c, a, inner]
    }
}

/// The squares next to a1 of each kind, as bits.
const X: u64 = 1 << 9;
const C: u64 = 1 << 1 | 1 << 8;
const A: u64 = 1 << 2 | 1 << 16;
const INNER: u64 = 1 << 18;

/// The squares of a kind around those corners whose bits are set: a1, h1, a8, h8.
const fn around(kind: u64) -> [u64; 16] {
    let left_right = mirrored(kind);
    let corners = [kind, left_right, kind.swap_bytes(), left_right.swap_bytes()];
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut corner = 0;
        while corner < 4 {
            if set >> corner & 1 != 0 {
                all[set] |= corners[corner];
            }
            corner += 1;
        }
        set += 1;
    }
    all
}

/// The board with left and right exchanged.
const fn mirrored(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

const AROUND: [[u64; 16]; 4] = [around(X), around(C), around(A), around(INNER)];

/// The squares beside corners that are empty: those of X and C type.
pub(super) fn risky_squares(position: Position) -> Squares {
    let open = empty_corners(position);
    Squares::from_bits(AROUND[0][open] | AROUND[1][open])
}

fn empty_corners(position: Position) -> usize {
    let empty = position.empties().bits();
    (empty & 1 | empty >> 6 & 2 | empty >> 54 & 4 | empty >> 60 & 8) as usize
}

/// Corner strength and potential: how good the four corner regions are for the mover.
#[inline(always)]
pub(super) fn strength(position: Position, weights: &CornerWeights) -> i32 {
    let (own, other) = (position.mover().bits(), position.opponent().bits());
    let balance = |squares: u64| (own & squares).count_ones() as i32 - (other & squares).count_ones() as i32;
    let open = empty_corners(position);
    let [x, c, a, inner] = [0, 1, 2, 3].map(|kind| balance(AROUND[kind][open]));
    weights.corner * balance(Squares::CORNERS.bits())
        + weights.x * x
        + weights.c * c
        + weights.a * a
        + weights.inner * inner
}

/// The mover's discs that hang on corners, corner by corner: how many, and which.
///
/// Diagonals across the corner are looked at one after the other, from the corner on; the own discs of each
/// are counted from both edges inwards. Only if a whole diagonal is own, the next one is looked at.
#[inline(always)]
pub(super) fn stability<K: Kernel>(kernel: K, own: Squares) -> (i32, Squares) {
    let mut count = 0;
    let mut marked = 0;
    if (own & Squares::CORNERS).is_empty() {
        return (0, Squares::NONE);
    }
    let bits = own.bits();
    // Every corner is turned to where a1 is, and back: mirroring twice is not mirroring.
    let straight: fn(u64) -> u64 = |squares| squares;
    for left_right in [straight, mirrored] {
        for up_down in [straight, u64::swap_bytes] {
            let seen = up_down(left_right(bits));
            if seen & 1 != 0 {
                let found = anchored_at_a1(kernel, seen);
                count += found.count_ones() as i32;
                marked |= left_right(up_down(found));
            }
        }
    }
    (count, Squares::from_bits(marked))
}

/// The own discs that hang on a1.
fn anchored_at_a1<K: Kernel>(kernel: K, own: u64) -> u64 {
    let mut found = 0;
    for diagonal in ACROSS {
        if own & diagonal == diagonal {
            found |= diagonal;
            continue;
        }
        // Along the diagonal, the lowest bit is on the upper edge, the highest on the left.
        let length = diagonal.count_ones();
        let line = kernel.extract(Squares::from_bits(own), Squares::from_bits(diagonal)) as u32;
        let from_top = line.trailing_ones();
        let from_left = (line << (32 - length)).leading_ones();
        for square in 0..length {
            if square < from_top || square >= length - from_left {
                // A diagonal of n squares begins on square n of the first row and goes down by sevens.
                found |= 1 << (length - 1 + 7 * square);
            }
        }
        break;
    }
    found
}

/// The diagonals across a1, from the corner to the one that reaches from h1 to a8.
const ACROSS: [u64; 8] = {
    let mut across = [0; 8];
    let mut number = 0;
    while number < 8 {
        let mut square = 0;
        while square <= number {
            across[number] |= 1 << (number + 7 * square);
            square += 1;
        }
        number += 1;
    }
    across
};
