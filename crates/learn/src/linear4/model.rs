//! What `linear4` learns: the weights θ of four features.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Position};
use outflank_value::{Evaluator, FourFeatures, Linear, PieceCounter, Score, Stateless, four_features};

use crate::explanation::{Part, Parts, explain};
use crate::model::taken_from_any;
use crate::view::{Boards, Listing, View};
use crate::{Explanation, Learned, Tensor, Tensors, TensorsError};

/// The names of the features, in the order of θ.
pub const FEATURES: [&str; 4] = ["frontier", "mobility", "discs", "matrix"];

/// v = θ·f, with the four features in parts of 100, so that each lies between −1 and 1. Everything is seen
/// by the mover.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    theta: [f64; 4],
    /// The same function for features within ±100.
    function: Linear<FourFeatures>,
}

impl Model {
    /// How many plies it looks ahead unless told otherwise.
    pub const PLIES: u32 = 3;

    /// A model with these weights and this value matrix, in whatever unit: it is scaled so that its score lies
    /// within ±100.
    pub fn new(theta: [f64; 4], matrix: &PieceCounter) -> Self {
        let sum: f64 = matrix.weights().iter().map(|weight| weight.abs()).sum();
        let scale = if sum > 0.0 { 100.0 / sum } else { 1.0 };
        Self::scaled(theta, PieceCounter::new(matrix.weights().map(|weight| weight * scale)))
    }

    fn scaled(theta: [f64; 4], matrix: PieceCounter) -> Self {
        let weights = theta.map(|weight| weight / 100.0);
        Self { theta, function: Linear::new(FourFeatures { matrix }, weights.to_vec()) }
    }

    /// The same features with other weights.
    pub fn with_theta(&self, theta: [f64; 4]) -> Self {
        Self::scaled(theta, self.matrix().clone())
    }

    /// The weights of [`FEATURES`].
    pub fn theta(&self) -> [f64; 4] {
        self.theta
    }

    /// The value matrix, scaled.
    pub fn matrix(&self) -> &PieceCounter {
        &self.function.features().matrix
    }

    /// The features of a position, each between −1 and 1.
    #[inline(always)]
    pub fn features<K: Kernel>(&self, kernel: K, position: Position) -> [f64; 4] {
        four_features(kernel, position, self.matrix()).map(|feature| feature / 100.0)
    }

    /// Moves θ.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut [f64; 4])) {
        change(&mut self.theta);
        self.function.weights_mut().copy_from_slice(&self.theta.map(|weight| weight / 100.0));
    }
}

impl Stateless for Model {
    #[inline(always)]
    fn of<K: Kernel>(&self, kernel: K, position: Position) -> Score {
        self.function.evaluate(kernel, Board { position, mover: Color::Black })
    }
}

impl Parts for Model {
    fn parts<K: Kernel>(&self, kernel: K, position: Position) -> Vec<Part> {
        let features = self.features(kernel, position).into_iter().zip(self.theta);
        let part = |(name, (feature, weight))| Part { name, value: feature * weight };
        FEATURES.into_iter().zip(features).map(part).collect()
    }
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let matrix = Tensor::shaped([8, 8], self.matrix().weights().to_vec());
        Tensors::new().with("theta", Tensor::list(self.theta)).with("matrix", matrix)
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let theta = tensors.values("theta", &[4])?.try_into().expect("the shape was checked");
        let matrix = tensors.values("matrix", &[8, 8])?.try_into().expect("the shape was checked");
        Ok(Self::scaled(theta, PieceCounter::new(matrix)))
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.looking_ahead(Self::PLIES).entrant(name, self.clone()))
    }

    fn opposite(&self) -> Self {
        self.with_theta(self.theta.map(|weight| -weight))
    }

    fn view(&self) -> View {
        let caption = "The value matrix of the fourth feature, scaled so that its score lies within ±100.";
        let matrix = Boards::new("matrix", "By squares", caption);
        View::new("What it learned")
            .with(Listing::of_weights(FEATURES.into_iter().zip(self.theta)))
            .with(matrix.board("value matrix", *self.matrix().weights()))
    }

    fn explain(&self, board: Board, plies: Option<u32>) -> Option<Explanation> {
        Some(explain(self, board, plies.unwrap_or(Self::PLIES).max(1)))
    }
}

taken_from_any!(Model, super::SYSTEM);

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Board;
    use outflank_rules::kernel::Portable;

    #[test]
    fn values_by_hand_in_any_unit_of_the_matrix() {
        let board = Board::from_drawing(
            "
            1 - - - - - - - -
            2 - - - - - - - -
            3 - - - - - - - -
            4 - - - O X - - -
            5 - - - X X X - -
            6 - - - - - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            O to move",
        )
        .expect("a board");
        // White's only disc is a frontier disc, as are Black's four; both have three moves; with equal
        // squares the matrix sees 1 − 4 discs in 64.
        let theta = [1.0, 10.0, 100.0, 1000.0];
        let by_hand = 0.8 - 80.0 - 1000.0 * 3.0 / 64.0;
        for unit in [0.01, 1.0, 250.0] {
            let model = Model::new(theta, &PieceCounter::new([unit; 64]));
            assert!((model.of(Portable, board.position).value() - by_hand).abs() < 1e-9);
            assert_eq!(Model::from_tensors(&model.tensors()), Ok(model));
        }
    }

    #[test]
    fn a_matrix_of_nothing_is_nothing() {
        let model = Model::new([0.0, 0.0, 0.0, 1.0], &PieceCounter::new([0.0; 64]));
        assert_eq!(model.of(Portable, Board::START.position).value(), 0.0);
    }
}
