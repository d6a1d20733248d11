//! The players that can be named.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_arena::NAMED;
use outflank_lab::PlayerFile;
use outflank_lab::shipped::{self, Shipped};
use serde::Serialize;
use utoipa::ToSchema;

use crate::web::Laboratory;
use crate::web::problem::Problem;

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::web) struct PlayerLine {
    /// What it is called.
    pub name: String,
    /// Where it comes from.
    pub kind: Kind,
    /// A word about it.
    pub about: String,
    /// How far it can be made to look.
    pub looks: Looks,
    /// The options with which it plays at its own strength, if there are any.
    pub natural: String,
}

/// How far a player can be made to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::web) enum Looks {
    /// As many plies ahead as it is told.
    Ahead,
    /// At its own moves alone.
    AtItsMoves,
    /// At nothing: its moves are drawn.
    Nowhere,
}

impl Looks {
    /// The kind as it stands in pages and in JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ahead => "ahead",
            Self::AtItsMoves => "at-its-moves",
            Self::Nowhere => "nowhere",
        }
    }

    /// What the players of a learning system do.
    fn of_system(laboratory: &Laboratory, system: &str) -> Self {
        if laboratory.opponents.searches(system) { Self::Ahead } else { Self::AtItsMoves }
    }
}

/// Where a player comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::web) enum Kind {
    /// It is part of the program.
    BuiltIn,
    /// It was learned, and comes with the program.
    Shipped,
    /// It was learned in this laboratory.
    Run,
}

impl Kind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Self; 3] = [Self::Shipped, Self::Run, Self::BuiltIn];

    /// The kind as a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::BuiltIn => "Built in",
            Self::Shipped => "Learned, and shipped",
            Self::Run => "Learned here",
        }
    }
}

/// All players that can be asked for a move.
pub(in crate::web) fn all(laboratory: &Laboratory) -> Result<Vec<PlayerLine>, Problem> {
    let built_in = NAMED.iter().map(|&(name, about)| PlayerLine {
        name: name.to_owned(),
        kind: Kind::BuiltIn,
        about: about.to_owned(),
        looks: if name == "random" { Looks::Nowhere } else { Looks::Ahead },
        natural: String::new(),
    });
    let runs = laboratory.store.runs()?;
    let learned = runs.iter().rev().filter(|run| run.lessons > 0).map(|run| PlayerLine {
        name: run.id.to_string(),
        kind: Kind::Run,
        about: format!("{}, {} after {} games", run.system, run.state, run.games),
        looks: Looks::of_system(laboratory, &run.system),
        natural: String::new(),
    });
    let shipped = shipped::all().iter().filter_map(|Shipped { name, bytes, natural }| {
        let player = PlayerFile::from_bytes(bytes).ok()?;
        let system = player.model.system();
        Some(PlayerLine {
            name: (*name).to_owned(),
            kind: Kind::Shipped,
            about: format!("{system}, after {} games", player.provenance.games),
            looks: Looks::of_system(laboratory, system),
            natural: (*natural).to_owned(),
        })
    });
    Ok(built_in.chain(shipped).chain(learned).collect())
}

/// The players that can be named in requests.
#[utoipa::path(
    get,
    path = "/api/players",
    responses((status = 200, description = "The players", body = Vec<PlayerLine>))
)]
pub(in crate::web) async fn list(
    State(laboratory): State<Arc<Laboratory>>,
) -> Result<Json<Vec<PlayerLine>>, Problem> {
    Ok(Json(all(&laboratory)?))
}
