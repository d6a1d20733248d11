//! Figures 16 and 17 in two numbers.
//!
//! ```text
//!   a b c d         C corner and s: the safe squares near a corner, x: the dangerous ones;
//! 1 C x s .         + the centre
//! 2 x x . .
//! 3 s . + +
//! 4 . . + +
//! ```

use outflank_rules::{Square, Squares};

/// The corners and the edge squares two from them.
const SAFE: [Square; 3] = [Square::A1, Square::C1, Square::A3];
/// The squares next to a corner.
const DANGEROUS: [Square; 3] = [Square::B1, Square::A2, Square::B2];
/// The sixteen squares in the middle, a quarter of them.
const CENTRE: [Square; 4] = [Square::C3, Square::D3, Square::C4, Square::D4];

/// How clearly weights separate the safe from the dangerous squares near the corners: the difference of their
/// means, in standard deviations of all weights.
pub fn separation(weights: &[f64; 64]) -> f64 {
    (mean(weights, &SAFE) - mean(weights, &DANGEROUS)) / deviation(weights)
}

/// How much weights care for the centre: its mean above that of the board, in standard deviations of all.
pub fn centre(weights: &[f64; 64]) -> f64 {
    (mean(weights, &CENTRE) - weights.iter().sum::<f64>() / 64.0) / deviation(weights)
}

/// The mean weight of some squares and their mirror images.
fn mean(weights: &[f64; 64], quadrant: &[Square]) -> f64 {
    let images = |square: &Square| {
        let (row, column) = (square.index() / 8, square.index() % 8);
        [(row, column), (row, 7 - column), (7 - row, column), (7 - row, 7 - column)]
    };
    let squares: Squares = quadrant
        .iter()
        .flat_map(images)
        .filter_map(|(row, column)| Square::all().nth(8 * row + column))
        .collect();
    squares.into_iter().map(|square| weights[square.index()]).sum::<f64>() / f64::from(squares.count())
}

fn deviation(weights: &[f64; 64]) -> f64 {
    let mean = weights.iter().sum::<f64>() / 64.0;
    (weights.iter().map(|weight| (weight - mean).powi(2)).sum::<f64>() / 64.0).sqrt().max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_value::PieceCounter;

    #[test]
    fn the_heuristic_separates_clearly_and_a_flat_board_not_at_all() {
        let swh = PieceCounter::swh();
        // Safe: (1 + 0.1 + 0.1)/3 = 0.4; dangerous: −0.25; deviation of all weights: 0.2732.
        assert!((separation(swh.weights()) - 0.65 / 0.273_2).abs() < 0.01, "{}", separation(swh.weights()));
        assert!(centre(swh.weights()).abs() < 0.1, "{}", centre(swh.weights()));
        assert_eq!(separation(&[0.3; 64]), 0.0);
        let middle = std::array::from_fn(|index| {
            let inside = |line: usize| (2..6).contains(&line);
            if inside(index / 8) && inside(index % 8) { 1.0 } else { 0.0 }
        });
        assert!(centre(&middle) > 1.0);
    }
}
