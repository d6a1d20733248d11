//! The players that can be named.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_arena::NAMED;
use outflank_lab::{PlayerFile, shipped};
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
}

impl PlayerLine {
    /// Which settings make sense for it: a random player does not look ahead.
    pub fn takes(&self) -> &'static str {
        if self.name == "random" { "noise" } else { "search" }
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
    });
    let runs = laboratory.store.runs()?;
    let learned = runs.iter().rev().filter(|run| run.lessons > 0).map(|run| PlayerLine {
        name: run.id.to_string(),
        kind: Kind::Run,
        about: format!("{}, {} after {} games", run.system, run.state, run.games),
    });
    let shipped = shipped::names().filter_map(|name| {
        let player = PlayerFile::from_bytes(shipped::find(name)?).ok()?;
        let about = format!("{}, after {} games", player.model.system(), player.provenance.games);
        Some(PlayerLine { name: name.to_owned(), kind: Kind::Shipped, about })
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
