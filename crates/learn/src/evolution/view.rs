//! What was evolved.

use super::{Following, Genome, Model, Pick};
use crate::view::{Boards, View};

/// The weights of a piece counter; of a perceptron what its strongest neurons look at.
pub(super) fn of(model: &Model) -> View {
    let mut view = View::new("What was evolved");
    if let Some(weights) = model.weights() {
        view = view.with(Boards::of_weights(*weights));
    }
    let strongest = model.neurons();
    if !strongest.is_empty() {
        let caption = "What the four hidden neurons with the largest say look at: the weights of the squares, times \
                       that of the neuron in the output.";
        let empty = Boards::new("neurons", "By squares", caption);
        view = view.with(strongest.iter().take(4).fold(empty, |boards, neuron| {
            boards.board(format!("neuron {}", neuron.number), neuron.looks_at)
        }));
    }
    let openings = match model.following() {
        None => "plays by itself from the first move on",
        Some(Following { pick: Pick::Drawn, .. }) => {
            "follows the named openings, drawn by their probabilities"
        }
        Some(Following { pick: Pick::Best, .. }) => {
            "follows the named openings, the most probable move each time"
        }
    };
    let genome = match model.genome() {
        Genome::Wpc => "weighted piece counter",
        Genome::Mlp => "MLP with 32 hidden neurons",
        Genome::SpatialMlp => "MLP with a spatial layer of 91 sub-boards and 32 hidden neurons",
        Genome::Pairs => "network of 32 pairs of squares and what is symmetric to them",
    };
    view.terms([
        ("genome", format!("{genome}, {} genes", model.genes().len())),
        ("openings", openings.to_owned()),
    ])
}
