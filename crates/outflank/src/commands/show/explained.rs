//! The moves of a position and why a player would make them.

use std::io::{self, Write};

use anyhow::anyhow;
use outflank_arena::PlayerSpec;
use outflank_engine::{Chance, Player};
use outflank_lab::report::Section;
use outflank_lab::{shipped, view};
use outflank_learn::{ExplainedMove, Explanation};
use outflank_rules::{Game, Turn};
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
    /// Asks a player what it thinks of the moves: why, where its values are sums of parts; else their values alone.
    pub fn new(data: &Data, name: &str, game: &Game, plies: Option<u32>) -> anyhow::Result<Self> {
        let learned = learned::find_player(data, name)?;
        let explanation = learned.and_then(|player| player.model.explain(game.board(), plies));
        let explanation = match explanation {
            Some(explanation) => explanation,
            None => values(data, name, game, plies)?,
        };
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

/// What a player thinks of each move, asked as if it were the only one.
fn values(data: &Data, name: &str, game: &Game, plies: Option<u32>) -> anyhow::Result<Explanation> {
    let text = match plies {
        Some(plies) if name.contains(':') => format!("{name},depth={plies}"),
        Some(plies) => format!("{name}:depth={plies}"),
        None => name.to_owned(),
    };
    let mut player = data.entrant(&text, None)?.seat();
    let mut moves = Vec::new();
    if let Turn::Play(legal) = game.turn() {
        for square in legal {
            let only = legal.among(square.set()).expect("it is one of them");
            player.begin();
            let choice = player.choose(game, only, &mut Chance::stream(1, "shown", 0));
            let choice = choice.map_err(|forfeit| anyhow!("{name}: {forfeit}"))?;
            let value = choice.score.ok_or_else(|| {
                WrongInput::new(format_args!("{name} chooses without a value for its moves"))
            })?;
            moves.push(ExplainedMove { square, value, line: vec![square], parts: Vec::new() });
        }
    }
    moves.sort_by(|one, other| other.value.value().total_cmp(&one.value.value()));
    let said = text.parse::<PlayerSpec>().ok().and_then(|spec| spec.style().depth);
    let plies = said.or_else(|| Some(shipped::find(name)?.plies)).unwrap_or(1);
    Ok(Explanation { plies, moves })
}

impl Report for Explained {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n\n{}", self.source, self.view.to_terminal(learned::ROOM))
    }
}
