//! Draws from the normal distribution.

use std::f64::consts::TAU;

use outflank_engine::Chance;

/// A draw from the standard normal distribution. Its functions are computed, not asked of the machine, so
/// that every machine draws the same.
// CITE: Box and Muller, A note on the generation of random normal deviates (1958).
pub(super) fn normal(chance: &mut Chance) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - chance.unit())).sqrt();
    radius * libm::cos(TAU * chance.unit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_spread_and_tails_are_those_of_the_normal_distribution() {
        let mut chance = Chance::stream(1, "normal", 0);
        let draws: Vec<f64> = (0..200_000).map(|_| normal(&mut chance)).collect();
        let mean = |power: i32| draws.iter().map(|draw| draw.powi(power)).sum::<f64>() / draws.len() as f64;
        assert!(mean(1).abs() < 0.01, "{}", mean(1));
        assert!((mean(2) - 1.0).abs() < 0.015, "{}", mean(2));
        assert!((mean(4) - 3.0).abs() < 0.12, "{}", mean(4));
        let beyond = draws.iter().filter(|draw| draw.abs() > 1.959_964).count() as f64 / draws.len() as f64;
        assert!((beyond - 0.05).abs() < 0.002, "{beyond}");
    }
}
