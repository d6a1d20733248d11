//! What a document claims, and what our results say about it.
//!
//! A verdict follows from an interval and a threshold alone, so that nobody can wish for one: all of the
//! interval on the claimed side is a replication, all of it on the other side is none, and an interval that
//! reaches across decides nothing, which asks for more games.

use std::fmt;

use outflank_arena::statistics::Interval;
use serde::{Deserialize, Serialize};

use crate::plot::{Numbers, interval_data, readable};

/// Where a value has to lie for a claim to hold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "side", rename_all = "snake_case")]
pub enum Threshold {
    /// Above a threshold.
    Above {
        /// The threshold, which is not above itself.
        threshold: f64,
    },
    /// Below a threshold.
    Below {
        /// The threshold, which is not below itself.
        threshold: f64,
    },
    /// Between two thresholds.
    Between {
        /// The lower one, which is still between.
        low: f64,
        /// The upper one, which is still between.
        high: f64,
    },
}

impl Threshold {
    /// The value is above this threshold.
    pub const fn above(threshold: f64) -> Self {
        Self::Above { threshold }
    }

    /// The value is below this threshold.
    pub const fn below(threshold: f64) -> Self {
        Self::Below { threshold }
    }

    /// The value is one of these two or lies between them, whichever is the larger.
    pub fn between(one: f64, other: f64) -> Self {
        Self::Between { low: one.min(other), high: one.max(other) }
    }

    /// What an interval says about the claim. An interval that is none, or a threshold that is not a number,
    /// says nothing.
    ///
    /// ```
    /// use outflank_arena::statistics::Interval;
    /// use outflank_lab::claims::{Threshold, Verdict};
    ///
    /// let threshold = Threshold::above(0.5);
    /// assert_eq!(threshold.judge(Interval { low: 0.52, high: 0.61 }), Verdict::Replicated);
    /// assert_eq!(threshold.judge(Interval { low: 0.47, high: 0.56 }), Verdict::Undecided);
    /// assert_eq!(threshold.judge(Interval { low: 0.41, high: 0.48 }), Verdict::NotReplicated);
    /// ```
    pub fn judge(self, interval: Interval) -> Verdict {
        let Interval { low, high } = interval;
        let (holds, fails) = match self {
            Self::Above { threshold } => (low > threshold, high <= threshold),
            Self::Below { threshold } => (high < threshold, low >= threshold),
            Self::Between { low: from, high: to } => (from <= low && high <= to, high < from || to < low),
        };
        match (holds, fails) {
            _ if low.is_nan() || high.is_nan() || low > high => Verdict::Undecided,
            (true, _) => Verdict::Replicated,
            (_, true) => Verdict::NotReplicated,
            _ => Verdict::Undecided,
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Above { threshold } => write!(f, "above {}", exact(threshold)),
            Self::Below { threshold } => write!(f, "below {}", exact(threshold)),
            Self::Between { low, high } => write!(f, "between {} and {}", exact(low), exact(high)),
        }
    }
}

/// A threshold with all its digits, for it decides: short where it is short, as people write thresholds.
fn exact(threshold: f64) -> String {
    let text = threshold.to_string();
    if text.len() <= 8 { text.replace('-', "−") } else { readable(threshold) }
}

/// What our results say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The claim holds here too.
    Replicated,
    /// The claim does not hold here.
    NotReplicated,
    /// The results allow both, or there are none.
    Undecided,
}

impl Verdict {
    /// All of them, best first.
    pub const ALL: [Self; 3] = [Self::Replicated, Self::NotReplicated, Self::Undecided];

    /// How styles name it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Replicated => "replicated",
            Self::NotReplicated => "not-replicated",
            Self::Undecided => "undecided",
        }
    }

    /// A sign for it, beside its words: colours alone do not reach everyone.
    pub const fn sign(self) -> char {
        match self {
            Self::Replicated => '✓',
            Self::NotReplicated => '✗',
            Self::Undecided => '?',
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Replicated => "Replicated",
            Self::NotReplicated => "Not replicated",
            Self::Undecided => "Undecided",
        })
    }
}

/// A measured value and the interval around it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Estimate {
    value: f64,
    #[serde(with = "interval_data")]
    interval: Interval,
    /// How many replicas it rests on; 0 where that is not known.
    #[serde(skip_serializing_if = "is_unknown")]
    replicas: usize,
}

/// An estimate as it was written, by whomever.
#[derive(Deserialize)]
struct Unchecked {
    value: f64,
    #[serde(with = "interval_data")]
    interval: Interval,
    #[serde(default)]
    replicas: usize,
}

impl TryFrom<Unchecked> for Estimate {
    type Error = EstimateError;

    fn try_from(Unchecked { value, interval, replicas }: Unchecked) -> Result<Self, EstimateError> {
        Ok(Self::new(value, interval)?.over(replicas))
    }
}

fn is_unknown(replicas: &usize) -> bool {
    *replicas == 0
}

impl Estimate {
    /// A value and its interval, which may be infinite on either side.
    pub fn new(value: f64, interval: Interval) -> Result<Self, EstimateError> {
        if value.is_finite() && interval.low <= interval.high {
            Ok(Self { value, interval, replicas: 0 })
        } else {
            Err(EstimateError { value, interval })
        }
    }

    /// The same, over so many replicas.
    pub fn over(self, replicas: usize) -> Self {
        Self { replicas, ..self }
    }

    /// The value.
    pub fn value(self) -> f64 {
        self.value
    }

    /// The interval.
    pub fn interval(self) -> Interval {
        self.interval
    }

    /// What the estimate says about a claim.
    pub fn judge(self, threshold: Threshold) -> Verdict {
        threshold.judge(self.interval)
    }

    /// How far the interval, or the end of it that comes nearest, is on the claimed side.
    pub(super) fn room(self, threshold: Threshold, nearest: bool) -> f64 {
        let Interval { low, high } = self.interval;
        let (near, far) = if nearest { (high, low) } else { (low, high) };
        match threshold {
            Threshold::Above { threshold } => near - threshold,
            Threshold::Below { threshold } => threshold - far,
            Threshold::Between { low: from, high: to } => (near - from).min(to - far),
        }
    }
}

impl fmt::Display for Estimate {
    /// With as many digits as the interval lets mean something: 0.531 [0.492, 0.570].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interval { low, high } = self.interval;
        let numbers = Numbers::estimate(self.value, self.interval);
        write!(f, "{} [{}, {}]", numbers.write(self.value), numbers.write(low), numbers.write(high))
    }
}

/// A value or an interval that is no result of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{value} with an interval from {} to {} is no estimate", interval.low, interval.high)]
pub struct EstimateError {
    /// The value as it came in.
    pub value: f64,
    /// The interval as it came in.
    pub interval: Interval,
}

#[cfg(test)]
mod tests {
    use super::Verdict::*;
    use super::*;

    #[test]
    fn the_whole_interval_decides() {
        let interval = |low, high| Interval { low, high };
        for (claim, low, high, verdict) in [
            (Threshold::above(0.5), 0.51, 0.6, Replicated),
            (Threshold::above(0.5), 0.5, 0.6, Undecided),
            (Threshold::above(0.5), 0.4, 0.5, NotReplicated),
            (Threshold::above(0.0), 12.0, f64::INFINITY, Replicated),
            (Threshold::below(0.0), -3.0, -1.0, Replicated),
            (Threshold::below(0.0), -3.0, 0.0, Undecided),
            (Threshold::below(0.0), 0.0, 1.0, NotReplicated),
            (Threshold::between(0.6, 0.4), 0.4, 0.6, Replicated),
            (Threshold::between(0.4, 0.6), 0.39, 0.5, Undecided),
            (Threshold::between(0.4, 0.6), 0.3, 0.7, Undecided),
            (Threshold::between(0.4, 0.6), 0.61, 0.7, NotReplicated),
            (Threshold::between(0.4, 0.6), 0.1, 0.39, NotReplicated),
        ] {
            assert_eq!(claim.judge(interval(low, high)), verdict, "{claim} of [{low}, {high}]");
        }
    }

    #[test]
    fn what_is_not_a_number_decides_nothing() {
        assert_eq!(Threshold::above(0.5).judge(Interval { low: f64::NAN, high: 0.4 }), Undecided);
        assert_eq!(Threshold::above(f64::NAN).judge(Interval { low: 0.1, high: 0.4 }), Undecided);
        assert_eq!(Threshold::above(0.5).judge(Interval { low: 0.9, high: 0.6 }), Undecided);
        assert!(Estimate::new(f64::NAN, Interval { low: 0.0, high: 1.0 }).is_err());
        assert!(Estimate::new(0.5, Interval { low: 1.0, high: 0.0 }).is_err());
        assert!(Estimate::new(0.5, Interval { low: f64::NAN, high: 1.0 }).is_err());
    }

    #[test]
    fn thresholds_keep_their_digits() {
        assert_eq!(Threshold::above(0.5175).to_string(), "above 0.5175");
        assert_eq!(Threshold::between(-12.0, 3.25).to_string(), "between −12 and 3.25");
        assert_eq!(Threshold::below(1.0 / 3.0).to_string(), "below 0.333");
    }
}
