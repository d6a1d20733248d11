//! Stable discs: those that no course of the game can turn over. They bound the score, and many
//! one-sided positions are settled by counting them.
//!
//! Not all stable discs are found, but those found are stable.

use outflank_rules::Squares;

/// Finds stable discs.
// CITE: edge table, full lines and growth inwards, after Edax (Richard Delorme).
#[derive(Clone, Debug, PartialEq)]
pub struct Stability {
    /// The discs of both sides on an edge that stay whatever is played there, by the one side's
    /// discs × 256 + the other's.
    edges: Box<[u8]>,
}

impl Stability {
    /// Works out the table of edges.
    #[allow(clippy::new_without_default, reason = "it is work, not a default")]
    pub fn new() -> Self {
        let mut edges = vec![0; 256 * 256].into_boxed_slice();
        // A disc is stable if neither side can turn it over by any move to the edge, and it is stable
        // after that move. Fuller edges come first.
        for empties in 0..=8 {
            for first in 0..=255u8 {
                for second in 0..=255u8 {
                    if first & second == 0 && (first | second).count_zeros() == empties {
                        edges[edge_index(first, second)] = settled(&edges, first, second);
                    }
                }
            }
        }
        Self { edges }
    }

    /// Discs of `own` that can never be turned over.
    #[inline(always)]
    pub fn of(&self, own: Squares, other: Squares) -> Squares {
        let (own, other) = (own.bits(), other.bits());
        let full = full_lines(own | other);
        let mut stable = self.on_edges(own, other) | full[0] & full[1] & full[2] & full[3] & own;
        // An inner disc is stable if along each of its lines there is nothing left to play, or it leans
        // on a stable disc of its own colour.
        let inner = own & INNER;
        loop {
            let mut grown = inner;
            for lane in 0..4 {
                let step = STEPS[lane];
                grown &= stable << step | stable >> step | full[lane];
            }
            if grown & !stable == 0 {
                return Squares::from_bits(stable);
            }
            stable |= grown;
        }
    }

    #[inline(always)]
    fn on_edges(&self, own: u64, other: u64) -> u64 {
        let stable = |own: u8, other: u8| u64::from(self.edges[edge_index(own, other)] & own);
        let top = stable(own as u8, other as u8);
        let bottom = stable((own >> 56) as u8, (other >> 56) as u8) << 56;
        let left = unpack_column(stable(pack_column(own), pack_column(other)));
        let right = unpack_column(stable(pack_column(own >> 7), pack_column(other >> 7))) << 7;
        top | bottom | left | right
    }
}

#[inline(always)]
fn edge_index(first: u8, second: u8) -> usize {
    usize::from(first) * 256 + usize::from(second)
}

/// The a file as a byte, a1 the lowest bit.
#[inline(always)]
fn pack_column(bits: u64) -> u8 {
    ((bits & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// A byte laid along the a file.
#[inline(always)]
fn unpack_column(byte: u64) -> u64 {
    // The highest bit goes apart: in the product it would meet the lowest.
    (byte & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101 | byte >> 7 << 56
}

/// The stable discs of an edge, once all fuller edges are known.
fn settled(edges: &[u8], first: u8, second: u8) -> u8 {
    let mut stable = first | second;
    for square in (0..8).filter(|square| (first | second) >> square & 1 == 0) {
        for (own, other) in [(first, second), (second, first)] {
            let flips = edge_flips(own, other, square);
            stable &= !flips & edges[edge_index(own | flips | 1 << square, other & !flips)];
        }
    }
    stable
}

/// What a disc turns over along an edge, perhaps nothing: it may turn over discs elsewhere.
fn edge_flips(own: u8, other: u8, square: i32) -> u8 {
    let mut flips = 0;
    for step in [-1, 1] {
        let mut run = 0;
        let mut at = square + step;
        while (0..8).contains(&at) && other >> at & 1 != 0 {
            run |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 != 0 {
            flips |= run;
        }
    }
    flips
}

/// How many bits one step takes along each kind of line: row, falling diagonal, column, rising diagonal.
const STEPS: [u32; 4] = [1, 9, 8, 7];
/// The same steps in columns and rows.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (1, 1), (0, 1), (-1, 1)];
/// The squares that are not on an edge.
const INNER: u64 = !Squares::EDGES.bits();

/// By kind of line and k: the squares from which 2ᵏ steps forwards, or backwards, leave the board.
const OFF_FORWARDS: [[u64; 4]; 3] = off_board(1);
const OFF_BACKWARDS: [[u64; 4]; 3] = off_board(-1);

const fn off_board(sense: i32) -> [[u64; 4]; 3] {
    let mut off = [[0; 4]; 3];
    let mut k = 0;
    while k < 3 {
        let mut lane = 0;
        while lane < 4 {
            let mut square = 0;
            while square < 64 {
                let column = square % 8 + ((DIRECTIONS[lane].0 * sense) << k);
                let row = square / 8 + ((DIRECTIONS[lane].1 * sense) << k);
                if column < 0 || column > 7 || row < 0 || row > 7 {
                    off[k][lane] |= 1 << square;
                }
                square += 1;
            }
            lane += 1;
        }
        k += 1;
    }
    off
}

/// For each kind of line, the squares whose whole line is occupied. Runs are doubled: one square, two,
/// four, eight, in both senses.
#[inline(always)]
fn full_lines(occupied: u64) -> [u64; 4] {
    let (mut forwards, mut backwards) = ([occupied; 4], [occupied; 4]);
    for k in 0..3 {
        for lane in 0..4 {
            let distance = STEPS[lane] << k;
            forwards[lane] &= forwards[lane] >> distance | OFF_FORWARDS[k][lane];
            backwards[lane] &= backwards[lane] << distance | OFF_BACKWARDS[k][lane];
        }
    }
    std::array::from_fn(|lane| forwards[lane] & backwards[lane])
}

#[cfg(test)]
mod tests {
    use outflank_rules::{Board, Position, Square, Turn};
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    proptest! {
        /// Random games: what is called stable at some point has the same colour at the end.
        #[test]
        fn stable_discs_are_never_turned_over(seed: u64) {
            let stability = Stability::new();
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut position = Position::START;
            // The stable discs of the mover and of the opponent.
            let (mut own, mut others) = (Squares::NONE, Squares::NONE);
            loop {
                prop_assert!(own.without(position.mover()).is_empty());
                prop_assert!(others.without(position.opponent()).is_empty());
                let (own_now, others_now) = (
                    stability.of(position.mover(), position.opponent()),
                    stability.of(position.opponent(), position.mover()),
                );
                prop_assert!(own_now.without(position.mover()).is_empty());
                (own, others) = (own | own_now, others | others_now);
                position = match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Pass => position.passed(),
                    Turn::Play(moves) => {
                        let index = generator.random_range(0..moves.count()) as usize;
                        let square = moves.into_iter().nth(index).expect("in range");
                        position.after(position.placement(square).expect("a legal move"))
                    }
                };
                (own, others) = (others, own);
            }
            // On a full board every disc is stable.
            if position.empties().is_empty() {
                prop_assert_eq!(own | others, Squares::ALL);
            }
        }
    }

    #[test]
    fn columns_pack_and_unpack() {
        for byte in 0..=255u8 {
            let column = unpack_column(byte.into());
            assert_eq!(column & !0x0101_0101_0101_0101, 0);
            assert_eq!(pack_column(column), byte);
        }
    }

    #[test]
    fn stable_discs_of_a_drawn_board() {
        let board = Board::from_drawing(
            "1 X X X - - - - O
             2 X X - - - - - O
             3 X - - - X - - O
             4 - - - X O - - O
             5 - - - - - - - O
             6 - - - - - - - O
             7 - - - - - - - O
             8 - - - - - X X O",
        )
        .expect("a board");
        let (mover, opponent) = (board.position.mover(), board.position.opponent());
        let stability = Stability::new();
        // a1 b1 c1 a2 b2 a3: the corner grows. f8 and g8 may still be turned over.
        let corner = [Square::A1, Square::B1, Square::C1, Square::A2, Square::B2, Square::A3];
        assert_eq!(stability.of(mover, opponent), corner.into_iter().collect());
        assert_eq!(stability.of(opponent, mover).count(), 8);
    }

    #[test]
    fn full_lines_are_full_all_along() {
        assert_eq!(full_lines(!0), [!0; 4]);
        // Everything but d4: its row, column and diagonals are open, all others full.
        let open = Square::D4;
        let full = full_lines(!open.set().bits());
        for square in Square::all() {
            let columns = square.column() as i32 - open.column() as i32;
            let rows = square.row() as i32 - open.row() as i32;
            let on_line = [rows == 0, rows == columns, columns == 0, rows == -columns];
            for lane in 0..4 {
                assert_eq!(full[lane] >> square.index() & 1 == 0, on_line[lane], "{square} {lane}");
            }
        }
    }
}
