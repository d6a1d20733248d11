//! Weighted piece counters: a weight for each square, plus for own discs and minus for the opponent's.

mod sums;

use std::fmt;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement, Position, Square, Squares};

use crate::features::StatelessFeatures;
use crate::{Evaluator, Score};
pub use sums::{ByRows, BySquares, Sums};

/// A feature for each square, a1 to h8 by rows: 1 under an own disc, −1 under the opponent's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareFeatures;

impl StatelessFeatures for SquareFeatures {
    #[inline(always)]
    fn count(&self) -> usize {
        64
    }

    #[inline(always)]
    fn active<K: Kernel>(&self, _: K, board: Board, mut each: impl FnMut(usize, f64)) {
        for (squares, amount) in [(board.position.mover(), 1.0), (board.position.opponent(), -1.0)] {
            squares.into_iter().for_each(|square| each(square.index(), amount));
        }
    }
}

/// A weighted piece counter (WPC): what a [`Linear`](crate::Linear) of [`SquareFeatures`] is, with its value kept move by
/// move and its weights added up in a way of their own, which makes it several times faster.
///
/// ```
/// use outflank_value::PieceCounter;
/// use outflank_rules::Square;
///
/// let swh = PieceCounter::swh();
/// assert_eq!(swh.weight(Square::H8), 1.0);
/// assert_eq!(swh.weight(Square::G7), -0.25);
/// ```
#[derive(Clone, PartialEq)]
pub struct PieceCounter<S = ByRows>(S);

impl PieceCounter {
    /// A counter with these weights, a1 to h8 by rows.
    pub fn new(weights: [f64; 64]) -> Self {
        Self::with_sums(weights)
    }

    /// The counter whose four quadrants are this one, a1–d4 by rows, mirrored.
    pub fn mirrored(quadrant: [f64; 16]) -> Self {
        let fold = |line: usize| line.min(7 - line);
        Self::new(std::array::from_fn(|index| quadrant[fold(index / 8) * 4 + fold(index % 8)]))
    }

    /// The standard weighted heuristic, the opponent of the Othello League.
    // CITE: Yoshioka, Ishii and Ito (1999), as used by Runarsson and Lucas (2005).
    #[rustfmt::skip]
    pub fn swh() -> Self {
        Self::mirrored([
             1.00, -0.25, 0.10, 0.05,
            -0.25, -0.25, 0.01, 0.01,
             0.10,  0.01, 0.05, 0.02,
             0.05,  0.01, 0.02, 0.01,
        ])
    }

    /// Korman's matrix.
    // CITE: Korman, Playing Othello with artificial intelligence (2003).
    #[rustfmt::skip]
    pub fn korman() -> Self {
        Self::mirrored([
            20.0, -3.0, 11.0,  8.0,
            -3.0, -7.0, -4.0,  1.0,
            11.0, -4.0,  2.0,  2.0,
             8.0,  1.0,  2.0, -3.0,
        ])
    }

    /// The fixed table that Edgar was taught with.
    // CITE: Teller's Edgar, as described by Siegel, Edgar Learns to Play Othello.
    #[rustfmt::skip]
    pub fn edgar_table() -> Self {
        Self::mirrored([
            64.0, -8.0, 8.0, 8.0,
            -8.0, -8.0, 0.0, 0.0,
             8.0,  0.0, 0.0, 0.0,
             8.0,  0.0, 0.0, 0.0,
        ])
    }

    /// The matrix that Fry, Zheng and Li's agent learned, as printed.
    // CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016).
    #[rustfmt::skip]
    pub fn document_matrix() -> Self {
        Self::mirrored([
            3.2125, 1.775, 1.875,  1.975,
            0.15,   2.3,   0.6625, 1.8375,
            3.525,  0.85,  2.675,  0.175,
            1.125,  1.95,  0.15,   0.0,
        ])
    }

    /// Norvig's weights.
    // CITE: Norvig, Paradigms of Artificial Intelligence Programming (1992).
    #[rustfmt::skip]
    pub fn norvig() -> Self {
        Self::mirrored([
            120.0, -20.0, 20.0,  5.0,
            -20.0, -40.0, -5.0, -5.0,
             20.0,  -5.0, 15.0,  3.0,
              5.0,  -5.0,  3.0,  3.0,
        ])
    }

    /// The best weighted piece counter that was published: bred by co-evolution.
    // CITE: Lucas and Runarsson, Temporal difference learning versus co-evolution for acquiring Othello position evaluation (2006).
    #[rustfmt::skip]
    pub fn lr06() -> Self {
        Self::new([
               4.62251,   -1.47785,    1.40964,  -0.066975,  -0.305214,    1.63302,    -1.0509,    4.36555,
              -1.32915,   -2.24566,   -1.06063,  -0.541089,  -0.332716,   -0.47583,   -2.27454,  -0.032595,
               2.68155,  -0.906628,   0.229372,    0.05926,  -0.150415,   0.321982,   -1.14506,    2.98677,
             -0.746066,  -0.317389,    0.14004,  -0.045266,   0.236595,   0.158543,  -0.720833,  -0.131124,
             -0.305566,  -0.328398,   0.073872,  -0.131472,  -0.172101,   0.016603,  -0.511448,  -0.264125,
               2.77741,  -0.769551,   0.676483,    0.28219,   0.007184,   0.269876,   -1.40817,    2.39624,
              -1.56618,    -3.0499,  -0.637408,   -0.07769,  -0.648382,  -0.911066,   -3.32977,  -0.870962,
               5.04658,   -1.46881,    1.54505,  -0.031175,   0.263998,    2.06315,  -0.148002,    5.78104,
        ])
    }

    /// Reads 64 numbers, a1 to h8 by rows, between white space or commas. A line may end in a `#` comment.
    pub fn from_text(text: &str) -> Result<Self, WeightsError> {
        let mut weights = Vec::with_capacity(64);
        let words = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default())
            .flat_map(|line| line.split(|character: char| character.is_whitespace() || character == ','))
            .filter(|word| !word.is_empty());
        for word in words {
            match word.parse::<f64>() {
                Ok(weight) if weight.is_finite() => weights.push(weight),
                _ => {
                    return Err(WeightsError::NotANumber { word: word.to_owned(), place: weights.len() + 1 });
                }
            }
        }
        let count = weights.len();
        weights.try_into().map(Self::new).map_err(|_| WeightsError::Count { count })
    }
}

impl<S: Sums> PieceCounter<S> {
    /// A counter with these weights, a1 to h8 by rows, that adds them up in any way.
    pub fn with_sums(weights: [f64; 64]) -> Self {
        Self(S::of(weights))
    }

    /// The weight of one square.
    #[inline(always)]
    pub fn weight(&self, square: Square) -> f64 {
        self.weights()[square.index()]
    }

    /// All weights, a1 to h8 by rows.
    #[inline(always)]
    pub fn weights(&self) -> &[f64; 64] {
        self.0.weights()
    }

    /// The sum of the weights of some squares.
    #[inline(always)]
    pub fn sum(&self, squares: Squares) -> f64 {
        self.0.sum(squares)
    }

    /// Own weights minus the opponent's.
    #[inline(always)]
    pub fn balance(&self, position: Position) -> f64 {
        self.0.balance(position)
    }

    /// Adds a step to the weights under own discs and takes it from those under the opponent's: one step along the
    /// gradient of the balance.
    #[inline(always)]
    pub fn step(&mut self, position: Position, step: f64) {
        let (own, other) = (position.mover().bits(), position.opponent().bits());
        self.0.change(|weights| {
            for (index, weight) in weights.iter_mut().enumerate() {
                let square = 1 << index;
                let signed = if own & square != 0 { step } else { -step };
                *weight += if (own | other) & square != 0 { signed } else { 0.0 };
            }
        });
    }
}

impl<S: Sums> Evaluator for PieceCounter<S> {
    /// The balance: a move adds its square once and its flips twice.
    type State = f64;

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> f64 {
        self.balance(board.position)
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, balance: f64, _: Board, placement: Placement) -> f64 {
        -(balance + self.weight(placement.square()) + 2.0 * self.sum(placement.flips()))
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, balance: f64, _: Board) -> f64 {
        -balance
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, balance: f64, _: Board) -> Score {
        Score::new(balance)
    }
}

impl<S: Sums> fmt::Debug for PieceCounter<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PieceCounter").field(self.weights()).finish()
    }
}

/// A text that is not 64 weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A word is no number.
    #[error("“{word}” where weight {place} of 64 should stand")]
    NotANumber {
        /// The word.
        word: String,
        /// Its place, the first being 1.
        place: usize,
    },
    /// There are not 64.
    #[error("{count} weights, expected 64: a1 to h8 by rows")]
    Count {
        /// How many there are.
        count: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::kernel::Portable;

    #[test]
    fn a_piece_counter_is_a_linear_function_of_its_squares() {
        let counter = PieceCounter::document_matrix();
        let linear = crate::Linear::new(SquareFeatures, counter.weights().to_vec());
        let mut board = Board::START;
        while let Some(placement) = board.position.moves().into_iter().next() {
            board = board.after(board.position.placement(placement).expect("legal"));
            let (one, other) = (counter.evaluate(Portable, board), linear.evaluate(Portable, board));
            assert!((one.value() - other.value()).abs() < 1e-12, "{board}");
            let (mut one, mut other) = (counter.clone(), linear.clone());
            one.step(board.position, 0.25);
            other.step(Portable, &(), board, 0.25);
            assert_eq!(one.weights()[..], *other.weights(), "{board}");
        }
    }

    #[test]
    fn the_published_counters_are_symmetric_and_right_at_the_corner() {
        for (counter, corner, x_square) in [
            (PieceCounter::swh(), 1.0, -0.25),
            (PieceCounter::korman(), 20.0, -7.0),
            (PieceCounter::edgar_table(), 64.0, -8.0),
            (PieceCounter::norvig(), 120.0, -40.0),
        ] {
            for (square, weight) in [
                (Square::A1, corner),
                (Square::H1, corner),
                (Square::A8, corner),
                (Square::H8, corner),
                (Square::B2, x_square),
                (Square::G2, x_square),
                (Square::B7, x_square),
                (Square::G7, x_square),
            ] {
                assert_eq!(counter.weight(square), weight);
            }
        }
    }

    #[test]
    fn the_value_of_a_move_by_hand() {
        // 1. f5: own e4 d5 e5 f5, opponent d4. Weights: 4 × 0.01 for the centre, f5 0.02.
        let board = Board::START;
        let swh = PieceCounter::swh();
        let f5 = board.position.placement(Square::F5).expect("legal");
        let state = swh.after(Portable, swh.state(Portable, board), board, f5);
        assert!((state - -(3.0 * 0.01 + 0.02 - 0.01)).abs() < 1e-12);
        assert!((state - swh.evaluate(Portable, board.after(f5)).value()).abs() < 1e-12);
    }

    #[test]
    fn weights_are_read_and_errors_say_where() {
        let text = (0..64)
            .map(|index| format!("{}{}", index as f64 / 4.0, if index % 8 == 7 { " # row\n" } else { ", " }));
        let counter = PieceCounter::from_text(&text.collect::<String>()).expect("64 numbers");
        assert_eq!(counter.weight(Square::H8), 15.75);
        assert_eq!(PieceCounter::from_text("1 2 3"), Err(WeightsError::Count { count: 3 }));
        let error = PieceCounter::from_text("1 NaN").expect_err("not a number");
        assert_eq!(error.to_string(), "“NaN” where weight 2 of 64 should stand");
    }
}
