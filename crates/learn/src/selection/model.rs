//! What `selection` learns: which features to use, and how much each weighs.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Position};
use outflank_value::{PieceCounter, Score, Stateless};

use super::{Feature, Features};
use crate::explanation::{Part, Parts, explain};
use crate::model::taken_from_any;
use crate::view::{Listing, View};
use crate::{Explanation, Learned, Tensor, Tensors, TensorsError, linear4};

/// A weighted sum of the chosen features.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    features: Features,
    /// By features; 0 for those that were not chosen.
    weights: [f64; Feature::COUNT],
    /// Which were chosen, one bit each.
    chosen: u32,
}

impl Model {
    /// A sum of these features with these weights, in the same order.
    pub fn new(features: Features, chosen: &[usize], chosen_weights: &[f64]) -> Self {
        let mut weights = [0.0; Feature::COUNT];
        for (&feature, weight) in chosen.iter().zip(chosen_weights) {
            weights[feature] = *weight;
        }
        Self { features, weights, chosen: chosen.iter().fold(0, |bits, feature| bits | 1 << feature) }
    }

    /// The chosen features and their weights.
    pub fn weights(&self) -> impl Iterator<Item = (Feature, f64)> {
        let chosen = |feature: &Feature| self.chosen >> feature.index() & 1 != 0;
        Feature::ALL.into_iter().filter(chosen).map(|feature| (feature, self.weights[feature.index()]))
    }

    /// What each feature of a position is, chosen or not.
    pub fn features<K: Kernel>(&self, kernel: K, position: Position) -> [f64; Feature::COUNT] {
        self.features.all(kernel, position)
    }
}

impl Stateless for Model {
    #[inline(always)]
    fn of<K: Kernel>(&self, kernel: K, position: Position) -> Score {
        let features = self.features.of(kernel, position, self.chosen);
        Score::new(features.iter().zip(self.weights).map(|(feature, weight)| feature * weight).sum())
    }
}

impl Parts for Model {
    fn parts<K: Kernel>(&self, kernel: K, position: Position) -> Vec<Part> {
        let features = self.features.of(kernel, position, self.chosen);
        let part = |(feature, weight): (Feature, f64)| Part {
            name: feature.name(),
            value: weight * features[feature.index()],
        };
        self.weights().map(part).collect()
    }
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let matrix = Tensor::shaped([8, 8], self.features.matrix().weights().to_vec());
        let chosen: Vec<f64> =
            Feature::ALL.iter().map(|feature| f64::from(self.chosen >> feature.index() & 1)).collect();
        Tensors::new()
            .with("chosen", Tensor::list(chosen))
            .with("weights", Tensor::list(self.weights))
            .with("matrix", matrix)
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let weights = tensors.values("weights", &[Feature::COUNT])?;
        let chosen = tensors.values("chosen", &[Feature::COUNT])?;
        let matrix = tensors.values("matrix", &[8, 8])?.try_into().expect("the shape was checked");
        let chosen: Vec<usize> = (0..Feature::COUNT).filter(|&feature| chosen[feature] != 0.0).collect();
        let weights: Vec<f64> = chosen.iter().map(|&feature| weights[feature]).collect();
        Ok(Self::new(Features::new(PieceCounter::new(matrix)), &chosen, &weights))
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.looking_ahead(linear4::Model::PLIES).entrant(name, self.clone()))
    }

    fn opposite(&self) -> Self {
        Self { weights: self.weights.map(|weight| -weight), ..self.clone() }
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
