//! What `value-matrix` learns: one number for each square, the same in all four quadrants.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_value::PieceCounter;

use super::view::beside_the_printed;
use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError};

/// The matrix V. A position is worth the sum of V under own discs minus that under the opponent's.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    counter: PieceCounter,
}

impl Model {
    /// The matrix of these counts, a1 to h8 by rows, the quadrants averaged.
    ///
    /// ```
    /// use outflank_learn::value_matrix::Model;
    /// use outflank_rules::Square;
    ///
    /// let mut counts = [0.0; 64];
    /// (counts[Square::A1.index()], counts[Square::H8.index()]) = (3.0, 1.0);
    /// let model = Model::from_counts(&counts);
    /// assert!(model.quadrant()[0] == 1.0 && model.counter().weight(Square::A8) == 1.0);
    /// ```
    pub fn from_counts(counts: &[f64; 64]) -> Self {
        let quadrant = std::array::from_fn(|index| {
            let (row, column) = (index / 4, index % 4);
            let images = [(row, column), (row, 7 - column), (7 - row, column), (7 - row, 7 - column)];
            images.into_iter().map(|(row, column)| counts[row * 8 + column]).sum::<f64>() / 4.0
        });
        Self { counter: PieceCounter::mirrored(quadrant) }
    }

    /// The matrix as the evaluator that plays with it.
    pub fn counter(&self) -> &PieceCounter {
        &self.counter
    }

    /// The matrix, a1 to h8 by rows.
    pub fn weights(&self) -> &[f64; 64] {
        self.counter.weights()
    }

    /// The quadrant a1–d4 by rows, as the document prints it.
    pub fn quadrant(&self) -> [f64; 16] {
        std::array::from_fn(|index| self.weights()[index / 4 * 8 + index % 4])
    }
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let weights = Tensor::shaped([8, 8], self.weights().to_vec());
        Tensors::new().with("weights", weights)
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let weights = tensors.values("weights", &[8, 8])?;
        Ok(Self { counter: PieceCounter::new(weights.try_into().expect("the shape was checked")) })
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.entrant(name, self.counter.clone()))
    }

    fn opposite(&self) -> Self {
        Self { counter: PieceCounter::new(self.weights().map(|weight| -weight)) }
    }

    fn view(&self) -> View {
        View::new("What it learned").with(beside_the_printed([("learned", *self.weights())]))
    }

    fn weights(&self) -> Option<&[f64; 64]> {
        Some(self.weights())
    }
}

taken_from_any!(Model, super::SYSTEM);
