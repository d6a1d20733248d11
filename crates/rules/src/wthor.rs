//! Games in the format of WTHOR, the database of the French Othello federation: one file a year, `.wtb`.
//!
//! ```text
//! header, 16 bytes   century, year, month, day of the file; u32 games; u16 0; u16 year of the games;
//!                    u8 size of the board, 0 or 8; u8 0; u8 empties the best score is for, 0 for 22; u8 0
//! game, 68 bytes     u16 tournament, Black, White; u8 Black's discs; u8 Black's discs in best play;
//!                    60 moves of 10·row + column, 11 = a1 to 88 = h8, and 0 where there is none
//! ```
//!
//! Numbers begin with their lowest byte. Passes are not stored. There is no checksum: a file is believed if it has
//! the length that its header promises and all its moves are legal.

use crate::{Game, GameRecord, Square, TranscriptProblem, Turn};

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wthor {
    /// The year the games were played in.
    pub year: u16,
    /// How many squares were empty where best play begins, see [`WthorGame::best_discs`].
    pub solved_empties: u8,
    /// The games, in the order of the file.
    pub games: Vec<WthorGame>,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WthorGame {
    /// The number of the tournament in the list that goes with the files.
    pub tournament: u16,
    /// The number of Black in the list of players.
    pub black: u16,
    /// The number of White in the list of players.
    pub white: u16,
    /// Black's discs at the end, the empty squares given to the winner, or as the arbiter decided.
    pub discs: u8,
    /// What Black would have had if both sides had played their best from [`Wthor::solved_empties`] on.
    pub best_discs: u8,
    /// The moves. Some games were given up, or their sheets are lost: these are not finished.
    pub record: GameRecord,
}

/// The bytes of a header and of a game.
pub(crate) const HEADER: usize = 16;
pub(crate) const GAME: usize = 68;

/// Reads a file of games.
///
/// ```
/// use outflank_rules::read_wthor;
///
/// let mut file = vec![20, 26, 11, 1, 1, 0, 0, 0, 0, 0, 0xba, 0x07, 8, 0, 24, 0];
/// file.extend([0, 0, 1, 0, 2, 0, 33, 32, 56, 64]); // f5 d6, given up
/// file.extend([0; 58]);
/// let wthor = read_wthor(&file)?;
/// assert_eq!((wthor.year, wthor.games[0].record.to_string().as_str()), (1978, "f5d6"));
/// # Ok::<(), outflank_rules::WthorError>(())
/// ```
pub fn read_wthor(bytes: &[u8]) -> Result<Wthor, WthorError> {
    let Some((header, games)) = bytes.split_at_checked(HEADER) else {
        return Err(WthorError::Header { length: bytes.len() });
    };
    match (header[12], header[13]) {
        (0 | 8, 0) => {}
        (0 | 8, _) => return Err(WthorError::Problems),
        (size, _) => return Err(WthorError::BoardSize { size }),
    }
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    if games.len() as u64 != u64::from(count) * GAME as u64 {
        return Err(WthorError::Length { count, length: bytes.len() });
    }
    let games = games.chunks_exact(GAME).enumerate();
    let games = games.map(|(index, game)| match read_game(game) {
        (game, None) => Ok(game),
        (_, Some((ply, fault))) => Err(WthorError::Game { number: index + 1, ply, fault }),
    });
    Ok(Wthor {
        year: number(header, 10),
        solved_empties: if header[14] == 0 { 22 } else { header[14] },
        games: games.collect::<Result<_, _>>()?,
    })
}

fn number(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Reads a game, up to the first move that is wrong; the first has number 1.
pub(crate) fn read_game(bytes: &[u8]) -> (WthorGame, Option<(usize, WthorFault)>) {
    let mut game = Game::new();
    let fault = play_moves(&mut game, &bytes[8..]).err();
    let read = WthorGame {
        tournament: number(bytes, 0),
        black: number(bytes, 2),
        white: number(bytes, 4),
        discs: bytes[6],
        best_discs: bytes[7],
        record: game.record(),
    };
    (read, fault)
}

fn play_moves(game: &mut Game, moves: &[u8]) -> Result<(), (usize, WthorFault)> {
    let length = moves.iter().position(|&byte| byte == 0).unwrap_or(moves.len());
    for (index, &byte) in moves[..length].iter().enumerate() {
        let at = |fault| (index + 1, fault);
        let square = square(byte).ok_or(at(WthorFault::NotASquare { byte }))?;
        if game.turn() == Turn::Pass {
            game.pass_forced();
        }
        if game.play(square).is_err() {
            let problem = match game.turn() {
                Turn::Over(_) => TranscriptProblem::AfterTheEnd { square },
                _ => TranscriptProblem::Illegal { square, board: game.board() },
            };
            return Err(at(WthorFault::Illegal(problem)));
        }
    }
    match moves[length..].iter().position(|&byte| byte != 0) {
        Some(gap) => Err((length + gap + 1, WthorFault::AfterTheLast)),
        None => Ok(()),
    }
}

/// 11 is a1, 18 is h1, 81 is a8.
fn square(byte: u8) -> Option<Square> {
    let (row, column) = (usize::from(byte / 10), usize::from(byte % 10));
    Square::at(column.checked_sub(1)?, row.checked_sub(1)?)
}

/// Bytes that are not a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WthorError {
    /// Not even a header.
    #[error("{length} bytes are not a WTHOR file: its header has {HEADER}")]
    Header {
        /// How many bytes there are.
        length: usize,
    },
    /// Endgame problems.
    #[error("a WTHOR file of problems, not of games")]
    Problems,
    /// Another board.
    #[error("a WTHOR file for boards of size {size}: only 8 is known here")]
    BoardSize {
        /// What the header says.
        size: u8,
    },
    /// The header and the length do not fit.
    #[error("the header promises {count} games, which take {} bytes, and there are {length}: not a whole WTHOR file of games",
            HEADER as u64 + u64::from(*count) * GAME as u64)]
    Length {
        /// The games that the header promises.
        count: u32,
        /// How many bytes there are.
        length: usize,
    },
    /// A game against the rules.
    #[error("game {number}, move {ply}: {fault}")]
    Game {
        /// The number of the game, the first being 1.
        number: usize,
        /// The number of the move, the first being 1.
        ply: usize,
        /// What is wrong with it.
        fault: WthorFault,
    },
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WthorFault {
    /// A byte that stands for no square.
    #[error("{byte} is not a square: expected 11 for a1 to 88 for h8")]
    NotASquare {
        /// The byte.
        byte: u8,
    },
    /// A move against the rules.
    #[error(transparent)]
    Illegal(TranscriptProblem),
    /// A move that follows on none.
    #[error("a move after the last one")]
    AfterTheLast,
}
