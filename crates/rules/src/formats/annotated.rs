//! A game with everything that is written beside it.

use std::collections::BTreeMap;

use super::fault::{Cursor, FormatError, FormatProblem};
use super::tags::{StatedResult, Tags};
use crate::{Board, Color, Game, Margin, Square, Turn};

/// A game, or a position, with its tags, its notes and its variations: what a file says, whatever its format.
///
/// A position alone is a game without moves.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct AnnotatedGame {
    /// Who, when, where, and how it is said to have ended.
    pub tags: Tags,
    /// The moves, with what is written beside them.
    pub line: Line,
    /// What was wrong in the text after the last of the moves: they are those before it.
    pub fault: Option<FormatError>,
}

impl AnnotatedGame {
    /// A game of which only the moves are known.
    pub fn new(game: Game) -> Self {
        Self { line: Line::new(game), ..Self::default() }
    }

    /// The moves of the main line.
    pub fn game(&self) -> &Game {
        &self.line.game
    }

    /// Black's margin: counted with the empty squares to the winner where the game is over, else as it is stated.
    pub fn margin(&self) -> Option<f64> {
        self.counted().map(f64::from).or_else(|| match self.tags.result()? {
            StatedResult::Margin(margin) => Some(margin),
            StatedResult::Outcome(_) => None,
        })
    }

    /// Black's margin at the end of a game that is over, the empty squares given to the winner.
    pub fn counted(&self) -> Option<i32> {
        let game = self.game();
        let tally = game.tally()?;
        let margin = tally.empties_to_winner().discs();
        Some(game.board().mover.signed(margin))
    }

    /// How it ended, as far as that is known: counted, else stated.
    pub fn result(&self) -> Option<StatedResult> {
        self.counted().map(|margin| StatedResult::Margin(margin.into())).or_else(|| self.tags.result())
    }
}

impl From<Game> for AnnotatedGame {
    fn from(game: Game) -> Self {
        Self::new(game)
    }
}

/// A line of moves with notes, and the lines that leave it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Line {
    /// The moves.
    pub game: Game,
    /// What is written beside them: 0 is for the board at the start, n for the board after n plies, passes counted.
    pub notes: BTreeMap<usize, Note>,
    /// Other lines, in the order in which they are written.
    pub variations: Vec<Variation>,
}

/// A line that leaves another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation {
    /// After how many plies: it begins on the board that was there then.
    pub at: usize,
    /// The line from that board on.
    pub line: Line,
}

impl Line {
    /// A line without notes.
    pub fn new(game: Game) -> Self {
        Self { game, ..Self::default() }
    }

    /// The note beside the board after so many plies, made if there is none.
    pub fn note(&mut self, plies: usize) -> &mut Note {
        self.notes.entry(plies).or_default()
    }

    /// The note beside the board now, made if there is none.
    pub fn last_note(&mut self) -> &mut Note {
        let plies = self.game.plies().len();
        self.note(plies)
    }

    /// The board after so many plies.
    pub fn board_at(&self, plies: usize) -> Board {
        self.game.history().nth(plies).map_or(self.game.board(), |(board, _)| board)
    }
}

/// What is written beside a board.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Note {
    /// What the move that led here is worth to the side that made it, in discs.
    pub value: Option<f64>,
    /// The time it took, in seconds.
    pub seconds: Option<f64>,
    /// The scores of moves on this board, for the side to move.
    pub scores: Vec<(Square, Margin)>,
    /// What this board is worth to the side to move.
    pub score: Option<Margin>,
    /// A remark.
    pub comment: String,
    /// Signs on squares.
    pub marks: Vec<Mark>,
    /// Whatever else a format has, by its name there.
    pub other: Vec<(String, Vec<String>)>,
}

/// A sign on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square.
    pub square: Square,
    /// What is drawn there.
    pub sign: Sign,
}

/// What may be drawn on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A square that is set off.
    Selected,
    /// A text.
    Label(String),
}

/// A move as a text has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenMove {
    To(Square),
    Pass,
}

/// Plays a move that a text has at a place, and passes where that was left out.
pub(super) fn play(
    game: &mut Game,
    written: WrittenMove,
    side: Option<Color>,
    cursor: &Cursor<'_>,
    at: usize,
) -> Result<(), FormatError> {
    let wrong = |problem| Err(cursor.error_at(at, problem));
    let square = match written {
        WrittenMove::To(square) => square,
        WrittenMove::Pass => {
            // Some write a pass at the very end, after which nobody moves.
            if matches!(game.turn(), Turn::Over(_)) {
                return Ok(());
            }
            return game.pass().or_else(|_| wrong(FormatProblem::PassNotForced));
        }
    };
    if game.turn() == Turn::Pass {
        game.pass_forced();
    }
    if let Some(said) = side
        && said != game.board().mover
        && !matches!(game.turn(), Turn::Over(_))
    {
        return wrong(FormatProblem::WrongSide { said, mover: game.board().mover });
    }
    match game.play(square) {
        Ok(_) => Ok(()),
        Err(_) if matches!(game.turn(), Turn::Over(_)) => wrong(FormatProblem::AfterTheEnd { square }),
        Err(_) => wrong(FormatProblem::Illegal { square, mover: game.board().mover }),
    }
}

/// The move or pass at the head of a text, and how many bytes it takes.
pub(super) fn read_move(text: &str) -> Option<(WrittenMove, usize)> {
    let bytes = text.as_bytes();
    // “Parallel” is no pass, and “pad6” is one before a move.
    let ends = |rest: &[u8]| match *rest {
        [letter, next, ..] if letter.is_ascii_alphabetic() => {
            Square::from_name(letter, next).is_some() || !next.is_ascii_alphanumeric()
        }
        [letter] => !letter.is_ascii_alphabetic(),
        _ => true,
    };
    let is_head = |word: &str| match bytes.split_at_checked(word.len()) {
        Some((head, rest)) => head.eq_ignore_ascii_case(word.as_bytes()) && ends(rest),
        None => false,
    };
    let pass = ["pass", "pa", "ps", "--"].into_iter().find(|word| is_head(word));
    match (pass, bytes) {
        (Some(word), _) => Some((WrittenMove::Pass, word.len())),
        (None, &[letter, digit, ..]) => Some((WrittenMove::To(Square::from_name(letter, digit)?), 2)),
        _ => None,
    }
}
