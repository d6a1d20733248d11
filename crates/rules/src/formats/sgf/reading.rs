//! Reading SGF: a tree of nodes, each a list of properties.

use super::{NAMES, SIGNS};
use crate::formats::annotated::{AnnotatedGame, Line, Mark, Sign, Variation, WrittenMove, play, read_move};
use crate::formats::fault::{Cursor, FormatError, FormatProblem};
use crate::formats::tags::{Tag, number};
use crate::{Board, Color, Game, Margin, Position, Square, Squares};

/// The games that SGF has numbers for.
const GAMES: [&str; 8] =
    ["Go", "Othello", "Chess", "Gomoku", "Nine Men’s Morris", "Backgammon", "Chinese Chess", "Shogi"];

/// Trees within trees, so many at most.
const DEEPEST: usize = 100;

/// Reads one game with its tree. With an illegal move in the main line, it is read up to it and carries the fault;
/// variations end there too.
pub(in crate::formats) fn read(text: &str, first_line: usize) -> Result<AnnotatedGame, FormatError> {
    let mut cursor = Cursor::new(text, first_line);
    cursor.skip_blanks();
    let mut reader = Reader { cursor, game: AnnotatedGame::default(), is_othello: false };
    let mut line = Line::default();
    let fault = reader.tree(&mut line, 0, true)?;
    reader.cursor.skip_blanks();
    if !reader.cursor.rest().is_empty() {
        return Err(reader.cursor.expected("the end of the game"));
    }
    if !reader.is_othello {
        let problem = FormatProblem::Expected { expected: "GM[2] for Othello", found: String::new() };
        return Err(reader.cursor.error_at(0, problem));
    }
    Ok(AnnotatedGame { line, fault, ..reader.game })
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    game: AnnotatedGame,
    is_othello: bool,
}

/// A property as it stands in the text.
struct Property {
    at: usize,
    name: String,
    values: Vec<String>,
}

impl Reader<'_> {
    /// Reads `(;node;node(tree)(tree))` into a line, which may be the game itself. What is wrong with its moves is handed
    /// back; the rest is read.
    fn tree(
        &mut self,
        line: &mut Line,
        depth: usize,
        is_game: bool,
    ) -> Result<Option<FormatError>, FormatError> {
        if depth > DEEPEST {
            let problem = FormatProblem::TooLarge { what: "the depth of trees within trees", most: DEEPEST };
            return Err(self.cursor.error(problem));
        }
        if !self.cursor.eat("(") {
            return Err(self.cursor.expected("“(;”, where a game in SGF begins"));
        }
        let mut fault = None;
        let mut is_root = depth == 0;
        loop {
            self.cursor.skip_blanks();
            if !self.cursor.eat(";") {
                break;
            }
            let node = self.node()?;
            if fault.is_none() {
                fault = self.apply(node, line, is_root, is_game)?;
            }
            is_root = false;
        }
        let at = line.game.plies().len();
        let board = line.game.board();
        // What follows a move against the rules leads nowhere.
        let leads_on = fault.is_none();
        let mut is_main = leads_on;
        loop {
            self.cursor.skip_blanks();
            if self.cursor.eat(")") {
                return Ok(fault);
            }
            if self.cursor.peek() != Some('(') {
                return Err(self.cursor.expected("a node, a variation or “)”"));
            }
            if is_main {
                fault = self.tree(line, depth + 1, is_game)?;
                is_main = false;
            } else {
                let mut other = Line::new(Game::from_board(board));
                self.tree(&mut other, depth + 1, false)?;
                if leads_on {
                    line.variations.push(Variation { at, line: other });
                }
            }
        }
    }

    /// Reads the properties of a node.
    fn node(&mut self) -> Result<Vec<Property>, FormatError> {
        let mut properties = Vec::new();
        loop {
            self.cursor.skip_blanks();
            let at = self.cursor.at();
            let word = self.cursor.skip_while(|character| character.is_ascii_alphanumeric());
            if word.is_empty() {
                return Ok(properties);
            }
            // Old files write whole words, of which the capitals count.
            let name: String = word.chars().filter(|character| !character.is_ascii_lowercase()).collect();
            let name = if name.is_empty() { word.to_ascii_uppercase() } else { name };
            let mut values = Vec::new();
            self.cursor.skip_blanks();
            while self.cursor.eat("[") {
                values.push(self.value(at)?);
                self.cursor.skip_blanks();
            }
            if values.is_empty() {
                return Err(self.cursor.expected("“[” and a value"));
            }
            properties.push(Property { at, name, values });
        }
    }

    /// Reads a value up to its bracket.
    fn value(&mut self, at: usize) -> Result<String, FormatError> {
        let mut value = String::new();
        let mut characters = self.cursor.rest().char_indices();
        loop {
            match characters.next() {
                Some((end, ']')) => {
                    self.cursor.skip(end + 1);
                    return Ok(value);
                }
                Some((_, '\\')) => match characters.next() {
                    Some((_, '\n')) | None => {}
                    Some((_, escaped)) => value.push(escaped),
                },
                Some((_, '\r')) => {}
                Some((_, character)) => value.push(character),
                None => {
                    let problem = FormatProblem::Expected {
                        expected: "“]” after this property",
                        found: String::new(),
                    };
                    return Err(self.cursor.error_at(at, problem));
                }
            }
        }
    }

    /// Plays and notes what a node says. A move against the rules is handed back.
    fn apply(
        &mut self,
        node: Vec<Property>,
        line: &mut Line,
        is_root: bool,
        is_game: bool,
    ) -> Result<Option<FormatError>, FormatError> {
        self.set_up(&node, line)?;
        // The move comes first: what stands beside it is about the board after it.
        for property in node.iter().filter(|property| matches!(property.name.as_str(), "B" | "W")) {
            let value = property.values[0].trim();
            let Some(written) = point_or_pass(value) else {
                return Err(self.wrong(property, "a point such as f5 or fe, or nothing for a pass"));
            };
            let side = if property.name == "B" { Color::Black } else { Color::White };
            let side = (written != WrittenMove::Pass).then_some(side);
            if let Err(fault) = play(&mut line.game, written, side, &self.cursor, property.at) {
                return Ok(Some(fault));
            }
        }
        // Before the first move all nodes are about the game.
        let about_game = is_root || is_game && line.game.plies().is_empty();
        for property in node {
            self.note(property, line, about_game)?;
        }
        Ok(None)
    }

    fn wrong(&self, property: &Property, expected: &'static str) -> FormatError {
        let found = property.values[0].trim().chars().take(12).collect();
        self.cursor.error_at(property.at, FormatProblem::Expected { expected, found })
    }

    /// Sets up a board where a node does.
    fn set_up(&self, node: &[Property], line: &mut Line) -> Result<(), FormatError> {
        let is_setup = |property: &&Property| matches!(property.name.as_str(), "AB" | "AW" | "AE" | "PL");
        let Some(first) = node.iter().find(is_setup) else { return Ok(()) };
        if !line.game.plies().is_empty() {
            return Err(self.wrong(first, "a board that is set up before the first move"));
        }
        let mut board = line.game.start();
        let mut discs = Color::BOTH.map(|color| board.discs(color));
        if node.iter().any(|property| matches!(property.name.as_str(), "AB" | "AW")) {
            discs = [Squares::NONE; 2];
        }
        for property in node.iter().filter(is_setup) {
            if property.name == "PL" {
                board.mover = match property.values[0].trim().chars().next().map(|c| c.to_ascii_uppercase()) {
                    Some('B') => Color::Black,
                    Some('W') => Color::White,
                    _ => return Err(self.wrong(property, "the side to move, B or W")),
                };
                continue;
            }
            for value in &property.values {
                let squares = points(value).ok_or_else(|| self.wrong(property, "points such as f5"))?;
                for set in &mut discs {
                    *set = Squares::from_bits(set.bits() & !squares.bits());
                }
                match property.name.as_str() {
                    "AB" => discs[0] |= squares,
                    "AW" => discs[1] |= squares,
                    _ => {}
                }
            }
        }
        line.game = Game::from_board(board_of(discs, board.mover));
        Ok(())
    }

    /// Keeps what a property says.
    fn note(&mut self, property: Property, line: &mut Line, about_game: bool) -> Result<(), FormatError> {
        let Property { name, values, .. } = &property;
        let first = values[0].as_str();
        match name.as_str() {
            "B" | "W" | "AB" | "AW" | "AE" | "PL" | "FF" | "CA" | "AP" => {}
            "GM" => match first.trim() {
                "2" => self.is_othello = true,
                number => {
                    let known = number.parse::<usize>().ok().and_then(|n| GAMES.get(n.checked_sub(1)?));
                    let name =
                        known.map_or_else(|| format!("SGF’s game {number:.12}"), |name| (*name).to_owned());
                    return Err(self.cursor.error_at(property.at, FormatProblem::Variant { name }));
                }
            },
            "SZ" if first.trim() == "8" => {}
            "SZ" => {
                let size: String = first.trim().chars().take(12).collect();
                let name = format!("Othello on a board of size {size}");
                return Err(self.cursor.error_at(property.at, FormatProblem::Variant { name }));
            }
            "C" => {
                let comment = &mut line.last_note().comment;
                comment.push_str(if comment.is_empty() { "" } else { "\n" });
                comment.push_str(first);
            }
            "V" if number(first).is_some() && !line.game.plies().is_empty() => {
                // Seen by Black in the text, by whoever moved here.
                let sign = if line.game.board().mover == Color::White { 1.0 } else { -1.0 };
                line.last_note().value = number(first).map(|value| sign * value);
            }
            "XTIME" if number(first).is_some() => line.last_note().seconds = number(first),
            "XSCORE" if margin(first).is_some() => line.last_note().score = margin(first),
            "XSCORES" => {
                let scores = values.iter().filter_map(|value| {
                    let (square, score) = value.split_once(':')?;
                    Some((point(square)?, margin(score)?))
                });
                line.last_note().scores.extend(scores);
            }
            "CR" | "MA" | "SQ" | "TR" | "SL" | "LB" => {
                let marks = marks(name, values).ok_or_else(|| self.wrong(&property, "points such as f5"))?;
                line.last_note().marks.extend(marks);
            }
            "RE" if first == "?" => {}
            _ if about_game => {
                let known = NAMES.iter().find(|(known, _)| known == name).map(|(_, tag)| tag.clone());
                let tag = known.unwrap_or_else(|| Tag::Other(name.clone()));
                self.game.tags.set(tag, one_line(&values.join(" ")));
            }
            _ => {
                let note = line.last_note();
                note.other.push((property.name, property.values));
            }
        }
        Ok(())
    }
}

fn one_line(text: &str) -> String {
    text.split(['\r', '\n']).collect::<Vec<_>>().join(" ")
}

fn margin(text: &str) -> Option<Margin> {
    Margin::new(text.trim().parse().ok()?)
}

fn board_of([black, white]: [Squares; 2], mover: Color) -> Board {
    let (own, other) = if mover == Color::Black { (black, white) } else { (white, black) };
    // A point was taken from both sets before it was given to one.
    Board { position: Position::new(own, other).unwrap_or(Position::START), mover }
}

/// A letter and a digit, or two letters.
fn point(text: &str) -> Option<Square> {
    match *text.trim().as_bytes() {
        [column, row @ (b'a'..=b'h' | b'A'..=b'H')] => {
            Square::from_name(column, row.to_ascii_lowercase() - b'a' + b'1')
        }
        [column, row] => Square::from_name(column, row),
        _ => None,
    }
}

fn point_or_pass(text: &str) -> Option<WrittenMove> {
    if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        return Some(WrittenMove::Pass);
    }
    point(text).map(WrittenMove::To).or_else(|| match read_move(text)? {
        (WrittenMove::Pass, _) => Some(WrittenMove::Pass),
        _ => None,
    })
}

/// A point, or all points of a rectangle: `a1:c3`.
fn points(text: &str) -> Option<Squares> {
    let Some((from, to)) = text.split_once(':') else { return point(text).map(Square::set) };
    let (from, to) = (point(from)?, point(to)?);
    let between = |square: &Square| {
        (from.column()..=to.column()).contains(&square.column())
            && (from.row()..=to.row()).contains(&square.row())
    };
    Some(Square::all().filter(between).collect())
}

fn marks(name: &str, values: &[String]) -> Option<Vec<Mark>> {
    let mut marks = Vec::new();
    for value in values {
        if name == "LB" {
            let (square, label) = value.split_once(':')?;
            marks.push(Mark { square: point(square)?, sign: Sign::Label(label.to_owned()) });
            continue;
        }
        let sign = SIGNS.iter().find(|(known, _)| *known == name).map(|(_, sign)| sign.clone())?;
        marks.extend(points(value)?.into_iter().map(|square| Mark { square, sign: sign.clone() }));
    }
    Some(marks)
}
