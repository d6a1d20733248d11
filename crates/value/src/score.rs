//! Estimated values.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use outflank_rules::{Margin, Tally};

/// An estimate of a position, seen by its mover, in the evaluator's own unit. Finite or infinite,
/// never NaN.
///
/// Exact results are [`Margin`]s. As a score one lies outside every estimate, so that a search need not tell them apart;
/// whoever must asks [`decided`](Self::decided).
#[derive(Clone, Copy, PartialEq)]
pub struct Score(f64);

impl Score {
    /// Nothing in it for either side.
    pub const ZERO: Self = Self(0.0);
    /// Worse than everything.
    pub const WORST: Self = Self(f64::NEG_INFINITY);
    /// Better than everything.
    pub const BEST: Self = Self(f64::INFINITY);
    /// A game won, for those to whom the margin does not matter: they see the least that wins.
    pub const WON: Self = Self(Self::DECIDED + 1.0);
    /// Won and lost games lie beyond this.
    const DECIDED: f64 = 1e9;

    /// A score of this value, which must be a number.
    #[inline(always)]
    pub fn new(value: f64) -> Self {
        debug_assert!(!value.is_nan());
        Self(value)
    }

    /// The value in the evaluator's unit; meaningless for a decided game.
    #[inline(always)]
    pub const fn value(self) -> f64 {
        self.0
    }

    /// The score of a finished game: any win is worth more than any estimate, a draw is 0, and more discs
    /// are better.
    #[inline]
    pub fn of_end(tally: Tally) -> Self {
        tally.raw().into()
    }

    /// The margin, if the score is that of a game won or lost for certain.
    pub fn decided(self) -> Option<Margin> {
        let beyond = self.0.abs() - Self::DECIDED;
        let discs = if beyond > 0.0 { Some(beyond.copysign(self.0) as i32) } else { None };
        discs.and_then(Margin::new)
    }

    /// The larger of two.
    #[inline(always)]
    pub fn max(self, other: Self) -> Self {
        if other.0 > self.0 { other } else { self }
    }
}

impl From<Margin> for Score {
    #[inline]
    fn from(margin: Margin) -> Self {
        match margin.discs() {
            0 => Self::ZERO,
            discs => Self(f64::from(discs) + Self::DECIDED.copysign(discs.into())),
        }
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl PartialOrd for Score {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl fmt::Display for Score {
    /// With its sign; a decided game by its discs, as `won +12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decided() {
            Some(margin) if margin.discs() > 0 => f.pad(&format!("won {margin}")),
            Some(margin) => f.pad(&format!("lost {margin}")),
            // Padding would cut the text to as many characters as decimals were asked for.
            None => match f.precision() {
                Some(decimals) => write!(f, "{:+1$.2$}", self.0, f.width().unwrap_or(0), decimals),
                None => f.pad(&format!("{:+.3}", self.0)),
            },
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decided_games_lie_outside_all_estimates() {
        for discs in -64..=64 {
            let margin = Margin::new(discs).expect("on the board");
            let score = Score::from(margin);
            assert_eq!(-score, Score::from(-margin));
            assert_eq!(score.decided(), (discs != 0).then_some(margin));
            assert_eq!(score > Score::new(1e8), discs > 0);
        }
        assert!(Score::from(Margin::MAX) > Score::from(Margin::new(2).expect("two discs")));
        assert_eq!(Score::from(Margin::new(-6).expect("six discs")).to_string(), "lost -6");
        assert_eq!(Score::new(0.25).to_string(), "+0.250");
    }

    #[test]
    fn scores_are_shown_with_as_many_decimals_as_asked_for() {
        let score = Score::new(12.3456);
        assert_eq!(format!("{score} {score:.0} {score:.2} {score:8.1}|"), "+12.346 +12 +12.35    +12.3|");
    }
}
