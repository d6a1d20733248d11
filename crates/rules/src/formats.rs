//! Files of games and positions, read and written whatever their format.
//!
//! - [`AnnotatedGame`] is what a file says about a game: its [`Tags`], its [`Line`] of moves with notes and variations,
//!   and where it stopped making sense.
//! - [`Format`] is what a file can be. [`detect`] decides it from the first bytes, or refuses with the nearest guesses.
//! - [`Games`] reads them one after the other from a stream, so that the size of a file does not matter: a game that
//!   cannot be read is told with its place, and the next one follows.
//! - [`Format::write`] is the way back. [`WthorWriter`] writes the one format that is not text, and [`ggf_for_nboard`] what engines
//!   are told in the protocol of NBoard.
//!
//! ```
//! use outflank_rules::formats::{Format, Games, Tag};
//!
//! let file = "(;GM[Othello]PB[us]PW[them]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)";
//! let mut games = Games::open(file.as_bytes())?;
//! assert_eq!(games.format(), Format::Ggf);
//! let game = games.next().expect("a game")?;
//! assert_eq!(game.tags.get(&Tag::Black), Some("us"));
//! assert_eq!(Format::Transcripts.write(&game).as_deref(), Some("f5d6\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotated;
mod boards;
mod detect;
mod fault;
mod ggf;
mod pgn;
mod sgf;
mod stream;
mod tags;
mod transcripts;
mod units;
mod wthor;

use std::fmt;
use std::str::FromStr;

pub use annotated::{AnnotatedGame, Line, Mark, Note, Sign, Variation};
pub use detect::{Guess, Unrecognized, detect};
pub use fault::{FormatError, FormatProblem};
pub use ggf::write_for_nboard as ggf_for_nboard;
pub use stream::{Games, OpenError, ReadError, read_all, read_one};
pub use tags::{StatedResult, Tag, Tags};
pub use wthor::{CannotWrite, NotWthor, WthorNames, WthorWriter};

use crate::{ObfAnswer, ObfEnd, ObfProblem};

/// What a file of games or positions can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Moves in a row, one game a line or in blocks of lines.
    Transcripts,
    /// The same with Black's moves in capitals.
    Edax,
    /// Moves with values and seconds.
    NBoard,
    /// The Generic Game Format of the Othello servers.
    Ggf,
    /// The Smart Game Format, with its tree.
    Sgf,
    /// Portable Game Notation, as it is used for Othello.
    Pgn,
    /// The database of the French federation.
    Wthor,
    /// Boards, one a line or in rows, with letters or digits.
    Boards,
    /// Boards drawn with their coordinates.
    Drawings,
    /// Boards with the scores of moves.
    Obf,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Transcripts,
        Self::Edax,
        Self::NBoard,
        Self::Ggf,
        Self::Sgf,
        Self::Pgn,
        Self::Wthor,
        Self::Boards,
        Self::Drawings,
        Self::Obf,
    ];

    /// The name that chooses it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcripts => "transcripts",
            Self::Edax => "edax",
            Self::NBoard => "nboard",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
            Self::Wthor => "wthor",
            Self::Boards => "boards",
            Self::Drawings => "drawings",
            Self::Obf => "obf",
        }
    }

    /// The format that the end of a file's name stands for.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "txt" | "tsv" => Self::Transcripts,
            "ggf" => Self::Ggf,
            "sgf" => Self::Sgf,
            "pgn" => Self::Pgn,
            "wtb" => Self::Wthor,
            "obf" => Self::Obf,
            _ => return None,
        })
    }

    /// Whether it has the moves of a game, and not only a board.
    pub const fn has_moves(self) -> bool {
        !matches!(self, Self::Boards | Self::Drawings | Self::Obf)
    }

    /// A game in this format, with the end of its line; of formats without moves its last board. `None` for WTHOR, which
    /// is written by [`WthorWriter`].
    pub fn write(self, game: &AnnotatedGame) -> Option<String> {
        let board = game.game().board();
        let mut text = match self {
            Self::Transcripts => transcripts::write_plain(game),
            Self::Edax => transcripts::write_edax(game),
            Self::NBoard => transcripts::write_nboard(game),
            Self::Ggf => ggf::write(game),
            Self::Sgf => sgf::write(game),
            Self::Pgn => return Some(pgn::write(game)),
            Self::Wthor => return None,
            Self::Boards => board.to_string(),
            Self::Drawings => format!("{}\n", board.drawing()),
            Self::Obf => obf(game).to_string(),
        };
        text.push('\n');
        Some(text)
    }
}

/// The last board of a game with what is known of its moves.
fn obf(game: &AnnotatedGame) -> ObfProblem {
    let note = game.line.notes.get(&game.game().plies().len()).cloned().unwrap_or_default();
    let end =
        if game.tags.get(&Tag::Other(OBF_END.to_owned())).is_some() { ObfEnd::NoMove } else { ObfEnd::Plain };
    let answer = match (note.scores.is_empty(), note.score) {
        (true, Some(score)) => ObfAnswer::Score(score),
        (true, None) if end == ObfEnd::Plain => ObfAnswer::Open,
        _ => ObfAnswer::Moves { scores: note.scores, end },
    };
    let comment = note.comment.split_whitespace().collect::<Vec<_>>().join(" ");
    ObfProblem { board: game.game().board(), answer, comment: (!comment.is_empty()).then_some(comment) }
}

/// A tag for the entry of no move that ends the lists of some suites.
const OBF_END: &str = "ObfEnd";

/// A position of a suite as a game without moves.
fn of_obf(problem: ObfProblem) -> AnnotatedGame {
    let mut game = AnnotatedGame::new(crate::Game::from_board(problem.board));
    match problem.answer {
        ObfAnswer::Open => {}
        ObfAnswer::Score(score) => game.line.note(0).score = Some(score),
        ObfAnswer::Moves { scores, end } => {
            if end == ObfEnd::NoMove {
                game.tags.set(Tag::Other(OBF_END.to_owned()), "1");
            }
            if !scores.is_empty() {
                game.line.note(0).scores = scores;
            }
        }
    }
    if let Some(comment) = problem.comment {
        game.line.note(0).comment = comment;
    }
    game
}

impl fmt::Display for Format {
    /// What people call it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Transcripts => "transcripts",
            Self::Edax => "moves as Edax writes them",
            Self::NBoard => "moves as NBoard lists them",
            Self::Ggf => "GGF",
            Self::Sgf => "SGF",
            Self::Pgn => "PGN",
            Self::Wthor => "WTHOR",
            Self::Boards => "boards",
            Self::Drawings => "drawn boards",
            Self::Obf => "OBF",
        })
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

/// A name that stands for no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no format “{name}”; there are {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
}
