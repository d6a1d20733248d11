//! What a document claims, and what our results say about it.
//!
//! A verdict follows from an interval and a threshold alone, so that nobody can wish for one: all of the
//! interval on the claimed side is a replication, all of it on the other side is none, and an interval that
//! reaches across decides nothing, which asks for more games.

use std::fmt;

use outflank_arena::statistics::{Confidence, Interval, student_cdf};
use serde::{Deserialize, Serialize};

use crate::plot::{Numbers, interval_data, readable};

/// The fewest replicas that decide anything.
pub const FEWEST: usize = 5;

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

    /// What a document calls “about” this: from four fifths of it to five fourths. One rule for all studies.
    pub fn about(value: f64) -> Self {
        Self::between(0.8 * value, 1.25 * value)
    }

    /// What a document calls the same, or no noticeable difference, in points a game: within five of a hundred.
    pub fn no_difference() -> Self {
        Self::between(-0.05, 0.05)
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
    /// The results allow both, or there are too few.
    Undecided,
    /// Nothing that can be done here would tell: people are gone, programs are lost.
    Untestable,
}

impl Verdict {
    /// All of them, best first.
    pub const ALL: [Self; 4] = [Self::Replicated, Self::NotReplicated, Self::Undecided, Self::Untestable];

    /// How styles name it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Replicated => "replicated",
            Self::NotReplicated => "not-replicated",
            Self::Undecided => "undecided",
            Self::Untestable => "untestable",
        }
    }

    /// A sign for it, beside its words: colours alone do not reach everyone.
    pub const fn sign(self) -> char {
        match self {
            Self::Replicated => '✓',
            Self::NotReplicated => '✗',
            Self::Undecided => '?',
            Self::Untestable => '–',
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Replicated => "Replicated",
            Self::NotReplicated => "Not replicated",
            Self::Undecided => "Undecided",
            Self::Untestable => "Cannot be tested here",
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

    /// How many replicas it rests on, if that is known.
    pub fn replicas(self) -> Option<usize> {
        (self.replicas > 0).then_some(self.replicas)
    }

    /// What the estimate says about a claim: nothing if it rests on fewer than [`FEWEST`] replicas, or if they agree
    /// so well that the interval has no width.
    pub fn judge(self, threshold: Threshold) -> Verdict {
        let is_thin = self.replicas().is_some_and(|replicas| replicas < FEWEST);
        match is_thin || self.interval.width() == 0.0 {
            true => Verdict::Undecided,
            false => threshold.judge(self.interval),
        }
    }

    /// The standard error behind the interval, if it has one.
    pub fn error(self) -> Option<f64> {
        let freedom = self.replicas().filter(|replicas| *replicas > 1)? as f64 - 1.0;
        let error = self.interval.width() / 2.0 / Confidence::USUAL.student_reach(freedom);
        (error.is_finite() && error > 0.0).then_some(error)
    }

    /// How likely a number this far on the claimed side, and one this far on the other side, would be by chance if
    /// the truth lay at the threshold: both one-sided.
    pub(super) fn chances(self, threshold: Threshold) -> Option<(f64, f64)> {
        let (error, freedom) = (self.error()?, self.replicas as f64 - 1.0);
        let below = |from: f64| student_cdf((self.value - from) / error, freedom);
        Some(match threshold {
            Threshold::Above { threshold } => (1.0 - below(threshold), below(threshold)),
            Threshold::Below { threshold } => (below(threshold), 1.0 - below(threshold)),
            // Inside if it is above one and below the other; outside on either side, which is two tries.
            Threshold::Between { low, high } => {
                ((1.0 - below(low)).max(below(high)), (2.0 * below(low).min(1.0 - below(high))).min(1.0))
            }
        })
    }

    /// With as many digits as a decision by this threshold needs: 27 [0.3, 53.7], and not [0, 54], beside 0.
    pub fn beside(self, threshold: Threshold) -> String {
        let Interval { low, high } = self.interval;
        let marks = match threshold {
            Threshold::Above { threshold } | Threshold::Below { threshold } => [threshold; 2],
            Threshold::Between { low, high } => [low, high],
        };
        let numbers = [low, high]
            .into_iter()
            .filter(|end| end.is_finite())
            .fold(Numbers::estimate(self.value, self.interval), |numbers, end| {
                marks.iter().fold(numbers, |numbers, mark| numbers.telling(end, *mark))
            });
        format!("{} [{}, {}]", numbers.write(self.value), numbers.write(low), numbers.write(high))
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
