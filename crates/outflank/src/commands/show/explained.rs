//! The moves of a position and why a player would make them.

use std::io::{self, Write};

use outflank_lab::report::Section;
use outflank_lab::view;
use outflank_learn::Explanation;
use outflank_rules::Game;
use serde::Serialize;

use super::learned;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::report::Report;

/// The moves of a position as a player sees them.
#[derive(Debug, Serialize)]
pub struct Explained {
    source: String,
    board: String,
    plies: u32,
    moves: Vec<Move>,
    #[serde(skip)]
    view: Section,
}

#[derive(Debug, Serialize)]
struct Move {
    square: String,
    value: f64,
    line: Vec<String>,
    parts: Vec<Part>,
}

#[derive(Debug, Serialize)]
struct Part {
    name: &'static str,
    value: f64,
}

impl Explained {
    /// Asks a run, a player file or a shipped player why it would make which move.
    pub fn new(data: &Data, name: &str, game: &Game, plies: Option<u32>) -> anyhow::Result<Self> {
        let player = learned::find_player(data, name)?
            .ok_or_else(|| WrongInput::new(format!("there is no run and no player file “{name}”")))?;
        let system = player.model.system();
        let explanation = player.model.explain(game.board(), plies).ok_or_else(|| {
            WrongInput::new(format!("{name} was learned by {system}, whose values are no sums of parts"))
        })?;
        let view = view::of_explanation(&explanation)?;
        let Explanation { plies, moves } = explanation;
        let moves = moves.into_iter().map(|explained| Move {
            square: explained.square.to_string(),
            value: explained.value.value(),
            line: explained.line.iter().map(ToString::to_string).collect(),
            parts: explained.parts.iter().map(|part| Part { name: part.name, value: part.value }).collect(),
        });
        Ok(Self {
            source: name.to_owned(),
            board: game.board().to_string(),
            plies,
            moves: moves.collect(),
            view,
        })
    }
}

impl Report for Explained {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n\n{}", self.source, self.view.to_terminal(learned::ROOM))
    }
}
