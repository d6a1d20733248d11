//! What a model has learned, for people to see: one section of a document per system, which the program
//! shows in a terminal and on pages, and reports take over.

mod curves;
mod edgar;
mod evolution;
mod value_matrix;
pub(crate) mod winmeasure;

use outflank_learn::{Explanation, Model, imitator, linear4, selection, td};

use crate::plot::HeatMap;
use crate::report::{Cell, Column, Definition, Figure, ReportError, Section, Table};

pub use curves::of_curves;
pub use edgar::{of_times, through_the_game};
pub use value_matrix::beside_the_printed;

/// What was learned, in pictures and tables.
pub fn of(model: &Model) -> Result<Section, ReportError> {
    match model {
        Model::Evolution(model) => evolution::of(model),
        Model::Imitator(model) | Model::Population(model) => of_network(model),
        Model::Linear4(model) => of_linear4(model),
        Model::Selection(model) => of_selection(model),
        Model::Td(model) => of_td(model),
        Model::Edgar(model) => edgar::of(model),
        Model::ValueMatrix(model) => value_matrix::of(model),
        Model::Winmeasure(model) => winmeasure::of(model),
    }
}

/// Why a model would make which move: a row for each, with what every part adds to its value.
pub fn of_explanation(explanation: &Explanation) -> Result<Section, ReportError> {
    let names = explanation.moves.iter().map(|explained| &explained.parts).max_by_key(|parts| parts.len());
    let names: Vec<&str> = names.into_iter().flatten().map(|part| part.name).collect();
    let columns = [Column::left("move"), Column::right("value")]
        .into_iter()
        .chain(names.iter().map(|name| Column::right(*name)))
        .chain([Column::left("expected play")]);
    let plies = match explanation.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let caption = format!("The moves, {plies} ahead, and what each part adds to their values");
    let mut table = Table::new(caption, columns);
    for explained in &explanation.moves {
        let part = |name: &&str| explained.parts.iter().find(|part| part.name == *name);
        let parts = names
            .iter()
            .map(|name| part(name).map_or("—".to_owned(), |part| format!("{:+.3}", part.value)));
        let cells = [explained.square.to_string(), explained.value.to_string()].into_iter().chain(parts);
        let line: Vec<String> = explained.line.iter().map(ToString::to_string).collect();
        table = table.row(cells.chain([line.join(" ")]).map(Cell::from))?;
    }
    Ok(Section::new("Why these moves").table(table))
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

fn of_linear4(model: &linear4::Model) -> Result<Section, ReportError> {
    let table = weights_of_features(linear4::FEATURES.into_iter().zip(model.theta()))?;
    let matrix = HeatMap::new("By squares").board("value matrix", *model.matrix().weights())?;
    Ok(Section::new("What it learned").table(table).figure(Figure::new(
        "matrix",
        "The value matrix of the fourth feature, scaled so that its score lies within ±100.",
        matrix,
    )))
}

fn of_selection(model: &selection::Model) -> Result<Section, ReportError> {
    let weights = model.weights().map(|(feature, weight)| (feature.name(), weight));
    Ok(Section::new("What it learned").table(weights_of_features(weights)?))
}

/// What a feature adds to the value of a position where it is 1.
fn weights_of_features(weights: impl Iterator<Item = (&'static str, f64)>) -> Result<Table, ReportError> {
    let columns = [Column::left("feature"), Column::right("weight")];
    let mut table = Table::new("The features and their weights, as the mover sees them", columns);
    for (name, weight) in weights {
        table = table.row([name.into(), format!("{weight:+.4}").into()])?;
    }
    Ok(table)
}

fn of_network(model: &imitator::Model) -> Result<Section, ReportError> {
    let map = HeatMap::new("By squares").board("slopes", model.slopes())?;
    Ok(Section::new("What it learned")
        .figure(Figure::new(
            "slopes",
            "How much a disc of Black's on each square adds to the output where all neurons are at rest.",
            map,
        ))
        .definitions([Definition::new("hidden neurons", model.neurons().to_string())]))
}
