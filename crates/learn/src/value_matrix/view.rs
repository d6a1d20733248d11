//! What `value-matrix` learned, beside what was printed.

use outflank_value::PieceCounter;

use crate::view::Boards;

/// Matrices beside the document's own and Korman's. Only ratios matter to play, so that each is shown as a
/// share of its own largest value.
pub fn beside_the_printed<'a>(matrices: impl IntoIterator<Item = (&'a str, [f64; 64])>) -> Boards {
    let caption = "What a disc on each square is worth: as learned, as Fry, Zheng and Li print it, and by Korman. Each \
                   matrix as a share of its own largest value.";
    let printed = [
        ("the document's V", *PieceCounter::document_matrix().weights()),
        ("Korman's", *PieceCounter::korman().weights()),
    ];
    let empty = Boards::new("value-matrix", "Value matrices", caption);
    matrices.into_iter().chain(printed).fold(empty, |boards, (name, weights)| {
        let largest = weights.iter().fold(0.0f64, |largest, weight| largest.max(weight.abs()));
        let share = |weight: f64| if largest > 0.0 { weight / largest } else { 0.0 };
        boards.board(name, weights.map(share))
    })
}
