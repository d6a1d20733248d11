//! Positions with the scores of their moves, as collections of problems have them: OBF, one position a line.
//!
//! ```text
//! -XXXXXX---XOOOO--XOX…-- X; A4:+10; B2:+0; A3:-6;   % a remark
//! ```

use std::fmt;
use std::str::FromStr;

use crate::{Board, BoardError, Margin, Square, SquareError};

/// A position and what its source says about its moves. Scores are seen by the side to move, the empty
/// squares given to the winner.
///
/// ```
/// use outflank_rules::{Board, Margin, Obf, Square};
///
/// let problem: Obf = format!("{} X; F5:+0; D3:-2;", &Board::START.to_string()[..64]).parse()?;
/// assert_eq!(problem.best(), Some(Margin::DRAW));
/// assert_eq!(problem.score(Square::D3), Margin::new(-2));
/// # Ok::<(), outflank_rules::ObfError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obf {
    /// The position.
    pub board: Board,
    /// Moves and their scores, `None` for a pass.
    pub scores: Vec<(Option<Square>, Margin)>,
}

/// What stands in the place of a score that nobody computed.
const UNKNOWN: i32 = -127;

impl Obf {
    /// Reads a collection. Empty lines and lines that start with `#` or `%` are passed over.
    pub fn read_all(text: &str) -> Result<Vec<Self>, ObfLineError> {
        let is_remark = |line: &str| line.is_empty() || line.starts_with(['#', '%']);
        let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !is_remark(line));
        lines
            .map(|(index, line)| line.parse().map_err(|error| ObfLineError { line: index + 1, error }))
            .collect()
    }

    /// The best score that is stated.
    pub fn best(&self) -> Option<Margin> {
        self.scores.iter().map(|(_, margin)| *margin).max()
    }

    /// The score that is stated for a move.
    pub fn score(&self, square: Square) -> Option<Margin> {
        self.scores.iter().find(|(known, _)| *known == Some(square)).map(|(_, margin)| *margin)
    }
}

impl FromStr for Obf {
    type Err = ObfError;

    fn from_str(input: &str) -> Result<Self, ObfError> {
        let input = input.split('%').next().unwrap_or_default();
        let mut parts = input.split(';').map(str::trim);
        let board = parts.next().unwrap_or_default().parse()?;
        let mut scores = Vec::new();
        for part in parts.filter(|part| !part.is_empty()) {
            let wrong = || ObfError::Score { found: part.to_owned() };
            let (word, score) = part.split_once(':').ok_or_else(wrong)?;
            let square = match word.trim().to_ascii_lowercase().as_str() {
                "--" | "pa" | "ps" | "pass" => None,
                word => Some(word.parse()?),
            };
            match score.trim().parse().map_err(|_| wrong())? {
                UNKNOWN => {}
                discs => scores.push((square, Margin::new(discs).ok_or_else(wrong)?)),
            }
        }
        Ok(Self { board, scores })
    }
}

impl fmt::Display for Obf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.board)?;
        self.scores.iter().try_for_each(|(square, margin)| match square {
            Some(square) => write!(f, " {}:{margin};", square.to_string().to_uppercase()),
            None => write!(f, " --:{margin};"),
        })
    }
}

/// A text that is not a position with scores.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObfError {
    /// The position.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The square of a move.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// Not a move with a score.
    #[error("“{found}” is not a move and its score, as G8:+18 is, of −64 to +64 discs")]
    Score {
        /// What stands there.
        found: String,
    },
}

/// A line of a collection that is not a position with scores.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct ObfLineError {
    /// The number of the line, the first being 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: ObfError,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> String {
        Board::START.to_string()
    }

    #[test]
    fn scores_are_read_and_written() {
        let text = format!("{}; F5:+0; D3:-2; --:-127; % remark; A1:+9", start());
        let problem: Obf = text.parse().expect("a problem");
        let scores = [(Square::F5, 0), (Square::D3, -2)];
        assert_eq!(problem.scores, scores.map(|(square, discs)| (Some(square), Margin::new(discs).unwrap())));
        assert_eq!(problem.to_string(), format!("{}; F5:+0; D3:-2;", start()));
        assert_eq!(problem.to_string().parse(), Ok(problem));
        let pass: Obf = format!("XO-{} O; --:-64", "-".repeat(61)).parse().expect("a problem");
        assert_eq!((pass.best(), pass.score(Square::C1)), (Some(Margin::MIN), None));
        assert_eq!(pass.to_string().parse(), Ok(pass));
    }

    #[test]
    fn collections_have_remarks() {
        let text = format!("# ours\n\n{}\n% more\n{}; F5:+0\n", start(), start());
        let problems = Obf::read_all(&text).expect("problems");
        assert_eq!(problems.iter().map(Obf::best).collect::<Vec<_>>(), [None, Some(Margin::DRAW)]);
    }

    #[test]
    fn errors_name_the_line_and_the_place() {
        let error = |line: &str| Obf::read_all(&format!("\n{line}")).expect_err(line).to_string();
        assert!(error("--X").starts_with("line 2: only 3 of 64 squares"));
        let problem = "is not a move and its score, as G8:+18 is, of −64 to +64 discs";
        for wrong in ["F5", "F5:x", "F5:+65", "+18", "F5:"] {
            assert_eq!(error(&format!("{}; {wrong};", start())), format!("line 2: “{wrong}” {problem}"));
        }
        assert!(error(&format!("{}; Z9:+2", start())).contains("z9"));
    }
}
