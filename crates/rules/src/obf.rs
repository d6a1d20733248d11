//! The Othello Board Format (OBF) of endgame suites: one position on a line, with the scores of its moves.
//!
//! ```text
//! % a comment
//! --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; % two of eight
//! ```
//!
//! After the board stand moves with their scores, or a single score, or nothing. Scores are seen by the
//! side to move and give the empty squares to the winner. Some suites end their list of moves with an
//! entry for no move, `--:-127`.

use std::fmt;
use std::str::FromStr;

use crate::{Board, BoardError, Margin, Square};

/// A position of a suite with what the suite says about it.
///
/// ```
/// use outflank_rules::{ObfAnswer, ObfProblem};
///
/// let line = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H5:+6; G6:-2;";
/// let problem: ObfProblem = line.parse()?;
/// assert_eq!(problem.answer.best().map(|margin| margin.discs()), Some(6));
/// assert_eq!(problem.to_string(), line);
/// # Ok::<(), outflank_rules::ObfError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObfProblem {
    /// The position.
    pub board: Board,
    /// What is known of it.
    pub answer: ObfAnswer,
    /// What stands after a `%` on the line.
    pub comment: Option<String>,
}

/// What a suite says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObfAnswer {
    /// Nothing.
    Open,
    /// The score of best play.
    Score(Margin),
    /// The scores of some moves or all, usually best first.
    Moves {
        /// Each move with its score.
        scores: Vec<(Square, Margin)>,
        /// How the list ends.
        end: ObfEnd,
    },
}

/// How a list of moves ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObfEnd {
    /// After the last move.
    Plain,
    /// With an entry for no move, `--:-127`.
    NoMove,
}

impl ObfAnswer {
    /// The best score that is named.
    pub fn best(&self) -> Option<Margin> {
        match self {
            Self::Open => None,
            Self::Score(score) => Some(*score),
            Self::Moves { scores, .. } => scores.iter().map(|&(_, score)| score).max(),
        }
    }

    /// The score that is named for a move.
    pub fn score(&self, square: Square) -> Option<Margin> {
        match self {
            Self::Moves { scores, .. } => {
                scores.iter().find(|&&(known, _)| known == square).map(|&(_, score)| score)
            }
            Self::Open | Self::Score(_) => None,
        }
    }

    /// The moves that have the best score.
    pub fn best_moves(&self) -> impl Iterator<Item = Square> {
        let scores = match self {
            Self::Moves { scores, .. } => scores.as_slice(),
            Self::Open | Self::Score(_) => &[],
        };
        let best = self.best();
        scores.iter().filter(move |&&(_, score)| Some(score) == best).map(|&(square, _)| square)
    }
}

/// Reads a whole suite. Blank lines and lines with nothing but a comment are passed over.
pub fn read_obf(text: &str) -> Result<Vec<ObfProblem>, ObfError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !without_comment(line).0.is_empty());
    lines.map(|(index, line)| read_line(line, index + 1)).collect()
}

/// A text that is not in OBF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}, in “{input}”")]
pub struct ObfError {
    /// The line, counted from 1.
    pub line: usize,
    /// What was wrong.
    pub problem: ObfFault,
    /// The line as it came in.
    pub input: String,
}

/// What was wrong in a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObfFault {
    /// The line does not start with a board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// After the board stands neither a move with a score nor a score.
    #[error("“{found}” is neither a move with its score, such as F5:+2, nor a score")]
    Entry {
        /// What stands there.
        found: String,
    },
    /// A score stands beside other entries.
    #[error("the score {found} must be alone")]
    ScoreNotAlone {
        /// The score.
        found: Margin,
    },
    /// Entries follow the one for no move.
    #[error("“{found}” after the end of the list")]
    AfterTheEnd {
        /// What stands there.
        found: String,
    },
}

/// A line before its comment, without blanks around it, and the comment.
fn without_comment(line: &str) -> (&str, Option<&str>) {
    match line.split_once('%') {
        Some((line, comment)) => (line.trim(), Some(comment.trim())),
        None => (line.trim(), None),
    }
}

impl FromStr for ObfProblem {
    type Err = ObfError;

    fn from_str(line: &str) -> Result<Self, ObfError> {
        read_line(line, 1)
    }
}

fn read_line(input: &str, line: usize) -> Result<ObfProblem, ObfError> {
    let (text, comment) = without_comment(input);
    let fault = |problem| ObfError { line, problem, input: input.to_owned() };
    let mut entries = text.split(';').map(str::trim);
    let board = entries.next().unwrap_or("").parse().map_err(|error: BoardError| fault(error.into()))?;
    let answer = read_answer(entries.filter(|entry| !entry.is_empty())).map_err(fault)?;
    Ok(ObfProblem { board, answer, comment: comment.map(str::to_owned) })
}

fn read_answer<'a>(entries: impl Iterator<Item = &'a str>) -> Result<ObfAnswer, ObfFault> {
    let mut answer = ObfAnswer::Open;
    for entry in entries {
        let not_understood = || ObfFault::Entry { found: entry.to_owned() };
        if let ObfAnswer::Score(found) = answer {
            return Err(ObfFault::ScoreNotAlone { found });
        }
        let Some((square, score)) = entry.split_once(':') else {
            let score = read_margin(entry).ok_or_else(not_understood)?;
            if answer != ObfAnswer::Open {
                return Err(ObfFault::ScoreNotAlone { found: score });
            }
            answer = ObfAnswer::Score(score);
            continue;
        };
        if answer == ObfAnswer::Open {
            answer = ObfAnswer::Moves { scores: Vec::new(), end: ObfEnd::Plain };
        }
        let ObfAnswer::Moves { scores, end } = &mut answer else { continue };
        if *end == ObfEnd::NoMove {
            return Err(ObfFault::AfterTheEnd { found: entry.to_owned() });
        }
        match (square.trim(), score.trim()) {
            ("--", "-127") => *end = ObfEnd::NoMove,
            (square, score) => {
                let square = square.parse().map_err(|_| not_understood())?;
                scores.push((square, read_margin(score).ok_or_else(not_understood)?));
            }
        }
    }
    Ok(answer)
}

fn read_margin(text: &str) -> Option<Margin> {
    Margin::new(text.parse().ok()?)
}

impl fmt::Display for ObfProblem {
    /// One line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.board)?;
        match &self.answer {
            ObfAnswer::Open => {}
            ObfAnswer::Score(score) => write!(f, " {score};")?,
            ObfAnswer::Moves { scores, end } => {
                for (square, score) in scores {
                    write!(f, " {}:{score};", square.to_string().to_uppercase())?;
                }
                if *end == ObfEnd::NoMove {
                    write!(f, " --:-127;")?;
                }
            }
        }
        match &self.comment {
            Some(comment) => write!(f, " % {comment}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO--------------------------- X";

    #[test]
    fn lines_come_back_as_they_were() {
        let tails =
            [";", "; +4;", "; D3:+0; C4:-2;", "; D3:+0; --:-127;", "; F5:+0; % half true", "; --:-127;"];
        for tail in tails {
            let line = format!("{START}{tail}");
            let problem: ObfProblem = line.parse().expect(&line);
            assert_eq!(problem.board, Board::START);
            assert_eq!(problem.to_string(), line);
        }
    }

    #[test]
    fn a_suite_has_comments_and_blank_lines() {
        let text = format!("% a suite\n\n{START}; d3:+2; F5 : 2; E6:-4\n   % the end\n{START}\n");
        let problems = read_obf(&text).expect("a suite");
        assert_eq!(problems.len(), 2);
        assert_eq!(problems[0].answer.best(), Margin::new(2));
        assert_eq!(problems[0].answer.best_moves().collect::<Vec<_>>(), [Square::D3, Square::F5]);
        assert_eq!(problems[1].answer, ObfAnswer::Open);
        assert_eq!(problems[1].answer.best_moves().count(), 0);
    }

    #[test]
    fn faults_name_the_line_and_hand_it_back() {
        let fault = |tail: &str| {
            let input = format!("{START}{tail}");
            let error = read_obf(&format!("% first\n{input}\n")).expect_err(tail);
            assert_eq!((error.line, &error.input), (2, &input));
            error.problem
        };
        assert!(matches!(fault("; K3:+2;"), ObfFault::Entry { found } if found == "K3:+2"));
        assert!(matches!(fault("; D3:+66;"), ObfFault::Entry { .. }));
        assert!(matches!(fault("; good;"), ObfFault::Entry { .. }));
        assert!(matches!(fault("; +2; D3:+2;"), ObfFault::ScoreNotAlone { .. }));
        assert!(matches!(fault("; D3:+2; +2;"), ObfFault::ScoreNotAlone { .. }));
        assert!(matches!(fault("; --:-127; D3:+2;"), ObfFault::AfterTheEnd { .. }));
        assert!(matches!(fault(" Z; D3:+2;"), ObfFault::Board(_)));
        assert_eq!(
            read_obf("--X; D3:+2;").expect_err("short").to_string(),
            "line 1: only 3 of 64 squares in “--X”, in “--X; D3:+2;”"
        );
    }
}
