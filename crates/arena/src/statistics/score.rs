//! The score of a contest: the mean per game, how far it can be trusted, and what it says about strength.

use std::ops::{AddAssign, Neg};

use super::elo::NORMALIZED_ELO_PER_DEVIATION;
use super::{Confidence, EloEstimate, Interval, Pentanomial, Trinomial, Unit, elo_from_score, normal_cdf};

/// Counted results of one player against another, seen by the first.
///
/// A score is the mean per game, from 0 to 1. Where nothing was played there is none.
pub trait ScoreSheet: Copy + Default + AddAssign + Neg<Output = Self> {
    /// What is counted once.
    const UNIT: Unit;

    /// Units by their score, from 0 to 1 in equal steps.
    fn counts(&self) -> impl AsRef<[u64]>;

    /// The number of units.
    fn units(&self) -> u64 {
        self.counts().as_ref().iter().sum()
    }

    /// The mean per game, from 0 to 1.
    fn score(&self) -> Option<f64> {
        (self.units() > 0).then(|| Spread::of(self).mean)
    }

    /// The standard error of the score, from the spread between units. It takes two units to have one.
    ///
    /// Zero where all units ended alike, which is no certainty: for statements use
    /// [`interval`](Self::interval).
    fn standard_error(&self) -> Option<f64> {
        let Spread { units, squares, .. } = Spread::of(self);
        (units >= 2.0).then(|| (squares / (units * (units - 1.0))).sqrt())
    }

    /// The scores that these results allow; all of them, 0 to 1, where nothing was played.
    ///
    /// This is Wilson's interval, with the number of units corrected for what the spread between them shows.
    /// The plain `score ± 1.96 standard errors` shrinks to a point where every unit ended alike and claims
    /// that a player who won its first pair cannot lose; Wilson's asks instead which true scores could have
    /// led here, and keeps its width at both ends. Results of nothing but 0 and 1 give exactly his interval.
    /// Draws and shared pairs spread less, so the same number of units says more, in the ratio of the
    /// variance seen to the largest one that the score permits. That ratio is itself uncertain in small
    /// samples: it is mixed with one virtual unit of the largest variance, which matters below a few dozen.
    // CITE: E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the
    // American Statistical Association 22 (1927).
    fn interval(&self, confidence: Confidence) -> Interval {
        let spread = Spread::of(self);
        if spread.units == 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let z2 = confidence.normal_reach().powi(2);
        let n = spread.units / spread.ratio();
        let score = spread.mean;
        let centre = (score + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach = (z2 * (score * (1.0 - score) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
        // Rounding must not put the score of a clean sweep outside its own interval.
        Interval { low: (centre - reach).clamp(0.0, score), high: (centre + reach).clamp(score, 1.0) }
    }

    /// How much stronger the first player is, on the Elo scale; infinite where it won or lost everything.
    fn elo(&self, confidence: Confidence) -> Option<EloEstimate> {
        let score = self.score()?;
        Some(EloEstimate {
            elo: elo_from_score(score),
            interval: self.interval(confidence).rescale(elo_from_score),
        })
    }

    /// How much stronger the first player is, measured in the noise of a single game: (score − ½)/σ, times
    /// 800/ln 10, where σ² is the variance of a unit's points per game.
    ///
    /// It says how many games it takes to see a difference, hardly depends on the openings, and is what tests
    /// are best planned in. Counts of zero become 0.001 first, or a clean sweep would have no noise
    /// to measure in. The interval takes σ as known: good for close contests, too narrow for lopsided ones.
    // CITE: M. Van den Bergh, Normalized Elo (fishtest); fastchess prints the same interval.
    fn normalized_elo(&self, confidence: Confidence) -> Option<EloEstimate> {
        let games = (self.units() * Self::UNIT.games()) as f64;
        let spread = Spread::regularized(self);
        let deviation = (Self::UNIT.games() as f64 * spread.squares / spread.units).sqrt();
        let elo = (spread.mean - 0.5) / deviation * NORMALIZED_ELO_PER_DEVIATION;
        let reach = confidence.normal_reach() * NORMALIZED_ELO_PER_DEVIATION / games.sqrt();
        (games > 0.0).then(|| EloEstimate { elo, interval: Interval::around(elo, reach) })
    }

    /// The likelihood of superiority: how sure the results make us that the first player is the stronger.
    ///
    /// The probability that belongs to the distance of the score from ½, in the standard errors that
    /// equal players would show; above 0.975 exactly where the 95 % interval lies above ½. One half where
    /// nothing was played.
    fn superiority(&self) -> f64 {
        let spread = Spread::of(self);
        if spread.units == 0.0 {
            return 0.5;
        }
        normal_cdf((spread.mean - 0.5) / (0.25 * spread.ratio() / spread.units).sqrt())
    }
}

impl ScoreSheet for Pentanomial {
    const UNIT: Unit = Unit::Pair;

    fn counts(&self) -> impl AsRef<[u64]> {
        self.by_points()
    }
}

impl ScoreSheet for Trinomial {
    const UNIT: Unit = Unit::Game;

    fn counts(&self) -> impl AsRef<[u64]> {
        [self.losses, self.draws, self.wins]
    }
}

/// What a count of zero becomes where a likelihood or a deviation would be lost.
// CITE: fishtest, which mixes the same amount into the same places.
const ABSENT: f64 = 1e-3;

/// The frequency of each score, with none of them zero.
pub(super) fn regularized(sheet: &impl ScoreSheet) -> Vec<f64> {
    sheet.counts().as_ref().iter().map(|&count| if count == 0 { ABSENT } else { count as f64 }).collect()
}

/// The score that each place of a list of counts stands for.
pub(super) fn scores(places: usize) -> impl Iterator<Item = f64> {
    (0..places).map(move |place| place as f64 / (places - 1) as f64)
}

/// The first two moments of a sheet.
struct Spread {
    units: f64,
    /// The mean score, NaN where there are no units.
    mean: f64,
    /// The sum over the units of their squared distance from the mean.
    squares: f64,
}

impl Spread {
    fn of(sheet: &impl ScoreSheet) -> Self {
        let counts: Vec<f64> = sheet.counts().as_ref().iter().map(|&count| count as f64).collect();
        Self::of_frequencies(&counts)
    }

    fn regularized(sheet: &impl ScoreSheet) -> Self {
        Self::of_frequencies(&regularized(sheet))
    }

    fn of_frequencies(frequencies: &[f64]) -> Self {
        let weighed = || frequencies.iter().zip(scores(frequencies.len()));
        let units = frequencies.iter().sum();
        let mean = weighed().map(|(count, score)| count * score).sum::<f64>() / units;
        let squares = weighed().map(|(count, score)| count * (score - mean) * (score - mean)).sum();
        Self { units, mean, squares }
    }

    fn ratio(&self) -> f64 {
        largest_variance_ratio(self.squares, self.units * self.mean * (1.0 - self.mean))
    }
}

/// The squared distances of units from a score, summed.
pub(super) fn squares_about(score: f64, sheet: &impl ScoreSheet) -> f64 {
    let counts = sheet.counts();
    let counts = counts.as_ref();
    counts
        .iter()
        .zip(scores(counts.len()))
        .map(|(&count, value)| count as f64 * (value - score).powi(2))
        .sum()
}

/// The variance seen as a part of the largest that a score permits, which is that of units won or lost with
/// nothing between. Mixed with [`VIRTUAL_UNITS`], so that a few units that ended alike do not pass for
/// certainty.
pub(super) fn largest_variance_ratio(squares: f64, largest: f64) -> f64 {
    let virtual_squares = VIRTUAL_UNITS / 4.0;
    (squares + virtual_squares) / (largest + virtual_squares)
}

/// The weight of the belief, before any result, that units spread as far as they can.
///
/// In simulation, one unit keeps 95 % intervals at 91 % or more from five units on, whether a contest is
/// even, lopsided or drawish. Half a unit lets them fall to 90 %; more than one only widens those of short
/// drawish ones.
const VIRTUAL_UNITS: f64 = 1.0;
