//! The windows of alpha-beta: which answers still matter.

use std::ops::Neg;

use outflank_value::Score;

use crate::Value;

/// The scores that still matter to a search: those between `alpha` and `beta`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window<S> {
    /// What the mover has already.
    pub alpha: S,
    /// What the opponent will not allow to be exceeded.
    pub beta: S,
}

impl<S: Copy + PartialOrd> Window<S> {
    /// The same window after the mover has found this.
    #[inline(always)]
    pub fn raised(self, score: S) -> Self {
        Self { alpha: if score > self.alpha { score } else { self.alpha }, ..self }
    }

    /// Whether nothing is left to find.
    #[inline(always)]
    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }
}

impl Window<Score> {
    /// Everything matters.
    pub const FULL: Self = Self { alpha: Score::WORST, beta: Score::BEST };
}

impl Window<Value> {
    /// Everything matters.
    pub const FULL: Self = Self { alpha: Value::MIN, beta: Value::MAX };

    /// Asks one question: is it more than this?
    #[inline(always)]
    pub const fn null(alpha: Value) -> Self {
        Self { alpha, beta: alpha.plus(1) }
    }

    /// Whether it asks one question only.
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.beta.sixty_fourths() - self.alpha.sixty_fourths() <= 1
    }
}

impl<S: Neg<Output = S>> Neg for Window<S> {
    type Output = Self;
    /// The window as the opponent sees it.
    #[inline(always)]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The window of the exact endgame, which asks one question in whole discs: is the score above this? An answer
/// above is a lower bound of the score, any other an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Above(pub i32);

impl Above {
    /// Whether a score is.
    #[inline(always)]
    pub const fn holds(self, score: i32) -> bool {
        score > self.0
    }

    /// The question of a window in 64ths of a disc, which must be null.
    #[inline(always)]
    pub fn of(window: Window<Value>) -> Self {
        Self(window.alpha.sixty_fourths().div_euclid(Value::DISC))
    }
}

impl Neg for Above {
    type Output = Self;
    /// The opponent's question, for which a yes is a no.
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponent_asks_the_opposite() {
        for alpha in -64..64 {
            let question = Above(alpha);
            assert_eq!(-(-question), question);
            let window = Window::null(Value::new(alpha * Value::DISC + 17));
            assert_eq!(Above::of(window), question);
            for score in -64..=64 {
                assert_eq!(question.holds(score), !(-question).holds(-score));
                assert_eq!(question.holds(score), Value::new(score * Value::DISC) > window.alpha);
            }
        }
    }
}
