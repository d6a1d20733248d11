//! What Edgar learned: the worth of moves by square and time.

use outflank_learn::edgar::{Model, TIMES};
use outflank_rules::Square;

use crate::plot::{Curves, HeatMap, PlotError, Series, Shading};
use crate::report::{Definition, Figure, ReportError, Section};

/// Squares by the names that players have for them. Each stands for all its images.
const KINDS: [(&str, &[Square]); 6] = [
    ("corner", &[Square::A1]),
    ("C", &[Square::B1, Square::A2]),
    ("X", &[Square::B2]),
    ("A", &[Square::C1, Square::A3]),
    ("B", &[Square::D1, Square::A4]),
    ("centre", &[Square::C3, Square::D3, Square::C4]),
];

pub(super) fn of(model: &Model) -> Result<Section, ReportError> {
    let worth = |time: usize| *model.worth(time);
    let factors = |time: usize| *model.flips(time);
    let mut section = Section::new("What it learned")
        .figure(Figure::new(
            "worth",
            "T: what a move to each square is worth after so many discs have been placed. The colours follow the \
             square root, so that small values can be seen beside large ones.",
            of_times("Worth by square and time", worth)?,
        ))
        .figure(Figure::new(
            "squares",
            "T through the game, averaged over the squares of a kind and over six plies: corners, C and X beside \
             them, A and B along the edges, and the twelve squares around the first four.",
            through_the_game("Worth through the game", |squares| model.through_the_game(squares))?,
        ));
    // Factors that are all alike need no picture.
    let first = factors(0)[0];
    if (0..TIMES).any(|time| factors(time).iter().any(|&factor| factor != first)) {
        section = section.figure(Figure::new(
            "flips",
            "F: what each disc turned over is worth by the square of the move and the discs placed before.",
            of_times("Factors on flips", factors)?,
        ));
    }
    Ok(section.definitions([Definition::new(
        "giving a corner",
        format!("{:+.3}: what is added to a move after which the opponent can take one (G)", model.corner()),
    )]))
}

/// Sixty boards, one for each time, in colours by the root of their values.
pub fn of_times(title: &str, squares: impl Fn(usize) -> [f64; 64]) -> Result<HeatMap, PlotError> {
    let empty = HeatMap::new(title).shaded(Shading::Root);
    (0..TIMES).try_fold(empty, |map, time| map.board(time.to_string(), squares(time)))
}

/// What the kinds of squares are worth through the game, by a function that says what some squares are worth
/// on average at each time.
pub fn through_the_game(title: &str, worth: impl Fn(&[Square]) -> [f64; TIMES]) -> Result<Curves, PlotError> {
    KINDS.iter().try_fold(Curves::new(title, "discs placed", "worth of a move"), |curves, (name, squares)| {
        let worth = worth(&images(squares));
        // A move comes at even or odd times by whose turn it is: several plies together even that out.
        let points = worth.as_chunks::<STRETCH>().0.iter().enumerate().map(|(stretch, values)| {
            let middle = (stretch * STRETCH) as f64 + (STRETCH - 1) as f64 / 2.0;
            (middle, values.iter().sum::<f64>() / STRETCH as f64)
        });
        Ok(curves.series(Series::new(*name, points)?))
    })
}

/// The plies that are averaged in a curve.
const STRETCH: usize = 6;

/// The squares and their mirror images.
fn images(squares: &[Square]) -> Vec<Square> {
    let mut images: Vec<Square> = squares
        .iter()
        .flat_map(|square| {
            let (column, row) = (square.column(), square.row());
            [(column, row), (7 - column, row), (column, 7 - row), (7 - column, 7 - row)]
        })
        .filter_map(|(column, row)| Square::at(column, row))
        .collect();
    images.sort();
    images.dedup();
    images
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_squares_are_what_players_mean() {
        let counts: Vec<usize> = KINDS.iter().map(|(_, squares)| images(squares).len()).collect();
        assert_eq!(counts, [4, 8, 4, 8, 8, 12]);
        assert_eq!(images(&[Square::B2]), [Square::B2, Square::G2, Square::B7, Square::G7]);
    }

    #[test]
    fn a_view_has_sixty_boards_and_six_curves() {
        let model = Model::timeless([4.0; 64]);
        let section = of(&model).expect("numbers");
        let json = serde_json::to_value(&section).expect("a section");
        let figures: Vec<_> = json["blocks"]
            .as_array()
            .expect("blocks")
            .iter()
            .filter(|block| block["kind"] == "figure")
            .collect();
        assert_eq!(figures.len(), 2, "the factors are all alike");
        let boards = figures[0]["content"]["plot"]["boards"].as_array().expect("boards");
        assert_eq!((boards.len(), &boards[59]["name"]), (60, &"59".into()));
        assert_eq!(boards[59]["squares"][0], 4.0, "the roots are in the colours alone");
    }
}
