//! Cutting a stream into the texts of single games, by the little of a format that tells where one ends.
//!
//! Nothing is kept but the text of one game, which has an end: no stream makes this grow.

use std::io::{self, BufRead};

use super::boards::{begins_with_squares, count_digits};
use super::transcripts::is_remark;

/// The longest text of one game, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// How a stream is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// A game a line.
    Lines,
    /// A game a block, with empty lines between.
    Blocks,
    /// Brackets within brackets, in which a backslash may escape.
    Brackets {
        /// Whether it does.
        escapes: bool,
    },
    /// Tags in brackets, and then moves.
    Tagged,
    /// Eight rows that begin with their numbers.
    Drawings,
    /// Lines until there are 64 squares.
    Squares,
}

/// The text of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unit {
    pub text: String,
    /// The line it begins in, counted from 1.
    pub line: usize,
    /// The character of that line it begins with, counted from 1.
    pub column: usize,
    /// It was longer than is read, and only its head is here.
    pub cut_short: bool,
}

/// A stream of units.
pub(super) struct Units<R> {
    reader: R,
    cut: Cut,
    /// The number of the next line.
    line: usize,
    /// The number of the next character in its line, where a game may begin anywhere.
    column: usize,
    /// A line that belongs to the next unit.
    kept: Option<(String, usize)>,
}

impl<R: BufRead> Units<R> {
    pub fn new(reader: R, cut: Cut) -> Self {
        Self { reader, cut, line: 1, column: 1, kept: None }
    }

    /// The next unit, if there is one.
    pub fn next(&mut self) -> io::Result<Option<Unit>> {
        match self.cut {
            Cut::Lines => self.next_line_unit(),
            Cut::Brackets { escapes } => self.next_bracketed(escapes),
            Cut::Blocks | Cut::Tagged | Cut::Drawings | Cut::Squares => self.next_block(),
        }
    }

    /// The next line and its number. Of one that is too long only the head is kept.
    fn next_line(&mut self) -> io::Result<Option<(String, usize)>> {
        if let Some(kept) = self.kept.take() {
            return Ok(Some(kept));
        }
        let mut bytes = Vec::new();
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            let room = (LONGEST + 1).saturating_sub(bytes.len());
            bytes.extend_from_slice(&buffer[..taken.min(room)]);
            self.reader.consume(taken);
            if end.is_some() {
                break;
            }
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        let number = self.line;
        self.line += 1;
        let mut text = decoded(bytes);
        if number == 1
            && let Some(without_mark) = text.strip_prefix('\u{feff}')
        {
            text = without_mark.to_owned();
        }
        while text.ends_with(['\n', '\r']) {
            text.pop();
        }
        Ok(Some((text, number)))
    }

    fn next_line_unit(&mut self) -> io::Result<Option<Unit>> {
        while let Some((text, line)) = self.next_line()? {
            if !text.trim().is_empty() && !is_remark(&text) {
                return Ok(Some(Unit { cut_short: text.len() >= LONGEST, text, line, column: 1 }));
            }
        }
        Ok(None)
    }

    fn next_block(&mut self) -> io::Result<Option<Unit>> {
        let mut block: Option<Unit> = None;
        let mut state = BlockState::default();
        while let Some((text, number)) = self.next_line()? {
            let Some(unit) = &mut block else {
                if text.trim().is_empty() || is_remark(&text) {
                    continue;
                }
                state.take(self.cut, &text);
                block = Some(Unit { cut_short: text.len() >= LONGEST, text, line: number, column: 1 });
                continue;
            };
            if state.ends_before(self.cut, &text) {
                self.kept = Some((text, number));
                break;
            }
            state.take(self.cut, &text);
            if unit.text.len() + text.len() >= LONGEST {
                unit.cut_short = true;
            } else {
                unit.text.push('\n');
                unit.text.push_str(&text);
            }
        }
        Ok(block)
    }

    /// Everything from the first character to the bracket that closes the first one.
    fn next_bracketed(&mut self, escapes: bool) -> io::Result<Option<Unit>> {
        let mut bytes = Vec::new();
        let (mut depth, mut in_value, mut escaped) = (0u32, false, false);
        let (mut first_line, mut first_column) = (self.line, self.column);
        let mut cut_short = false;
        let mut done = false;
        while !done {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let mut taken = 0;
            for &byte in buffer {
                taken += 1;
                let (line, column) = (self.line, self.column);
                match byte {
                    b'\n' => (self.line, self.column) = (line + 1, 1),
                    // What goes on a character is none of its own.
                    _ => self.column += usize::from(byte & 0xc0 != 0x80),
                }
                if bytes.is_empty() {
                    if byte.is_ascii_whitespace() {
                        continue;
                    }
                    (first_line, first_column) = (line, column);
                }
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if in_value && escapes => escaped = true,
                    b']' if in_value => in_value = false,
                    _ if in_value => {}
                    b'[' => in_value = true,
                    b'(' => depth += 1,
                    b')' => {
                        depth = depth.saturating_sub(1);
                        done = depth == 0;
                    }
                    // Outside of all games a line is a unit, that it may be refused.
                    b'\n' if depth == 0 => {
                        done = bytes
                            .iter()
                            .any(|byte: &u8| !byte.is_ascii_digit() && !byte.is_ascii_whitespace())
                    }
                    _ => {}
                }
                if bytes.len() < LONGEST {
                    bytes.push(byte);
                } else {
                    cut_short = true;
                }
                if done {
                    break;
                }
            }
            self.reader.consume(taken);
        }
        let text = decoded(bytes).trim().trim_start_matches('\u{feff}').to_owned();
        Ok((!text.is_empty()).then_some(Unit { text, line: first_line, column: first_column, cut_short }))
    }
}

/// What was seen of a block.
#[derive(Default)]
struct BlockState {
    moves_seen: bool,
    in_remark: bool,
    rows: usize,
    squares: usize,
    side_seen: bool,
}

impl BlockState {
    /// Whether a line belongs to the next block.
    fn ends_before(&self, cut: Cut, line: &str) -> bool {
        let is_empty = line.trim().is_empty();
        match cut {
            // Tags stand in lines of their own before the moves, perhaps with an empty line between.
            Cut::Blocks => is_empty && self.moves_seen,
            Cut::Tagged => self.moves_seen && !self.in_remark && line.starts_with('['),
            Cut::Drawings => self.rows >= 8 && (row_number(line) == Some(1) || is_empty),
            Cut::Squares => {
                let is_side = matches!(line.trim(), "X" | "x" | "*" | "B" | "b" | "O" | "o" | "W" | "w");
                self.squares >= 64 && (self.side_seen || !is_side)
            }
            Cut::Lines | Cut::Brackets { .. } => true,
        }
    }

    fn take(&mut self, cut: Cut, line: &str) {
        match cut {
            Cut::Blocks => self.moves_seen |= !line.trim().is_empty() && !line.contains(':'),
            Cut::Tagged => {
                self.moves_seen |= !line.trim().is_empty() && !line.starts_with('[');
                for character in line.chars() {
                    match character {
                        '{' => self.in_remark = true,
                        '}' => self.in_remark = false,
                        _ => {}
                    }
                }
            }
            Cut::Drawings => self.rows += usize::from(row_number(line).is_some()),
            Cut::Squares => {
                let before = self.squares;
                self.squares += match count_digits(line) {
                    Some(count) => count,
                    None => line.chars().filter(|character| !character.is_whitespace()).count(),
                };
                self.side_seen = before >= 64 || self.squares > 64;
            }
            Cut::Lines | Cut::Brackets { .. } => {}
        }
    }
}

/// The number of a row of a drawing: a digit and eight squares after it.
pub(super) fn row_number(line: &str) -> Option<u32> {
    let line = line.trim_start();
    let number = line.chars().next()?.to_digit(10)?;
    begins_with_squares(&line[1..], 8).then_some(number)
}

/// Text of UTF-8, or of Latin-1 where it is none.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
