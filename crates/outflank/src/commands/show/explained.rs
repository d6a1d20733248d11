//! The moves of a position and why a player would make them.

use std::io::{self, Write};

use anyhow::anyhow;
use outflank_arena::PlayerSpec;
use outflank_engine::tree::{Branch, Outlook};
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
    search: Option<TreeSearch>,
    #[serde(skip)]
    view: Section,
}

/// What a tree search found, for players that search so.
#[derive(Debug, Serialize)]
struct TreeSearch {
    simulations: u32,
    depth: u32,
    value: f32,
    moves: Vec<SearchedMove>,
}

#[derive(Debug, Serialize)]
struct SearchedMove {
    square: String,
    visits: u32,
    value: Option<f32>,
    prior: f32,
    policy: f32,
    line: Vec<String>,
}

impl From<&Outlook> for TreeSearch {
    fn from(outlook: &Outlook) -> Self {
        let moves = outlook.branches.iter().map(|branch| SearchedMove {
            square: branch.placement.square().to_string(),
            visits: branch.visits,
            value: branch.value.map(|value| 64.0 * value),
            prior: branch.prior,
            policy: branch.policy,
            line: branch.line.iter().map(ToString::to_string).collect(),
        });
        Self {
            simulations: outlook.simulations,
            depth: outlook.depth,
            value: 64.0 * outlook.value,
            moves: moves.collect(),
        }
    }
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
        if let Some(searched) = Self::searched(data, name, game, plies)? {
            return Ok(searched);
        }
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
            search: None,
            view,
        })
    }

    /// What the tree search of a player finds, if it has one.
    fn searched(data: &Data, name: &str, game: &Game, plies: Option<u32>) -> anyhow::Result<Option<Self>> {
        let is_tree = name.parse::<PlayerSpec>().is_ok_and(|spec| spec.style().simulations.is_some());
        let (true, None, Turn::Play(moves)) = (is_tree, plies, game.turn()) else { return Ok(None) };
        let Some(outlook) = data.entrant(name, None)?.seat().outlook(game, moves) else { return Ok(None) };
        let of_branch = |branch: &Branch| {
            let value = 64.0 * f64::from(branch.value?);
            let line = branch.line.iter().map(ToString::to_string).collect();
            Some(Move { square: branch.placement.square().to_string(), value, line, parts: Vec::new() })
        };
        Ok(Some(Self {
            source: name.to_owned(),
            board: game.board().to_string(),
            plies: outlook.depth,
            moves: outlook.branches.iter().filter_map(of_branch).collect(),
            search: Some(TreeSearch::from(&outlook)),
            view: view::of_outlook(&outlook)?,
        }))
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
