//! A position, drawn and described.

use std::io::{self, Write};

use anstyle::{AnsiColor, Effects, Style};
use outflank_rules::openings::Book;
use outflank_rules::{Board, Color, Disc, Game, Outcome, Ply, Square, Tally, Turn};
use serde::{Serialize, Serializer};

use crate::report::Report;

/// All there is to say about where a game stands.
#[derive(Debug, Serialize)]
pub struct Shown {
    #[serde(serialize_with = "as_text")]
    board: Board,
    mover: Side,
    turn: &'static str,
    moves: Vec<String>,
    discs: Discs,
    empties: u32,
    transcript: String,
    last: Option<String>,
    opening: Option<String>,
    result: Option<GameResult>,
    /// For the drawing.
    #[serde(skip)]
    last_square: Option<Square>,
}

/// Discs on the board.
#[derive(Debug, Serialize)]
struct Discs {
    black: u32,
    white: u32,
}

/// The end of a game, seen by Black, counted in the two ways that are in use.
#[derive(Debug, Serialize)]
struct GameResult {
    winner: Option<Side>,
    raw: i32,
    empties_to_winner: i32,
}

fn as_text<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(board)
}

/// A colour as JSON has it.
#[derive(Clone, Copy, Debug)]
struct Side(Color);

impl Serialize for Side {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self.0 {
            Color::Black => "black",
            Color::White => "white",
        })
    }
}

impl Shown {
    /// Describes where a game stands.
    pub fn new(game: &Game) -> Self {
        let board = game.board();
        let last = game.plies().last();
        Self {
            board,
            mover: Side(board.mover),
            turn: match board.turn() {
                Turn::Play(_) => "play",
                Turn::Pass => "pass",
                Turn::Over(_) => "over",
            },
            moves: board.position.moves().into_iter().map(|square| square.to_string()).collect(),
            discs: Discs {
                black: board.discs(Color::Black).count(),
                white: board.discs(Color::White).count(),
            },
            empties: board.position.empties().count(),
            transcript: game.record().squares().iter().map(Square::to_string).collect(),
            last: last.map(|ply| ply.square().map_or_else(|| "pass".to_owned(), |square| square.to_string())),
            opening: Book::named().opening_of(game).map(|opening| opening.name().to_owned()),
            result: game.tally().map(|tally| match board.mover {
                Color::Black => GameResult::new(tally),
                Color::White => GameResult::new(-tally),
            }),
            last_square: last.copied().and_then(Ply::square),
        }
    }

    /// The board, the last move marked. Letters and not pictures, so that it can be read back.
    fn drawing(&self) -> String {
        const BLACK: Style = AnsiColor::Cyan.on_default().bold();
        const WHITE: Style = AnsiColor::Yellow.on_default().bold();
        let mut drawing = String::new();
        let written = self.board.drawing().write_with(&mut drawing, |square, disc| {
            let (style, letter) = match disc {
                Disc::Of(Color::Black) => (BLACK, 'X'),
                Disc::Of(Color::White) => (WHITE, 'O'),
                Disc::Playable => (AnsiColor::Green.on_default(), '.'),
                Disc::None => (Style::new().dimmed(), '-'),
            };
            let style = if self.last_square == Some(square) { style | Effects::INVERT } else { style };
            format!("{style}{letter}{style:#}")
        });
        written.expect("a text takes everything");
        match (&self.result, drawing.rsplit_once('\n')) {
            // Nobody is to move.
            (Some(_), Some((board, _side))) => board.to_owned(),
            _ => drawing,
        }
    }
}

impl Report for Shown {
    // No line here may begin with a digit or end in “to move”: it would be read back as part of the board.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", self.drawing())?;
        writeln!(out, "discs    X {}  O {}  empty {}", self.discs.black, self.discs.white, self.empties)?;
        if let Some(last) = &self.last {
            writeln!(out, "last     {last}")?;
        }
        if let Some(opening) = &self.opening {
            writeln!(out, "opening  {opening}")?;
        }
        match &self.result {
            None if self.moves.is_empty() => writeln!(out, "moves    pass"),
            None => writeln!(out, "moves    {}", self.moves.join(" ")),
            Some(result) => writeln!(out, "result   {}", result.sentence()),
        }
    }
}

impl GameResult {
    fn new(seen_by_black: Tally) -> Self {
        Self {
            winner: match seen_by_black.outcome() {
                Outcome::Win => Some(Side(Color::Black)),
                Outcome::Loss => Some(Side(Color::White)),
                Outcome::Draw => None,
            },
            raw: seen_by_black.raw().discs(),
            empties_to_winner: seen_by_black.empties_to_winner().discs(),
        }
    }

    /// Who wins by how much; by both counts where they differ.
    fn sentence(&self) -> String {
        let Some(Side(winner)) = self.winner else {
            return "a draw".to_owned();
        };
        let (raw, all) = (self.raw.abs(), self.empties_to_winner.abs());
        if raw == all {
            format!("{winner} wins by {raw}")
        } else {
            format!("{winner} wins by {raw} discs, by {all} with the empty squares")
        }
    }
}
