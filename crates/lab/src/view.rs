//! What a model has learned, for people to see: one section of a document per system, which the program
//! shows in a terminal and on pages, and reports take over.

use outflank_learn::{Model, evolution, td};

use crate::plot::HeatMap;
use crate::report::{Definition, Figure, ReportError, Section};

/// What was learned, in pictures and tables.
pub fn of(model: &Model) -> Result<Section, ReportError> {
    match model {
        Model::Evolution(model) => of_evolution(model),
        Model::Td(model) => of_td(model),
    }
}

/// A picture of 64 weights, from the side of whose discs they are.
pub fn of_weights(weights: [f64; 64]) -> Result<Figure, ReportError> {
    let map = HeatMap::new("By squares").board("weights", weights)?;
    Ok(Figure::new("weights", "What a disc on each square is worth.", map))
}

fn of_td(model: &td::Model) -> Result<Section, ReportError> {
    Ok(Section::new("What it learned")
        .figure(of_weights(*model.weights())?)
        .definitions([Definition::new("bias", format!("{:.4}", model.bias()))]))
}

/// The weights of a piece counter; of a perceptron what its strongest neurons look at.
fn of_evolution(model: &evolution::Model) -> Result<Section, ReportError> {
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
