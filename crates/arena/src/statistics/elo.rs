//! The Elo scale: 400 points are odds of ten to one.

use super::Interval;

/// A difference in strength, in Elo, and the differences that the results allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The most likely difference.
    pub elo: f64,
    /// What it may be.
    pub interval: Interval,
}

/// Normalised Elo per standard deviation of a game: makes the two scales agree between equal players of a
/// game without draws, where σ is ½.
pub(super) const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference that leads to this score: 0 for ½, ±∞ for 1 and 0.
pub fn elo_from_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score to be expected with this Elo difference.
pub fn score_from_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}
