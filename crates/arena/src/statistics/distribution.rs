//! The normal and Student's t distribution: probabilities and quantiles.
//!
//! The error function is libm's, correct to the last bit or two. Quantiles are roots of the probabilities, so
//! they inherit their accuracy: 1e-13 relative for the normal law, 1e-10 for Student's, which goes through
//! the logarithm of the gamma function. The tests hold them to that.

use super::root;

/// The probability that a standard normal number is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// The number below which a standard normal number lies with this probability; ±∞ at 1 and 0.
pub fn normal_quantile(probability: f64) -> f64 {
    symmetric_quantile(probability, normal_cdf)
}

/// The probability that a number of Student's distribution is at most `t`.
pub fn student_cdf(t: f64, degrees_of_freedom: f64) -> f64 {
    let tail =
        incomplete_beta(degrees_of_freedom / (degrees_of_freedom + t * t), degrees_of_freedom / 2.0, 0.5)
            / 2.0;
    if t < 0.0 { tail } else { 1.0 - tail }
}

/// The number below which a number of Student's distribution lies with this probability; ±∞ at 1 and 0.
pub fn student_quantile(probability: f64, degrees_of_freedom: f64) -> f64 {
    symmetric_quantile(probability, |t| student_cdf(t, degrees_of_freedom))
}

/// Solved in the lower tail, where a probability keeps all its digits.
fn symmetric_quantile(probability: f64, cdf: impl Fn(f64) -> f64) -> f64 {
    match probability {
        p if p.is_nan() || !(0.0..=1.0).contains(&p) => f64::NAN,
        0.0 => f64::NEG_INFINITY,
        0.5 => 0.0,
        p if p > 0.5 => -symmetric_quantile(1.0 - p, cdf),
        p => {
            let mut low = -1.0;
            while cdf(low) > p {
                low *= 2.0;
            }
            root::increasing(low, 0.0, |x| cdf(x) - p)
        }
    }
}

/// The regularised incomplete beta function I_x(a, b).
// CITE: NIST Digital Library of Mathematical Functions, 8.17.4 and 8.17.22; evaluated by Lentz's method.
pub(super) fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges fast on this side of the mean; the other side is its mirror image.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let scale = libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * x.ln() + b * (-x).ln_1p();
    scale.exp() / a * beta_fraction(x, a, b)
}

/// 1 / (1 + d₁/(1 + d₂/(1 + …))), the continued fraction of the incomplete beta function.
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    /// Stands in for a vanishing denominator.
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut numerator = 1.0;
    let mut denominator = 0.0;
    let mut value = 1.0;
    // It takes about √max(a, b) terms: enough for samples of a hundred million.
    for term in 1..10_000 {
        let m = f64::from(term / 2);
        let coefficient = if term % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        numerator = away_from_zero(1.0 + coefficient / numerator);
        denominator = 1.0 / away_from_zero(1.0 + coefficient * denominator);
        let change = numerator * denominator;
        value *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    1.0 / value
}
