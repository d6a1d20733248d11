//! The eight ways to turn and mirror the board, under which the rules do not change.

use crate::{Position, Square, Squares};

/// One of the eight symmetries of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// Left and right change places: a1 goes to h1.
    MirrorColumns,
    /// Top and bottom change places: a1 goes to a8.
    MirrorRows,
    /// a1 goes to h8 and h1 to a8.
    HalfTurn,
    /// Mirrored in the diagonal a1–h8: h1 goes to a8.
    Transpose,
    /// Turned left: a1 goes to a8, h1 to a1.
    TurnLeft,
    /// Turned right: a1 goes to h1, h1 to h8.
    TurnRight,
    /// Mirrored in the diagonal h1–a8: a1 goes to h8.
    AntiTranspose,
}

impl Symmetry {
    /// All eight. Bit 0 of the place in this list mirrors the columns, bit 1 the rows, and then bit 2
    /// transposes.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::HalfTurn,
        Self::Transpose,
        Self::TurnLeft,
        Self::TurnRight,
        Self::AntiTranspose,
    ];

    /// The four that leave the start position as it is.
    pub const OF_THE_START: [Self; 4] =
        [Self::Identity, Self::HalfTurn, Self::Transpose, Self::AntiTranspose];

    /// Where a square goes.
    #[inline]
    pub const fn square(self, square: Square) -> Square {
        let mut index = square.index();
        if self as u8 & 1 != 0 {
            index ^= 7;
        }
        if self as u8 & 2 != 0 {
            index ^= 56;
        }
        if self as u8 & 4 != 0 {
            index = index % 8 * 8 + index / 8;
        }
        Square::lowest(1 << index)
    }

    /// Where the squares of a set go.
    #[inline]
    pub const fn squares(self, squares: Squares) -> Squares {
        let mut bits = squares.bits();
        if self as u8 & 1 != 0 {
            bits = mirror_columns(bits);
        }
        if self as u8 & 2 != 0 {
            bits = bits.swap_bytes();
        }
        if self as u8 & 4 != 0 {
            bits = transpose(bits);
        }
        Squares::from_bits(bits)
    }

    /// A position with all its discs moved.
    #[inline]
    pub const fn position(self, position: Position) -> Position {
        match Position::new(self.squares(position.mover()), self.squares(position.opponent())) {
            Some(moved) => moved,
            None => panic!("a symmetry keeps different squares different"),
        }
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        match self {
            Self::TurnLeft => Self::TurnRight,
            Self::TurnRight => Self::TurnLeft,
            own_inverse => own_inverse,
        }
    }

    /// This symmetry, and `next` after it.
    pub fn then(self, next: Self) -> Self {
        // The image of b1 tells the eight apart.
        let image = next.square(self.square(Square::B1));
        let composed = Self::ALL.into_iter().find(|symmetry| symmetry.square(Square::B1) == image);
        composed.expect("the symmetries are a group")
    }
}

impl Position {
    /// The same for all eight symmetric positions: the least of them.
    pub fn canonical(self) -> Self {
        self.canonical_by().0
    }

    /// The canonical position and a symmetry that leads to it from this one.
    pub fn canonical_by(self) -> (Self, Symmetry) {
        let candidates = Symmetry::ALL.map(|symmetry| (symmetry.position(self), symmetry));
        candidates.into_iter().min_by_key(|&(position, _)| position).expect("eight candidates")
    }
}

const fn mirror_columns(bits: u64) -> u64 {
    let bits = bits >> 1 & 0x5555_5555_5555_5555 | (bits & 0x5555_5555_5555_5555) << 1;
    let bits = bits >> 2 & 0x3333_3333_3333_3333 | (bits & 0x3333_3333_3333_3333) << 2;
    bits >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (bits & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// Exchanges blocks of one, two and four squares across the diagonal a1–h8.
const fn transpose(bits: u64) -> u64 {
    const fn exchange(bits: u64, mask: u64, distance: u32) -> u64 {
        let difference = (bits ^ bits >> distance) & mask;
        bits ^ difference ^ difference << distance
    }
    let bits = exchange(bits, 0x00aa_00aa_00aa_00aa, 7);
    let bits = exchange(bits, 0x0000_cccc_0000_cccc, 14);
    exchange(bits, 0x0000_0000_f0f0_f0f0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each symmetry does to (column, row), written down again from its description.
    fn expected(symmetry: Symmetry, column: usize, row: usize) -> (usize, usize) {
        match symmetry {
            Symmetry::Identity => (column, row),
            Symmetry::MirrorColumns => (7 - column, row),
            Symmetry::MirrorRows => (column, 7 - row),
            Symmetry::HalfTurn => (7 - column, 7 - row),
            Symmetry::Transpose => (row, column),
            Symmetry::TurnLeft => (row, 7 - column),
            Symmetry::TurnRight => (7 - row, column),
            Symmetry::AntiTranspose => (7 - row, 7 - column),
        }
    }

    #[test]
    fn squares_go_where_the_names_say() {
        for symmetry in Symmetry::ALL {
            for square in Square::all() {
                let (column, row) = expected(symmetry, square.column(), square.row());
                assert_eq!(Some(symmetry.square(square)), Square::at(column, row), "{symmetry:?} {square}");
            }
        }
    }

    #[test]
    fn they_are_a_group() {
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::Identity);
            for second in Symmetry::ALL {
                for square in Square::all() {
                    assert_eq!(first.then(second).square(square), second.square(first.square(square)));
                }
            }
        }
    }

    #[test]
    fn four_keep_the_start() {
        let keep = Symmetry::ALL
            .into_iter()
            .filter(|symmetry| symmetry.position(Position::START) == Position::START);
        assert_eq!(keep.collect::<Vec<_>>(), Symmetry::OF_THE_START);
    }
}
