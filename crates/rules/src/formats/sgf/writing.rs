//! Writing SGF.

use std::fmt::Write;

use super::{NAMES, SIGNS};
use crate::formats::annotated::{AnnotatedGame, Line, Mark, Note, Sign, Variation};
use crate::formats::tags::{StatedResult, Tag};
use crate::{Board, Color, Outcome, Ply};

/// Writes a game with its tree, as one line but for those of its comments.
pub(in crate::formats) fn write(written: &AnnotatedGame) -> String {
    let mut out = String::from("(;FF[4]GM[2]SZ[8]");
    for (name, tag) in &NAMES {
        match tag {
            Tag::Result => add(&mut out, name, &result(written)),
            _ => {
                if let Some(value) = written.tags.get(tag) {
                    add(&mut out, name, value);
                }
            }
        }
    }
    for (tag, value) in written.tags.iter() {
        if let Tag::Other(name) = tag
            && is_property(name)
        {
            add(&mut out, name, value);
        }
    }
    let start = written.game().start();
    if start != Board::START {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let discs = start.discs(color);
            if !discs.is_empty() {
                out.push_str(name);
                add_values(&mut out, discs.into_iter());
            }
        }
        if start.discs(Color::Black).is_empty() && start.discs(Color::White).is_empty() {
            out.push_str("AE[a1:h8]");
        }
        out.push_str(if start.mover == Color::Black { "PL[B]" } else { "PL[W]" });
    }
    write_note(&mut out, &written.line, 0);
    write_plies(&mut out, &written.line, 0);
    out.push(')');
    out
}

/// Names that are read as tags of the game and mean nothing else.
fn is_property(name: &str) -> bool {
    const MEANT: [&str; 24] = [
        "B", "W", "AB", "AW", "AE", "PL", "FF", "GM", "SZ", "CA", "AP", "C", "V", "XTIME", "XSCORE",
        "XSCORES", "CR", "MA", "SQ", "TR", "SL", "LB", "RE", "",
    ];
    name.chars().all(|character| character.is_ascii_uppercase() || character.is_ascii_digit())
        && !MEANT.contains(&name)
        && !NAMES.iter().any(|(known, _)| *known == name)
}

/// Writes the plies of a line from one on, and the lines that leave it.
fn write_plies(out: &mut String, line: &Line, from: usize) {
    let plies = line.game.plies().len();
    for (index, (board, ply)) in line.game.history().enumerate().skip(from) {
        let side = if board.mover == Color::Black { 'B' } else { 'W' };
        let node = |out: &mut String| {
            let _ = match ply {
                Ply::Place(placement) => write!(out, ";{side}[{}]", placement.square()),
                Ply::Pass => write!(out, ";{side}[PA]"),
            };
            write_note(out, line, index + 1);
        };
        if !line.variations.iter().any(|variation| variation.at == index) {
            node(out);
            continue;
        }
        // The main line is the first of the trees, and the others follow it: they can only be written after its end.
        out.push('(');
        node(out);
        write_plies(out, line, index + 1);
        out.push(')');
        return write_variations(out, line, index);
    }
    if line.variations.iter().any(|variation| variation.at == plies) {
        // The first tree is the main line, also where it has come to its end: its next move was against the rules.
        out.push_str("(;)");
    }
    write_variations(out, line, plies);
}

fn write_variations(out: &mut String, line: &Line, at: usize) {
    for variation in line.variations.iter().filter(|variation| variation.at == at) {
        write_variation(out, variation);
    }
}

fn write_variation(out: &mut String, variation: &Variation) {
    out.push('(');
    if variation.line.game.plies().is_empty() || variation.line.notes.contains_key(&0) {
        out.push(';');
        write_note(out, &variation.line, 0);
    }
    write_plies(out, &variation.line, 0);
    out.push(')');
}

fn write_note(out: &mut String, line: &Line, plies: usize) {
    let Some(note) = line.notes.get(&plies) else { return };
    let Note { value, seconds, scores, score, comment, marks, other } = note;
    if let Some(value) = value {
        let mover = line.board_at(plies).mover;
        let by_black = if mover == Color::White { *value } else { -value };
        add(out, "V", &format!("{by_black:.2}"));
    }
    if let Some(seconds) = seconds {
        add(out, "XTIME", &format!("{seconds:.2}"));
    }
    if let Some(score) = score {
        add(out, "XSCORE", &score.to_string());
    }
    if !scores.is_empty() {
        out.push_str("XSCORES");
        add_values(out, scores.iter().map(|(square, score)| format!("{square}:{score}")));
    }
    for (name, sign) in &SIGNS {
        let with_sign: Vec<&Mark> = marks.iter().filter(|mark| mark.sign == *sign).collect();
        if !with_sign.is_empty() {
            out.push_str(name);
            add_values(out, with_sign.iter().map(|mark| mark.square));
        }
    }
    let labels = marks.iter().filter_map(|mark| match &mark.sign {
        Sign::Label(label) => Some((mark.square, label)),
        _ => None,
    });
    for (index, (square, label)) in labels.enumerate() {
        let _ = write!(out, "{}[{square}:{}]", if index == 0 { "LB" } else { "" }, escaped(label));
    }
    for (name, values) in other {
        out.push_str(name);
        add_values(out, values.iter().map(|value| escaped(value)));
    }
    if !comment.is_empty() {
        add(out, "C", comment);
    }
}

fn add_values(out: &mut String, values: impl Iterator<Item = impl std::fmt::Display>) {
    for value in values {
        let _ = write!(out, "[{value}]");
    }
}

fn add(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "{name}[{}]", escaped(value));
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, ']' | '\\') {
            out.push('\\');
        }
        if character != '\r' {
            out.push(character);
        }
    }
    out
}

/// The result as it was written, if that is how SGF writes it, else as SGF would.
fn result(written: &AnnotatedGame) -> String {
    let stated = written.tags.get(&Tag::Result);
    if let Some(text) = stated
        && (text.starts_with("B+") || text.starts_with("W+") || matches!(text, "0" | "Draw" | "Void"))
    {
        return text.to_owned();
    }
    match (written.result(), stated) {
        (Some(StatedResult::Margin(margin)), _) if margin > 0.0 => format!("B+{margin}"),
        (Some(StatedResult::Margin(margin)), _) if margin < 0.0 => format!("W+{}", -margin),
        (Some(StatedResult::Outcome(Outcome::Win)), _) => "B+".to_owned(),
        (Some(StatedResult::Outcome(Outcome::Loss)), _) => "W+".to_owned(),
        (Some(_), _) => "0".to_owned(),
        (None, Some(text)) => text.to_owned(),
        (None, None) => "?".to_owned(),
    }
}
