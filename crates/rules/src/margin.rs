//! How a game ended: the discs on the last board, and what they are worth.
//!
//! Everything here is seen by the mover of the position beside it and changes sign where the mover changes.

use std::fmt;
use std::ops::Neg;

/// The discs on a finished board.
///
/// Two ways of counting are in use, and neither is the default. They agree on who won, and on the
/// margin of every game that fills the board.
///
/// ```
/// use outflank_rules::{Margin, Tally};
///
/// let wiped_out = Tally { mover: 13, opponent: 0 };
/// assert_eq!(wiped_out.raw(), Margin::new(13).unwrap());
/// assert_eq!(wiped_out.empties_to_winner(), Margin::new(64).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Discs of the mover, or of whoever would move.
    pub mover: u8,
    /// Discs of the other side.
    pub opponent: u8,
}

impl Tally {
    /// The plain difference of discs: what the learning documents use.
    pub const fn raw(self) -> Margin {
        Margin(self.mover as i8 - self.opponent as i8)
    }

    /// The difference after the empty squares are given to the winner, to neither side in a draw:
    /// what solvers, tournaments and game databases use.
    pub const fn empties_to_winner(self) -> Margin {
        let empties = 64 - self.mover as i8 - self.opponent as i8;
        let raw = self.mover as i8 - self.opponent as i8;
        Margin(raw + empties * raw.signum())
    }

    /// Who won, the same under both ways of counting.
    pub const fn outcome(self) -> Outcome {
        self.raw().outcome()
    }
}

impl Neg for Tally {
    type Output = Self;
    /// The same board seen from the other side.
    fn neg(self) -> Self {
        Self { mover: self.opponent, opponent: self.mover }
    }
}

/// An exact final difference in discs, −64 to 64. Estimates have a type of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(i8);

impl Margin {
    /// No difference.
    pub const DRAW: Self = Self(0);
    /// Every square of the board for the mover.
    pub const MAX: Self = Self(64);
    /// Every square of the board for the opponent.
    pub const MIN: Self = Self(-64);

    /// A margin of this many discs, if a board has as many.
    pub const fn new(discs: i32) -> Option<Self> {
        if -64 <= discs && discs <= 64 { Some(Self(discs as i8)) } else { None }
    }

    /// The difference in discs.
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }

    /// Who won.
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

impl Neg for Margin {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Margin {
    /// With its sign, a draw as `+0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}

impl fmt::Debug for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Who won, seen by the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The opponent has more discs.
    Loss,
    /// Both have the same.
    Draw,
    /// The mover has more discs.
    Win,
}

impl Outcome {
    /// The points of a contest: 1, ½ or 0.
    pub const fn points(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.5,
            Self::Loss => 0.0,
        }
    }
}

impl Neg for Outcome {
    type Output = Self;
    fn neg(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_counts_agree_on_the_winner_and_on_full_boards() {
        for mover in 0..=64u8 {
            for opponent in 0..=64 - mover {
                let tally = Tally { mover, opponent };
                assert_eq!(tally.raw().outcome(), tally.empties_to_winner().outcome());
                assert_eq!(-tally.empties_to_winner(), (-tally).empties_to_winner());
                if mover + opponent == 64 {
                    assert_eq!(tally.raw(), tally.empties_to_winner());
                }
            }
        }
        assert_eq!(Tally { mover: 30, opponent: 30 }.empties_to_winner(), Margin::DRAW);
        assert_eq!(Tally { mover: 20, opponent: 30 }.empties_to_winner().discs(), -24);
    }

    #[test]
    fn margins_keep_to_the_board_and_show_their_sign() {
        assert_eq!(Margin::new(65), None);
        assert_eq!(Margin::new(-65), None);
        assert_eq!(format!("{:>4}|{}|{}", Margin::MAX, Margin::DRAW, -Margin::MAX), " +64|+0|-64");
    }
}
