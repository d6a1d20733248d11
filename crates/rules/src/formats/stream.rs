//! Games from a stream, one after the other.

use std::io::{self, BufReader, Chain, Cursor, Read};
use std::sync::Arc;

use super::annotated::AnnotatedGame;
use super::boards::{self, Digits};
use super::detect::{Unrecognized, detect};
use super::fault::{FormatError, FormatProblem};
use super::tags::Tag;
use super::units::{Cut, LONGEST, Unit, Units, decoded};
use super::wthor::{self, WthorNames};
use super::{Format, ggf, of_obf, pgn, sgf, transcripts};
use crate::{Board, Game, ObfProblem};

/// So much of a stream decides what it is.
pub(super) const HEAD: usize = 1 << 16;

type Source<R> = BufReader<Chain<Cursor<Vec<u8>>, R>>;

/// The games of a stream. A game that cannot be read is an error with its place; after it comes the next one.
pub struct Games<R> {
    format: Format,
    parts: Parts<R>,
}

enum Parts<R> {
    Text {
        units: Units<Source<R>>,
        digits: Digits,
    },
    Wthor(Box<wthor::Records<Source<R>>>),
    /// After an error of the stream itself.
    Ended,
}

impl<R: Read> Games<R> {
    /// Reads the head of a stream and decides what it is.
    pub fn open(mut reader: R) -> Result<Self, OpenError> {
        let head = read_head(&mut reader)?;
        let format = detect(&head)?;
        Self::begin(head, reader, format)
    }

    /// The games of a stream whose format is known.
    pub fn with_format(mut reader: R, format: Format) -> Result<Self, OpenError> {
        let head = read_head(&mut reader)?;
        Self::begin(head, reader, format)
    }

    fn begin(head: Vec<u8>, reader: R, format: Format) -> Result<Self, OpenError> {
        let text = decoded(head.clone());
        let source = BufReader::with_capacity(HEAD, Cursor::new(head).chain(reader));
        if format == Format::Wthor {
            return Ok(Self { format, parts: Parts::Wthor(Box::new(wthor::Records::begin(source)?)) });
        }
        let cut = match format {
            Format::Ggf => Cut::Brackets { escapes: false },
            Format::Sgf => Cut::Brackets { escapes: true },
            Format::Pgn => Cut::Tagged,
            Format::Drawings => Cut::Drawings,
            Format::Boards if is_in_rows(&text) => Cut::Squares,
            Format::Boards | Format::Obf => Cut::Lines,
            Format::Transcripts | Format::Edax | Format::NBoard | Format::Wthor => layout(&text),
        };
        let digits = digits(&text);
        Ok(Self { format, parts: Parts::Text { units: Units::new(source, cut), digits } })
    }

    /// The names that the numbers of a WTHOR file stand for.
    #[must_use]
    pub fn with_names(mut self, names: Arc<WthorNames>) -> Self {
        if let Parts::Wthor(records) = &mut self.parts {
            records.names = Some(names);
        }
        self
    }

    /// What the stream is.
    pub fn format(&self) -> Format {
        self.format
    }

    /// How many games the head of the stream promises, if it does.
    pub fn promised(&self) -> Option<u64> {
        match &self.parts {
            Parts::Wthor(records) => Some(records.promised),
            Parts::Text { .. } | Parts::Ended => None,
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<AnnotatedGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.parts {
            Parts::Ended => return None,
            Parts::Wthor(records) => records.next().transpose(),
            Parts::Text { units, digits } => match units.next() {
                Ok(unit) => unit.map(|unit| Ok(read_unit(self.format, &unit, *digits))),
                Err(error) => Some(Err(error)),
            },
        };
        Some(match next? {
            Ok(game) => game.map_err(ReadError::Format),
            Err(error) => {
                self.parts = Parts::Ended;
                Err(ReadError::Stream(error))
            }
        })
    }
}

/// Reads a game that is alone in a text: typed, pasted, piped in. Refuses more than one, and one that goes wrong.
pub fn read_one(text: &str) -> Result<AnnotatedGame, OpenError> {
    let mut games = Games::open(text.as_bytes())?;
    let format = games.format();
    let first = match games.next() {
        Some(Ok(game)) => game,
        Some(Err(ReadError::Format(error))) => return Err(OpenError::Format { format, error }),
        Some(Err(ReadError::Stream(error))) => return Err(error.into()),
        None => return Err(OpenError::Unrecognized(Unrecognized::nothing())),
    };
    if let Some(error) = first.fault {
        return Err(OpenError::Format { format, error });
    }
    match games.next() {
        None => Ok(first),
        Some(_) => Err(OpenError::Several { format }),
    }
}

/// Reads all games of a text, or refuses it because of one: for lists of which every line is meant, as of openings.
pub fn read_all(text: &str) -> Result<(Format, Vec<AnnotatedGame>), OpenError> {
    let games = Games::open(text.as_bytes())?;
    let format = games.format();
    let mut read = Vec::new();
    for game in games {
        match game {
            Ok(AnnotatedGame { fault: Some(error), .. }) | Err(ReadError::Format(error)) => {
                return Err(OpenError::Format { format, error });
            }
            Ok(game) => read.push(game),
            Err(ReadError::Stream(error)) => return Err(error.into()),
        }
    }
    Ok((format, read))
}

/// Reads the text of one game, which may begin in the middle of a line.
fn read_unit(format: Format, unit: &Unit, digits: Digits) -> Result<AnnotatedGame, FormatError> {
    let moved = |mut error: FormatError| {
        if error.line == unit.line {
            error.column += unit.column - 1;
        }
        error
    };
    let game = read_text(format, unit, digits).map_err(moved)?;
    Ok(AnnotatedGame { fault: game.fault.map(moved), ..game })
}

fn read_text(format: Format, unit: &Unit, digits: Digits) -> Result<AnnotatedGame, FormatError> {
    let Unit { text, line, cut_short, .. } = unit;
    if *cut_short {
        let problem = FormatProblem::TooLarge { what: "the text of a game, in bytes,", most: LONGEST };
        return Err(FormatError { line: *line, column: 1, problem });
    }
    match format {
        Format::Transcripts | Format::Edax | Format::NBoard => transcripts::read(text, *line),
        Format::Ggf => ggf::read(text, *line),
        Format::Sgf => sgf::read(text, *line),
        Format::Pgn => pgn::read(text, *line),
        Format::Boards => read_board(text, *line, digits),
        Format::Drawings => match Board::from_drawing(text) {
            Ok(board) => Ok(Game::from_board(board).into()),
            Err(error) => {
                let problem = FormatProblem::Board { reason: error.to_string() };
                Err(FormatError { line: *line, column: 1, problem })
            }
        },
        Format::Obf => match text.parse::<ObfProblem>() {
            Ok(problem) => Ok(of_obf(problem)),
            Err(error) => {
                let problem = FormatProblem::Board { reason: error.problem.to_string() };
                Err(FormatError { line: *line, column: 1, problem })
            }
        },
        Format::Wthor => Ok(AnnotatedGame::default()),
    }
}

/// A board and what may follow it: moves, a score, or a name.
fn read_board(text: &str, line: usize, digits: Digits) -> Result<AnnotatedGame, FormatError> {
    if boards::count_digits(text).is_some() {
        return Ok(Game::from_board(boards::read_digits(text, line, digits)?).into());
    }
    let (board, rest) = boards::read_line(text, line)?;
    let rest = rest.trim();
    let mut game = AnnotatedGame::new(Game::from_board(board));
    if rest.is_empty() {
        return Ok(game);
    }
    if let Ok(with_moves) = transcripts::read(&format!("{board} {rest}"), line)
        && with_moves.fault.is_none()
        && !with_moves.game().plies().is_empty()
    {
        return Ok(with_moves);
    }
    match rest.trim_end_matches(';').trim().parse().ok().and_then(crate::Margin::new) {
        Some(score) => game.line.note(0).score = Some(score),
        None => game.tags.set(Tag::Opening, rest),
    }
    Ok(game)
}

/// Whether transcripts stand one a line: more than half of the first lines are games of their own.
pub(super) fn layout(text: &str) -> Cut {
    // The last line may be cut.
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !transcripts::is_remark(line)).take(50);
    let (mut all, mut games) = (0, 0);
    for line in lines {
        all += 1;
        // The second move of a game on more than one line.
        let number = line.trim().split_once('.').and_then(|(number, _)| number.parse::<u32>().ok());
        if number > Some(1) {
            continue;
        }
        let read = transcripts::read(line, 1)
            .is_ok_and(|game| game.fault.is_none() && !game.game().plies().is_empty());
        games += usize::from(read);
    }
    if games * 2 > all { Cut::Lines } else { Cut::Blocks }
}

/// Whether boards stand in rows of less than 64 squares.
fn is_in_rows(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty() && !transcripts::is_remark(line));
    first.is_some_and(|line| {
        let squares = line.chars().filter(|character| !character.is_whitespace()).count();
        squares < 32 && !line.contains('/')
    })
}

/// What the digits in the boards of a text mean: most boards whose middle tells decide.
fn digits(text: &str) -> Digits {
    let mut votes = 0i32;
    let mut board = String::new();
    for line in text.lines().take(2_000) {
        if boards::count_digits(line).is_none() {
            board.clear();
            continue;
        }
        board.push_str(line);
        match boards::digits_of(&board) {
            Some(Digits::OneIsEmpty) => votes += 1,
            Some(Digits::ZeroIsEmpty) => votes -= 1,
            None if boards::count_digits(&board) < Some(64) => continue,
            None => {}
        }
        board.clear();
    }
    if votes > 0 { Digits::OneIsEmpty } else { Digits::ZeroIsEmpty }
}

fn read_head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Why nothing is read from a stream.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Stream(#[from] io::Error),
    /// It is nothing that is known here.
    #[error(transparent)]
    Unrecognized(#[from] Unrecognized),
    /// The one game that was asked for is wrong.
    #[error("read as {format}: {error}")]
    Format {
        /// What it was taken for.
        format: Format,
        /// What is wrong with it.
        error: FormatError,
    },
    /// One game was asked for.
    #[error("there is more than one game in these {format}")]
    Several {
        /// What it is.
        format: Format,
    },
    /// It is another kind of WTHOR file.
    #[error(transparent)]
    Wthor(#[from] wthor::NotWthor),
}

/// Why a game of a stream cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The stream broke off: nothing more comes.
    #[error("it cannot be read: {0}")]
    Stream(#[from] io::Error),
    /// The game is wrong; the next one may be right.
    #[error(transparent)]
    Format(#[from] FormatError),
}
