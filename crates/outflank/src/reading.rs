//! Games and boards from the outside: typed as words of a command line, or piped in.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use outflank_lab::{read_file, read_limited, read_text_file};
use outflank_rules::Game;

use crate::failure::WrongInput;

/// Reads the game that some words of the command line stand for: a transcript, a board that a
/// transcript may follow, or a drawn board. The shell may have split it anywhere. A single `-` stands
/// for what is piped in.
pub fn game(words: &[String]) -> anyhow::Result<Game> {
    Ok(parse(&text(words, LONGEST_GAME)?)?)
}

/// The list that some words of the command line stand for, as text: themselves, or what is piped in for a
/// single `-`.
pub fn list(words: &[String]) -> anyhow::Result<String> {
    text(words, LONGEST_LIST)
}

fn text(words: &[String], most: u64) -> anyhow::Result<String> {
    match words {
        [dash] if dash == "-" => standard_input(most),
        words => Ok(words.iter().map(|word| word.trim()).collect::<Vec<_>>().join(" ")),
    }
}

fn standard_input(most: u64) -> anyhow::Result<String> {
    let bytes = read_limited(io::stdin(), most).map_err(|error| unreadable("standard input", error))?;
    // What is no text is no game either, and is then refused with its place.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The longest text that is read as one game, in bytes. A transcript with remarks has some hundreds.
const LONGEST_GAME: u64 = 1 << 20;

/// The longest list of games, openings or positions that is read, in bytes: a million lines or so.
const LONGEST_LIST: u64 = 1 << 27;

/// The text of a file that somebody named. `what` is what should be in it, with a blank at its end, or nothing.
pub fn text_file(what: &str, path: &Path) -> Result<String, WrongInput> {
    let what = format!("{what}{}", path.display());
    read_text_file(path, LONGEST_LIST).map_err(|error| unreadable(&what, error))
}

/// The bytes of a file that somebody named.
pub fn binary_file(path: &Path) -> Result<Vec<u8>, WrongInput> {
    read_file(path, LONGEST_LIST).map_err(|error| unreadable(&path.display().to_string(), error))
}

/// What somebody named and cannot be read is wrong input, whatever the reason.
fn unreadable(what: &str, error: io::Error) -> WrongInput {
    match error.kind() {
        io::ErrorKind::FileTooLarge | io::ErrorKind::InvalidData => {
            WrongInput::new(format_args!("{what}: {error}"))
        }
        _ => WrongInput::new(format_args!("cannot read {what}: {error}")),
    }
}

/// Reads a game from text that is at hand, as [`game`] does.
pub fn parse(text: &str) -> Result<Game, WrongInput> {
    Game::from_text(text).map_err(WrongInput::new)
}

fn is_square(character: char) -> bool {
    "-.XxOo*BbWw".contains(character)
}

/// A word of the command line that begins with a dash and has a row of a board or more would be taken
/// for an option; with a blank before it, which [`game`] takes away again, it is not.
pub fn board_is_no_option(word: OsString) -> OsString {
    match word.to_str() {
        Some(text) if text.starts_with('-') && begins_with_a_row(text) => format!(" {text}").into(),
        _ => word,
    }
}

/// What is wrong after the first row is told better by whoever reads boards.
fn begins_with_a_row(text: &str) -> bool {
    let squares = text.chars().filter(|character| !character.is_whitespace()).take(8);
    squares.filter(|&character| is_square(character)).count() == 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_boards_are_kept_from_being_options() {
        let kept = |word: &str| board_is_no_option(word.into()).into_string().expect("text");
        assert_eq!(kept("-----OX-"), " -----OX-");
        assert_eq!(kept("--------?"), " --------?");
        for word in ["--json", "--divide", "-", "--", "-h", "f5d6c3d3", "--board=x", "perft"] {
            assert_eq!(kept(word), word);
        }
    }
}
