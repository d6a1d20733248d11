//! Games of contests as text, one a line: Black, White, the result, the moves, with tabs between.
//!
//! ```text
//! BLACK ⇥ WHITE ⇥ +14 ⇥ f5d6c3d3c4f4…
//! BLACK ⇥ WHITE ⇥ forfeit by Black: it resigned ⇥ f5d6c3
//! ```
//!
//! The result is Black's margin, the empty squares given to the winner. Lines that start with `#` are remarks.

use std::fmt;
use std::str::FromStr;

use outflank_rules::{Board, Color, GameRecord, Outcome, RecordError};

use crate::{Ending, Played};

/// A game with its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameLine {
    /// Who had Black.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// The game and its ending.
    pub played: Played,
}

/// A game as PGN, as rating programs read it: the players by their colours, and the result with White's points
/// first, as PGN has it. Black moves first in the moves, as in Othello.
///
/// ```
/// use outflank_arena::games::{GameLine, Pgn};
///
/// let game: GameLine = "swh\tgreedy\t+64\te6f4e3f6g5d6e7f5c5".parse()?;
/// let pgn = Pgn { game: &game, round: 1 }.to_string();
/// assert!(pgn.contains("[Black \"swh\"]\n[White \"greedy\"]\n[Result \"0-1\"]\n"));
/// assert!(pgn.ends_with("\n\n1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5 0-1\n\n"));
/// # Ok::<(), outflank_arena::games::GameLineError>(())
/// ```
// CITE: S. Edwards, Portable Game Notation Specification and Implementation Guide (1994).
#[derive(Clone, Copy, Debug)]
pub struct Pgn<'a> {
    /// The game.
    pub game: &'a GameLine,
    /// The number of its pair.
    pub round: u64,
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameLine { black, white, played } = self.game;
        let quoted = |text: &str| plain(text).replace('\\', "\\\\").replace('"', "\\\"");
        let result = match played.ending.outcome(Color::White) {
            Outcome::Win => "1-0",
            Outcome::Draw => "1/2-1/2",
            Outcome::Loss => "0-1",
        };
        writeln!(f, "[Event \"Othello\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]", self.round)?;
        writeln!(f, "[Black \"{}\"]\n[White \"{}\"]\n[Result \"{result}\"]", quoted(black), quoted(white))?;
        if let Ending::Forfeited { by, reason } = &played.ending {
            writeln!(f, "[Termination \"{by} forfeits: {}\"]", quoted(reason))?;
        }
        if played.game.start() != Board::START {
            writeln!(f, "[SetUp \"1\"]\n[FEN \"{}\"]", played.game.start())?;
        }
        writeln!(f)?;
        // White's move may be the first of a board.
        let offset = usize::from(played.game.start().mover == Color::White);
        let mut line = String::new();
        for (index, ply) in played.game.plies().iter().enumerate() {
            let place = index + offset;
            if place % 2 == 0 {
                line += &format!("{}. ", place / 2 + 1);
            } else if index == 0 {
                line += "1... ";
            }
            line += &ply.square().map_or_else(|| "pass ".to_owned(), |square| format!("{square} "));
            if line.len() > 70 {
                writeln!(f, "{}", line.trim_end())?;
                line.clear();
            }
        }
        write!(f, "{line}{result}\n\n")
    }
}

/// Reads a list of games.
pub fn read(text: &str) -> Result<Vec<GameLine>, GamesError> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| line.parse().map_err(|problem| GamesError { line: index + 1, problem }))
        .collect()
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match &self.played.ending {
            Ending::Counted(tally) => tally.empties_to_winner().to_string(),
            Ending::Forfeited { by, reason } => format!("{FORFEIT}{by}: {}", plain(reason)),
        };
        write!(f, "{}\t{}\t{result}\t{}", plain(&self.black), plain(&self.white), self.played.game.record())
    }
}

const FORFEIT: &str = "forfeit by ";

/// A text without tabs and line breaks, which have a meaning here.
fn plain(text: &str) -> String {
    text.replace(char::is_control, " ")
}

impl FromStr for GameLine {
    type Err = GameLineError;

    fn from_str(line: &str) -> Result<Self, GameLineError> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [black, white, result, moves] = fields[..] else {
            return Err(GameLineError::Fields { count: fields.len() });
        };
        let record: GameRecord = moves.parse()?;
        let game = record.game();
        let wrong = || GameLineError::Result { result: result.to_owned() };
        let ending = match result.strip_prefix(FORFEIT) {
            Some(forfeit) => {
                let (by, reason) = forfeit.split_once(": ").ok_or_else(wrong)?;
                let by = Color::BOTH.into_iter().find(|color| color.to_string() == by).ok_or_else(wrong)?;
                Ending::Forfeited { by, reason: reason.to_owned() }
            }
            None => {
                let tally = game.tally().ok_or(GameLineError::Unfinished)?;
                let tally = game.board().mover.signed(tally);
                if tally.empties_to_winner().to_string() != result {
                    return Err(wrong());
                }
                Ending::Counted(tally)
            }
        };
        Ok(Self { black: black.to_owned(), white: white.to_owned(), played: Played { game, ending } })
    }
}

/// A text that is not a list of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct GamesError {
    /// The number of the line, the first being 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: GameLineError,
}

/// A line that is not a game of a contest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameLineError {
    /// Too few parts, or too many.
    #[error("{count} fields between tabs, expected four: Black, White, the result, the moves")]
    Fields {
        /// How many there are.
        count: usize,
    },
    /// The moves are no game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A result that does not follow from the moves, or none at all.
    #[error("“{result}” is not the result of this game")]
    Result {
        /// What stands there.
        result: String,
    },
    /// A margin where the game goes on.
    #[error("the game has a result and is not finished")]
    Unfinished,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest game there is: Black wins everything in nine moves.
    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";

    /// Whoever reads the PGN finds the same winner, in games that were given up, too.
    #[test]
    fn pgn_tells_the_winner_as_it_is_read() {
        use outflank_rules::formats::{Format, read_all};
        for (line, black) in [
            (format!("a\tb\t+64\t{SHORTEST}"), Outcome::Win),
            ("a\tb\tforfeit by Black: it resigned\tf5d6c3d3".to_owned(), Outcome::Loss),
            ("a\tb\tforfeit by White: it hangs\tf5d6c3d3".to_owned(), Outcome::Win),
        ] {
            let game: GameLine = line.parse().expect("a game");
            let text = Pgn { game: &game, round: 1 }.to_string();
            // White's point first: what rating programs go by.
            let result = if black == Outcome::Win { "0-1" } else { "1-0" };
            assert!(text.contains(&format!("[White \"b\"]\n[Result \"{result}\"]")), "{text}");
            let (format, read) = read_all(&text).expect("a game");
            assert_eq!((format, read[0].result().map(|result| result.outcome())), (Format::Pgn, Some(black)));
        }
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        let won = format!("swh\tkorman:depth=2\t+64\t{SHORTEST}");
        let given_up = "gtp:x y\tswh\tforfeit by Black: it resigned: no hope\tf5d6c3d3";
        let elsewhere = format!("a\tb\t-63\tXO-{} O c1", "-".repeat(61)).replace("-63", "+64");
        let text = format!("# remark\n{won}\n\n{given_up}\n{elsewhere}\n");
        let games = read(&text).expect("games");
        let written: Vec<String> = games.iter().map(GameLine::to_string).collect();
        assert_eq!(written, [won, given_up.to_owned(), elsewhere]);
        assert_eq!(games[1].black, "gtp:x y");
        let again = GameLine { black: "a\tb\nc".to_owned(), ..games[0].clone() };
        assert_eq!(again.to_string().parse::<GameLine>().map(|line| line.black).as_deref(), Ok("a b c"));
    }

    #[test]
    fn errors_name_the_line_and_what_is_wrong() {
        let error = |line: &str| read(&format!("#\n{line}")).expect_err(line).to_string();
        assert!(error("a\tb\tf5").starts_with("line 2: 3 fields between tabs, expected four"));
        assert_eq!(error("a\tb\t+2\tf5"), "line 2: the game has a result and is not finished");
        let wrong = error(&format!("a\tb\t-64\t{SHORTEST}"));
        assert_eq!(wrong, "line 2: “-64” is not the result of this game");
        assert!(error("a\tb\tforfeit by Nobody: x\tf5").ends_with("is not the result of this game"));
        assert!(error("a\tb\t+64\tf5f5").contains("f5 is not a legal move for White"));
    }
}
