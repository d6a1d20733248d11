//! One of the 64 squares, and its name.
//!
//! a1 is the top left square and bit 0; the index runs along the rows, so h1 is 7, a2 is 8 and h8 is 63.

use std::fmt;
use std::str::FromStr;

use crate::Squares;

/// One of the 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index, a1 = 0 to h8 = 63.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square in this column (0 = a) and row (0 = the top one).
    pub const fn at(column: usize, row: usize) -> Option<Self> {
        if column < 8 && row < 8 { Self::new(row * 8 + column) } else { None }
    }

    /// All squares, a1 to h8 by rows.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..64).map(Self)
    }

    /// The square of the lowest bit of `bits`; `bits` must have one.
    #[inline(always)]
    pub(crate) const fn lowest(bits: u64) -> Self {
        debug_assert!(bits != 0);
        Self(bits.trailing_zeros() as u8 & 63)
    }

    /// The index, 0 to 63. The mask tells the compiler the range, so that tables of 64 need no bounds check.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The column, 0 = a to 7 = h.
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The row, 0 = the top one to 7.
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// The set of this square alone.
    #[inline(always)]
    pub const fn set(self) -> Squares {
        Squares::from_bits(1 << self.index())
    }
}

/// `Square::A1` to `Square::H8`.
macro_rules! name_squares {
    ($($row:literal: $($name:ident)*;)*) => {
        impl Square {
            $(name_squares!(@row $row, 0, $($name)*);)*
        }
    };
    (@row $row:literal, $column:expr, $name:ident $($rest:ident)*) => {
        #[doc = concat!("The square ", stringify!($name), ".")]
        pub const $name: Self = Self($row * 8 + $column);
        name_squares!(@row $row, $column + 1, $($rest)*);
    };
    (@row $row:literal, $column:expr,) => {};
}

name_squares! {
    0: A1 B1 C1 D1 E1 F1 G1 H1;
    1: A2 B2 C2 D2 E2 F2 G2 H2;
    2: A3 B3 C3 D3 E3 F3 G3 H3;
    3: A4 B4 C4 D4 E4 F4 G4 H4;
    4: A5 B5 C5 D5 E5 F5 G5 H5;
    5: A6 B6 C6 D6 E6 F6 G6 H6;
    6: A7 B7 C7 D7 E7 F7 G7 H7;
    7: A8 B8 C8 D8 E8 F8 G8 H8;
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column() as u8, b'1' + self.row() as u8];
        f.pad(str::from_utf8(&name).expect("a letter and a digit"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that names no square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{input}” is not a square: expected a letter a–h and a digit 1–8, as in f5")]
pub struct SquareError {
    /// The text as it came in.
    pub input: String,
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        match *text.as_bytes() {
            [letter, digit] => Self::from_name(letter, digit),
            _ => None,
        }
        .ok_or_else(|| SquareError { input: text.to_owned() })
    }
}

impl Square {
    /// The square of a letter, in either case, and a digit.
    pub(crate) fn from_name(letter: u8, digit: u8) -> Option<Self> {
        let column = letter.to_ascii_lowercase().checked_sub(b'a')?;
        let row = digit.checked_sub(b'1')?;
        Self::at(column.into(), row.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_index() {
        assert_eq!(Square::A1.index(), 0);
        assert_eq!(Square::H1.index(), 7);
        assert_eq!(Square::A2.index(), 8);
        assert_eq!(Square::F5.to_string(), "f5");
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
        }
    }

    #[test]
    fn other_texts_are_refused_and_handed_back() {
        for input in ["", "f", "i1", "a0", "a9", "55", "ff", "f55", "é", "`1"] {
            assert_eq!(input.parse::<Square>(), Err(SquareError { input: input.to_owned() }));
        }
    }
}
