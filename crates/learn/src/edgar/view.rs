//! What Edgar learned: the worth of moves by square and time.

use outflank_rules::Square;

use super::{Model, TIMES};
use crate::view::{Boards, Lines, Shade, View};

/// Squares by the names that players have for them. Each stands for all its images.
const KINDS: [(&str, &[Square]); 6] = [
    ("corner", &[Square::A1]),
    ("C", &[Square::B1, Square::A2]),
    ("X", &[Square::B2]),
    ("A", &[Square::C1, Square::A3]),
    ("B", &[Square::D1, Square::A4]),
    ("centre", &[Square::C3, Square::D3, Square::C4]),
];

pub(super) fn of(model: &Model) -> View {
    let worth = |time: usize| *model.worth(time);
    let factors = |time: usize| *model.flips(time);
    let mut view = View::new("What it learned")
        .with(Boards {
            name: "worth",
            caption: "T: what a move to each square is worth after so many discs have been placed. The colours follow \
                      the square root, so that small values can be seen beside large ones."
                .to_owned(),
            ..of_times("Worth by square and time", worth)
        })
        .with(through_the_game("Worth through the game", |squares| model.through_the_game(squares)));
    // Factors that are all alike need no picture.
    let first = factors(0)[0];
    if (0..TIMES).any(|time| factors(time).iter().any(|&factor| factor != first)) {
        view = view.with(Boards {
            name: "flips",
            caption: "F: what each disc turned over is worth by the square of the move and the discs placed before."
                .to_owned(),
            ..of_times("Factors on flips", factors)
        });
    }
    let corner = model.corner();
    let meaning = format!("{corner:+.3}: what is added to a move after which the opponent can take one (G)");
    view.terms([("giving a corner", meaning)])
}

/// Sixty boards, one for each time, in colours by the root of their values.
pub fn of_times(title: &str, squares: impl Fn(usize) -> [f64; 64]) -> Boards {
    let empty = Boards { shade: Shade::Root, ..Boards::new("times", title, "") };
    (0..TIMES).fold(empty, |boards, time| boards.board(time.to_string(), squares(time)))
}

/// What the kinds of squares are worth through the game, by a function that says what some squares are worth
/// on average at each time.
pub fn through_the_game(title: &str, worth: impl Fn(&[Square]) -> [f64; TIMES]) -> Lines {
    let line = |(name, squares): &(&str, &[Square])| {
        let worth = worth(&images(squares));
        // A move comes at even or odd times by whose turn it is: several plies together even that out.
        let points = worth.as_chunks::<STRETCH>().0.iter().enumerate().map(|(stretch, values)| {
            let middle = (stretch * STRETCH) as f64 + (STRETCH - 1) as f64 / 2.0;
            (middle, values.iter().sum::<f64>() / STRETCH as f64)
        });
        ((*name).to_owned(), points.collect())
    };
    Lines {
        name: "squares",
        title: title.to_owned(),
        caption: "T through the game, averaged over the squares of a kind and over six plies: corners, C and X beside \
                  them, A and B along the edges, and the twelve squares around the first four."
            .to_owned(),
        axes: ["discs placed", "worth of a move"],
        lines: KINDS.iter().map(line).collect(),
    }
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
    use crate::view::Block;

    #[test]
    fn kinds_of_squares_are_what_players_mean() {
        let counts: Vec<usize> = KINDS.iter().map(|(_, squares)| images(squares).len()).collect();
        assert_eq!(counts, [4, 8, 4, 8, 8, 12]);
        assert_eq!(images(&[Square::B2]), [Square::B2, Square::G2, Square::B7, Square::G7]);
    }

    #[test]
    fn a_view_has_sixty_boards_and_six_curves() {
        let view = of(&Model::timeless([4.0; 64]));
        let [Block::Boards(worth), Block::Lines(squares), Block::Terms(_)] = view.blocks.as_slice() else {
            panic!("the factors are all alike, and need no picture: {view:?}")
        };
        assert_eq!((worth.boards.len(), worth.boards[59].0.as_str()), (60, "59"));
        assert_eq!(worth.boards[59].1[0], 4.0, "the roots are in the colours alone");
        assert_eq!((squares.lines.len(), squares.lines[0].1.len()), (6, 10));
    }
}
