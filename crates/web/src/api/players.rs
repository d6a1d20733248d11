//! The players that can be named.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use indicatif::HumanCount;
use outflank_arena::NAMED;
use outflank_lab::{Knowledge, PlayerFile, Provenance, shipped};
use outflank_learn::Recipe;
use outflank_value::PieceCounter;
use serde::Serialize;
use utoipa::ToSchema;

use super::contests::{self, RatingRow};
use super::teaching::{TAUGHT, TEACHABLE};
use crate::Laboratory;
use crate::learned;
use crate::problem::{Problem, ProblemBody};

/// A player.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlayerSummary {
    /// What it is called.
    pub name: String,
    /// Where it comes from.
    pub kind: PlayerKind,
    /// A word about it.
    pub about: String,
    /// Whether it can be told how far to look ahead.
    pub looks_ahead: bool,
    /// How many plies it looks ahead at its own strength, if that is known.
    pub plies: Option<u32>,
    /// Whether a game against a person can teach it.
    pub learns_from_people: bool,
}

impl PlayerSummary {
    /// Which settings make sense for it: a random player does not look ahead, and some have not learned to.
    pub fn takes(&self) -> &'static str {
        match self.looks_ahead {
            true if self.name == crate::analysts::USUAL_EVALUATOR => "levels",
            true => "search",
            false => "noise",
        }
    }
}

/// Where a player comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PlayerKind {
    /// It is part of the program.
    BuiltIn,
    /// It was learned, and comes with the program.
    Shipped,
    /// People taught it by playing against it.
    Taught,
    /// Somebody uploads it along.
    Uploaded,
    /// It was learned in this laboratory.
    Run,
    /// It is a program that was named when the laboratory was opened.
    Engine,
}

impl PlayerKind {
    /// All kinds, in the order in which they are shown.
    pub const ALL: [Self; 6] =
        [Self::Shipped, Self::Run, Self::Taught, Self::Uploaded, Self::BuiltIn, Self::Engine];

    /// The kind as a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::BuiltIn => "Built in",
            Self::Shipped => "Learned, and shipped",
            Self::Run => "Learned here",
            Self::Taught => "Taught by people",
            Self::Uploaded => "Uploaded",
            Self::Engine => "Outside programs",
        }
    }
}

/// All players that can be asked for a move.
pub(crate) fn all(laboratory: &Laboratory) -> Result<Vec<PlayerSummary>, Problem> {
    let built_in = NAMED.iter().map(|&(name, about)| PlayerSummary {
        name: name.to_owned(),
        kind: PlayerKind::BuiltIn,
        about: about.to_owned(),
        looks_ahead: name != "random",
        plies: None,
        learns_from_people: false,
    });
    let runs = laboratory.store.runs()?;
    let learned = runs.iter().rev().filter(|run| run.lessons > 0).map(|run| PlayerSummary {
        name: run.id.to_string(),
        kind: PlayerKind::Run,
        about: format!("{}, {} after {} games", run.system, run.state, HumanCount(run.games)),
        looks_ahead: looks_ahead(&run.system),
        plies: None,
        learns_from_people: run.system == TEACHABLE,
    });
    let shipped = shipped::all().iter().filter_map(|shipped| {
        let player = PlayerFile::from_bytes(shipped.bytes).ok()?;
        let games = HumanCount(player.provenance.games);
        let about = format!("{}, after {games} games", player.model.system());
        Some(PlayerSummary {
            name: shipped.name.to_owned(),
            kind: PlayerKind::Shipped,
            about,
            looks_ahead: looks_ahead(player.model.system()),
            plies: Some(shipped.plies),
            learns_from_people: player.model.system() == TEACHABLE,
        })
    });
    let archived = laboratory.store.archived("player")?;
    let mut files = laboratory.store.folder().player_files();
    files.retain(|name| !archived.iter().any(|put_away| put_away == name.as_str()));
    let files = files.iter().filter_map(|name| {
        // What cannot be read is passed over: somebody put it into the folder by hand.
        let found = laboratory.registry.find(name.as_str()).ok()?;
        summary_of_file(name.as_str(), &found.knowledge).ok()
    });
    let engines = laboratory.player_cache.engines().iter().map(|engine| PlayerSummary {
        name: engine.name().to_owned(),
        kind: PlayerKind::Engine,
        about: format!("a program: {}", engine.spec()),
        looks_ahead: false,
        plies: None,
        learns_from_people: false,
    });
    Ok(built_in.chain(shipped).chain(files).chain(learned).chain(engines).collect())
}

/// The player in a file: a learned one, or 64 weights.
pub(super) fn summary_of_file(name: &str, knowledge: &Knowledge) -> Result<PlayerSummary, Problem> {
    let summary = PlayerSummary {
        name: name.to_owned(),
        kind: PlayerKind::Uploaded,
        about: "64 weights".to_owned(),
        looks_ahead: true,
        plies: None,
        learns_from_people: false,
    };
    let player = match knowledge {
        Knowledge::Learned(player) => player,
        Knowledge::Text(text) => {
            PieceCounter::from_text(text)
                .map_err(|error| Problem::wrong(format!("neither a player nor 64 weights: {error}")))?;
            return Ok(summary);
        }
    };
    let system = player.model.system();
    let is_taught = system == TEACHABLE && name.contains(TAUGHT);
    Ok(PlayerSummary {
        kind: if is_taught { PlayerKind::Taught } else { PlayerKind::Uploaded },
        about: format!("{system}, after {} games", HumanCount(player.provenance.games)),
        looks_ahead: looks_ahead(system),
        learns_from_people: system == TEACHABLE,
        ..summary
    })
}

/// Whether players of a system can be told how far to look ahead.
fn looks_ahead(system: &str) -> bool {
    Recipe::default_of(system).is_some_and(|recipe| recipe.looks_ahead())
}

/// The players that can be named in requests.
#[utoipa::path(
    get,
    path = "/api/players",
    responses((status = 200, description = "The players", body = Vec<PlayerSummary>))
)]
pub(crate) async fn list(
    State(laboratory): State<Arc<Laboratory>>,
) -> Result<Json<Vec<PlayerSummary>>, Problem> {
    laboratory.query(all).await.map(Json)
}

/// Where a player comes from and how strong it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerDetails {
    name: String,
    /// A word about it, if it is built in.
    about: Option<&'static str>,
    /// What it was learned from, if it was learned.
    provenance: Option<PlayerProvenance>,
    /// Its ratings with all options that it played with, from all contests that were played here.
    ratings: Vec<RatingRow>,
}

/// What a player was learned from.
#[derive(Debug, Serialize, ToSchema)]
struct PlayerProvenance {
    /// The recipe, in TOML.
    recipe: String,
    seed: u64,
    games: u64,
    created: String,
    program: String,
}

impl From<Provenance> for PlayerProvenance {
    fn from(Provenance { recipe, seed, games, created, program }: Provenance) -> Self {
        Self { recipe, seed, games, created, program }
    }
}

/// A player by name, without options.
#[utoipa::path(
    get,
    path = "/api/players/{name}",
    params(("name" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "The player", body = PlayerDetails),
        (status = 404, description = "There is no such player", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<PlayerDetails>, Problem> {
    let card = laboratory.query(move |laboratory| {
        let found = learned::find(laboratory, &name)?;
        let standings = contests::standings(laboratory, None)?;
        Ok(PlayerDetails {
            about: found.about,
            provenance: found.provenance.map(PlayerProvenance::from),
            ratings: contests::ratings_of(laboratory, &standings, &name)?
                .into_iter()
                .map(RatingRow::from)
                .collect(),
            name,
        })
    });
    Ok(Json(card.await?))
}
