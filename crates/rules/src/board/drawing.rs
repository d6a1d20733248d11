//! Boards as a picture in text.
//!
//! ```text
//!   a b c d e f g h
//! 1 - - - - - - - - 1
//! 2 - - - - - - - - 2
//! 3 - - - . - - - - 3
//! 4 - - . O X - - - 4
//! 5 - - - X O . - - 5
//! 6 - - - - . - - - 6
//! 7 - - - - - - - - 7
//! 8 - - - - - - - - 8
//!   a b c d e f g h
//! X to move
//! ```

use std::fmt;

use super::text::{read_color, read_square, write_square};
use super::{Board, Color};
use crate::Square;

/// What stands on a square of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disc {
    /// A disc of this colour.
    Of(Color),
    /// Nothing, but the side to move may play here.
    Playable,
    /// Nothing.
    None,
}

impl Board {
    /// The board as a picture; see the example in [`Drawing`].
    pub fn drawing(self) -> Drawing {
        Drawing { board: self }
    }

    /// Reads a picture of a board: eight lines that start with their row's number, in order, and a
    /// line that tells the side to move (`X to move`, `White to move`), Black if there is none. Other
    /// lines, and whatever stands on a line after its eight squares, are passed over.
    pub fn from_drawing(input: &str) -> Result<Self, DrawingError> {
        let mut squares = String::new();
        let mut rows = 0;
        let mut side = None;
        for line in input.lines().map(str::trim) {
            if let Some(word) = line.strip_suffix("to move") {
                let named = match word.trim().to_ascii_lowercase().as_str() {
                    "black" => Some(Color::Black),
                    "white" => Some(Color::White),
                    letter if letter.chars().count() == 1 => letter.chars().next().and_then(read_color),
                    _ => None,
                };
                side = Some(named.ok_or_else(|| DrawingError::Side { line: line.to_owned() })?);
            } else if let Some(row) = line.chars().next().and_then(|first| first.to_digit(10)) {
                rows += 1;
                if rows > 8 {
                    return Err(DrawingError::Rows { count: rows });
                }
                if row != rows {
                    return Err(DrawingError::Row { line: line.to_owned(), expected: rows });
                }
                let discs = line.chars().skip(1).filter(|character| !character.is_whitespace());
                let before = squares.len();
                squares.extend(discs.take_while(|&character| read_square(character).is_some()).take(8));
                if squares.len() != before + 8 {
                    return Err(DrawingError::Length {
                        line: line.to_owned(),
                        count: squares.len() - before,
                    });
                }
            }
        }
        if rows < 8 {
            return Err(DrawingError::Rows { count: rows });
        }
        squares.push(write_square(Some(side.unwrap_or(Color::Black))));
        Ok(squares.parse().expect("64 squares and a side"))
    }
}

/// A board that shows itself as a picture, the legal moves as dots.
///
/// ```
/// use outflank_rules::Board;
///
/// let picture = "  a b c d e f g h
/// 1 - - - - - - - - 1
/// 2 - - - - - - - - 2
/// 3 - - - . - - - - 3
/// 4 - - . O X - - - 4
/// 5 - - - X O . - - 5
/// 6 - - - - . - - - 6
/// 7 - - - - - - - - 7
/// 8 - - - - - - - - 8
///   a b c d e f g h
/// X to move";
/// assert_eq!(Board::START.drawing().to_string(), picture);
/// assert_eq!(Board::from_drawing(picture), Ok(Board::START));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    board: Board,
}

impl Drawing {
    /// Writes the picture with a text of the caller's for each square: the one place that knows the
    /// layout, so that a coloured board is the same as a plain one.
    pub fn write_with(
        self,
        out: &mut impl fmt::Write,
        mut square_text: impl FnMut(Square, Disc) -> String,
    ) -> fmt::Result {
        const COLUMNS: &str = "  a b c d e f g h";
        let moves = self.board.position.moves();
        writeln!(out, "{COLUMNS}")?;
        for square in Square::all() {
            let disc = match self.board.disc(square) {
                Some(color) => Disc::Of(color),
                None if moves.contains(square) => Disc::Playable,
                None => Disc::None,
            };
            if square.column() == 0 {
                write!(out, "{}", square.row() + 1)?;
            }
            write!(out, " {}", square_text(square, disc))?;
            if square.column() == 7 {
                writeln!(out, " {}", square.row() + 1)?;
            }
        }
        write!(out, "{COLUMNS}\n{} to move", write_square(Some(self.board.mover)))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_with(f, |_, disc| match disc {
            Disc::Of(color) => write_square(Some(color)).to_string(),
            Disc::Playable => ".".to_owned(),
            Disc::None => write_square(None).to_string(),
        })
    }
}

/// A text that is not a picture of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawingError {
    /// The rows are not 1 to 8 from the top.
    #[error("“{line}” where row {expected} of the board should be")]
    Row {
        /// The line.
        line: String,
        /// The row that should stand there.
        expected: u32,
    },
    /// A row is too short, or has something else among its squares.
    #[error("{count} squares in “{line}”, expected 8 of - X O")]
    Length {
        /// The line.
        line: String,
        /// How many squares could be read.
        count: usize,
    },
    /// There are not eight rows.
    #[error("{count} rows of a board, expected 8 that start with their numbers")]
    Rows {
        /// How many rows there are.
        count: u32,
    },
    /// Nobody is called that.
    #[error("“{line}”: expected X to move or O to move")]
    Side {
        /// The line.
        line: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str = "
          A B C D E F G H            BLACK
        1 - - - - - - - - 1         0:00.018
        2 - - - - - - - - 2    5 discs   4 moves
        3 - - * . - . - - 3
        4 - - - * * . - - 4  ply  4 (57 empties)
        5 - - - O * * . - 5    White's turn (O)
        6 - - - O - - - - 6
        7 - - - - - - - - 7
        8 - - - - - - - - 8
          A B C D E F G H            WHITE
        White to move";

    #[test]
    fn pictures_of_other_programs_are_read() {
        let board = Board::from_drawing(PICTURE).expect("a board");
        assert_eq!(board.mover, Color::White);
        assert_eq!(board.discs(Color::White), [Square::D5, Square::D6].into_iter().collect());
        assert_eq!(board.discs(Color::Black).count(), 5);
        assert_eq!(Board::from_drawing(&board.drawing().to_string()), Ok(board));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| Board::from_drawing(text).expect_err(text).to_string();
        assert_eq!(error(""), "0 rows of a board, expected 8 that start with their numbers");
        assert!(error("2 - - - - - - - -").ends_with("where row 1 of the board should be"));
        assert!(error("1 - - -").starts_with("3 squares in “1 - - -”"));
        assert!(error("1 - - ? - - - - -").starts_with("2 squares"));
        assert!(error(&PICTURE.replace("White to move", "Red to move")).starts_with("“Red to move”"));
        assert!(error(&format!("{PICTURE}\n9 - - - - - - - -")).starts_with("9 rows of a board"));
    }
}
