//! Games and boards from the outside: typed as words of a command line, or piped in.

use std::ffi::OsString;
use std::io::Read;

use anyhow::Context;
use outflank_rules::Game;

use crate::failure::WrongInput;

/// Reads the game that some words of the command line stand for: a transcript, a board that a
/// transcript may follow, or a drawn board. The shell may have split it anywhere. A single `-` stands
/// for what is piped in.
pub fn game(words: &[String]) -> anyhow::Result<Game> {
    Ok(parse(&text(words)?)?)
}

/// The text that some words of the command line stand for: themselves, or what is piped in for a single `-`.
pub fn text(words: &[String]) -> anyhow::Result<String> {
    match words {
        [dash] if dash == "-" => standard_input(),
        words => Ok(words.iter().map(|word| word.trim()).collect::<Vec<_>>().join(" ")),
    }
}

fn standard_input() -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
    // What is no text is no game either, and is then refused with its place.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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
