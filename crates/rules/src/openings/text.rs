//! Books as text, one opening a line.
//!
//! ```text
//! # a remark
//! NAME ⇥ f5d6c3d3c4 ⇥ GAMES ⇥ EVALUATION
//! NAME ⇥ f5d6c3d3c4
//! ```
//!
//! The last two may be left out, or be `-`. The evaluation is seen by Black.

use std::collections::HashMap;
use std::fmt;

use super::{Book, Opening};
use crate::{Board, Game, Square, Symmetry, TranscriptError};

impl Book {
    /// Reads a book. Names may repeat, since lines of one name are often orders of the same moves; lines may not, in
    /// any orientation.
    pub fn read(text: &str) -> Result<Self, BookError> {
        let mut openings = Vec::new();
        let mut seen: HashMap<Vec<Square>, usize> = HashMap::new();
        for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
            if line.is_empty() || line.starts_with(['#', '%']) {
                continue;
            }
            let error = |fault| BookError { line: number, fault };
            let opening = read_line(line).map_err(error)?;
            let as_f5 = in_one_orientation(opening.line.squares());
            if let Some(first) = seen.insert(as_f5, number) {
                return Err(error(BookFault::Twice { first }));
            }
            openings.push(opening);
        }
        if openings.is_empty() {
            return Err(BookError { line: text.lines().count().max(1), fault: BookFault::Empty });
        }
        Ok(Self::new(openings))
    }
}

fn read_line(line: &str) -> Result<Opening, BookFault> {
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    let (name, moves, known) = match fields[..] {
        [name, moves, ref known @ ..] if known.len() <= 2 => (name, moves, known),
        _ => return Err(BookFault::Fields { count: fields.len() }),
    };
    if name.is_empty() || name.contains(char::is_control) {
        return Err(BookFault::Name { name: name.to_owned() });
    }
    let game = Game::read_transcript(Board::START, moves)?;
    match (game.plies().is_empty(), game.tally()) {
        (true, _) => return Err(BookFault::NoMove),
        (_, Some(_)) => return Err(BookFault::Over),
        (false, None) => {}
    }
    let field = |index: usize| known.get(index).copied().filter(|field| !matches!(*field, "" | "-"));
    let games = field(0).map(|field| {
        field
            .parse()
            .map_err(|_| BookFault::Number { field: field.to_owned(), expected: "a number of games" })
    });
    let evaluation = field(1).map(|field| {
        let number = field.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| BookFault::Number { field: field.to_owned(), expected: "an evaluation" })
    });
    Ok(Opening {
        name: name.to_owned(),
        line: game.record(),
        games: games.transpose()?,
        evaluation: evaluation.transpose()?,
    })
}

/// The moves of a line turned and mirrored so that the first is f5.
fn in_one_orientation(squares: &[Square]) -> Vec<Square> {
    let way = Symmetry::OF_THE_START.into_iter().find(|way| way.square(squares[0]) == Square::F5);
    let way = way.expect("each first move is f5 in some orientation");
    squares.iter().map(|&square| way.square(square)).collect()
}

impl fmt::Display for Opening {
    /// A line of a book, with as much as is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.name, self.line)?;
        match (self.games, self.evaluation) {
            (None, None) => Ok(()),
            (Some(games), None) => write!(f, "\t{games}"),
            (None, Some(evaluation)) => write!(f, "\t-\t{evaluation:+}"),
            (Some(games), Some(evaluation)) => write!(f, "\t{games}\t{evaluation:+}"),
        }
    }
}

impl fmt::Display for Book {
    /// The book as it is read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.openings.iter().try_for_each(|opening| writeln!(f, "{opening}"))
    }
}

/// A text that is not a book of openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct BookError {
    /// The number of the line, the first being 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: BookFault,
}

/// What is wrong with a line of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookFault {
    /// Too few parts, or too many.
    #[error("{count} fields between tabs, expected a name and moves, and perhaps games and an evaluation")]
    Fields {
        /// How many there are.
        count: usize,
    },
    /// A name that cannot be shown.
    #[error("“{}” is no name for an opening", .name.escape_debug())]
    Name {
        /// What stands there.
        name: String,
    },
    /// The moves are no game.
    #[error(transparent)]
    Moves(#[from] TranscriptError),
    /// There are no moves.
    #[error("an opening without a move")]
    NoMove,
    /// The moves are a whole game.
    #[error("the game is over, and an opening has to go on")]
    Over,
    /// The line was there before.
    #[error("the same moves as in line {first}, perhaps turned or mirrored")]
    Twice {
        /// Where.
        first: usize,
    },
    /// Not the number that belongs there.
    #[error("“{field}” where {expected} should stand")]
    Number {
        /// What stands there.
        field: String,
        /// What was expected.
        expected: &'static str,
    },
    /// There is no line at all.
    #[error("no opening up to here: expected a name, a tab and moves on a line")]
    Empty,
}
