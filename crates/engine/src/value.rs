//! What the engine counts in: 64ths of a disc.

use std::fmt;
use std::ops::Neg;

use outflank_rules::Margin;

/// What a position is worth to its mover, in 64ths of a disc, between losing and winning all 64.
///
/// Exact results are [`Margin`]s, with the empty squares to the winner. A margin turns into a value; no value
/// turns back, for it does not say whether it is one.
///
/// ```
/// use outflank_engine::Value;
/// use outflank_rules::Margin;
///
/// assert_eq!(Value::from(Margin::MAX), Value::MAX);
/// assert_eq!(Value::of_discs(-2.5).to_string(), "-2.50");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// Even.
    pub const ZERO: Self = Self(0);
    /// All discs are lost.
    pub const MIN: Self = Self(-64 * Self::DISC);
    /// All discs are won.
    pub const MAX: Self = Self(64 * Self::DISC);
    /// One disc.
    pub const DISC: i32 = 64;

    /// So many 64ths of a disc, or the nearest there is.
    #[inline(always)]
    pub const fn new(sixty_fourths: i32) -> Self {
        if sixty_fourths < Self::MIN.0 {
            Self::MIN
        } else if sixty_fourths > Self::MAX.0 {
            Self::MAX
        } else {
            Self(sixty_fourths)
        }
    }

    /// So many discs, or the nearest there is.
    #[inline(always)]
    pub fn of_discs(discs: f64) -> Self {
        // The conversion saturates.
        Self::new((discs * f64::from(Self::DISC)).round_ties_even() as i32)
    }

    /// In discs.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Self::DISC)
    }

    /// In 64ths of a disc.
    #[inline(always)]
    pub const fn sixty_fourths(self) -> i32 {
        self.0
    }

    /// The next value above or, with a negative number, below by so many 64ths.
    #[inline(always)]
    pub const fn plus(self, sixty_fourths: i32) -> Self {
        Self::new(self.0.saturating_add(sixty_fourths))
    }
}

impl From<Margin> for Value {
    #[inline(always)]
    fn from(margin: Margin) -> Self {
        Self(margin.discs() * Self::DISC)
    }
}

impl Neg for Value {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Value {
    /// Discs with their sign.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(2);
        write!(f, "{:+1$.2$}", self.discs(), f.width().unwrap_or(0), decimals)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_on_the_board() {
        assert_eq!(Value::of_discs(1e9), Value::MAX);
        assert_eq!(Value::of_discs(f64::NEG_INFINITY), Value::MIN);
        assert_eq!(Value::MAX.plus(1), Value::MAX);
        assert_eq!(Value::of_discs(0.5).sixty_fourths(), 32);
        for discs in -64..=64 {
            let margin = Margin::new(discs).expect("on the board");
            assert_eq!(-Value::from(margin), Value::from(-margin));
            assert_eq!(Value::from(margin).discs(), f64::from(discs));
        }
        assert_eq!(format!("{:.1} {}", Value::of_discs(3.25), Value::ZERO), "+3.2 +0.00");
    }
}
