//! A game from any text: a transcript, a board that a transcript may follow, a drawn board, or one game in another format.

use super::Game;
use super::transcript::RecordError;
use crate::formats::{Format, FormatError, OpenError, detect, read_one};
use crate::{Board, DrawingError};

/// A text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameTextError {
    /// It has rows of a drawing, and is none.
    #[error(transparent)]
    Drawing(#[from] DrawingError),
    /// It is neither a transcript nor a board.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// It is in some other format, and something is wrong with it.
    #[error("read as {format}: {error}")]
    Format {
        /// What it was taken for.
        format: Format,
        /// What is wrong.
        error: FormatError,
    },
    /// It has more than one game.
    #[error("there is more than one game in these {format}")]
    Several {
        /// What it is.
        format: Format,
    },
}

impl Game {
    /// Reads a game from text of any of these forms, told apart by their first characters.
    ///
    /// ```
    /// use outflank_rules::{Board, Game};
    ///
    /// let game = Game::from_text("1. f5 d6 2. c3 d3")?;
    /// let drawn = Game::from_text(&game.board().drawing().to_string())?;
    /// assert_eq!(drawn.board(), game.board());
    /// # Ok::<(), outflank_rules::GameTextError>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, GameTextError> {
        if text.lines().any(is_row_of_a_drawing) {
            return Ok(Self::from_board(Board::from_drawing(text)?));
        }
        let error = match text.parse() {
            Ok(game) => return Ok(game),
            Err(error) => error,
        };
        match detect(text.as_bytes()) {
            // Of these nobody tells better what is wrong than the reader of transcripts.
            Ok(Format::Transcripts | Format::Edax | Format::Drawings | Format::Wthor) | Err(_) => {
                Err(error.into())
            }
            Ok(_) => match read_one(text) {
                Ok(read) => Ok(read.line.game),
                Err(OpenError::Format { format, error }) => Err(GameTextError::Format { format, error }),
                Err(OpenError::Several { format }) => Err(GameTextError::Several { format }),
                Err(_) => Err(error.into()),
            },
        }
    }
}

/// Whether a line is a row's number and squares, as in `1 - - - X …`. No transcript has three of the
/// characters of squares in a row: in `1. b5` a digit comes after the second.
fn is_row_of_a_drawing(line: &str) -> bool {
    let mut characters = line.chars().filter(|character| !character.is_whitespace());
    characters.next().is_some_and(|first| first.is_ascii_digit())
        && characters.by_ref().take(3).filter(|&character| is_square(character)).count() == 3
}

fn is_square(character: char) -> bool {
    "-.XxOo*BbWw".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_a_board_and_a_transcript_are_told_apart() {
        let drawn = Board::START.drawing().to_string();
        for text in [drawn.as_str(), &Board::START.to_string(), "", "  \n"] {
            assert_eq!(Game::from_text(text).expect(text).board(), Board::START);
        }
        let game = Game::from_text("1. f5 d6\n2. c3 d3\n3. c4 b5").expect("numbered lines are a transcript");
        assert_eq!(game.plies().len(), 6);
        let drawn = game.board().drawing().to_string();
        assert_eq!(Game::from_text(&drawn).expect("a drawing").board(), game.board());
        for text in
            ["(;GM[Othello]B[f5]W[d6];)", "(;GM[2];B[f5];W[d6])", "[Black \"x\"]\n\n1. f5 d6 *", "F5/0.3 D6"]
        {
            assert_eq!(Game::from_text(text).expect(text).record().to_string(), "f5d6");
        }
        let error = Game::from_text("(;GM[2];B[f5];W[a1])").expect_err("illegal").to_string();
        assert_eq!(error, "read as SGF: line 1, column 15: a1 is not a legal move for White");
    }
}
