//! Small samples and comparisons: means of a few runs, two contests side by side, matched results.

use super::distribution::incomplete_beta;
use super::{Confidence, Interval, ScoreSheet};

/// The mean of a sample, and the means that it allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanEstimate {
    /// The mean of the sample.
    pub mean: f64,
    /// What the mean behind it may be.
    pub interval: Interval,
}

/// The mean of measurements that scatter normally, by Student's distribution: for a handful of training runs.
///
/// One measurement allows everything; none has no mean.
///
/// ```
/// use outflank_arena::statistics::{Confidence, mean_interval};
///
/// let learned = mean_interval(&[0.58, 0.61, 0.55, 0.60], Confidence::USUAL).unwrap();
/// assert!(learned.interval.low > 0.54);
/// ```
pub fn mean_interval(sample: &[f64], confidence: Confidence) -> Option<MeanEstimate> {
    let size = sample.len() as f64;
    let mean = sample.iter().sum::<f64>() / size;
    let interval = match sample.len() {
        0 => return None,
        1 => Interval { low: f64::NEG_INFINITY, high: f64::INFINITY },
        _ => {
            let squares: f64 = sample.iter().map(|value| (value - mean).powi(2)).sum();
            let error = (squares / (size * (size - 1.0))).sqrt();
            Interval::around(mean, error * confidence.student_reach(size - 1.0))
        }
    };
    Some(MeanEstimate { mean, interval })
}

/// By how much the score of one contest may exceed that of another, independent one.
///
/// Each contest brings its own interval, so that the difference keeps a width where both were swept.
/// Everything is allowed, −1 to 1, where one of them was not played.
// CITE: R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics
// in Medicine 17 (1998), method 10.
pub fn score_difference<A: ScoreSheet, B: ScoreSheet>(
    one: &A,
    other: &B,
    confidence: Confidence,
) -> Interval {
    let (Some(score), Some(other_score)) = (one.score(), other.score()) else {
        return Interval { low: -1.0, high: 1.0 };
    };
    let (range, other_range) = (one.interval(confidence), other.interval(confidence));
    let difference = score - other_score;
    Interval {
        low: difference - (score - range.low).hypot(other_range.high - other_score),
        high: difference + (range.high - score).hypot(other_score - other_range.low),
    }
}

/// How likely matched comparisons are to come out at least this unevenly if neither side is better.
///
/// Exact, two-sided; comparisons without a winner are left out. Assumes nothing about how much is won.
pub fn sign_test(better: u64, worse: u64) -> f64 {
    let (many, few) = (better.max(worse) as f64, better.min(worse) as f64);
    // The sum of binomial probabilities from `many` to all, in closed form.
    (2.0 * incomplete_beta(0.5, many, few + 1.0)).min(1.0)
}
