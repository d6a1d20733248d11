//! A position, drawn and described.

use std::io::{self, Write};

use outflank_rules::openings::Book;
use outflank_rules::{Board, Color, Game, Placement, Ply, Square, Turn};
use serde::{Serialize, Serializer};

use crate::drawing::drawn;
use crate::outcome::{GameResult, Side};
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
    last_placement: Option<Placement>,
}

/// Discs on the board.
#[derive(Debug, Serialize)]
struct Discs {
    black: u32,
    white: u32,
}

fn as_text<S: Serializer>(board: &Board, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(board)
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
            last_placement: match last {
                Some(&Ply::Place(placement)) => Some(placement),
                Some(Ply::Pass) | None => None,
            },
        }
    }
}

impl Report for Shown {
    // No line here may begin with a digit or end in “to move”: it would be read back as part of the board.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n", drawn(self.board, self.last_placement))?;
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
