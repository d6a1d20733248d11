//! A move that was played, beside the best one.

use outflank_rules::{Color, Square};

use super::{Origin, Worth};

/// A move of a game and what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// Who played it.
    pub side: Color,
    /// What was played, with its worth to that side.
    pub played: Worth,
    /// The best move there was.
    pub best: Worth,
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// None was better, or hardly.
    Good,
    /// Another was better by two discs or more.
    Slip,
    /// Another was better by six discs or more.
    Mistake,
    /// Another was better by twelve discs or more.
    Blunder,
}

impl Quality {
    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Slip => "slip",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl Judged {
    /// Judges the move to a square, if it is among those whose worth is known.
    pub fn new(side: Color, square: Square, worths: &[Worth]) -> Option<Self> {
        let played = *worths.iter().find(|worth| worth.square == square)?;
        Some(Self { side, played, best: *worths.first()? })
    }

    /// How many discs it gave away.
    pub fn loss(&self) -> f64 {
        (self.best.discs - self.played.discs).max(0.0)
    }

    /// How good it was. Exact results come in steps of two discs, and one step counts.
    pub fn quality(&self) -> Quality {
        match self.loss() {
            12.0.. => Quality::Blunder,
            6.0.. => Quality::Mistake,
            2.0.. => Quality::Slip,
            _ => Quality::Good,
        }
    }

    /// The worth of the move to Black.
    pub fn discs_of_black(&self) -> f64 {
        self.side.signed(self.played.discs)
    }

    /// Whether both worths are known for certain.
    pub fn is_exact(&self) -> bool {
        self.played.origin == Origin::Exact && self.best.origin == Origin::Exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_compared_with_the_best() {
        let worth = Worth::exact;
        let worths = [worth(Square::D3, 4.0), worth(Square::C4, 2.0), worth(Square::F5, -6.0)];
        let judged = |square| Judged::new(Color::White, square, &worths).expect("known");
        assert_eq!((judged(Square::D3).loss(), judged(Square::D3).quality()), (0.0, Quality::Good));
        assert_eq!((judged(Square::C4).loss(), judged(Square::C4).quality()), (2.0, Quality::Slip));
        assert_eq!((judged(Square::F5).loss(), judged(Square::F5).quality()), (10.0, Quality::Mistake));
        assert_eq!(judged(Square::F5).discs_of_black(), 6.0);
        assert_eq!(Judged::new(Color::White, Square::A1, &worths), None);
    }
}
