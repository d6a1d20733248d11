//! How perceptrons are kept as tensors.

use outflank_value::perceptron::Perceptron;

use crate::{Tensor, Tensors, TensorsError};

/// What turns into tensors and back.
pub(crate) trait AsTensors: Sized {
    /// The numbers.
    fn tensors(&self) -> Tensors;

    /// A perceptron with so many neurons from its tensors.
    fn from_tensors(neurons: usize, tensors: &Tensors) -> Result<Self, TensorsError>;

    /// A perceptron from its tensors, with as many neurons as they are for, unless these are too many.
    fn of_any_size(tensors: &Tensors) -> Result<Self, TensorsError>;
}

impl<const LANES: usize> AsTensors for Perceptron<LANES> {
    fn tensors(&self) -> Tensors {
        let genes = self.genes();
        let (hidden, output) = genes.split_at(self.neurons() * 65);
        let hidden = Tensor { shape: vec![self.neurons(), 65], values: hidden.to_vec() };
        Tensors::new().with("hidden", hidden).with("output", Tensor::list(output))
    }

    fn from_tensors(neurons: usize, tensors: &Tensors) -> Result<Self, TensorsError> {
        let hidden = tensors.values("hidden", &[neurons, 65])?;
        let output = tensors.values("output", &[neurons + 1])?;
        Ok(Self::from_genes(&[hidden, output].concat()).expect("the shapes were checked"))
    }

    fn of_any_size(tensors: &Tensors) -> Result<Self, TensorsError> {
        let lanes = tensors.shape("output").and_then(|shape| shape.first()).copied().unwrap_or(1);
        Self::from_tensors(lanes.clamp(1, LANES + 1) - 1, tensors)
    }
}
