//! Games as moves in a row, in the spellings that are in use.
//!
//! ```text
//! f5d6c3d3                             plainly; Edax writes Black's moves in capitals: F5d6C3d3
//! 1. F5 d6 2. C3 d3                    with numbers, in one line or many
//! F5/0.30/1.20 D6//0.50                with values and seconds, as in NBoard
//! +f5-d6+c3: +02 10                    with signs for the sides and a result, as in Logistello's books
//! us ⇥ them ⇥ +14 ⇥ f5d6c3             Black, White, the result, the moves: our own contests
//! Tiger ⇥ f5d6c3d3c4                   a name and its line
//! Black: us                            tags in lines before the moves
//! ```

use std::fmt::Write;

use super::annotated::{AnnotatedGame, WrittenMove, play, read_move};
use super::boards;
use super::fault::{Cursor, FormatError, FormatProblem};
use super::tags::{Tag, number};
use crate::{Color, Game, Ply};

/// Reads one game from one or more lines.
pub(super) fn read(text: &str, first_line: usize) -> Result<AnnotatedGame, FormatError> {
    let mut read = AnnotatedGame::default();
    let mut cursor = Cursor::new(text, first_line);
    loop {
        cursor.skip_blanks();
        let line = cursor.rest().lines().next().unwrap_or_default();
        if let Some((tag, value)) = header(line) {
            read.tags.set(tag, value);
        } else if !is_remark(line) {
            break;
        }
        cursor.skip(line.len());
        if line.is_empty() {
            break;
        }
    }
    if let Some((fields, length)) = columns(cursor.rest()) {
        for (tag, value) in fields {
            read.tags.set(tag, value);
        }
        cursor.skip(length);
    }
    if boards::begins_with_squares(cursor.rest(), 3) {
        let (board, rest) = boards::read_line(cursor.rest(), first_line)
            .map_err(|error| shifted(error, cursor.error(FormatProblem::PassNotForced)))?;
        cursor.skip(cursor.rest().len() - rest.len());
        read.line.game = Game::from_board(board);
    }
    moves(&mut cursor, &mut read)?;
    Ok(read)
}

/// An error within a text, moved to where that text begins.
fn shifted(error: FormatError, begin: FormatError) -> FormatError {
    let line = begin.line;
    FormatError { line, column: error.column + begin.column - 1, ..error }
}

/// A line such as `Black: us`, if its name is one of ours.
fn header(line: &str) -> Option<(Tag, &str)> {
    let (name, value) = line.split_once([':', '='])?;
    match Tag::named(name.trim()) {
        Tag::Other(_) => None,
        tag => Some((tag, value.trim())),
    }
}

/// Whether a line says nothing about the game.
pub(super) fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

/// What stands between tabs before the moves, and how many bytes that takes.
fn columns(text: &str) -> Option<(Vec<(Tag, String)>, usize)> {
    let line = text.lines().next()?;
    let fields: Vec<&str> = line.split('\t').collect();
    let length = |count: usize| fields[..count].iter().map(|field| field.len() + 1).sum();
    let owned = |tag, index: usize| (tag, fields[index].trim().to_owned());
    match fields.len() {
        4.. if reads_as_moves(fields[3]) => {
            Some((vec![owned(Tag::Black, 0), owned(Tag::White, 1), owned(Tag::Result, 2)], length(3)))
        }
        2.. if !reads_as_moves(fields[0]) && reads_as_moves(fields[1]) => {
            Some((vec![owned(Tag::Opening, 0)], length(1)))
        }
        _ => None,
    }
}

fn reads_as_moves(field: &str) -> bool {
    let field = field.trim();
    field.is_empty()
        || boards::begins_with_squares(field, 3)
        || read_move(field.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | ' ')))
            .is_some()
}

/// Reads the moves up to the end of the text.
fn moves(cursor: &mut Cursor<'_>, read: &mut AnnotatedGame) -> Result<(), FormatError> {
    loop {
        cursor.skip_while(|c| {
            c.is_whitespace() || c.is_ascii_digit() || matches!(c, '.' | ')' | '+' | ',' | '>')
        });
        if cursor.rest().starts_with('-') && !cursor.rest().starts_with("--") {
            cursor.skip(1);
            continue;
        }
        if cursor.eat("[%") {
            cursor.skip_while(|character| character != ']');
            if !cursor.eat("]") {
                return Err(cursor.expected("“]” after [%…"));
            }
            continue;
        }
        let rest = cursor.rest();
        if rest.is_empty() {
            return Ok(());
        }
        if is_remark(rest) || rest.starts_with(';') {
            let length = rest.find('\n').unwrap_or(rest.len());
            cursor.skip(length);
            continue;
        }
        // Logistello: the margin of Black, and a word that says where it comes from. Others add columns of their own.
        if let Some(result) = rest.strip_prefix(':') {
            let word = result.split_whitespace().next().unwrap_or_default();
            if number(word).is_none() {
                return Err(cursor.expected("the result after the colon"));
            }
            read.tags.set(Tag::Result, word);
            cursor.skip(rest.find('\n').unwrap_or(rest.len()));
            continue;
        }
        let at = cursor.at();
        let Some((written, length)) = read_move(rest) else {
            return Err(cursor.expected("a move such as f5, or pass"));
        };
        cursor.skip(length);
        if read.fault.is_some() {
            beside(cursor);
            continue;
        }
        let before = read.line.game.plies().len();
        if let Err(fault) = play(&mut read.line.game, written, None, cursor, at) {
            read.fault = Some(fault);
        }
        let (value, seconds) = beside(cursor);
        let played = read.line.game.plies().len() > before && written != WrittenMove::Pass;
        if played && (value.is_some() || seconds.is_some()) {
            let note = read.line.last_note();
            (note.value, note.seconds) = (value, seconds);
        }
    }
}

/// Reads `/0.30/1.20`.
fn beside(cursor: &mut Cursor<'_>) -> (Option<f64>, Option<f64>) {
    let mut numbers = [None; 2];
    for found in &mut numbers {
        if !cursor.eat("/") {
            break;
        }
        *found = number(cursor.skip_while(|c| c.is_ascii_digit() || matches!(c, '.' | '-' | '+')));
    }
    (numbers[0], numbers[1])
}

/// Writes the moves in a row, after the board if it is not the usual start. Passes follow from the moves after them; only
/// one at the end is written.
pub(super) fn write_plain(written: &AnnotatedGame) -> String {
    let mut out = start(written);
    for square in written.game().plies().iter().filter_map(|ply| ply.square()) {
        let _ = write!(out, "{square}");
    }
    out.push_str(last_pass(written));
    out.trim_end().to_owned()
}

fn last_pass(written: &AnnotatedGame) -> &'static str {
    if written.game().plies().last() == Some(&Ply::Pass) { "pass" } else { "" }
}

/// The same with Black's moves in capitals, as Edax does.
pub(super) fn write_edax(written: &AnnotatedGame) -> String {
    let mut out = start(written);
    for (board, ply) in written.game().history() {
        let square = ply.square().map(|square| square.to_string());
        out.extend(square.map(|s| if board.mover == Color::Black { s.to_ascii_uppercase() } else { s }));
    }
    out.push_str(last_pass(written));
    out
}

/// The moves with their values and seconds, as NBoard lists them.
pub(super) fn write_nboard(written: &AnnotatedGame) -> String {
    let mut out = start(written);
    for (index, ply) in written.game().plies().iter().enumerate() {
        out.push_str(if index == 0 { "" } else { " " });
        match ply {
            Ply::Place(placement) => out.push_str(&placement.square().to_string().to_ascii_uppercase()),
            Ply::Pass => out.push_str("PA"),
        }
        let Some(note) = written.line.notes.get(&(index + 1)) else { continue };
        if note.value.is_none() && note.seconds.is_none() {
            continue;
        }
        out.push('/');
        let _ = note.value.map_or(Ok(()), |value| write!(out, "{value:.2}"));
        let _ = note.seconds.map_or(Ok(()), |seconds| write!(out, "/{seconds:.2}"));
    }
    out
}

fn start(written: &AnnotatedGame) -> String {
    let start = written.game().start();
    if start == crate::Board::START { String::new() } else { format!("{start} ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_one_game() {
        for text in [
            "f5d6c3d3",
            "F5d6C3d3",
            "1. F5 d6 2. C3 d3",
            "1. f5 d6\n2. c3 d3\n",
            "F5/0.30/1.20 D6//0.50 C3/-1 D3",
            "+f5-d6+c3-d3: +02 10",
            "us\tthem\t+14\tf5d6c3d3",
            "Tiger\tf5d6c3d3",
            "Black: us\nWhite: them\n\nf5 d6 c3 d3",
            "F5-D6-C3-D3",
            "[%clk 1] f5 d6 c3 d3 # a remark",
            "---------------------------OX------XO--------------------------- X f5d6c3d3",
        ] {
            let read = read(text, 1).expect(text);
            assert_eq!(read.game().record().to_string(), "f5d6c3d3", "{text}");
        }
        let names = read("us\tthem\t+14\tf5d6c3d3", 1).expect("a line");
        assert_eq!((names.tags.get(&Tag::Black), names.tags.get(&Tag::Result)), (Some("us"), Some("+14")));
        let valued = read("F5/0.30/1.20 D6//0.50", 1).expect("a list");
        assert_eq!(write_nboard(&valued), "F5/0.30/1.20 D6//0.50");
        assert_eq!(write_edax(&valued), "F5d6");
    }

    #[test]
    fn errors_tell_where() {
        let error = |text: &str| read(text, 5).expect_err(text).to_string();
        assert_eq!(error("f5 zz"), "line 5, column 4: expected a move such as f5, or pass, found “zz”");
        assert_eq!(error("f5\nd6é"), "line 6, column 3: expected a move such as f5, or pass, found “é”");
        let read = read("f5d6a1c3", 1).expect("a beginning");
        assert_eq!(
            read.fault.expect("a fault").to_string(),
            "line 1, column 5: a1 is not a legal move for Black"
        );
        assert_eq!(read.line.game.plies().len(), 2);
    }
}
