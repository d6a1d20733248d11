//! Positions without moves: 64 characters in a line, digits, the form of the servers, ranks between slashes.
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X      - . empty, X * b black, O w white
//! ..........................01.......                                     . empty, 0 black, 1 white
//! [8 -------- -------- … *]                                               as the servers send it
//! 8/8/8/3ox3/3xo3/8/8/8 x                                                 runs of empty squares as digits
//! 1 1 1 0 0 2 1 1 …                                                       digits 0 to 2, one of them empty
//! ```
//!
//! Of three digits the one for empty squares is found out: in Othello the four squares in the middle are never empty, so
//! it is 1 (with 0 black) if a 0 stands there, else 0 (with 1 black). Where no side to move is written it is Black; with
//! digits it is the side whose turn it is if nobody has passed.

use super::fault::{Cursor, FormatError, FormatProblem};
use crate::{Board, Color, Position, Square, Squares};

/// Ranks between slashes and the side to move.
pub(super) fn fen(board: Board) -> String {
    let mut out = String::new();
    for row in 0..8 {
        let mut run = 0;
        for column in 0..8 {
            let disc = Square::at(column, row).and_then(|square| board.disc(square));
            let Some(color) = disc else {
                run += 1;
                continue;
            };
            if run > 0 {
                out.push_str(&run.to_string());
            }
            run = 0;
            out.push(letter(color));
        }
        if run > 0 {
            out.push_str(&run.to_string());
        }
        out.push(if row < 7 { '/' } else { ' ' });
    }
    out.push(letter(board.mover));
    out
}

fn letter(color: Color) -> char {
    if color == Color::Black { 'x' } else { 'o' }
}

/// Reads ranks between slashes; the side to move is Black if there is none.
pub(super) fn read_fen(text: &str) -> Option<Board> {
    let mut words = text.split_whitespace();
    let ranks: Vec<&str> = words.next()?.split('/').collect();
    if ranks.len() != 8 {
        return None;
    }
    let mut squares = String::new();
    for (row, rank) in ranks.iter().enumerate() {
        for character in rank.chars() {
            match character.to_digit(9) {
                Some(run) => squares.extend((0..run).map(|_| '-')),
                None => squares.push(character),
            }
        }
        if squares.chars().count() != 8 * (row + 1) {
            return None;
        }
    }
    squares.push(' ');
    squares.push_str(words.next().unwrap_or("x"));
    if words.next().is_some() {
        return None;
    }
    squares.parse().ok()
}

/// What the digits of a board stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Digits {
    /// 0 empty, 1 black, 2 white.
    ZeroIsEmpty,
    /// 0 black, 1 empty, 2 white.
    OneIsEmpty,
}

/// What the digits of a board must mean, if its middle tells.
pub(super) fn digits_of(text: &str) -> Option<Digits> {
    let digits: Vec<char> = text.chars().filter(|character| !is_between(*character)).collect();
    if digits.len() != 64 || !digits.iter().all(|digit| matches!(digit, '0' | '1' | '2')) {
        return None;
    }
    let middle = [27, 28, 35, 36].map(|index| digits[index]);
    match (middle.contains(&'0'), middle.contains(&'1')) {
        (true, false) => Some(Digits::OneIsEmpty),
        (false, true) => Some(Digits::ZeroIsEmpty),
        _ => None,
    }
}

fn is_between(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '[' | ']' | '(' | ')')
}

/// Whether a text has nothing but digits of a board, and how many.
pub(super) fn count_digits(line: &str) -> Option<usize> {
    let mut count = 0;
    for character in line.chars().filter(|character| !is_between(*character)) {
        match character {
            '0' | '1' | '2' => count += 1,
            _ => return None,
        }
    }
    (count > 0).then_some(count)
}

/// Reads a board of 64 digits.
pub(super) fn read_digits(text: &str, first_line: usize, meaning: Digits) -> Result<Board, FormatError> {
    let mut cursor = Cursor::new(text, first_line);
    let mut discs = [Squares::NONE; 2];
    let (black, empty) = match meaning {
        Digits::ZeroIsEmpty => ('1', '0'),
        Digits::OneIsEmpty => ('0', '1'),
    };
    for square in Square::all() {
        cursor.skip_while(is_between);
        match cursor.peek() {
            Some('2') => discs[1] |= square.set(),
            Some(digit) if digit == black => discs[0] |= square.set(),
            Some(digit) if digit == empty => {}
            _ => return Err(cursor.expected("one of 64 digits 0, 1 or 2")),
        }
        cursor.skip(1);
    }
    cursor.skip_while(is_between);
    if !cursor.rest().is_empty() {
        return Err(cursor.expected("the end of a board of 64 digits"));
    }
    let [black, white] = discs;
    let is_black = (black.count() + white.count()) % 2 == 0;
    let (position, mover) = if is_black {
        (Position::new(black, white), Color::Black)
    } else {
        (Position::new(white, black), Color::White)
    };
    // One digit is one disc.
    Ok(Board { position: position.unwrap_or(Position::START), mover })
}

/// Reads a board in one line and hands back what follows it.
pub(super) fn read_line(text: &str, first_line: usize) -> Result<(Board, &str), FormatError> {
    let mut cursor = Cursor::new(text, first_line);
    cursor.skip_blanks();
    let head = cursor.rest();
    if let Some(inside) = head.strip_prefix("[8 ")
        && let Some((squares, rest)) = inside.split_once(']')
    {
        let board = squares.parse().map_err(|error: crate::BoardError| {
            cursor.error(FormatProblem::Board { reason: error.to_string() })
        })?;
        return Ok((board, rest));
    }
    if head.split_whitespace().next().is_some_and(|word| word.matches('/').count() == 7) {
        let mut words = head.splitn(3, char::is_whitespace);
        let (ranks, side) = (words.next().unwrap_or_default(), words.next().unwrap_or("x"));
        let board = read_fen(&format!("{ranks} {side}"));
        let reason =
            "expected eight ranks between slashes and the side to move, as in 8/8/8/3ox3/3xo3/8/8/8 x";
        let board = board.ok_or_else(|| cursor.error(FormatProblem::Board { reason: reason.to_owned() }))?;
        return Ok((board, words.next().unwrap_or_default()));
    }
    let translated = translated(head);
    let text = translated.as_deref().unwrap_or(head);
    let (board, rest) = Board::read(text).map_err(|error| {
        let at = match &error {
            crate::BoardError::Square { square, .. } => nth_square(head, square.index()),
            _ => head.len(),
        };
        let mut place = cursor;
        place.skip(at);
        place.error(FormatProblem::Board { reason: short(&error) })
    })?;
    // A translation has the same length, so its rest begins at the same place.
    let (before, rest) = head.split_at(head.len() - rest.len());
    if rest.starts_with(char::is_alphanumeric) && before.ends_with(char::is_alphanumeric) {
        let reason = "it goes on after 64 squares and the side to move".to_owned();
        return Err(cursor.error(FormatProblem::Board { reason }));
    }
    Ok((board, rest))
}

/// What is wrong with a board, without the board.
fn short(error: &crate::BoardError) -> String {
    match error {
        crate::BoardError::Square { character, square, .. } => {
            format!("“{character}” where {square} should stand")
        }
        crate::BoardError::TooShort { count, .. } => format!("only {count} of 64 squares"),
        crate::BoardError::Side { found, .. } => {
            format!("“{}” where the side to move should stand", found.chars().take(12).collect::<String>())
        }
    }
}

/// Where the character of a square stands.
fn nth_square(text: &str, index: usize) -> usize {
    let squares = text.char_indices().filter(|(_, character)| !character.is_whitespace());
    squares.map(|(at, _)| at).nth(index).unwrap_or(text.len())
}

/// A board that has digits among its first 64 squares, with letters instead: 0 black and 1 white; or 0 white if there is
/// no 1 but an X.
fn translated(text: &str) -> Option<String> {
    let squares: Vec<char> = text.chars().filter(|character| !character.is_whitespace()).take(64).collect();
    if squares.len() < 64 || !squares.iter().any(char::is_ascii_digit) {
        return None;
    }
    let zero = if squares.contains(&'1') || !squares.iter().any(|c| matches!(c, 'X' | 'x' | '*' | 'B' | 'b'))
    {
        'X'
    } else {
        'O'
    };
    let mut seen = 0;
    let translate = |character: char| {
        seen += usize::from(!character.is_whitespace());
        match character {
            '0' if seen <= 64 => zero,
            '1' if seen <= 64 => 'O',
            other => other,
        }
    };
    Some(text.chars().map(translate).collect())
}

/// Whether a text begins with a row of a board: of its first characters so many stand for squares.
pub(super) fn begins_with_squares(text: &str, count: usize) -> bool {
    let head = text.chars().filter(|character| !character.is_whitespace()).take(count);
    head.filter(|character| "-.XxOo*BbWw".contains(*character)).count() == count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_one_board() {
        let start = Board::START.to_string();
        let spellings = [
            start.clone(),
            "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]".to_owned(),
            "8/8/8/3ox3/3xo3/8/8/8 x".to_owned(),
            start.replace('-', ".").replace('X', "0").replace('O', "1").replace(" 0", ""),
            start.replace('O', "0"),
        ];
        for spelling in spellings {
            assert_eq!(read_line(&spelling, 1).expect(&spelling).0, Board::START, "{spelling}");
        }
        assert_eq!(read_fen(&fen(Board::START)), Some(Board::START));
        let with_moves = format!("{start} f5d6");
        let (_, rest) = read_line(&with_moves, 1).expect("a board and moves");
        assert_eq!(rest, "f5d6");
    }

    #[test]
    fn the_middle_tells_what_digits_mean() {
        let zero = Board::START.to_string()[..64].replace('-', "0").replace('X', "1").replace('O', "2");
        let one = Board::START.to_string()[..64].replace('-', "1").replace('X', "0").replace('O', "2");
        assert_eq!(
            (digits_of(&zero), digits_of(&one)),
            (Some(Digits::ZeroIsEmpty), Some(Digits::OneIsEmpty))
        );
        assert_eq!(read_digits(&zero, 1, Digits::ZeroIsEmpty), Ok(Board::START));
        assert_eq!(read_digits(&one, 1, Digits::OneIsEmpty), Ok(Board::START));
        let error = read_digits("0 0\n0 3", 4, Digits::ZeroIsEmpty).expect_err("three");
        assert_eq!(error.to_string(), "line 5, column 3: expected one of 64 digits 0, 1 or 2, found “3”");
    }

    #[test]
    fn errors_name_the_column() {
        let error = |text: &str| read_line(text, 3).expect_err(text).to_string();
        assert_eq!(error("--?"), "line 3, column 3: not a board: “?” where c1 should stand");
        assert_eq!(error("---"), "line 3, column 4: not a board: only 3 of 64 squares");
    }
}
