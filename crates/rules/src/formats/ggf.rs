//! GGF, the Generic Game Format of the Othello servers and NBoard.
//!
//! ```text
//! 1 (;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[us]PW[them]TI[05:00//02:00]TY[8]RE[+2.000]
//!    BO[8 -------- … *]B[d3//0.01]W[c5/0.42/1.20]…;)
//! ```
//!
//! A move may carry its value, in discs for its player, and its time in seconds. Nothing can be escaped, so names are
//! written without brackets. Passes are moves of their own.

use std::fmt::Write;

use super::annotated::{AnnotatedGame, Note, WrittenMove, play, read_move};
use super::fault::{Cursor, FormatError, FormatProblem};
use super::tags::{StatedResult, Tag, number};
use crate::{Board, Color, Game, Ply, Square};

/// The names of what is known about a game. Those of one letter or unknown to the servers are ours.
const NAMES: [(&str, Tag); 13] = [
    ("PC", Tag::Place),
    ("DT", Tag::Date),
    ("EV", Tag::Event),
    ("RO", Tag::Round),
    ("PB", Tag::Black),
    ("PW", Tag::White),
    ("RB", Tag::BlackRating),
    ("RW", Tag::WhiteRating),
    ("TI", Tag::Clock),
    ("TY", Tag::Kind),
    ("ON", Tag::Opening),
    ("XBEST", Tag::BestDiscs),
    ("XFROM", Tag::BestFrom),
];

/// The number before the game: how many games the match has.
const MATCH: &str = "GamesInMatch";

/// A move as its program spelt it (`F5`, `PA`), where that is not our way: kept beside the move under this name.
const SPELLING: &str = "GGF";

/// Reads one game, which begins in a line of this number. A game with an illegal move is read up to it and carries the
/// fault.
pub(super) fn read(text: &str, first_line: usize) -> Result<AnnotatedGame, FormatError> {
    let mut cursor = Cursor::new(text, first_line);
    cursor.skip_blanks();
    let mut read = AnnotatedGame::default();
    let games = cursor.skip_while(|character| character.is_ascii_digit());
    if !games.is_empty() {
        read.tags.set(Tag::Other(MATCH.to_owned()), games);
        cursor.skip_blanks();
    }
    if !cursor.eat("(;") {
        return Err(cursor.expected("“(;”, where a game in GGF begins"));
    }
    let mut is_othello = false;
    loop {
        cursor.skip_blanks();
        if cursor.eat(";)") || cursor.eat(")") {
            break;
        }
        if cursor.eat(";") {
            continue;
        }
        let name_at = cursor.at();
        let name = cursor.skip_while(|character| character.is_ascii_alphanumeric()).to_ascii_uppercase();
        if name.is_empty() || !cursor.eat("[") {
            return Err(cursor.expected("a tag such as PB[…], or the end “;)”"));
        }
        let at = cursor.at();
        let Some(length) = cursor.rest().find(']') else {
            return Err(cursor.error_at(
                name_at,
                FormatProblem::Expected { expected: "“]” after this tag", found: String::new() },
            ));
        };
        let value = &cursor.rest()[..length];
        cursor.skip(length + 1);
        match name.as_str() {
            "GM" if value.trim().eq_ignore_ascii_case("othello") => is_othello = true,
            "GM" => return Err(cursor.error_at(at, FormatProblem::Variant { name: named(value) })),
            "BO" => read.line.game = Game::from_board(board(value, &cursor, at)?),
            "B" | "W" => {
                if read.fault.is_none()
                    && let Err(fault) = add_move(&mut read, &name, value, &cursor, at)
                {
                    read.fault = Some(fault);
                }
            }
            "CO" => {
                let comment = &mut read.line.last_note().comment;
                comment.push_str(if comment.is_empty() { "" } else { "\n" });
                comment.push_str(value);
            }
            "RE" if value == "?" => {}
            "TY" if value == "8" => {}
            "TY" if !is_usual(value) => {
                let name = format!("Othello of type {}", named(value));
                return Err(cursor.error_at(at, FormatProblem::Variant { name }));
            }
            "RE" => read.tags.set(Tag::Result, value),
            other => {
                let known = NAMES.iter().find(|(name, _)| *name == other).map(|(_, tag)| tag.clone());
                read.tags.set(known.unwrap_or_else(|| Tag::Other(other.to_owned())), value);
            }
        }
    }
    cursor.skip_blanks();
    if !cursor.rest().is_empty() {
        return Err(cursor.expected("the end of the game"));
    }
    if !is_othello {
        return Err(
            cursor.error_at(0, FormatProblem::Expected { expected: "GM[Othello]", found: String::new() })
        );
    }
    Ok(read)
}

/// Somebody else's name for a game, cut short.
fn named(text: &str) -> String {
    format!("“{}”", text.trim().chars().take(20).collect::<String>())
}

/// Whether a type is Othello on 8 × 8 squares, from whatever board: `8`, `s8r20`, `8kr20`; not `10`, not `8a`, and not
/// what cannot be written again.
fn is_usual(kind: &str) -> bool {
    let kind = kind.trim().to_ascii_lowercase();
    let size = kind.trim_start_matches(|character: char| character.is_ascii_alphabetic());
    let digits = size.chars().take_while(char::is_ascii_digit).collect::<String>();
    (digits == "8" || size.is_empty()) && !kind.contains(['a', '['])
}

/// Reads `8 -------- … *`.
fn board(text: &str, cursor: &Cursor<'_>, at: usize) -> Result<Board, FormatError> {
    let text = text.trim();
    let (size, squares) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if size != "8" {
        let name = format!("Othello on a board of size {}", named(size));
        return Err(cursor.error_at(at, FormatProblem::Variant { name }));
    }
    squares.parse().map_err(|error: crate::BoardError| {
        cursor.error_at(at, FormatProblem::Board { reason: error.to_string() })
    })
}

/// Plays `d3/0.42/1.20` and notes what stands beside it.
fn add_move(
    read: &mut AnnotatedGame,
    side: &str,
    value: &str,
    cursor: &Cursor<'_>,
    at: usize,
) -> Result<(), FormatError> {
    let mut parts = value.split('/');
    let word = parts.next().unwrap_or_default().trim();
    let Some((written, _)) = read_move(word) else {
        let found = word.chars().take(12).collect();
        return Err(cursor.error_at(at, FormatProblem::Expected { expected: "a square or pass", found }));
    };
    let color = if side == "B" { Color::Black } else { Color::White };
    let before = read.line.game.plies().len();
    let side = (written != WrittenMove::Pass).then_some(color);
    play(&mut read.line.game, written, side, cursor, at)?;
    let (value, seconds) = (parts.next().and_then(number), parts.next().and_then(number));
    if read.line.game.plies().len() == before {
        return Ok(());
    }
    if value.is_some() || seconds.is_some() {
        let note = read.line.last_note();
        (note.value, note.seconds) = (value, seconds);
    }
    if word != Spelling::Servers.of(written) {
        let spelling = (SPELLING.to_owned(), vec![word.to_owned()]);
        read.line.last_note().other.push(spelling);
    }
    Ok(())
}

/// Whose way of spelling moves and boards is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    /// As the servers do: `f5`, `pass`, and blanks between the rows of a board.
    Servers,
    /// As NBoard does: `F5`, `PA`, 64 squares in a row, and the result before the clock.
    NBoard,
}

impl Spelling {
    fn of(self, written: WrittenMove) -> String {
        match (self, written) {
            (Self::Servers, WrittenMove::To(square)) => square.to_string(),
            (Self::Servers, WrittenMove::Pass) => "pass".to_owned(),
            (Self::NBoard, WrittenMove::To(square)) => square.to_string().to_ascii_uppercase(),
            (Self::NBoard, WrittenMove::Pass) => "PA".to_owned(),
        }
    }
}

/// A move as it was spelt where it came from, if that still is this move.
fn spelled_there(note: Option<&Note>, written: WrittenMove) -> Option<&str> {
    let (_, words) = note?.other.iter().find(|(name, _)| name == SPELLING)?;
    let word = words.first()?;
    (read_move(word) == Some((written, word.len()))).then_some(word)
}

/// Writes a game as one line, without its end. Variations, marks and scores of other moves have no place in GGF.
pub(super) fn write(written: &AnnotatedGame) -> String {
    written_as(written, Spelling::Servers)
}

/// A game as one line of GGF without its end, spelt as engines know it from NBoard. The board it starts from is always written, so
/// any game can be.
///
/// ```
/// use outflank_rules::formats::{AnnotatedGame, Line, Tag, ggf_for_nboard};
///
/// let mut game = AnnotatedGame { line: Line::new("f5".parse()?), ..AnnotatedGame::default() };
/// game.tags.set(Tag::Black, "us");
/// assert_eq!(
///     ggf_for_nboard(&game),
///     "(;GM[Othello]PB[us]RE[?]TY[8]\
///      BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_for_nboard(written: &AnnotatedGame) -> String {
    written_as(written, Spelling::NBoard)
}

fn written_as(written: &AnnotatedGame, spelling: Spelling) -> String {
    let mut out = String::new();
    if let Some(games) = written.tags.get(&Tag::Other(MATCH.to_owned())) {
        let _ = write!(out, "{games} ");
    }
    out.push_str("(;GM[Othello]");
    for (name, tag) in &NAMES {
        // Engines that know games from NBoard may ask for its order, too.
        if spelling == Spelling::NBoard && *tag == Tag::Clock {
            add_tag(&mut out, "RE", &result(written));
        }
        match (tag, written.tags.get(tag)) {
            (Tag::Kind, kind) => add_tag(&mut out, name, kind.filter(|kind| is_usual(kind)).unwrap_or("8")),
            (_, Some(value)) => add_tag(&mut out, name, value),
            (_, None) => {}
        }
    }
    for (tag, value) in written.tags.iter() {
        if let Tag::Other(name) = tag
            && name != MATCH
            && name.chars().all(|character| character.is_ascii_alphanumeric())
            && !matches!(name.to_ascii_uppercase().as_str(), "B" | "W" | "BO" | "CO" | "GM" | "RE" | "")
        {
            add_tag(&mut out, &name.to_ascii_uppercase(), value);
        }
    }
    if spelling == Spelling::Servers {
        add_tag(&mut out, "RE", &result(written));
    }
    let _ = write!(out, "BO[8 {}]", squares(written.game().start(), spelling));
    add_comment(&mut out, written, 0);
    for (index, (board, ply)) in written.game().history().enumerate() {
        let side = if board.mover == Color::Black { 'B' } else { 'W' };
        let made = match ply {
            Ply::Place(placement) => WrittenMove::To(placement.square()),
            Ply::Pass => WrittenMove::Pass,
        };
        let note = written.line.notes.get(&(index + 1));
        let _ = match spelled_there(note, made) {
            Some(word) if spelling == Spelling::Servers => write!(out, "{side}[{word}"),
            _ => write!(out, "{side}[{}", spelling.of(made)),
        };
        let _ = match (note.and_then(|note| note.value), note.and_then(|note| note.seconds)) {
            (None, None) => Ok(()),
            (Some(value), None) => write!(out, "/{value:.2}"),
            (None, Some(seconds)) => write!(out, "//{seconds:.2}"),
            (Some(value), Some(seconds)) => write!(out, "/{value:.2}/{seconds:.2}"),
        };
        out.push(']');
        add_comment(&mut out, written, index + 1);
    }
    out.push_str(";)");
    out
}

fn add_tag(out: &mut String, name: &str, value: &str) {
    // The format has no way to write a bracket or a new line.
    let kept = value.chars().filter(|character| !matches!(character, '[' | ']'));
    let kept: String = kept.map(|character| if character.is_control() { ' ' } else { character }).collect();
    let _ = write!(out, "{name}[{kept}]");
}

fn add_comment(out: &mut String, written: &AnnotatedGame, plies: usize) {
    if let Some(note) = written.line.notes.get(&plies)
        && !note.comment.is_empty()
    {
        add_tag(out, "CO", &note.comment);
    }
}

/// The result as it was written, if that is how GGF writes it, else as the servers would.
fn result(written: &AnnotatedGame) -> String {
    let stated = written.tags.get(&Tag::Result);
    if let Some(text) = stated
        && text.starts_with(['+', '-'])
        && StatedResult::read(text).is_some()
    {
        return text.to_owned();
    }
    match written.margin() {
        Some(margin) => format!("{margin:+.3}"),
        None => "?".to_owned(),
    }
}

/// Eight rows and the side to move, Black as `*`.
fn squares(board: Board, spelling: Spelling) -> String {
    let letter = |disc| match disc {
        Some(Color::Black) => '*',
        Some(Color::White) => 'O',
        None => '-',
    };
    let mut out = String::with_capacity(74);
    for square in Square::all() {
        out.push(letter(board.disc(square)));
        let is_apart = spelling == Spelling::Servers || square == Square::H8;
        if square.column() == 7 && is_apart {
            out.push(' ');
        }
    }
    out.push(letter(Some(board.mover)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Line;

    const GAME: &str = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]RB[2196.37]\
        RW[2200.35]TI[05:00//02:00]TY[8]RE[+0.000]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
        -------- -------- *]B[d3//0.01]W[c5//0.01]B[f6/2.39/0.01]W[f5/-1.00];)";

    #[test]
    fn a_game_of_the_servers_comes_back_as_it_was() {
        let game = read(GAME, 1).expect("a game");
        assert_eq!(game.tags.get(&Tag::Black), Some("Saio1200"));
        assert_eq!(game.tags.year(), Some(2003));
        assert_eq!(game.line.notes[&3].value, Some(2.39));
        assert_eq!(write(&game), GAME);
    }

    #[test]
    fn moves_keep_the_spelling_of_their_program() {
        let text = GAME.replace("B[d3//0.01]", "B[D3//0.01]").replace("W[f5/-1.00]", "W[F5/-1.00]");
        let mut game = read(&text, 1).expect("a game");
        assert_eq!(write(&game), text);
        assert_eq!(game.game(), read(GAME, 1).expect("a game").game());
        // A spelling of another move is not believed.
        game.line.note(1).other = vec![(SPELLING.to_owned(), vec!["C4]B[a1".to_owned()])];
        assert!(write(&game).contains("B[d3//0.01]"), "{}", write(&game));
    }

    #[test]
    fn other_games_are_refused_by_name() {
        let refusal = |text: &str| read(text, 7).expect_err(text).to_string();
        assert_eq!(
            refusal("(;GM[Amazons];)"),
            "line 7, column 6: “Amazons” is not played here: only Othello on 8 × 8 squares"
        );
        assert!(refusal("(;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- *];)").contains("Othello of type “4”"));
        assert!(refusal("(;GM[Othello]TY[8a];)").contains("Othello of type “8a”"));
        assert!(refusal("(;GM[Othello]TY[8[8];)").contains("Othello of type “8[8”"));
        assert!(refusal("(;GM[Othello]\nPB[x").starts_with("line 8, column 1: expected “]” after this tag"));
        assert!(refusal("(;PB[x];)").contains("expected GM[Othello]"));
        for kind in ["s8r20", "8kr20", "8", "k8", "8w"] {
            assert!(is_usual(kind), "{kind}");
        }
        for kind in ["10", "88", "8a", "a8r14", "s6"] {
            assert!(!is_usual(kind), "{kind}");
        }
    }

    #[test]
    fn an_illegal_move_ends_the_game_and_is_told() {
        let game = read("(;GM[Othello]B[f5]W[a1]B[d3];)", 1).expect("the beginning of a game");
        assert_eq!(game.game().plies().len(), 1);
        let fault = game.fault.expect("a fault").to_string();
        assert_eq!(fault, "line 1, column 21: a1 is not a legal move for White");
        let wrong = read("(;GM[Othello]B[f5]B[d3];)", 1).expect("a game").fault.expect("a fault");
        assert!(wrong.to_string().ends_with("a move of Black, and it is White’s turn"));
    }

    #[test]
    fn engines_are_told_any_start_and_its_passes() {
        let mut game = Game::from_board(format!("XO-{} O", "-".repeat(61)).parse().expect("a board"));
        game.pass().expect("forced");
        game.play(Square::C1).expect("legal");
        let mut written = AnnotatedGame { line: Line::new(game.clone()), ..AnnotatedGame::default() };
        written.tags.set(Tag::Clock, "1:02:05");
        let text = write_for_nboard(&written);
        assert!(text.contains("]TI[1:02:05]TY[8]"), "{text}");
        assert!(
            text.ends_with(
                "BO[8 *O-------------------------------------------------------------- O]W[PA]B[C1];)"
            ),
            "{text}"
        );
        assert_eq!(read(&text, 1).expect("our own reader takes it").game(), &game);
    }

    #[test]
    fn names_cannot_break_the_line() {
        let mut game = AnnotatedGame::default();
        game.tags.set(Tag::Black, "a]B[F5]\n");
        game.line.note(0).comment = "x];)".to_owned();
        let text = write(&game);
        assert_eq!(text.lines().count(), 1);
        let again = read(&text, 1).expect("a game");
        assert_eq!((again.tags.get(&Tag::Black), again.game().plies().len()), (Some("aBF5 "), 0));
    }
}
