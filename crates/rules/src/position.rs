//! A position: the mover's discs and the opponent's, without colours.

use std::num::NonZeroU64;

use crate::kernel::{Kernel, Portable};
use crate::{Square, Squares, Tally};

/// The discs on the board, those of the side to move apart from the other's.
///
/// The colours of the two sides are in [`Board`](crate::Board): nothing in the rules depends on them.
/// The methods that look at moves use the portable kernel; loops that want the fastest one call the
/// methods of the same names on a [`Kernel`].
///
/// ```
/// use outflank_rules::{Position, Square, Turn};
///
/// let Turn::Play(moves) = Position::START.turn() else { panic!("the first move is open") };
/// assert_eq!(moves.to_string(), "d3 c4 f5 e6");
/// let f5 = Position::START.placement(Square::F5).expect("a legal move");
/// assert_eq!(f5.flips().count(), 1);
/// let reply = Position::START.after(f5);
/// assert_eq!(reply.opponent().count(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    mover: Squares,
    opponent: Squares,
}

impl Position {
    /// The four discs of the start: the mover on d5 and e4, the opponent on d4 and e5.
    pub const START: Self = Self {
        mover: Squares::from_bits(0x0000_0008_1000_0000),
        opponent: Squares::from_bits(0x0000_0010_0800_0000),
    };

    /// A position with these discs, unless some square has two.
    #[inline]
    pub const fn new(mover: Squares, opponent: Squares) -> Option<Self> {
        if mover.bits() & opponent.bits() == 0 { Some(Self { mover, opponent }) } else { None }
    }

    /// The discs of the side to move.
    #[inline(always)]
    pub const fn mover(self) -> Squares {
        self.mover
    }

    /// The discs of the other side.
    #[inline(always)]
    pub const fn opponent(self) -> Squares {
        self.opponent
    }

    /// The squares with a disc.
    #[inline(always)]
    pub const fn occupied(self) -> Squares {
        Squares::from_bits(self.mover.bits() | self.opponent.bits())
    }

    /// The squares without a disc.
    #[inline(always)]
    pub const fn empties(self) -> Squares {
        Squares::from_bits(!(self.mover.bits() | self.opponent.bits()))
    }

    /// What the side to move can do.
    pub fn turn(self) -> Turn {
        Portable.turn(self)
    }

    /// The squares where the side to move may play; empty when it must pass or the game is over.
    pub fn moves(self) -> Squares {
        Portable.moves(self)
    }

    /// The move to this square, if it is legal.
    pub fn placement(self, square: Square) -> Option<Placement> {
        Portable.placement(self, square)
    }

    /// The position after a move, with the other side to move. The placement must have been made for
    /// this position.
    #[inline(always)]
    pub const fn after(self, placement: Placement) -> Self {
        debug_assert!(placement.flips.bits() & !self.opponent.bits() == 0);
        debug_assert!(!self.occupied().contains(placement.square));
        Self {
            mover: Squares::from_bits(self.opponent.bits() ^ placement.flips.bits()),
            opponent: Squares::from_bits(
                self.mover.bits() | placement.flips.bits() | placement.square.set().bits(),
            ),
        }
    }

    /// The same discs with the other side to move.
    #[inline(always)]
    pub const fn passed(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }

    /// The discs of both sides, as counted when the game is over.
    #[inline]
    pub const fn tally(self) -> Tally {
        Tally { mover: self.mover.count() as u8, opponent: self.opponent.count() as u8 }
    }

    /// A well mixed number for hash tables, the same on every machine.
    // CITE: the folded 64×64→128 bit product of Wang Yi's wyhash.
    #[inline(always)]
    pub const fn hash(self) -> u64 {
        const fn fold(a: u64, b: u64) -> u64 {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        }
        let mixed =
            fold(self.mover.bits() ^ 0xa076_1d64_78bd_642f, self.opponent.bits() ^ 0xe703_7ed1_a0b4_28db);
        fold(mixed, 0x8ebc_6af0_9c88_c6e3)
    }
}

/// What the side to move can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It plays one of these.
    Play(Moves),
    /// It has no move, but the opponent has.
    Pass,
    /// Neither side has a move.
    Over(Tally),
}

/// The legal moves of a position: at least one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moves(NonZeroU64);

impl Moves {
    /// These moves, unless there are none.
    #[inline(always)]
    pub(crate) const fn new(squares: Squares) -> Option<Self> {
        match NonZeroU64::new(squares.bits()) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The squares of the moves.
    #[inline(always)]
    pub const fn squares(self) -> Squares {
        Squares::from_bits(self.0.get())
    }

    /// Those of the moves that are in a set, unless there are none.
    #[inline(always)]
    pub const fn among(self, squares: Squares) -> Option<Self> {
        Self::new(Squares::from_bits(self.0.get() & squares.bits()))
    }

    /// How many moves there are: 1 at least.
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.get().count_ones()
    }

    /// The move with the lowest index.
    #[inline(always)]
    pub const fn first(self) -> Square {
        Square::lowest(self.0.get())
    }
}

impl IntoIterator for Moves {
    type Item = Square;
    type IntoIter = crate::squares::SquaresIter;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.squares().into_iter()
    }
}

impl std::fmt::Display for Moves {
    /// The squares by name, separated by blanks.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, square) in self.into_iter().enumerate() {
            write!(f, "{}{square}", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Moves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.squares().fmt(f)
    }
}

/// A legal move: the square of the new disc and the discs it turns over, at least one.
///
/// Only a kernel makes them, and only for a legal move: whoever has one need not ask again in the position it
/// was made for. It does not name that position; a [`Game`](crate::Game) therefore checks before it takes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    square: Square,
    flips: Squares,
}

impl Placement {
    /// A move that a kernel found legal.
    #[inline(always)]
    pub(crate) const fn new(square: Square, flips: Squares) -> Self {
        debug_assert!(!flips.is_empty());
        Self { square, flips }
    }

    /// Where the new disc goes.
    #[inline(always)]
    pub const fn square(self) -> Square {
        self.square
    }

    /// The discs that change sides.
    #[inline(always)]
    pub const fn flips(self) -> Squares {
        self.flips
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_with_two_discs_is_refused() {
        assert_eq!(Position::new(Square::D4.set(), Squares::ALL), None);
        let full = Position::new(Squares::ALL, Squares::NONE).expect("one disc a square");
        assert_eq!(full.turn(), Turn::Over(Tally { mover: 64, opponent: 0 }));
    }

    #[test]
    fn the_hash_stays_what_it_was() {
        // Searches with a table, and so their node counts, depend on it.
        assert_eq!(Position::START.hash(), 5_149_149_038_537_347_268);
        assert_ne!(Position::START.hash(), Position::START.passed().hash());
    }
}
