//! A position with colours: what is drawn, written down and read.

mod drawing;
mod text;

pub use drawing::{Disc, Drawing, DrawingError};
pub use text::BoardError;
pub(crate) use text::read_square;

use std::fmt;
use std::ops::{Neg, Not};

use crate::{Placement, Position, Square, Squares, Turn};

/// One of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// The side that moves first.
    Black,
    /// The other side.
    White,
}

impl Color {
    /// Black and White.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// What is Black's as this side sees it, and what is this side's as Black sees it: the same for Black, and with
    /// its sign changed for White.
    ///
    /// ```
    /// use outflank_rules::{Color, Tally};
    ///
    /// let for_black = Tally { mover: 40, opponent: 24 };
    /// assert_eq!(Color::White.signed(for_black), Tally { mover: 24, opponent: 40 });
    /// assert_eq!(Color::White.signed(Color::White.signed(2.5)), 2.5);
    /// ```
    #[inline(always)]
    pub fn signed<T: Neg<Output = T>>(self, value: T) -> T {
        match self {
            Self::Black => value,
            Self::White => -value,
        }
    }
}

impl Not for Color {
    type Output = Self;
    /// The other side.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// A position and the colour of the side to move.
///
/// Written as 64 squares a1 to h8, a blank and the side to move:
///
/// ```
/// use outflank_rules::Board;
///
/// let start = "---------------------------OX------XO--------------------------- X";
/// assert_eq!(start.parse(), Ok(Board::START));
/// assert_eq!(Board::START.to_string(), start);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// The discs, seen by the side to move.
    pub position: Position,
    /// The side to move.
    pub mover: Color,
}

impl Board {
    /// The start of a game: Black to move.
    pub const START: Self = Self { position: Position::START, mover: Color::Black };

    /// The discs of one side.
    #[inline]
    pub fn discs(self, color: Color) -> Squares {
        if color == self.mover { self.position.mover() } else { self.position.opponent() }
    }

    /// The colour of the disc on a square.
    pub fn disc(self, square: Square) -> Option<Color> {
        Color::BOTH.into_iter().find(|&color| self.discs(color).contains(square))
    }

    /// What the side to move can do.
    pub fn turn(self) -> Turn {
        self.position.turn()
    }

    /// The board after a move.
    #[inline(always)]
    pub fn after(self, placement: Placement) -> Self {
        Self { position: self.position.after(placement), mover: !self.mover }
    }

    /// The board after a pass.
    #[inline(always)]
    pub fn passed(self) -> Self {
        Self { position: self.position.passed(), mover: !self.mover }
    }
}
