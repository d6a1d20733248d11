//! The fit of the Bradley–Terry model, in natural logarithms of odds, by Newton's method.

use crate::statistics::score::{largest_variance_ratio, squares_about};
use crate::statistics::{Crosstable, ScoreSheet};

/// Fitted strengths with their covariances. Players that are held have none.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    strengths: Vec<f64>,
    covariances: Vec<Vec<f64>>,
    /// The variance seen as a multiple of that of independent games without draws.
    pub(super) dispersion: f64,
}

/// Games between two players as the likelihood sees them, the prior's included.
struct PairScore {
    first: usize,
    second: usize,
    games: f64,
    points: f64,
}

impl Fit {
    /// The fit to a table that is connected and, where there are no virtual draws, without a clean sweep. Players
    /// that are held, one at least, stay at their strengths.
    pub(super) fn of<S: ScoreSheet>(
        table: &Crosstable<S>,
        virtual_draws: f64,
        held: &[(usize, f64)],
    ) -> Self {
        let players = table.players().len();
        let scores = scores_with_prior(table, virtual_draws);
        let mut strengths = vec![0.0; players];
        for &(player, strength) in held {
            strengths[player] = strength;
        }
        let is_free = |player: &usize| held.iter().all(|(held, _)| held != player);
        let free: Vec<usize> = (0..players).filter(is_free).collect();
        let mut likelihood = log_likelihood(&scores, &strengths);
        // Newton's method on a concave function, steps halved where they overshoot: a dozen rounds suffice.
        for _ in 0..200 {
            let inverse = inverse_information(&scores, &strengths, &free);
            let gradient = gradient(&scores, &strengths);
            let step: Vec<f64> =
                inverse.iter().map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum()).collect();
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            let mut share = 1.0;
            let (next, reached) = loop {
                let next: Vec<f64> =
                    strengths.iter().zip(&step).map(|(old, part)| old + share * part).collect();
                let reached = log_likelihood(&scores, &next);
                if reached >= likelihood || share < 1e-6 {
                    break (next, reached);
                }
                share /= 2.0;
            };
            (strengths, likelihood) = (next, reached);
            if longest < 1e-10 {
                break;
            }
        }
        let dispersion = dispersion(table, &strengths, free.len());
        let covariances = inverse_information(&scores, &strengths, &free)
            .into_iter()
            .map(|row| row.into_iter().map(|value| value * dispersion).collect())
            .collect();
        Self { strengths, covariances, dispersion }
    }

    /// How far one player is above another, with the standard error.
    pub(super) fn distance(&self, player: usize, other: usize) -> (f64, f64) {
        let mut weights = vec![0.0; self.strengths.len()];
        weights[other] = 1.0;
        self.distance_from_mean(player, &weights)
    }

    /// How far a player is above a weighted mean of all, with the standard error.
    pub(super) fn distance_from_mean(&self, player: usize, weights: &[f64]) -> (f64, f64) {
        let mut contrast: Vec<f64> = weights.iter().map(|weight| -weight).collect();
        contrast[player] += 1.0;
        let distance = contrast.iter().zip(&self.strengths).map(|(part, strength)| part * strength).sum();
        let variance: f64 = contrast
            .iter()
            .zip(&self.covariances)
            .map(|(part, row)| part * row.iter().zip(&contrast).map(|(a, b)| a * b).sum::<f64>())
            .sum();
        // A player's distance from itself may come out a rounding error below zero.
        (distance, variance.max(0.0).sqrt())
    }
}

/// The results, with each player's virtual draws shared out over its opponents in proportion to the games.
fn scores_with_prior<S: ScoreSheet>(table: &Crosstable<S>, virtual_draws: f64) -> Vec<PairScore> {
    let mut played = vec![0.0; table.players().len()];
    let games = |sheet: &S| (sheet.units() * S::UNIT.games()) as f64;
    for meeting in table.meetings() {
        played[meeting.first] += games(&meeting.sheet);
        played[meeting.second] += games(&meeting.sheet);
    }
    let with_prior = table.meetings().iter().map(|meeting| {
        let games = games(&meeting.sheet);
        let points = meeting.sheet.score().unwrap_or(0.0) * games;
        // Both players bring draws to the meeting; half of each, since a draw serves both.
        let draws = virtual_draws / 2.0 * (games / played[meeting.first] + games / played[meeting.second]);
        PairScore {
            first: meeting.first,
            second: meeting.second,
            games: games + draws,
            points: points + draws / 2.0,
        }
    });
    with_prior.collect()
}

/// The chance of the stronger by this much.
fn win_probability(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

fn log_likelihood(scores: &[PairScore], strengths: &[f64]) -> f64 {
    let log_probability = |advantage: f64| -(-advantage).exp().ln_1p();
    let terms = scores.iter().map(|score| {
        let advantage = strengths[score.first] - strengths[score.second];
        score.points * log_probability(advantage) + (score.games - score.points) * log_probability(-advantage)
    });
    terms.sum()
}

/// How much more each player scored than its strength explains.
fn gradient(scores: &[PairScore], strengths: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; strengths.len()];
    for score in scores {
        let expected = score.games * win_probability(strengths[score.first] - strengths[score.second]);
        gradient[score.first] += score.points - expected;
        gradient[score.second] -= score.points - expected;
    }
    gradient
}

/// The inverse of the Fisher information of the free players; the rows and columns of others stay zero.
fn inverse_information(scores: &[PairScore], strengths: &[f64], free: &[usize]) -> Vec<Vec<f64>> {
    let players = strengths.len();
    let mut information = vec![vec![0.0; players]; players];
    for score in scores {
        let probability = win_probability(strengths[score.first] - strengths[score.second]);
        let weight = score.games * probability * (1.0 - probability);
        for (one, other) in [(score.first, score.second), (score.second, score.first)] {
            information[one][one] += weight;
            information[one][other] -= weight;
        }
    }
    let mut inverse = vec![vec![0.0; players]; players];
    for &player in free {
        inverse[player][player] = 1.0;
    }
    // Gauss and Jordan without exchanges: a grounded Laplacian of a connected table is positive definite.
    for &pivot in free {
        let scale = 1.0 / information[pivot][pivot];
        for &column in free {
            information[pivot][column] *= scale;
            inverse[pivot][column] *= scale;
        }
        let (pivot_left, pivot_right) = (information[pivot].clone(), inverse[pivot].clone());
        for &row in free.iter().filter(|&&row| row != pivot) {
            let factor = information[row][pivot];
            for &column in free {
                information[row][column] -= factor * pivot_left[column];
                inverse[row][column] -= factor * pivot_right[column];
            }
        }
    }
    inverse
}

/// How far the units scatter about the fit, as a multiple of what independent games without draws would do.
/// One for the whole table: a meeting of a few pairs is too short to have its own.
fn dispersion<S: ScoreSheet>(table: &Crosstable<S>, strengths: &[f64], fitted: usize) -> f64 {
    let mut units = 0.0;
    let mut seen = 0.0;
    let mut largest = 0.0;
    for meeting in table.meetings() {
        let probability = win_probability(strengths[meeting.first] - strengths[meeting.second]);
        units += meeting.sheet.units() as f64;
        seen += squares_about(probability, &meeting.sheet);
        largest += meeting.sheet.units() as f64 * probability * (1.0 - probability);
    }
    // The fitted strengths have followed some of the scatter.
    let free = (units - fitted as f64).max(1.0);
    S::UNIT.games() as f64 * largest_variance_ratio(seen * units / free, largest)
}
