//! Deciding what a file or a pasted text is.

use super::Format;
use super::boards::{begins_with_squares, count_digits};
use super::fault::FormatError;
use super::stream::{Games, ReadError};
use super::transcripts::is_remark;
use super::units::{decoded, row_number};
use super::wthor::looks_like_wthor;

/// Decides from the first bytes of a file, 64 KiB at most, what it is.
///
/// ```
/// use outflank_rules::formats::{Format, detect};
///
/// assert_eq!(detect(b"f5d6c3\nf5f6e6\n").ok(), Some(Format::Transcripts));
/// let refusal = detect(b"f5d6 said the queen").expect_err("no game").to_string();
/// assert!(refusal.contains("transcripts (line 1, column 6: expected a move such as f5, or pass, found “said”)"), "{refusal}");
/// ```
pub fn detect(head: &[u8]) -> Result<Format, Unrecognized> {
    if looks_like_wthor(head) {
        return Ok(Format::Wthor);
    }
    let text = decoded(head.to_vec());
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(Unrecognized::nothing());
    }
    match by_shape(text) {
        Some(format) => Ok(format),
        None => by_reading(text),
    }
}

/// What a text begins like.
fn by_shape(text: &str) -> Option<Format> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !is_remark(line));
    let first = lines.next()?.trim();
    let head = first.trim_start_matches(|character: char| character.is_ascii_digit() || character == ' ');
    if let Some(inside) = head.strip_prefix('(')
        && inside.trim_start().starts_with([';', '\\']) | inside.trim().is_empty()
    {
        // GGF names its game, SGF has a number for it.
        let text = text.to_ascii_lowercase();
        let names_game =
            text.find("gm[").is_some_and(|at| text[at + 3..].starts_with(|c: char| c.is_ascii_alphabetic()));
        return Some(if names_game { Format::Ggf } else { Format::Sgf });
    }
    if first.starts_with("[8 ") {
        return Some(Format::Boards);
    }
    if first.starts_with('[') && first.contains('"') {
        return Some(Format::Pgn);
    }
    if text.lines().take(200).any(|line| row_number(line).is_some()) {
        return Some(Format::Drawings);
    }
    if count_digits(first).is_some_and(|count| count == 8 || count == 64) {
        return Some(Format::Boards);
    }
    let is_fen = first.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7);
    let has_digits =
        first.chars().filter(|c| !c.is_whitespace()).take(64).all(|c| "-.XxOo*01BbWw".contains(c));
    if begins_with_squares(first, 3) || is_fen || has_digits && first.len() >= 64 {
        let with_moves = first.matches(char::is_whitespace).count() > 0 && moves_follow(first);
        return Some(match first.contains(';') {
            true => Format::Obf,
            false if with_moves => Format::Transcripts,
            false => Format::Boards,
        });
    }
    None
}

/// Whether a board in a line has moves after it.
fn moves_follow(line: &str) -> bool {
    super::transcripts::read(line, 1).is_ok_and(|game| !game.game().plies().is_empty())
}

/// A text that begins like nothing in particular is a transcript if it can be read as one.
fn by_reading(text: &str) -> Result<Format, Unrecognized> {
    match attempt(Format::Transcripts, text) {
        Ok(()) if has_values(text) => Ok(Format::NBoard),
        Ok(()) if is_of_edax(text) => Ok(Format::Edax),
        Ok(()) => Ok(Format::Transcripts),
        Err(_) => Err(Unrecognized { guesses: nearest(text) }),
    }
}

/// Whether the first move has a value or a time beside it.
fn has_values(text: &str) -> bool {
    let games = Games::with_format(text.as_bytes(), Format::NBoard);
    let first = games.ok().and_then(|mut games| games.next()?.ok());
    first.is_some_and(|game| game.line.notes.contains_key(&1))
}

/// Whether capitals and small letters take turns, as in `F5d6C3`.
fn is_of_edax(text: &str) -> bool {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut letters = line.chars().filter(char::is_ascii_alphabetic);
    let first = letters.by_ref().take(4).map(|letter| letter.is_ascii_uppercase()).collect::<Vec<_>>();
    first == [true, false, true, false]
}

/// Reads the first game as this format.
fn attempt(format: Format, text: &str) -> Result<(), Option<FormatError>> {
    let Ok(mut games) = Games::with_format(text.as_bytes(), format) else { return Err(None) };
    match games.next() {
        Some(Ok(game)) if game.fault.is_some() && game.game().plies().is_empty() => Err(game.fault),
        Some(Ok(_)) => Ok(()),
        Some(Err(ReadError::Format(error))) => Err(Some(error)),
        Some(Err(ReadError::Stream(_))) | None => Err(None),
    }
}

/// The formats that get farthest into a text, three at most.
fn nearest(text: &str) -> Vec<Guess> {
    let tried = [
        Format::Transcripts,
        Format::Pgn,
        Format::Ggf,
        Format::Sgf,
        Format::Obf,
        Format::Boards,
        Format::Drawings,
    ];
    let wrong = |format| attempt(format, text).err().flatten().map(|error| Guess { format, error });
    let mut guesses: Vec<Guess> = tried.into_iter().filter_map(wrong).collect();
    // Stable: among equals those that are more in use stand first.
    guesses.sort_by_key(|guess| std::cmp::Reverse((guess.error.line, guess.error.column)));
    guesses.truncate(3);
    guesses
}

/// What a text might have been meant to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The format.
    pub format: Format,
    /// Where the text is no longer in this format.
    pub error: FormatError,
}

/// A file or a text that is nothing that is known here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct Unrecognized {
    /// What it comes nearest to, at most three, the nearest first; none if there is nothing in it.
    pub guesses: Vec<Guess>,
}

impl Unrecognized {
    pub(super) fn nothing() -> Self {
        Self { guesses: Vec::new() }
    }

    fn sentence(&self) -> String {
        if self.guesses.is_empty() {
            return "there is no game and no position in it".to_owned();
        }
        let guess = |guess: &Guess| format!("{} ({})", guess.format, guess.error);
        let guesses: Vec<String> = self.guesses.iter().map(guess).collect();
        format!("this is no format of games or positions known here; nearest are {}", guesses.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_told_from_the_others() {
        let start = crate::Board::START.to_string();
        let drawing = crate::Board::START.drawing().to_string();
        for (text, format) in [
            ("f5d6c3", Format::Transcripts),
            ("1. f5 d6\n2. c3 d3\n3. c4 b5", Format::Transcripts),
            ("F5d6C3d3", Format::Edax),
            ("F5/0.3/1 D6", Format::NBoard),
            ("name\tf5d6", Format::Transcripts),
            ("# remark\n\nf5d6", Format::Transcripts),
            ("1 (;GM[Othello];)", Format::Ggf),
            ("(;FF[4]GM[2];B[f5])", Format::Sgf),
            ("(\n;GM[2])", Format::Sgf),
            ("[Event \"x\"]\n\n1. f5 *", Format::Pgn),
            (start.as_str(), Format::Boards),
            ("8/8/8/3ox3/3xo3/8/8/8 x", Format::Boards),
            ("[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]", Format::Boards),
            (&format!("{start}; F5:+0;"), Format::Obf),
            (&format!("{start} f5d6"), Format::Transcripts),
            (&drawing, Format::Drawings),
            ("1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n", Format::Boards),
        ] {
            assert_eq!(detect(text.as_bytes()).as_ref(), Ok(&format), "{text}");
        }
    }

    #[test]
    fn what_is_nothing_is_refused_with_the_nearest() {
        for empty in ["", "  \n\t\n"] {
            assert_eq!(detect(empty.as_bytes()), Err(Unrecognized { guesses: Vec::new() }));
        }
        for text in ["hello", "The quick brown fox", "{\"json\": true}", "<html>", "a1b1c1"] {
            let refusal = detect(text.as_bytes()).expect_err(text);
            assert_eq!(refusal.guesses.len(), 3, "{text}");
        }
    }
}
