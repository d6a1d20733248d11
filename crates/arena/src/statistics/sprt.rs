//! The sequential test of two hypotheses about strength: play until one of them has earned belief.
//!
//! Generalised, because the share of draws is not part of a hypothesis: each hypothesis is judged by the
//! distribution of pairs that fits the results best among those that have its strength.
// CITE: A. Wald, Sequential Analysis (1947); M. Van den Bergh, A practical introduction to the GSPRT, and
// Normalized Elo; the two as used by fishtest and fastchess.

use super::elo::NORMALIZED_ELO_PER_DEVIATION;
use super::score::{regularized, scores};
use super::{Interval, ScoreSheet, root, score_from_elo};

/// The scale that the hypotheses are given on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EloModel {
    /// The Elo of the expected score.
    Logistic,
    /// Elo in the noise of a game, as [`ScoreSheet::normalized_elo`] has it: the length of a test then hardly
    /// depends on openings and draws.
    Normalized,
}

/// One of the two answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hypothesis {
    /// The first player is no stronger than the lower bound says.
    H0,
    /// The first player is at least as strong as the upper bound says.
    H1,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtVerdict {
    /// The test is over.
    Accepted(Hypothesis),
    /// Play on.
    Undecided,
}

/// What a test is to tell apart, and how often it may err.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtBounds {
    /// The Elo difference under H0.
    pub elo0: f64,
    /// The Elo difference under H1, the larger of the two.
    pub elo1: f64,
    /// The scale of both.
    pub model: EloModel,
    /// How often H1 may be accepted when H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted when H1 is true.
    pub beta: f64,
}

impl SprtBounds {
    /// H0 against H1 with the usual 5 % of error on both sides.
    pub const fn usual(elo0: f64, elo1: f64, model: EloModel) -> Self {
        Self { elo0, elo1, model, alpha: 0.05, beta: 0.05 }
    }
}

/// A sequential test, to be asked after every pair or every few.
///
/// ```
/// use outflank_arena::statistics::{EloModel, Hypothesis, Pentanomial, Sprt, SprtBounds, SprtVerdict};
///
/// let test = Sprt::new(SprtBounds::usual(0.0, 50.0, EloModel::Logistic))?;
/// let mut sheet = Pentanomial { lost_both: 4, shared: 20, won_both: 9, ..Pentanomial::default() };
/// assert_eq!(test.verdict(&sheet), SprtVerdict::Undecided);
/// sheet.won_both += 20;
/// assert_eq!(test.verdict(&sheet), SprtVerdict::Accepted(Hypothesis::H1));
/// # Ok::<(), outflank_arena::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    bounds: SprtBounds,
}

impl Sprt {
    /// The largest normalised Elo that a hypothesis may name. A test so lopsided is over after a few
    /// pairs, and beyond it the fixed point below need not exist.
    pub const MAX_NORMALIZED_ELO: f64 = 200.0;

    /// The largest difference in Elo that a hypothesis may name: one point lost in a hundred thousand games. What
    /// is beyond cannot be told from winning everything.
    pub const MAX_ELO: f64 = 2000.0;

    /// A test with these bounds.
    pub fn new(bounds: SprtBounds) -> Result<Self, SprtError> {
        let SprtBounds { elo0, elo1, model, alpha, beta } = bounds;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Order { elo0, elo1 });
        }
        let most = match model {
            EloModel::Logistic => Self::MAX_ELO,
            EloModel::Normalized => Self::MAX_NORMALIZED_ELO,
        };
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| elo.abs() > most) {
            return Err(SprtError::TooLopsided { elo, most });
        }
        match [alpha, beta].into_iter().find(|&rate| !(0.0 < rate && rate < 0.5)) {
            Some(rate) => Err(SprtError::ErrorRate { rate }),
            None => Ok(Self { bounds }),
        }
    }

    /// What the test is about.
    pub const fn bounds(&self) -> SprtBounds {
        self.bounds
    }

    /// The log-likelihood ratios between which the test goes on: ln β/(1−α) and ln (1−β)/α.
    pub fn limits(&self) -> Interval {
        let SprtBounds { alpha, beta, .. } = self.bounds;
        Interval { low: (beta / (1.0 - alpha)).ln(), high: ((1.0 - beta) / alpha).ln() }
    }

    /// The logarithm of how much likelier the results are under H1 than under H0; 0 before any.
    pub fn log_likelihood_ratio<S: ScoreSheet>(&self, sheet: &S) -> f64 {
        if sheet.units() == 0 {
            return 0.0;
        }
        let frequencies = regularized(sheet);
        let seen = Distribution::of(&frequencies);
        let [under_h0, under_h1] = [self.bounds.elo0, self.bounds.elo1].map(|elo| match self.bounds.model {
            EloModel::Logistic => seen.nearest_with_mean(score_from_elo(elo)),
            EloModel::Normalized => {
                let per_game = elo / NORMALIZED_ELO_PER_DEVIATION;
                seen.nearest_with_t(per_game * (S::UNIT.games() as f64).sqrt())
            }
        });
        let likelihoods = under_h0.probabilities.iter().zip(&under_h1.probabilities);
        frequencies.iter().zip(likelihoods).map(|(count, (h0, h1))| count * (h1 / h0).ln()).sum()
    }

    /// Where the test stands.
    pub fn verdict<S: ScoreSheet>(&self, sheet: &S) -> SprtVerdict {
        let ratio = self.log_likelihood_ratio(sheet);
        let limits = self.limits();
        if ratio >= limits.high {
            SprtVerdict::Accepted(Hypothesis::H1)
        } else if ratio <= limits.low {
            SprtVerdict::Accepted(Hypothesis::H0)
        } else {
            SprtVerdict::Undecided
        }
    }
}

/// Bounds that make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// H1 is not above H0.
    #[error("a sequential test needs two finite hypotheses, the lower first; {elo0} and {elo1} Elo are not")]
    Order {
        /// The Elo of H0 as it came in.
        elo0: f64,
        /// The Elo of H1 as it came in.
        elo1: f64,
    },
    /// An Elo beyond [`Sprt::MAX_ELO`] or [`Sprt::MAX_NORMALIZED_ELO`].
    #[error("a hypothesis of {elo} Elo is beyond ±{most}")]
    TooLopsided {
        /// The Elo as it came in.
        elo: f64,
        /// How far it may be from 0.
        most: f64,
    },
    /// Not a rate of error.
    #[error("a rate of error lies between 0 and ½, as 0.05 does; {rate} does not")]
    ErrorRate {
        /// The rate as it came in.
        rate: f64,
    },
}

/// How likely each score of a unit is, none of them impossible.
struct Distribution {
    probabilities: Vec<f64>,
}

impl Distribution {
    fn of(frequencies: &[f64]) -> Self {
        let total: f64 = frequencies.iter().sum();
        Self { probabilities: frequencies.iter().map(|count| count / total).collect() }
    }

    /// Each score with its probability.
    fn weighed(&self) -> impl Iterator<Item = (f64, f64)> {
        scores(self.probabilities.len()).zip(self.probabilities.iter().copied())
    }

    fn mean_and_deviation(&self) -> (f64, f64) {
        let mean: f64 = self.weighed().map(|(score, probability)| score * probability).sum();
        let variance: f64 =
            self.weighed().map(|(score, probability)| probability * (score - mean).powi(2)).sum();
        (mean, variance.sqrt())
    }

    /// The likeliest distribution with a given mean.
    fn nearest_with_mean(&self, mean: f64) -> Self {
        self.tilted(|score| score - mean)
    }

    /// The likeliest distribution whose mean is `t` standard deviations above ½.
    ///
    /// The condition is not linear in the probabilities. It is replaced by its tangent at the last
    /// distribution until that no longer moves.
    fn nearest_with_t(&self, t: f64) -> Self {
        let places = self.probabilities.len();
        let mut nearest = Self { probabilities: vec![1.0 / places as f64; places] };
        for _ in 0..100 {
            let (mean, deviation) = nearest.mean_and_deviation();
            let next = self.tilted(|score| {
                score - 0.5 - t * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
            });
            let moved = next.weighed().zip(&nearest.probabilities).map(|((_, new), old)| (new - old).abs());
            let still = moved.fold(0.0, f64::max) < 1e-12;
            nearest = next;
            if still {
                break;
            }
        }
        nearest
    }

    /// The likeliest distribution under which `excess` vanishes on average: p / (1 + λ·excess), with the one
    /// Lagrange multiplier λ that makes it so.
    fn tilted(&self, excess: impl Fn(f64) -> f64) -> Self {
        let excesses: Vec<f64> = scores(self.probabilities.len()).map(excess).collect();
        let least = excesses.iter().copied().fold(f64::INFINITY, f64::min);
        let most = excesses.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        debug_assert!(least < 0.0 && 0.0 < most, "no distribution on {excesses:?} averages to zero");
        let tilt = |multiplier: f64| {
            let terms = self.probabilities.iter().zip(&excesses);
            terms.map(move |(probability, excess)| (probability / (1.0 + multiplier * excess), *excess))
        };
        // All probabilities stay positive between these two, where the average falls from +∞ to −∞.
        let multiplier = root::increasing(-1.0 / most, -1.0 / least, |multiplier| {
            -tilt(multiplier).map(|(probability, excess)| probability * excess).sum::<f64>()
        });
        Self { probabilities: tilt(multiplier).map(|(probability, _)| probability).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_too_lopsided_to_be_computed_is_refused() {
        let test = |elo1| Sprt::new(SprtBounds::usual(0.0, elo1, EloModel::Logistic));
        for elo in [2001.0, 10_000.0, 1e300] {
            assert_eq!(test(elo), Err(SprtError::TooLopsided { elo, most: 2000.0 }));
        }
        let sheet = crate::statistics::Pentanomial { won_both: 3, ..Default::default() };
        assert!(test(2000.0).expect("a test").log_likelihood_ratio(&sheet).is_finite());
    }

    proptest! {
        /// Whatever was counted, the fits have the strength they are asked for and stay distributions.
        #[test]
        fn fits_meet_their_conditions(
            counts in proptest::collection::vec(prop_oneof![Just(0.001), 1.0..10_000.0], 5),
            elo in -Sprt::MAX_NORMALIZED_ELO..Sprt::MAX_NORMALIZED_ELO,
        ) {
            let seen = Distribution::of(&counts);
            let by_mean = seen.nearest_with_mean(score_from_elo(elo));
            prop_assert!((by_mean.mean_and_deviation().0 - score_from_elo(elo)).abs() < 1e-6);

            let t = elo / NORMALIZED_ELO_PER_DEVIATION * 2f64.sqrt();
            let by_t = seen.nearest_with_t(t);
            let (mean, deviation) = by_t.mean_and_deviation();
            prop_assert!(((mean - 0.5) / deviation - t).abs() < 1e-6, "{mean} {deviation}, not {t}");
            for fitted in [by_mean, by_t] {
                prop_assert!(fitted.probabilities.iter().all(|&probability| probability > 0.0));
                prop_assert!((fitted.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            }
        }
    }
}
