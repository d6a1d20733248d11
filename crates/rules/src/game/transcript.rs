//! Games as text: `f5d6c3…`.

use std::fmt;
use std::str::FromStr;

use super::{Game, GameRecord};
use crate::board::{BoardError, read_square};
use crate::{Board, Square, Turn};

impl Game {
    /// Plays the moves of a transcript from any board.
    ///
    /// Case, white space and move numbers (`1.`) do not matter. Passes may be written (`pass`, `pa`,
    /// `ps`, `--`) or left out.
    pub fn read_transcript(start: Board, input: &str) -> Result<Self, TranscriptError> {
        let mut game = Self::from_board(start);
        let mut rest = input;
        loop {
            rest = skip_between_moves(rest);
            if rest.is_empty() {
                return Ok(game);
            }
            let at = input.len() - rest.len();
            let error = |problem| TranscriptError { at, input: input.to_owned(), problem };
            let (square, length) = read_ply(rest)
                .ok_or_else(|| error(TranscriptProblem::NotAMove { found: first_word(rest) }))?;
            match square {
                None => game.pass().map_err(|_| error(TranscriptProblem::PassNotForced))?,
                Some(square) => {
                    if game.turn() == Turn::Pass {
                        game.pass_forced();
                    }
                    if game.play(square).is_err() {
                        let problem = match game.turn() {
                            Turn::Over(_) => TranscriptProblem::AfterTheEnd { square },
                            _ => TranscriptProblem::Illegal { square, board: game.board() },
                        };
                        return Err(error(problem));
                    }
                }
            }
            rest = &rest[length..];
        }
    }
}

/// Passes over white space and move numbers.
fn skip_between_moves(text: &str) -> &str {
    text.trim_start_matches(|character: char| {
        character.is_whitespace() || character.is_ascii_digit() || character == '.'
    })
}

/// The move or pass at the head of a text, and how many bytes it takes.
fn read_ply(text: &str) -> Option<(Option<Square>, usize)> {
    let bytes = text.as_bytes();
    let pass = ["pass", "pa", "ps", "--"]
        .into_iter()
        .find(|word| bytes.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes())));
    match (pass, bytes) {
        (Some(word), _) => Some((None, word.len())),
        (None, &[letter, digit, ..]) => Some((Some(Square::from_name(letter, digit)?), 2)),
        _ => None,
    }
}

/// The text up to white space, cut short.
fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap_or_default().chars().take(8).collect()
}

/// A transcript that is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}, at character {} of “{input}”", self.column())]
pub struct TranscriptError {
    /// The text as it came in.
    pub input: String,
    /// Where the trouble starts, in bytes.
    pub at: usize,
    /// What was wrong there.
    pub problem: TranscriptProblem,
}

impl TranscriptError {
    /// Where the trouble starts, in characters, the first being 1.
    pub fn column(&self) -> usize {
        self.input[..self.at].chars().count() + 1
    }
}

/// What was wrong in a transcript.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranscriptProblem {
    /// Neither a square nor a pass.
    #[error("“{found}” is not a move: expected a square such as f5, or pass")]
    NotAMove {
        /// What stands there.
        found: String,
    },
    /// The move is against the rules.
    #[error("{square} is not a legal move for {}", .board.mover)]
    Illegal {
        /// The move.
        square: Square,
        /// Where it was tried.
        board: Board,
    },
    /// A pass where there are moves, or after the end.
    #[error("a pass where none is due")]
    PassNotForced,
    /// The game is over.
    #[error("{square} after the end of the game")]
    AfterTheEnd {
        /// The move.
        square: Square,
    },
}

/// A text that is no record of a game: its board or its moves are wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The board before the moves.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The moves.
    #[error(transparent)]
    Transcript(#[from] TranscriptError),
}

impl FromStr for Game {
    type Err = RecordError;

    /// Reads a transcript, or a board that a transcript may follow. Unlike a record, the game keeps a
    /// pass that is written at its end.
    fn from_str(input: &str) -> Result<Self, RecordError> {
        // Every move has a letter and then a digit: two squares of a board in a row tell a board.
        let mut head = input.chars().filter(|character| !character.is_whitespace());
        let is_board =
            head.by_ref().take(3).filter(|&character| read_square(character).is_some()).count() == 3;
        let (start, moves) = if is_board { Board::read(input)? } else { (Board::START, input) };
        Ok(Self::read_transcript(start, moves)?)
    }
}

impl FromStr for GameRecord {
    type Err = RecordError;

    /// Reads a transcript, or a board that a transcript may follow.
    fn from_str(input: &str) -> Result<Self, RecordError> {
        input.parse().map(|game: Game| game.record())
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start != Board::START {
            write!(f, "{}{}", self.start, if self.squares.is_empty() { "" } else { " " })?;
        }
        self.squares.iter().try_for_each(|square| write!(f, "{square}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_spellings_are_one_game() {
        for spelling in
            ["f5d6c3d3", "F5D6C3D3", " f5 d6\tc3\nd3 ", "1. F5 d6 2. C3 d3", "1.f5 2.d6 3.c3 4.d3"]
        {
            let record: GameRecord = spelling.parse().expect(spelling);
            assert_eq!(record.to_string(), "f5d6c3d3");
        }
        assert_eq!("".parse::<GameRecord>().expect("no moves yet"), Game::new().record());
    }

    #[test]
    fn passes_may_be_written_or_left_out() {
        let board: Board = format!("XO-{}X O", "-".repeat(60)).parse().expect("a board");
        for spelling in ["c1", "pass c1", "PAc1", "psc1", "--C1", "1. pass 2. c1"] {
            let game = Game::read_transcript(board, spelling).expect(spelling);
            assert_eq!(game.plies().len(), 2, "{spelling}");
            assert_eq!(game.record().to_string().parse(), Ok(game.record()));
        }
        let game: Game = format!("{board} pass").parse().expect("a game");
        assert_eq!(game.board(), board.passed());
    }

    #[test]
    fn errors_tell_what_and_where() {
        let error = |input: &str| input.parse::<GameRecord>().expect_err(input).to_string();
        assert_eq!(
            error("f5d6zz"),
            "“zz” is not a move: expected a square such as f5, or pass, at character 5 of “f5d6zz”"
        );
        assert_eq!(error("f5 a1"), "a1 is not a legal move for White, at character 4 of “f5 a1”");
        assert_eq!(error("f5 pass"), "a pass where none is due, at character 4 of “f5 pass”");
        assert_eq!(
            error("é"),
            "“é” is not a move: expected a square such as f5, or pass, at character 1 of “é”"
        );
        assert!(error("f5d").starts_with("“d” is not a move"));
        assert!(error("--X").starts_with("only 3 of 64 squares"));
        // The shortest game there is, and one move more.
        assert!(error("e6f4e3f6g5d6e7f5c5a1").starts_with("a1 after the end of the game"));
    }
}
