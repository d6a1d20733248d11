//! What was evolved.

use outflank_learn::evolution;

use super::of_weights;
use crate::plot::HeatMap;
use crate::report::{Definition, Figure, ReportError, Section};

/// The weights of a piece counter; of a perceptron what its strongest neurons look at.
pub(super) fn of(model: &evolution::Model) -> Result<Section, ReportError> {
    let mut section = Section::new("What was evolved");
    if let Some(weights) = model.weights() {
        section = section.figure(of_weights(*weights)?);
    }
    let strongest = model.neurons();
    if !strongest.is_empty() {
        let mut map = HeatMap::new("By squares");
        for neuron in strongest.iter().take(4) {
            map = map.board(format!("neuron {}", neuron.number), neuron.looks_at)?;
        }
        let caption = "What the four hidden neurons with the largest say look at: the weights of the squares, times \
                       that of the neuron in the output.";
        section = section.figure(Figure::new("neurons", caption, map));
    }
    let openings = match model.following() {
        None => "plays by itself from the first move on",
        Some(evolution::Following { pick: evolution::Pick::Drawn, .. }) => {
            "follows the named openings, drawn by their probabilities"
        }
        Some(evolution::Following { pick: evolution::Pick::Best, .. }) => {
            "follows the named openings, the most probable move each time"
        }
    };
    let genome = match model.genome() {
        evolution::Genome::Wpc => "weighted piece counter",
        evolution::Genome::Mlp => "MLP with 32 hidden neurons",
        evolution::Genome::SpatialMlp => "MLP with a spatial layer of 91 sub-boards and 32 hidden neurons",
    };
    Ok(section.definitions([
        Definition::new("genome", format!("{genome}, {} genes", model.genes().len())),
        Definition::new("openings", openings),
    ]))
}
