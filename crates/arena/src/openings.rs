//! Lists of openings: where the games of a contest start.

use std::collections::HashSet;

use outflank_engine::Chance;
use outflank_rules::formats::{Format, FormatError, OpenError, read_all};
use outflank_rules::kernel::Portable;
use outflank_rules::{Game, GameRecord, RecordError, Turn};

/// The random plies of a contest where nobody asks for others: enough for ten thousand openings that differ in more
/// than their orientation, and few enough that the players decide the game.
pub const DRAWN_PLIES: usize = 7;

/// The most random plies: no game can end within them.
pub const MOST_DRAWN_PLIES: usize = 8;

/// Reads one opening a line: a transcript, or a board that a transcript may follow. Empty lines and
/// lines that start with `#` or `%` are passed over, and a name may stand before the opening and a tab. Books are
/// read, too, whose lines have numbers after another tab; and so are openings in GGF, SGF, PGN, OBF and all other formats
/// of games and positions.
pub fn read(text: &str) -> Result<Vec<GameRecord>, OpeningsError> {
    match read_lines(text) {
        Err(OpeningsError::Line { line, error }) => match read_all(text) {
            Ok((_, games)) if !games.is_empty() => {
                let over = games.iter().position(|game| game.game().tally().is_some());
                match over {
                    Some(index) => Err(OpeningsError::Over { line: index + 1 }),
                    None => Ok(games.iter().map(|game| game.game().record()).collect()),
                }
            }
            // Of transcripts the reader of lines tells better what is wrong.
            Err(OpenError::Format { format, error: wrong })
                if !matches!(format, Format::Transcripts | Format::Edax) =>
            {
                Err(OpeningsError::Format { format, error: wrong })
            }
            _ => Err(OpeningsError::Line { line, error }),
        },
        read => read,
    }
}

fn read_lines(text: &str) -> Result<Vec<GameRecord>, OpeningsError> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let mut fields = line.split('\t').map(str::trim);
        let opening = match (fields.next(), fields.next()) {
            (Some(_name), Some(opening)) => opening,
            _ => line,
        };
        let opening: GameRecord =
            opening.parse().map_err(|error| OpeningsError::Line { line: index + 1, error })?;
        if opening.game().tally().is_some() {
            return Err(OpeningsError::Over { line: index + 1 });
        }
        openings.push(opening);
    }
    if openings.is_empty() { Err(OpeningsError::Empty) } else { Ok(openings) }
}

/// Openings of random plies, no two the same even if turned and mirrored: so many, or as many as are easily found.
///
/// # Panics
///
/// If a game can end within so many plies: more than [`MOST_DRAWN_PLIES`].
pub fn drawn_apart(count: usize, plies: usize, seed: u64) -> Vec<GameRecord> {
    let mut openings = Vec::new();
    let mut seen = HashSet::new();
    let mut in_vain = 0;
    for index in 0.. {
        // The last ones of a few are found by luck alone.
        if openings.len() == count || in_vain == 1000 {
            break;
        }
        let opening = drawn_one(plies, seed, index);
        let board = opening.board();
        if seen.insert((board.position.canonical(), board.mover)) {
            openings.push(opening.record());
            in_vain = 0;
        } else {
            in_vain += 1;
        }
    }
    openings
}

/// So many openings of random plies, no two the same.
///
/// # Panics
///
/// If a game can end within so many plies, or there are not enough different openings.
pub fn drawn(count: usize, plies: usize, seed: u64) -> Vec<GameRecord> {
    let mut openings = Vec::with_capacity(count);
    let mut seen = HashSet::new();
    for index in 0.. {
        if openings.len() == count {
            break;
        }
        assert!(index < 1000 * (count as u64 + 1), "there are not {count} openings of {plies} plies");
        let game = drawn_one(plies, seed, index);
        if seen.insert(game.board()) {
            openings.push(game.record());
        }
    }
    openings
}

/// One of the openings that a seed stands for.
fn drawn_one(plies: usize, seed: u64, index: u64) -> Game {
    let mut chance = Chance::stream(seed, "drawn opening", index);
    let mut game = Game::new();
    for _ in 0..plies {
        match game.turn() {
            Turn::Play(moves) => {
                let square = chance.pick(Portable, moves);
                game.play(square).expect("one of the legal moves");
            }
            Turn::Pass => game.pass_forced(),
            Turn::Over(_) => panic!("a game can end within {plies} plies"),
        }
    }
    game
}

/// A text that is not a list of openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpeningsError {
    /// A line is no opening.
    #[error("line {line}: {error}")]
    Line {
        /// The number of the line, the first being 1.
        line: usize,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Another format, and something is wrong in it.
    #[error("read as {format}: {error}")]
    Format {
        /// What it was taken for.
        format: Format,
        /// What is wrong.
        error: FormatError,
    },
    /// A line is a whole game: there is nothing left to play.
    #[error("line {line}: the game is over, and an opening has to go on")]
    Over {
        /// The number of the line, the first being 1.
        line: usize,
    },
    /// There is no line.
    #[error("no opening in the list: expected one transcript or board a line")]
    Empty,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts_and_boards_are_read() {
        let text = "# two openings\nTiger\tF5d6C3d3C4\n\nf5f6\n-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- O";
        let openings = read(text).expect("openings");
        assert_eq!(openings.iter().map(|opening| opening.squares().len()).collect::<Vec<_>>(), [5, 2, 0]);
        for text in [
            "(;GM[Othello]B[f5]W[d6];)(;GM[Othello]B[f5]W[f6];)",
            "[Event \"x\"]\n\n1. f5 d6 *\n[Event \"y\"]\n\n1. f5 f6 *\n",
        ] {
            assert_eq!(read(text).expect(text).len(), 2, "{text}");
        }
        let error = read("(;GM[Othello]B[f5]W[a1];)").expect_err("illegal").to_string();
        assert_eq!(error, "read as GGF: line 1, column 21: a1 is not a legal move for White");
    }

    #[test]
    fn drawn_openings_are_different_and_come_again() {
        let openings = drawn(100, 7, 1);
        let boards: HashSet<_> = openings.iter().map(|opening| opening.game().board()).collect();
        assert_eq!(boards.len(), 100);
        assert!(boards.iter().all(|board| board.position.empties().count() == 53));
        assert_eq!(openings[..50], drawn(50, 7, 1));
        assert_ne!(openings, drawn(100, 7, 2));
    }

    #[test]
    fn openings_drawn_apart_differ_in_more_than_orientation() {
        // One first move, three replies, and so on.
        for (plies, different) in [(0, 1), (1, 1), (2, 3), (3, 14), (4, 60)] {
            assert_eq!(drawn_apart(1000, plies, 1).len(), different, "after {plies} plies");
        }
        let openings = drawn_apart(500, DRAWN_PLIES, 3);
        assert_eq!(openings.len(), 500);
        assert_eq!(openings[..100], drawn_apart(100, DRAWN_PLIES, 3));
        let _ = drawn_apart(2000, MOST_DRAWN_PLIES, 1);
    }

    #[test]
    fn books_are_read() {
        let text = "Tiger\tf5d6c3d3c4\t12\t+3.5\nBuffalo\tf5f6e6f4c3\t-\t-1\nCow\tf5f6e6f4e3\n";
        let openings: Vec<String> = read(text).expect("a book").iter().map(GameRecord::to_string).collect();
        assert_eq!(openings, ["f5d6c3d3c4", "f5f6e6f4c3", "f5f6e6f4e3"]);
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(read("# nothing\n"), Err(OpeningsError::Empty));
        let error = read("f5d6\nf5f5\n").expect_err("illegal");
        assert_eq!(error.to_string(), "line 2: f5 is not a legal move for White, at character 3 of “f5f5”");
        let whole = read("e6f4e3f6g5d6e7f5c5").expect_err("a whole game");
        assert_eq!(whole.to_string(), "line 1: the game is over, and an opening has to go on");
    }
}
