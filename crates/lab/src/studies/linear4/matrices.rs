//! What a matrix of values prefers, in numbers that do not hang on its size.

use outflank_value::PieceCounter;

/// The mean of some squares of a matrix, less the mean of all, in units of their mean size.
pub(super) fn preference(weights: &[f64; 64], squares: &[usize]) -> f64 {
    let size = weights.iter().map(|weight| weight.abs()).sum::<f64>() / 64.0;
    let mean = weights.iter().sum::<f64>() / 64.0;
    let some = squares.iter().map(|&square| weights[square]).sum::<f64>() / squares.len() as f64;
    (some - mean) / size.max(f64::MIN_POSITIVE)
}

/// The least of the squares that are played to, in units of their mean size.
pub(super) fn least(weights: &[f64; 64]) -> f64 {
    let played = (0..64).filter(|square| ![27, 28, 35, 36].contains(square)).map(|square| weights[square]);
    let size = played.clone().map(f64::abs).sum::<f64>() / 60.0;
    played.fold(f64::INFINITY, f64::min) / size.max(f64::MIN_POSITIVE)
}

/// The correlation with the matrix that the document prints, over the squares of a quadrant that are played to.
pub(super) fn likeness(weights: &[f64; 64]) -> f64 {
    let printed = PieceCounter::document_matrix();
    let squares = (0..4).flat_map(|row| (0..4).map(move |column| 8 * row + column)).take(15);
    let pairs: Vec<(f64, f64)> = squares.map(|square| (weights[square], printed.weights()[square])).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (one, other) = (mean(|pair| pair.0), mean(|pair| pair.1));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| -> f64 { pairs.iter().map(|(a, b)| of(a - one, b - other)).sum() };
    let size = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    sum(&|a, b| a * b) / size.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_printed_matrix() {
        // What the document's own matrix has stands beside ours in the report.
        let printed = PieceCounter::document_matrix();
        let near = |value: f64, expected: f64| assert!((value - expected).abs() < 0.005, "{value}");
        near(preference(printed.weights(), &[0]), 1.12);
        near(preference(printed.weights(), &[1, 8, 9]), -0.07);
        near(least(printed.weights()), 0.093);
        near(likeness(printed.weights()), 1.0);
        near(likeness(&printed.weights().map(|weight| -weight)), -1.0);
    }
}
