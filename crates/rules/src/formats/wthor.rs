//! WTHOR files as a stream, with the names that go with them, and writing them.

use std::io::{self, Read};
use std::sync::Arc;

use super::annotated::AnnotatedGame;
use super::fault::{FormatError, FormatProblem};
use super::tags::{StatedResult, Tag};
use crate::wthor::{GAME, HEADER, read_game};
use crate::{Board, Outcome, Square, Symmetry, WthorFault};

/// Whether bytes begin like a file of the database: of games, or of names.
pub(super) fn looks_like_wthor(head: &[u8]) -> bool {
    let Some(header) = head.get(..HEADER) else { return false };
    let [_, year, month, day, ..] = *header else { return false };
    let is_date = year < 100 && (1..=12).contains(&month) && (1..=31).contains(&day);
    // No text has characters of nought; every header has some.
    is_date && header.contains(&0) && matches!(header[13], 0 | 1) && header[15] == 0
}

/// A WTHOR file that has no games of Othello.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotWthor {
    /// It ends before its header does.
    #[error("{length} bytes are not a WTHOR file: its header has {HEADER}")]
    Header {
        /// How many bytes there are.
        length: usize,
    },
    /// It has names.
    #[error(
        "these are names of the WTHOR database: read the .wtb files, the lists beside them are found by themselves"
    )]
    Names,
    /// It has endgame problems.
    #[error("a WTHOR file of problems, not of games")]
    Problems,
    /// It is for another board.
    #[error("a WTHOR file for boards of size {size}: only Othello on 8 × 8 squares is played here")]
    BoardSize {
        /// What the header says.
        size: u8,
    },
}

/// The records of a file.
pub(super) struct Records<R> {
    reader: R,
    pub promised: u64,
    pub names: Option<Arc<WthorNames>>,
    read: u64,
    year: u16,
    solved_empties: u8,
    is_done: bool,
}

impl<R: Read> Records<R> {
    /// Reads the header.
    pub fn begin(mut reader: R) -> Result<Self, super::OpenError> {
        let mut header = Vec::with_capacity(HEADER);
        reader.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        if header.len() < HEADER {
            return Err(NotWthor::Header { length: header.len() }.into());
        }
        let promised = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
        let names = u16::from_le_bytes([header[8], header[9]]);
        match (header[12], header[13]) {
            _ if promised == 0 && names > 0 => return Err(NotWthor::Names.into()),
            (_, 1) => return Err(NotWthor::Problems.into()),
            (0 | 8, _) => {}
            (size, _) => return Err(NotWthor::BoardSize { size }.into()),
        }
        Ok(Self {
            reader,
            promised: promised.into(),
            names: None,
            read: 0,
            year: u16::from_le_bytes([header[10], header[11]]),
            solved_empties: if header[14] == 0 { 22 } else { header[14] },
            is_done: false,
        })
    }

    /// The next game. A file that ends too early says how many games are missing, once.
    pub fn next(&mut self) -> io::Result<Option<Result<AnnotatedGame, FormatError>>> {
        if self.is_done {
            return Ok(None);
        }
        let number = self.read as usize + 1;
        let mut record = Vec::with_capacity(GAME);
        self.reader.by_ref().take(GAME as u64).read_to_end(&mut record)?;
        if self.read == self.promised {
            self.is_done = true;
            let problem = FormatProblem::Expected {
                expected: "the end of the file",
                found: "more games than the header promises".to_owned(),
            };
            return Ok((!record.is_empty()).then_some(Err(FormatError { line: number, column: 1, problem })));
        }
        if record.len() < GAME {
            self.is_done = true;
            let problem =
                FormatProblem::CutOff { missing: self.promised - self.read, promised: self.promised };
            return Ok(Some(Err(FormatError { line: number, column: 1, problem })));
        }
        self.read += 1;
        Ok(Some(self.game(&record, number)))
    }

    fn game(&self, record: &[u8], number: usize) -> Result<AnnotatedGame, FormatError> {
        let (read, fault) = read_game(record);
        let fault =
            fault.map(|(column, fault)| FormatError { line: number, column, problem: problem(fault) });
        let mut game = AnnotatedGame { fault, ..AnnotatedGame::new(read.record.game()) };
        let name = |list: fn(&WthorNames) -> &[String], number: u16| {
            let name = self.names.as_deref().and_then(|names| list(names).get(usize::from(number)));
            name.cloned().unwrap_or_else(|| format!("#{number}"))
        };
        let tags = &mut game.tags;
        tags.set(Tag::Event, name(|names| &names.tournaments, read.tournament));
        tags.set(Tag::Date, self.year.to_string());
        tags.set(Tag::Black, name(|names| &names.players, read.black));
        tags.set(Tag::White, name(|names| &names.players, read.white));
        let discs = read.discs.min(64);
        tags.set(Tag::Result, format!("{discs}-{}", 64 - discs));
        // A game that ended before best play begins has none; the byte is then nought.
        let plies = read.record.squares().len();
        if read.best_discs > 0 || plies + usize::from(self.solved_empties) >= 60 {
            tags.set(Tag::BestDiscs, read.best_discs.to_string());
            tags.set(Tag::BestFrom, self.solved_empties.to_string());
        }
        Ok(game)
    }
}

fn problem(fault: WthorFault) -> FormatProblem {
    use crate::TranscriptProblem;
    match fault {
        WthorFault::Illegal(TranscriptProblem::Illegal { square, board }) => {
            FormatProblem::Illegal { square, mover: board.mover }
        }
        WthorFault::Illegal(TranscriptProblem::AfterTheEnd { square }) => {
            FormatProblem::AfterTheEnd { square }
        }
        WthorFault::Illegal(TranscriptProblem::PassNotForced) => FormatProblem::PassNotForced,
        WthorFault::Illegal(TranscriptProblem::NotAMove { found }) => {
            FormatProblem::Expected { expected: "a square", found }
        }
        WthorFault::NotASquare { byte } => {
            FormatProblem::Expected { expected: "a square, 11 to 88", found: byte.to_string() }
        }
        WthorFault::AfterTheLast => {
            FormatProblem::Expected { expected: "nothing after the last move", found: "a move".to_owned() }
        }
    }
}

/// The names that the numbers in files of games stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WthorNames {
    /// Players, by number.
    pub players: Vec<String>,
    /// Tournaments, by number.
    pub tournaments: Vec<String>,
}

/// The bytes of a player's name and a tournament's, the last of them nought.
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

impl WthorNames {
    /// Reads the names of players, `WTHOR.JOU`.
    pub fn with_players(mut self, bytes: &[u8]) -> Result<Self, NotNames> {
        self.players = read_names(bytes, PLAYER)?;
        Ok(self)
    }

    /// Reads the names of tournaments, `WTHOR.TRN`.
    pub fn with_tournaments(mut self, bytes: &[u8]) -> Result<Self, NotNames> {
        self.tournaments = read_names(bytes, TOURNAMENT)?;
        Ok(self)
    }
}

/// Bytes that are no list of names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{length} bytes are no WTHOR list of names of {each} bytes each after a header of {HEADER}")]
pub struct NotNames {
    length: usize,
    each: usize,
}

fn read_names(bytes: &[u8], each: usize) -> Result<Vec<String>, NotNames> {
    let wrong = NotNames { length: bytes.len(), each };
    let Some((header, names)) = bytes.split_at_checked(HEADER) else { return Err(wrong) };
    let count = usize::from(u16::from_le_bytes([header[8], header[9]]));
    if names.len() != count * each {
        return Err(wrong);
    }
    // ISO 8859-1: a byte is a character.
    let name =
        |bytes: &[u8]| bytes.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect();
    Ok(names.chunks_exact(each).map(name).collect())
}

/// Games on their way into WTHOR files.
#[derive(Clone, Debug, Default)]
pub struct WthorWriter {
    names: WthorNames,
    games: Vec<u8>,
    year: Option<i32>,
    solved_empties: Option<u8>,
}

impl WthorWriter {
    /// A writer whose lists begin as the database's do, with an unknown player and games of all sorts.
    pub fn new() -> Self {
        let names =
            WthorNames { players: vec!["???".to_owned()], tournaments: vec!["Diverses parties".to_owned()] };
        Self { names, ..Self::default() }
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len() / GAME
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The year of the first game, which is that of the file.
    pub fn year(&self) -> Option<i32> {
        self.year
    }

    /// Adds a game, turned so that it begins with f5. The format has neither other starts nor results that are not discs.
    pub fn add(&mut self, game: &AnnotatedGame) -> Result<(), CannotWrite> {
        if game.game().start() != Board::START {
            return Err(CannotWrite::Start);
        }
        let record = game.game().record();
        let Some(first) = record.squares().first() else { return Err(CannotWrite::NoMoves) };
        let to_f5 = Symmetry::OF_THE_START.into_iter().find(|way| way.square(*first) == Square::F5);
        let to_f5 = to_f5.unwrap_or(Symmetry::Identity);
        let discs = match game.result() {
            Some(StatedResult::Margin(margin)) => (32.0 + margin / 2.0).clamp(0.0, 64.0) as u8,
            Some(StatedResult::Outcome(Outcome::Win)) => 33,
            Some(StatedResult::Outcome(Outcome::Loss)) => 31,
            Some(StatedResult::Outcome(Outcome::Draw)) => 32,
            None => return Err(CannotWrite::NoResult),
        };
        let (best, from) = (known(game, &Tag::BestDiscs), known(game, &Tag::BestFrom));
        // Files state one number of empty squares for all their games.
        let from = *self.solved_empties.get_or_insert(from.unwrap_or(0));
        let best = best.filter(|_| known(game, &Tag::BestFrom) == Some(from)).unwrap_or(discs);
        self.year = self.year.or(game.tags.year());
        let tournament = number(&mut self.names.tournaments, game.tags.get(&Tag::Event), TOURNAMENT)?;
        let black = number(&mut self.names.players, game.tags.get(&Tag::Black), PLAYER)?;
        let white = number(&mut self.names.players, game.tags.get(&Tag::White), PLAYER)?;
        for number in [tournament, black, white] {
            self.games.extend(number.to_le_bytes());
        }
        self.games.extend([discs, best]);
        let mut moves = [0; 60];
        for (byte, square) in moves.iter_mut().zip(record.squares()) {
            let square = to_f5.square(*square);
            *byte = (10 * (square.row() + 1) + square.column() + 1) as u8;
        }
        self.games.extend(moves);
        Ok(())
    }

    /// The file of games, made on a day.
    pub fn games(&self, made: (u16, u8, u8)) -> Vec<u8> {
        let year = self.year.and_then(|year| u16::try_from(year).ok()).unwrap_or(0);
        let mut file = header(made, self.len() as u32, 0, year);
        file[12] = 8;
        file[14] = self.solved_empties.unwrap_or(0);
        file.extend(&self.games);
        file
    }

    /// The list of players, `WTHOR.JOU`.
    pub fn players(&self, made: (u16, u8, u8)) -> Vec<u8> {
        names(&self.names.players, PLAYER, made)
    }

    /// The list of tournaments, `WTHOR.TRN`.
    pub fn tournaments(&self, made: (u16, u8, u8)) -> Vec<u8> {
        names(&self.names.tournaments, TOURNAMENT, made)
    }
}

fn known(game: &AnnotatedGame, tag: &Tag) -> Option<u8> {
    game.tags.get(tag)?.parse().ok().filter(|number| *number <= 64)
}

fn header((year, month, day): (u16, u8, u8), games: u32, names: u16, of_year: u16) -> Vec<u8> {
    let mut header = vec![(year / 100) as u8, (year % 100) as u8, month, day];
    header.extend(games.to_le_bytes());
    header.extend(names.to_le_bytes());
    header.extend(of_year.to_le_bytes());
    header.extend([0; 4]);
    header
}

fn names(names: &[String], each: usize, made: (u16, u8, u8)) -> Vec<u8> {
    let mut file = header(made, 0, names.len() as u16, 0);
    for name in names {
        let mut bytes = latin(name, each);
        bytes.resize(each, 0);
        file.extend(bytes);
    }
    file
}

/// A name in ISO 8859-1, cut to fit.
fn latin(name: &str, each: usize) -> Vec<u8> {
    let bytes = name.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?'));
    bytes.map(|byte| if byte < 32 { b' ' } else { byte }).take(each - 1).collect()
}

/// The number of a name in a list, which may grow. Names that are the same once cut are one.
fn number(list: &mut Vec<String>, name: Option<&str>, each: usize) -> Result<u16, CannotWrite> {
    let Some(name) = name else { return Ok(0) };
    let cut: String = latin(name, each).into_iter().map(char::from).collect();
    let index = match list.iter().position(|known| *known == cut) {
        Some(index) => index,
        None => {
            list.push(cut);
            list.len() - 1
        }
    };
    u16::try_from(index).ok().filter(|index| *index < u16::MAX).ok_or(CannotWrite::Names)
}

/// A game that WTHOR has no place for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CannotWrite {
    /// It has another start.
    #[error("WTHOR has only games from the usual start")]
    Start,
    /// It has no moves.
    #[error("WTHOR has no games without moves")]
    NoMoves,
    /// It is not over, and no result is stated.
    #[error("WTHOR has no games without a result")]
    NoResult,
    /// There are too many names.
    #[error("WTHOR has 65,534 names at most")]
    Names,
}
