//! Perceptrons as what is learned.

use outflank_arena::{Entrant, Style, StyleError};

use super::{MOST_NEURONS, Model, PLIES, SYSTEM};
use crate::model::taken_from_any;
use crate::view::{Boards, View};
use crate::{Learned, Tensor, Tensors, TensorsError};

/// A perceptron with so many neurons from its tensors.
pub(crate) fn with_neurons(neurons: usize, tensors: &Tensors) -> Result<Model, TensorsError> {
    let hidden = tensors.values("hidden", &[neurons, 65])?;
    let output = tensors.values("output", &[neurons + 1])?;
    Ok(Model::from_genes(&[hidden, output].concat()).expect("the shapes were checked"))
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let genes = self.genes();
        let (hidden, output) = genes.split_at(self.neurons() * 65);
        let hidden = Tensor::shaped([self.neurons(), 65], hidden);
        Tensors::new().with("hidden", hidden).with("output", Tensor::list(output))
    }

    /// With as many neurons as the tensors are for, unless these are too many.
    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let lanes = tensors.shape("output").and_then(|shape| shape.first()).copied().unwrap_or(1);
        with_neurons(lanes.clamp(1, MOST_NEURONS + 1) - 1, tensors)
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.looking_ahead(PLIES).entrant(name, self.clone()))
    }

    fn opposite(&self) -> Self {
        // The last genes lead to the output.
        let mut genes = self.genes();
        genes.iter_mut().rev().take(self.neurons() + 1).for_each(|gene| *gene = -*gene);
        Self::from_genes(&genes).expect("as many as before")
    }

    fn view(&self) -> View {
        let caption =
            "How much a disc of Black's on each square adds to the output where all neurons are at rest.";
        View::new("What it learned")
            .with(Boards::new("slopes", "By squares", caption).board("slopes", self.slopes()))
            .terms([("hidden neurons", self.neurons().to_string())])
    }
}

// A network, whichever way it came to its weights.
taken_from_any!(Model, SYSTEM);

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Chance;
    use outflank_rules::Board;
    use outflank_rules::kernel::Portable;
    use outflank_value::Evaluator;

    #[test]
    fn the_opposite_thinks_the_opposite() {
        let mut chance = Chance::stream(1, "a network", 0);
        let model = Model::drawn(7, 0.5, || chance.unit());
        let value = |model: &Model| model.evaluate(Portable, Board::START).value();
        assert!(value(&model) != 0.0 && (value(&model) + value(&model.opposite())).abs() < 1e-6);
    }
}
