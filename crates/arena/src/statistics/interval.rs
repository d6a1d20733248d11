//! Intervals, and how sure they are.

use super::{normal_quantile, student_quantile};

/// A range of values that the results allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval that reaches this far to both sides of a value.
    pub fn around(centre: f64, reach: f64) -> Self {
        Self { low: centre - reach, high: centre + reach }
    }

    /// Whether the value is allowed.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// From end to end.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// The same interval on another scale. The function must be increasing.
    pub fn rescale(self, increasing: impl Fn(f64) -> f64) -> Self {
        Self { low: increasing(self.low), high: increasing(self.high) }
    }
}

/// How often an interval is to contain the truth: 95 % unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Confidence(f64);

impl Confidence {
    /// The usual 95 %.
    pub const USUAL: Self = Self(0.95);

    /// A level strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, ConfidenceError> {
        if 0.0 < level && level < 1.0 { Ok(Self(level)) } else { Err(ConfidenceError { level }) }
    }

    /// The level, as a probability.
    pub const fn level(self) -> f64 {
        self.0
    }

    /// How many standard errors to both sides, where the error is known: 1.96 for 95 %.
    pub fn normal_reach(self) -> f64 {
        -normal_quantile((1.0 - self.0) / 2.0)
    }

    /// How many standard errors to both sides, where the error is estimated from the same sample.
    pub fn student_reach(self, degrees_of_freedom: f64) -> f64 {
        -student_quantile((1.0 - self.0) / 2.0, degrees_of_freedom)
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::USUAL
    }
}

/// A level of confidence that is not a probability between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a level of confidence lies between 0 and 1, as 0.95 does; {level} does not")]
pub struct ConfidenceError {
    /// The level as it came in.
    pub level: f64,
}
