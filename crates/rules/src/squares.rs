//! A set of squares: one bit for each, a1 the lowest.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Square;

/// A set of squares.
///
/// ```
/// use outflank_rules::{Square, Squares};
///
/// let corners: Squares = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
/// assert_eq!(corners, Squares::CORNERS);
/// assert_eq!(corners.count(), 4);
/// assert!(corners.contains(Square::H8));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Squares(u64);

impl Squares {
    /// No square.
    pub const NONE: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);
    /// The 28 squares of the four edges, corners included.
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);

    /// The set with these bits, a1 the lowest.
    #[inline(always)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits of the set, a1 the lowest.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// How many squares there are in the set.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this square.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The square with the lowest index.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::lowest(self.0)) }
    }

    /// The squares in the set that `other` has not.
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The squares of the set and all their neighbours, in the eight directions.
    #[inline]
    pub const fn spread(self) -> Self {
        let west_east =
            self.0 | (self.0 << 1 & 0xfefe_fefe_fefe_fefe) | (self.0 >> 1 & 0x7f7f_7f7f_7f7f_7f7f);
        Self(west_east | west_east << 8 | west_east >> 8)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::NONE, |set, square| set | square.set())
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    #[inline(always)]
    fn into_iter(self) -> SquaresIter {
        SquaresIter(self.0)
    }
}

/// The squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct SquaresIter(u64);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = Squares(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for SquaresIter {}
impl FusedIterator for SquaresIter {}

macro_rules! set_operators {
    ($($operator:ident::$function:ident, $assign:ident::$assign_function:ident;)*) => {$(
        impl $operator for Squares {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                Self($operator::$function(self.0, other.0))
            }
        }
        impl $assign for Squares {
            #[inline(always)]
            fn $assign_function(&mut self, other: Self) {
                $assign::$assign_function(&mut self.0, other.0);
            }
        }
    )*};
}

set_operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign;
    BitOr::bitor, BitOrAssign::bitor_assign;
    BitXor::bitxor, BitXorAssign::bitxor_assign;
}

impl Not for Squares {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_hands_out_its_squares_in_order() {
        let squares = [Square::B1, Square::D4, Square::H8];
        let set: Squares = squares.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.into_iter().len(), 3);
        assert_eq!(format!("{set:?}"), "{b1, d4, h8}");
        assert_eq!(set.without(Square::D4.set()).count(), 2);
        assert_eq!(Squares::NONE.first(), None);
    }

    #[test]
    fn spreading_stays_on_the_board() {
        let around = |square: Square| {
            Square::all().filter(move |other| {
                square.column().abs_diff(other.column()) <= 1 && square.row().abs_diff(other.row()) <= 1
            })
        };
        for square in Square::all() {
            assert_eq!(square.set().spread(), around(square).collect());
        }
    }
}
