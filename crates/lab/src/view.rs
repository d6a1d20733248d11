//! What a model has learned, for people to see: one section of a document per system, which the program
//! shows in a terminal and on pages, and reports take over.

use outflank_learn::{Model, td};

use crate::plot::HeatMap;
use crate::report::{Definition, Figure, ReportError, Section};

/// What was learned, in pictures and tables.
pub fn of(model: &Model) -> Result<Section, ReportError> {
    match model {
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
