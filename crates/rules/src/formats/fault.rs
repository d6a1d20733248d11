//! Where a text stops being what it was taken for, and why.

use std::fmt;

use crate::{Color, Square};

/// A text that is not in the format it was read in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct FormatError {
    /// The line, counted from 1; for WTHOR the number of the game.
    pub line: usize,
    /// The character in the line, counted from 1; for WTHOR the number of the move.
    pub column: usize,
    /// What is wrong there.
    pub problem: FormatProblem,
}

/// What can be wrong in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatProblem {
    /// Something else should stand here.
    #[error("expected {expected}, found {}", Found(.found))]
    Expected {
        /// What should stand there.
        expected: &'static str,
        /// What stands there, cut short.
        found: String,
    },
    /// A game of another kind, or on another board.
    #[error("{name} is not played here: only Othello on 8 × 8 squares")]
    Variant {
        /// What the text calls it.
        name: String,
    },
    /// A move against the rules.
    #[error("{square} is not a legal move for {mover}")]
    Illegal {
        /// Where somebody wanted to play.
        square: Square,
        /// The side whose move it is.
        mover: Color,
    },
    /// A pass where there are moves, or after the end.
    #[error("a pass where none is due")]
    PassNotForced,
    /// A move after the end.
    #[error("{square} after the end of the game")]
    AfterTheEnd {
        /// The move.
        square: Square,
    },
    /// A move of the side that is not to move.
    #[error("a move of {said}, and it is {mover}’s turn")]
    WrongSide {
        /// Whose move it is said to be.
        said: Color,
        /// The side to move.
        mover: Color,
    },
    /// The board is none.
    #[error("not a board: {reason}")]
    Board {
        /// Why.
        reason: String,
    },
    /// More than is read.
    #[error("{what} is larger than is read here: {most} at most")]
    TooLarge {
        /// What.
        what: &'static str,
        /// The limit, in the unit that is natural for it.
        most: usize,
    },
    /// Fewer games than the header promises.
    #[error("the file is cut off: {missing} of {promised} games are missing")]
    CutOff {
        /// How many are missing.
        missing: u64,
        /// How many the header promises.
        promised: u64,
    },
}

/// A text in quotation marks, or that there is none.
struct Found<'a>(&'a str);

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() { f.write_str("the end") } else { write!(f, "“{}”", self.0) }
    }
}

/// A text that is read from the left, and the line it begins in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
    first_line: usize,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str, first_line: usize) -> Self {
        Self { text, at: 0, first_line }
    }

    /// What is still to be read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on by so many bytes, which must end between characters.
    pub fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    pub fn skip_blanks(&mut self) {
        self.skip_while(char::is_whitespace);
    }

    pub fn skip_while(&mut self, wanted: impl FnMut(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.len() - rest.trim_start_matches(wanted).len();
        self.skip(length);
        &rest[..length]
    }

    /// Passes over a text that stands here.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.skip(text.len());
        }
        found
    }

    /// The next word, cut short: for people.
    pub fn word(&self) -> String {
        self.rest().split_whitespace().next().unwrap_or_default().chars().take(12).collect()
    }

    pub fn expected(&self, expected: &'static str) -> FormatError {
        self.error(FormatProblem::Expected { expected, found: self.word() })
    }

    pub fn error(&self, problem: FormatProblem) -> FormatError {
        self.error_at(self.at, problem)
    }

    /// An error at an earlier place of the text.
    pub fn error_at(&self, at: usize, problem: FormatProblem) -> FormatError {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        FormatError {
            line: self.first_line + before.matches('\n').count(),
            column: before[line_start..].chars().count() + 1,
            problem,
        }
    }
}
