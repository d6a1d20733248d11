//! What `deep` learns: the weights of a network.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_value::residual::{Channels, Orientation, ResidualNetwork, Shape, Sight};

use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError};

/// A network of convolutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Model(ResidualNetwork);

impl Model {
    /// A model of these weights, as many as the shape has.
    pub(super) fn new(shape: Shape, weights: Vec<f32>) -> Self {
        Self(ResidualNetwork::new(shape, weights).expect("as many weights"))
    }

    /// The network.
    pub fn network(&self) -> &ResidualNetwork {
        &self.0
    }
}

/// The most blocks that are read.
const MOST_BLOCKS: u64 = 20;

/// The shape that tensors say they have: planes, blocks, channels, and 1 where all orientations are seen as one.
fn shape_of(tensors: &Tensors) -> Result<Shape, TensorsError> {
    let refused = |reason: String| TensorsError::Content { name: "shape".to_owned(), reason };
    let [planes, blocks, channels, canonical] = *tensors.values("shape", &[4])? else {
        return Err(refused("four numbers are expected".to_owned()));
    };
    let whole =
        |number: f64| (number >= 0.0 && number.fract() == 0.0 && number < 1e6).then_some(number as usize);
    let sight = whole(planes).and_then(Sight::of_planes);
    let channels_found = whole(channels).and_then(Channels::of_count);
    match (sight, whole(blocks), channels_found, whole(canonical)) {
        (Some(sight), Some(blocks), Some(channels), Some(canonical @ 0..=1))
            if (1..=MOST_BLOCKS as usize).contains(&blocks) =>
        {
            let orientation = if canonical == 1 { Orientation::Canonical } else { Orientation::AsItIs };
            Ok(Shape { sight, orientation, blocks, channels })
        }
        _ => Err(refused(format!(
            "a network of {planes} planes, {blocks} blocks and {channels} channels is not known here; expected 3 or 5 planes, \
             1 to {MOST_BLOCKS} blocks and 16, 32 or 64 channels"
        ))),
    }
}

impl Learned for Model {
    /// The shape, and a tensor for each part of the weights.
    fn tensors(&self) -> Tensors {
        let shape = self.0.shape();
        let numbers = [
            shape.sight.planes() as f64,
            shape.blocks as f64,
            shape.channels.count() as f64,
            f64::from(u8::from(shape.orientation == Orientation::Canonical)),
        ];
        let mut tensors = Tensors::new().with("shape", Tensor::list(numbers));
        for part in shape.parts() {
            let weights: std::sync::Arc<[f32]> = self.0.weights()[part.range].into();
            tensors.insert(&part.name, Tensor::shaped(part.sizes, weights));
        }
        tensors
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let shape = shape_of(tensors)?;
        let mut weights = Vec::with_capacity(shape.weights());
        for part in shape.parts() {
            weights.extend_from_slice(tensors.singles(&part.name, &part.sizes)?);
        }
        Ok(Self::new(shape, weights))
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.entrant_with_advice(name, self.0.clone()))
    }

    fn opposite(&self) -> Self {
        let shape = *self.0.shape();
        let mut weights = self.0.weights().to_vec();
        weights[shape.sign_of_value()].iter_mut().for_each(|weight| *weight = -*weight);
        Self::new(shape, weights)
    }

    fn view(&self) -> View {
        super::view::of(&self.0)
    }
}

taken_from_any!(Model, super::SYSTEM);
