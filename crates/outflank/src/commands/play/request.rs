//! What the person wants, from what was typed.

use outflank_rules::Square;

/// Something a person may ask for on their turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Play here.
    Play(Square),
    /// Pass, where there is no move.
    Pass,
    /// Take back the last move, and the replies to it.
    Undo,
    /// Say what a search would play.
    Hint,
    /// List the legal moves.
    Moves,
    /// Draw the board again.
    Board,
    /// List what can be asked for.
    Help,
    /// Leave.
    Quit,
}

/// What can be typed.
pub const HELP: &str = "\
f5      plays to that square
pass    passes, where you have no move
undo    takes back your last move and the reply
hint    says what a search would play, and how sure that is
moves   lists your moves
board   draws the board again
quit    leaves the game";

impl Request {
    /// Reads a line. What is neither a square nor a word of ours is handed back in a sentence.
    pub fn read(line: &str) -> Result<Self, String> {
        let word = line.trim().to_ascii_lowercase();
        Ok(match word.as_str() {
            "pass" | "pa" | "ps" | "--" => Self::Pass,
            "undo" | "u" => Self::Undo,
            "hint" => Self::Hint,
            "moves" | "m" => Self::Moves,
            "board" => Self::Board,
            "help" | "?" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            word => match word.parse() {
                Ok(square) => Self::Play(square),
                Err(_) => return Err(refusal(word)),
            },
        })
    }
}

fn refusal(word: &str) -> String {
    let shown: String = word.chars().filter(|character| !character.is_control()).take(20).collect();
    let more = if word.chars().count() > 20 { "…" } else { "" };
    format!("“{shown}{more}” is neither a square such as f5 nor a word I know; help lists them.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_words_are_read_in_any_case() {
        assert_eq!(Request::read(" F5\r\n"), Ok(Request::Play(Square::F5)));
        assert_eq!(Request::read("Undo"), Ok(Request::Undo));
        assert_eq!(Request::read("?"), Ok(Request::Help));
        // Every word of the help is one.
        for word in HELP.lines().filter_map(|line| line.split_whitespace().next()) {
            assert!(Request::read(word).is_ok(), "{word}");
        }
    }

    #[test]
    fn other_texts_are_handed_back() {
        assert_eq!(
            Request::read("i9"),
            Err("“i9” is neither a square such as f5 nor a word I know; help lists them.".to_owned())
        );
        let long = Request::read(&"\u{1b}[2J".repeat(100)).expect_err("no request");
        assert!(long.starts_with("“[2j[2j") && long.chars().count() < 100, "{long}");
    }
}
