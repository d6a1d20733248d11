//! What `value-matrix` learned, beside what was printed.

use outflank_learn::value_matrix::Model;
use outflank_value::PieceCounter;

use crate::plot::{HeatMap, PlotError};
use crate::report::{Figure, ReportError, Section};

pub(super) fn of(model: &Model) -> Result<Section, ReportError> {
    let caption = "What a disc on each square is worth: as learned, as Fry, Zheng and Li print it, and by Korman. Each \
                   matrix as a share of its own largest value.";
    Ok(Section::new("What it learned").figure(Figure::new(
        "value-matrix",
        caption,
        beside_the_printed([("learned", *model.weights())])?,
    )))
}

/// Matrices beside the document's own and Korman's. Only ratios matter to play, so that each is shown as a
/// share of its own largest value.
pub fn beside_the_printed<'a>(
    matrices: impl IntoIterator<Item = (&'a str, [f64; 64])>,
) -> Result<HeatMap, PlotError> {
    let printed = [
        ("the document's V", *PieceCounter::document_matrix().weights()),
        ("Korman's", *PieceCounter::korman().weights()),
    ];
    matrices.into_iter().chain(printed).try_fold(HeatMap::new("Value matrices"), |map, (name, weights)| {
        let largest = weights.iter().fold(0.0f64, |largest, weight| largest.max(weight.abs()));
        let share = |weight: f64| if largest > 0.0 { weight / largest } else { 0.0 };
        map.board(name, weights.map(share))
    })
}
