//! What outside programs do wrong, told so that one can see whose fault it is.

use std::fmt::Write as _;
use std::io;
use std::time::Duration;

use outflank_rules::Square;

/// What a program did wrong. What it said is cut short and free of control characters.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It could not be started.
    #[error("cannot start “{program}”: {error}")]
    Start {
        /// The first word of its command.
        program: String,
        /// What the system says.
        error: io::Error,
    },
    /// It hangs.
    #[error("no answer to “{asked}” within {limit:?}")]
    Silent {
        /// What it was asked.
        asked: String,
        /// How long it was waited for.
        limit: Duration,
    },
    /// It crashed, left, or closed its output.
    #[error("it ended ({how}) without an answer to “{asked}”")]
    Ended {
        /// What it was asked.
        asked: String,
        /// Its exit status, if it has one.
        how: String,
    },
    /// It talks without end.
    #[error("more than {limit} bytes of output and no answer to “{asked}”")]
    Flood {
        /// What it was asked.
        asked: String,
        /// How much was listened to.
        limit: usize,
    },
    /// It says something that is no text.
    #[error("it answered “{said}” to “{asked}”, which is not UTF-8 text")]
    NotText {
        /// What it was asked.
        asked: String,
        /// What it said, as far as it can be shown.
        said: String,
    },
    /// It refuses what it has to do.
    #[error("it answered “{said}” to “{asked}”")]
    Refused {
        /// What it was asked.
        asked: String,
        /// What it said.
        said: String,
    },
    /// It cannot be told where the game started.
    #[error(
        "it can only play from the usual start: it answered “{said}” to “{asked}” (NBoard has a way to set up any board)"
    )]
    Setup {
        /// What it was asked.
        asked: String,
        /// What it said.
        said: String,
    },
    /// Its move is no move.
    #[error("it answered “{said}” to “{asked}”, which is not a move")]
    NotAMove {
        /// What it was asked.
        asked: String,
        /// What it said.
        said: String,
    },
    /// Its move is against the rules.
    #[error("it played {square}, which is illegal (its answer: “{said}”)")]
    Illegal {
        /// Where it played.
        square: Square,
        /// What it said.
        said: String,
    },
    /// It passed where it has moves.
    #[error("it passed with moves to make (its answer: “{said}”)")]
    Passed {
        /// What it said.
        said: String,
    },
    /// It gave the game up.
    #[error("it resigned")]
    Resigned,
}

/// A fault, with what the program last wrote to its standard error.
#[derive(Debug, thiserror::Error)]
#[error("{fault}{}", self.told())]
pub struct Failure {
    /// What went wrong.
    pub fault: Fault,
    /// The last lines that the program wrote to its standard error, oldest first.
    pub last_words: Vec<String>,
}

impl Failure {
    /// The last words as the end of a sentence.
    fn told(&self) -> String {
        let mut text = String::new();
        if !self.last_words.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, "; its last words: “{}”", self.last_words.join(" / "));
        }
        text
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self { fault, last_words: Vec::new() }
    }
}

/// Whether a forfeit was a program's own decision, and no failure of it.
pub(crate) fn is_resignation(reason: &str) -> bool {
    let resigned = Fault::Resigned.to_string();
    reason.strip_prefix(&resigned).is_some_and(|rest| rest.is_empty() || rest.starts_with(';'))
}

/// What a program said, fit for a message: on one line, without control characters, cut short.
pub(super) fn cut_short(said: &str) -> String {
    const LONGEST: usize = 120;
    let said = said.trim_matches(|character: char| character.is_whitespace() || character.is_control());
    let mut characters = said.chars().map(|character| if character.is_control() { ' ' } else { character });
    let mut kept: String = characters.by_ref().take(LONGEST).collect();
    if characters.next().is_some() {
        kept.push('…');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_is_made_harmless() {
        assert_eq!(cut_short(" \u{1b}[2Jhi\nthere\r\n"), "[2Jhi there");
        assert_eq!(cut_short(&"é".repeat(1000)), format!("{}…", "é".repeat(120)));
        let failure = Failure {
            fault: Fault::Passed { said: "= PASS".into() },
            last_words: vec!["no weights".into(), "good bye".into()],
        };
        assert_eq!(
            failure.to_string(),
            "it passed with moves to make (its answer: “= PASS”); its last words: “no weights / good bye”"
        );
    }
}
