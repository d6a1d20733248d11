//! What `selection` learns: which features to use, and how much each weighs.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Position};
use outflank_value::{Evaluator, Linear, PieceCounter, Score, Stateless};

use super::{Feature, WideFeatures};
use crate::explanation::{Part, Parts, explain};
use crate::model::taken_from_any;
use crate::view::{Listing, View};
use crate::{Explanation, Learned, Tensor, Tensors, TensorsError, linear4};

/// A weighted sum of the chosen features.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The weights of those that were not chosen are 0.
    function: Linear<WideFeatures>,
}

impl Model {
    /// A sum of these features with these weights, in the same order.
    pub fn new(features: WideFeatures, chosen: &[usize], chosen_weights: &[f64]) -> Self {
        let mut weights = vec![0.0; Feature::COUNT];
        for (&feature, weight) in chosen.iter().zip(chosen_weights) {
            weights[feature] = *weight;
        }
        Self { function: Linear::new(features.only(chosen), weights) }
    }

    /// The chosen features and their weights.
    pub fn weights(&self) -> impl Iterator<Item = (Feature, f64)> {
        let chosen = |feature: &Feature| self.function.features().contains(*feature);
        let weight = |feature: Feature| (feature, self.function.weights()[feature.index()]);
        Feature::ALL.into_iter().filter(chosen).map(weight)
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
        let features = self.function.features().of(kernel, position);
        let part = |(feature, weight): (Feature, f64)| Part {
            name: feature.name(),
            value: weight * features[feature.index()],
        };
        self.weights().map(part).collect()
    }
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let features = self.function.features();
        let matrix = Tensor::shaped([8, 8], features.matrix().weights().to_vec());
        let chosen = Feature::ALL.map(|feature| if features.contains(feature) { 1.0 } else { 0.0 });
        Tensors::new()
            .with("chosen", Tensor::list(chosen))
            .with("weights", Tensor::list(self.function.weights()))
            .with("matrix", matrix)
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let weights = tensors.values("weights", &[Feature::COUNT])?;
        let chosen = tensors.values("chosen", &[Feature::COUNT])?;
        let matrix = tensors.values("matrix", &[8, 8])?.try_into().expect("the shape was checked");
        let chosen: Vec<usize> = (0..Feature::COUNT).filter(|&feature| chosen[feature] != 0.0).collect();
        let weights: Vec<f64> = chosen.iter().map(|&feature| weights[feature]).collect();
        Ok(Self::new(WideFeatures::new(PieceCounter::new(matrix)), &chosen, &weights))
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.looking_ahead(linear4::Model::PLIES).entrant(name, self.clone()))
    }

    fn opposite(&self) -> Self {
        let mut opposite = self.clone();
        opposite.function.weights_mut().iter_mut().for_each(|weight| *weight = -*weight);
        opposite
    }

    fn view(&self) -> View {
        let weights = self.weights().map(|(feature, weight)| (feature.name(), weight));
        View::new("What it learned").with(Listing::of_weights(weights))
    }

    fn explain(&self, board: Board, plies: Option<u32>) -> Option<Explanation> {
        Some(explain(self, board, plies.unwrap_or(linear4::Model::PLIES).max(1)))
    }
}

taken_from_any!(Model, super::SYSTEM);
