//! PGN as it is used for Othello: tags in brackets, then numbered moves with remarks and variations.
//!
//! ```text
//! [Black "us"]
//! [Result "34-30"]
//!
//! 1. f5 d6 {perpendicular} 2. c3 (2. c5 f6) 2... d3 34-30
//! ```
//!
//! A pass is `--` or `pass`. The result is free text; ours is in discs, Black's first. In `1-0` and `0-1` the first number is
//! White's, as PGN has it and rating programs (Ordo, BayesElo) read it; some programs for Othello mean Black, which does no
//! harm where the game was played to its end, since there the discs are counted. `[%eval 2.50]` at the head of a remark is the
//! value of a move in discs for its player, `[%emt 1.25]` its time in seconds.

use std::fmt::Write;

use super::annotated::{AnnotatedGame, Line, Note, Variation, play, read_move};
use super::boards::{fen, read_fen};
use super::fault::{Cursor, FormatError, FormatProblem};
use super::tags::{StatedResult, Tag, number};
use crate::{Board, Color, Game, Outcome, Ply};

/// Variations within variations, so many at most.
const DEEPEST: usize = 100;

/// Reads one game. With an illegal move it is read up to it and carries the fault.
pub(super) fn read(text: &str, first_line: usize) -> Result<AnnotatedGame, FormatError> {
    let mut cursor = Cursor::new(text, first_line);
    let mut read = AnnotatedGame::default();
    let mut stated = None;
    loop {
        cursor.skip_blanks();
        if cursor.peek() != Some('[') {
            break;
        }
        let at = cursor.at();
        let (name, value) = tag(&mut cursor)?;
        match Tag::named(&name) {
            Tag::Other(name) if name.eq_ignore_ascii_case("FEN") => {
                let board = read_fen(&value).or_else(|| value.parse().ok());
                let reason = format!("“{}”", value.chars().take(80).collect::<String>());
                let board = board.ok_or_else(|| cursor.error_at(at, FormatProblem::Board { reason }))?;
                read.line.game = Game::from_board(board);
            }
            Tag::Other(name) if name.eq_ignore_ascii_case("SetUp") => {}
            Tag::Other(name) if name.eq_ignore_ascii_case("Variant") => {
                if !["othello", "reversi"].contains(&value.to_ascii_lowercase().as_str()) {
                    let name = value.chars().take(20).collect();
                    return Err(cursor.error_at(at, FormatProblem::Variant { name }));
                }
            }
            _ if value == "?" || value.is_empty() => {}
            Tag::Result if value == "*" => {}
            Tag::Result => {
                read.tags.set(Tag::Result, turned(&value).to_owned());
                stated = Some(value);
            }
            tag => read.tags.set(tag, value),
        }
    }
    read.fault = moves(&mut cursor, &mut read.line, stated.as_deref(), 0)?;
    Ok(read)
}

/// Reads `[Name "value"]`.
fn tag(cursor: &mut Cursor<'_>) -> Result<(String, String), FormatError> {
    cursor.skip(1);
    cursor.skip_blanks();
    let name =
        cursor.skip_while(|character| character.is_ascii_alphanumeric() || character == '_').to_owned();
    cursor.skip_blanks();
    if name.is_empty() || !cursor.eat("\"") {
        return Err(cursor.expected("a tag such as [Black \"name\"]"));
    }
    let mut value = String::new();
    let mut characters = cursor.rest().char_indices();
    let end = loop {
        match characters.next() {
            Some((end, '"')) => break end,
            Some((_, '\\')) => value.extend(characters.next().map(|(_, escaped)| escaped)),
            Some((_, '\n')) | None => return Err(cursor.expected("a closing \" in this line")),
            Some((_, character)) => value.push(character),
        }
    };
    cursor.skip(end + 1);
    cursor.skip_blanks();
    if !cursor.eat("]") {
        return Err(cursor.expected("“]” at the end of the tag"));
    }
    Ok((name, value))
}

/// Reads the moves of a line up to its end, or the bracket that closes a variation.
fn moves(
    cursor: &mut Cursor<'_>,
    line: &mut Line,
    stated: Option<&str>,
    depth: usize,
) -> Result<Option<FormatError>, FormatError> {
    if depth > DEEPEST {
        let problem =
            FormatProblem::TooLarge { what: "the depth of variations within variations", most: DEEPEST };
        return Err(cursor.error(problem));
    }
    let mut fault = None;
    loop {
        cursor.skip_blanks();
        let at = cursor.at();
        let Some(character) = cursor.peek() else {
            return if depth == 0 { Ok(fault) } else { Err(cursor.expected("“)” after the variation")) };
        };
        match character {
            '{' => {
                let Some(length) = cursor.rest().find('}') else {
                    return Err(cursor.expected("“}” after the remark"));
                };
                if fault.is_none() {
                    remark(&cursor.rest()[1..length], line);
                }
                cursor.skip(length + 1);
            }
            ';' => {
                let length = cursor.rest().find('\n').unwrap_or(cursor.rest().len());
                if fault.is_none() {
                    remark(&cursor.rest()[1..length], line);
                }
                cursor.skip(length);
            }
            '(' => {
                cursor.skip(1);
                // In the place of the last move.
                let at = line.game.plies().len().saturating_sub(1);
                let mut other = Line::new(Game::from_board(line.board_at(at)));
                moves(cursor, &mut other, None, depth + 1)?;
                if fault.is_none() {
                    line.variations.push(Variation { at, line: other });
                }
            }
            ')' if depth > 0 => {
                cursor.skip(1);
                return Ok(fault);
            }
            '$' => {
                cursor.skip(1);
                let sign = cursor.skip_while(|character| character.is_ascii_digit());
                if fault.is_none() {
                    line.last_note().other.push(("NAG".to_owned(), vec![sign.to_owned()]));
                }
            }
            _ => {
                let rest = cursor.rest();
                let ends = |character: char| character.is_whitespace() || "{}();".contains(character);
                let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
                if depth == 0 && (stated == Some(word) || is_result(word)) {
                    cursor.skip(word.len());
                    continue;
                }
                let number = word.trim_start_matches(|character: char| character.is_ascii_digit());
                if number.len() < word.len() && number.starts_with('.') {
                    cursor.skip(word.len() - number.trim_start_matches('.').len());
                    continue;
                }
                let Some((written, length)) = read_move(word) else {
                    return Err(cursor.expected("a move, a remark, a variation or the result"));
                };
                cursor.skip(
                    length + word[length..].len() - word[length..].trim_start_matches(['!', '?']).len(),
                );
                if fault.is_none() {
                    fault = play(&mut line.game, written, None, cursor, at).err();
                }
            }
        }
    }
}

/// Who won, seen by Black where it was seen by White, and the other way round.
fn turned(result: &str) -> &str {
    match result {
        "1-0" => "0-1",
        "0-1" => "1-0",
        other => other,
    }
}

fn is_result(word: &str) -> bool {
    let is_word = !word.contains(char::is_whitespace);
    matches!(word, "*" | "1/2-1/2" | "?")
        || is_word && word.contains('-') && StatedResult::read(word).is_some()
}

/// Notes a remark, and the value and the time that may stand at its head.
fn remark(text: &str, line: &mut Line) {
    let mut rest = text.trim();
    let note = line.last_note();
    while let Some((command, after)) = rest.strip_prefix("[%").and_then(|inside| inside.split_once(']')) {
        match command.split_once(' ').map(|(name, value)| (name, number(value))) {
            Some(("eval", Some(value))) => note.value = Some(value),
            Some(("emt", Some(seconds))) => note.seconds = Some(seconds),
            _ => break,
        }
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        note.comment.push_str(if note.comment.is_empty() { "" } else { "\n" });
        note.comment.push_str(rest);
    }
}

/// Writes a game with its tags and an empty line at its end.
pub(super) fn write(written: &AnnotatedGame) -> String {
    let mut out = String::new();
    // The seven that programs for ratings look for come first, and always.
    for tag in [Tag::Event, Tag::Place, Tag::Date, Tag::Round, Tag::Black, Tag::White] {
        add_tag(&mut out, &tag.to_string(), written.tags.get(&tag).unwrap_or("?"));
    }
    let result = result(written);
    add_tag(&mut out, "Result", &result);
    for (tag, value) in written.tags.iter() {
        let known = matches!(
            tag,
            Tag::Event | Tag::Place | Tag::Date | Tag::Round | Tag::Black | Tag::White | Tag::Result
        );
        let name = tag.to_string();
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !known && is_name && !["FEN", "SETUP", "VARIANT"].contains(&name.to_ascii_uppercase().as_str()) {
            add_tag(&mut out, &name, value);
        }
    }
    let start = written.game().start();
    if start != Board::START {
        add_tag(&mut out, "SetUp", "1");
        add_tag(&mut out, "FEN", &fen(start));
    }
    out.push('\n');
    let mut words = Vec::new();
    write_moves(&mut words, &written.line, 0);
    words.push(result);
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let separator = if column + 1 + length > 80 { '\n' } else { ' ' };
            column = if separator == '\n' { 0 } else { column + 1 };
            out.push(separator);
        }
        column += length;
        out.push_str(&word);
    }
    out.push_str("\n\n");
    out
}

fn add_tag(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out.push_str("\"]\n");
}

/// The words of a line that begins after so many plies of the whole game.
fn write_moves(words: &mut Vec<String>, line: &Line, before: usize) {
    if let Some(note) = line.notes.get(&0) {
        write_note(words, note);
    }
    let mut numbered = false;
    for (index, (board, ply)) in line.game.history().enumerate() {
        let number = (before + index) / 2 + 1;
        if board.mover == Color::Black {
            words.push(format!("{number}."));
        } else if !numbered {
            words.push(format!("{number}..."));
        }
        numbered = true;
        words.push(match ply {
            Ply::Place(placement) => placement.square().to_string(),
            Ply::Pass => "--".to_owned(),
        });
        if let Some(note) = line.notes.get(&(index + 1)) {
            numbered = !write_note(words, note);
        }
        for variation in line.variations.iter().filter(|variation| variation.at == index) {
            words.push("(".to_owned());
            write_moves(words, &variation.line, before + index);
            words.push(")".to_owned());
            numbered = false;
        }
    }
}

/// Writes what is beside a move, if there is something that PGN has a place for.
fn write_note(words: &mut Vec<String>, note: &Note) -> bool {
    let before = words.len();
    for (name, values) in &note.other {
        if name == "NAG" {
            words.extend(values.iter().map(|value| format!("${value}")));
        }
    }
    let mut inside = Vec::new();
    inside.extend(note.value.map(|value| format!("[%eval {value:.2}]")));
    inside.extend(note.seconds.map(|seconds| format!("[%emt {seconds:.2}]")));
    let comment = note.comment.replace('}', ")");
    inside.extend(comment.split_whitespace().map(str::to_owned));
    if let Some(first) = inside.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = inside.last_mut() {
        last.push('}');
    }
    words.extend(inside);
    words.len() > before
}

/// The result as it was written, if that is how PGN writes it, else in discs.
fn result(written: &AnnotatedGame) -> String {
    if let Some(text) = written.tags.get(&Tag::Result)
        && is_result(text)
        && !text.starts_with('-')
        && !text.starts_with(['B', 'W', '+'])
    {
        return turned(text).to_owned();
    }
    match written.result() {
        Some(StatedResult::Margin(margin)) if margin.fract() == 0.0 && (margin as i64) % 2 == 0 => {
            let black = 32 + margin.clamp(-64.0, 64.0) as i64 / 2;
            format!("{black}-{}", 64 - black)
        }
        Some(result) => match result.outcome() {
            Outcome::Win => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Loss => "1-0",
        }
        .to_owned(),
        None => "*".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[Event \"Cup\"]\n[Site \"?\"]\n[Date \"1999.01.02\"]\n[Round \"?\"]\n[Black \"a \\\"b\\\"\"]\n\
        [White \"w\"]\n[Result \"1-0\"]\n[BlackElo \"1500\"]\n\n\
        {before} 1. f5 {[%eval 0.50] [%emt 1.25] good} 1... d6 ( 1... f6 2. e6 ) 2. c3\nd3 $1 1-0\n\n";

    #[test]
    fn a_game_comes_back_as_it_was() {
        let game = read(TEXT, 1).expect("a game");
        assert_eq!(game.game().record().to_string(), "f5d6c3d3");
        assert_eq!(game.tags.get(&Tag::Black), Some("a \"b\""));
        assert_eq!((game.line.notes[&1].value, game.line.notes[&1].seconds), (Some(0.5), Some(1.25)));
        assert_eq!(game.line.variations[0].at, 1);
        assert_eq!(write(&game), TEXT);
        // White won, as rating programs read it.
        assert_eq!(game.result(), Some(StatedResult::Outcome(Outcome::Loss)));
        let lost = TEXT.replace("1-0", "0-1");
        let game = read(&lost, 1).expect("a game");
        assert_eq!(game.result(), Some(StatedResult::Outcome(Outcome::Win)));
        assert_eq!(write(&game), lost);
    }

    #[test]
    fn other_spellings_are_read() {
        let playok = "[Event \"?\"]\n[FEN \"8/8/8/3ox3/3xo3/8/8/8 x\"]\n1. F5 f4 2. F3 g4 34-30\n";
        let game = read(playok, 1).expect("a game");
        assert_eq!(game.game().record().to_string(), "f5f4f3g4");
        let passing = format!("[FEN \"xo6/8/8/8/8/8/8/8 o\"]\n\n1. -- c1 *{}", "");
        assert_eq!(read(&passing, 1).expect("a game").game().plies().len(), 2);
        assert_eq!(read("1.f5 d6 2.c3 d3", 1).expect("a game").game().plies().len(), 4);
    }

    #[test]
    fn errors_tell_where() {
        let error = |text: &str| read(text, 1).expect_err(text).to_string();
        assert!(error("[Black \"x]\n1. f5").starts_with("line 1, column 9: expected a closing \""));
        assert!(error("[A \"x\"]\n\n1. f5 zz").starts_with("line 3, column 7: expected a move"));
        assert!(error("1. f5 (1. e6").contains("expected “)” after the variation"));
        assert!(error(&"1. f5 (".repeat(500)).contains("variations within variations"));
        assert!(error("[Variant \"chess\"]").contains("chess is not played here"));
        assert_eq!(read("1. f5 a1 2. d3", 1).expect("a game").fault.expect("a fault").column, 7);
    }
}
