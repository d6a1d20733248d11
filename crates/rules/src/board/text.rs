//! Boards as one line: 64 squares and the side to move.

use std::fmt;
use std::str::FromStr;

use super::{Board, Color};
use crate::{Position, Square, Squares};

/// What a character stands for on a board.
pub(crate) fn read_square(character: char) -> Option<Option<Color>> {
    match character {
        '-' | '.' => Some(None),
        _ => read_color(character).map(Some),
    }
}

/// The colour that a character stands for.
pub(crate) fn read_color(character: char) -> Option<Color> {
    match character {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}

/// The character for the disc on a square, or for none.
pub(crate) fn write_square(disc: Option<Color>) -> char {
    match disc {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '-',
    }
}

/// A text that is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// A character among the squares means nothing.
    #[error(
        "“{character}” where {square} should stand in “{input}”: expected - or . for an empty square, X * b for black, O w for white"
    )]
    Square {
        /// The text as it came in.
        input: String,
        /// The character.
        character: char,
        /// The square it stands for.
        square: Square,
    },
    /// There are fewer than 64 squares.
    #[error("only {count} of 64 squares in “{input}”")]
    TooShort {
        /// The text as it came in.
        input: String,
        /// How many squares there are.
        count: usize,
    },
    /// After the squares stands something else than a side.
    #[error("“{found}” after the 64 squares of “{input}”: expected the side to move, X or O")]
    Side {
        /// The text as it came in.
        input: String,
        /// What stands there.
        found: String,
    },
}

impl Board {
    /// Reads the 64 squares at the head of a text and the side to move, Black if there is none, and
    /// hands back the rest. White space may stand anywhere between.
    pub(crate) fn read(input: &str) -> Result<(Self, &str), BoardError> {
        let mut discs = [Squares::NONE; 2];
        let mut characters = input.char_indices().filter(|(_, character)| !character.is_whitespace());
        let mut end = 0;
        for square in Square::all() {
            let (at, character) = characters
                .next()
                .ok_or_else(|| BoardError::TooShort { input: input.to_owned(), count: square.index() })?;
            match read_square(character) {
                Some(Some(color)) => discs[color as usize] |= square.set(),
                Some(None) => {}
                None => return Err(BoardError::Square { input: input.to_owned(), character, square }),
            }
            end = at + character.len_utf8();
        }
        let rest = input[end..].trim_start();
        let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        let mut side = word.chars();
        let (mover, rest) = match (side.next(), side.next()) {
            (Some(character), None) => match read_color(character) {
                Some(color) => (color, after),
                None => return Err(BoardError::Side { input: input.to_owned(), found: word.to_owned() }),
            },
            _ => (Color::Black, rest),
        };
        let [black, white] = discs;
        let position = match mover {
            Color::Black => Position::new(black, white),
            Color::White => Position::new(white, black),
        };
        Ok((Self { position: position.expect("one character is one disc"), mover }, rest.trim_start()))
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(input: &str) -> Result<Self, BoardError> {
        match Self::read(input)? {
            (board, "") => Ok(board),
            (_, rest) => Err(BoardError::Side { input: input.to_owned(), found: rest.to_owned() }),
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares: String = Square::all().map(|square| write_square(self.disc(square))).collect();
        f.pad(&format!("{squares} {}", write_square(Some(self.mover))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_spellings_are_one_board() {
        let spellings = [
            "---------------------------OX------XO--------------------------- X",
            "...........................ox......xo........................... b",
            "...........................w*......*w...........................",
            "-------- -------- -------- ---WB--- ---BW--- -------- -------- -------- *",
            "  --------\n--------\n--------\n---OX---\n---XO---\n--------\n--------\n--------\nx ",
        ];
        for spelling in spellings {
            assert_eq!(spelling.parse(), Ok(Board::START), "{spelling}");
        }
        let white = Board::START.passed();
        assert_eq!(white.to_string().parse(), Ok(white));
        assert_eq!(white.discs(Color::Black), Board::START.discs(Color::Black));
    }

    #[test]
    fn errors_name_the_place() {
        let error = |input: &str| input.parse::<Board>().expect_err(input).to_string();
        assert!(error("").starts_with("only 0 of 64 squares"));
        assert!(error("--X").starts_with("only 3 of 64 squares"));
        assert!(error("--------?-").starts_with("“?” where a2 should stand"));
        let squares = "-".repeat(64);
        assert!(error(&format!("{squares} Z")).starts_with("“Z” after the 64 squares"));
        assert!(error(&format!("{squares} X f5")).starts_with("“f5” after the 64 squares"));
        assert!(error(&format!("{squares}-")).starts_with("“-” after the 64 squares"));
    }
}
