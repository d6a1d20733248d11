//! The windows of alpha-beta.

use std::ops::Neg;

use outflank_value::Score;

/// The scores that still matter to a search: those between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// What the mover has already.
    pub alpha: Score,
    /// What the opponent will not allow to be exceeded.
    pub beta: Score,
}

impl Window {
    /// Everything matters.
    pub const FULL: Self = Self { alpha: Score::WORST, beta: Score::BEST };

    /// The same window after the mover has found this.
    #[inline(always)]
    pub fn raised(self, score: Score) -> Self {
        Self { alpha: self.alpha.max(score), ..self }
    }

    /// Whether nothing is left to find.
    #[inline(always)]
    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Neg for Window {
    type Output = Self;
    /// The window as the opponent sees it.
    #[inline(always)]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
