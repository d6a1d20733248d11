//! The ladder: everybody on one scale, and new places on it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use outflank_lab::cards::Card;
use outflank_lab::ladder::{Ladder, OpponentRating, opponents};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::contests;
use super::systems::PlaceInterval;
use crate::Laboratory;
use crate::jobs::JobRequest;
use crate::placings::PlacingSnapshot;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// Somebody on the ladder.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Rung {
    pub player: String,
    pub origin: RungOrigin,
    #[serde(flatten)]
    pub place: PlaceInterval,
}

/// Where a place comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RungOrigin {
    /// It is fixed: others are placed by games against it.
    Anchor,
    /// It was measured before the program was made.
    Shipped,
    /// It was found here.
    Placed,
    /// It follows from contests here.
    Contests,
    /// Games are being played for it.
    Moving,
}

impl RungOrigin {
    /// What people read.
    pub fn words(self) -> &'static str {
        match self {
            Self::Anchor => "anchor",
            Self::Shipped => "comes with the program",
            Self::Placed => "placed here",
            Self::Contests => "from contests here",
            Self::Moving => "being placed",
        }
    }
}

/// Everybody, and who is being placed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LadderTable {
    /// The strongest first.
    pub rungs: Vec<Rung>,
    pub placing: Vec<PlacingSnapshot>,
}

/// Everybody whose place is known.
pub(crate) fn table(laboratory: &Laboratory) -> Result<LadderTable, Problem> {
    let ladder = Ladder::standard();
    let placing: Vec<PlacingSnapshot> = laboratory.placings.jobs.all();
    let mut rungs: Vec<Rung> = Vec::new();
    let mut add = |player: &str, origin, place: PlaceInterval| {
        if !rungs.iter().any(|known: &Rung| known.player == player) {
            rungs.push(Rung { player: player.to_owned(), origin, place });
        }
    };
    for now in &placing {
        if let Some(place) = now.place {
            add(&now.player, RungOrigin::Moving, place);
        }
    }
    for anchor in &ladder.anchors {
        let (elo, reach, games) = (anchor.elo, anchor.reach, anchor.games);
        let place = PlaceInterval { elo, low: elo - reach, high: elo + reach, games };
        add(&anchor.player, RungOrigin::Anchor, place);
    }
    for placed in laboratory.store.placings()? {
        let place = PlaceInterval {
            elo: placed.elo,
            low: placed.low,
            high: placed.high,
            games: placed.distinct_games,
        };
        add(&placed.label, RungOrigin::Placed, place);
    }
    for opponent in opponents() {
        if let Some(OpponentRating { elo, low, high, games }) = opponent.rating {
            add(&opponent.player, RungOrigin::Shipped, PlaceInterval { elo, low, high, games });
        }
    }
    for preset in Card::all().iter().flat_map(|card| &card.presets) {
        let rating = preset.measured.as_ref().and_then(|measured| measured.rating.as_ref());
        // Some are anchors by the name that says how far they look ahead.
        let full_name = |player: &str| format!("{player}:depth={}", preset.plies.unwrap_or(1));
        let is_anchor = |player: &str| ladder.anchors.iter().any(|anchor| anchor.player == full_name(player));
        if preset.player.is_some_and(is_anchor) {
            continue;
        }
        if let (Some(player), Some(rating)) = (preset.player, rating) {
            add(player, RungOrigin::Shipped, rating.into());
        }
    }
    let standings = contests::standings(laboratory, None)?;
    for group in standings.groups.iter().filter(|group| standings.is_on_ladder(group)) {
        for rating in group.ratings().iter().filter(|rating| standings.anchor(&rating.player).is_none()) {
            let (low, high) = (rating.interval.low, rating.interval.high);
            let place = PlaceInterval { elo: rating.elo, low, high, games: rating.games };
            add(&rating.player, RungOrigin::Contests, place);
        }
    }
    rungs.sort_by(|one, other| other.place.elo.total_cmp(&one.place.elo));
    Ok(LadderTable { rungs, placing })
}

/// Everybody on one scale, with 95 % intervals.
#[utoipa::path(
    get,
    path = "/api/ladder",
    responses((status = 200, description = "The ladder", body = LadderTable))
)]
pub(crate) async fn ladder(State(laboratory): State<Arc<Laboratory>>) -> Result<Json<LadderTable>, Problem> {
    Ok(Json(laboratory.query(table).await?))
}

/// Who is to be placed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacingRequest {
    /// The player, in the grammar of players.
    #[schema(example = "edgar")]
    player: String,
    /// How far its 95 % interval may reach to both sides, in Elo: 10 to 200.
    #[serde(default = "usual_reach")]
    #[schema(minimum = 10, maximum = 200)]
    within: f64,
}

fn usual_reach() -> f64 {
    30.0
}

/// Places a player on the ladder: it meets the anchors until its place is known well enough.
#[utoipa::path(
    post,
    path = "/api/ladder",
    request_body = PlacingRequest,
    responses(
        (status = 200, description = "Games are being played", body = PlacingSnapshot),
        (status = 409, description = "As many players as there can be are being placed", body = ProblemBody),
        (status = 422, description = "There is no such player, or it is an anchor", body = ProblemBody),
    )
)]
pub(crate) async fn place(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(PlacingRequest { player, within }): JsonBody<PlacingRequest>,
) -> Result<Json<PlacingSnapshot>, Problem> {
    if !(10.0..=200.0).contains(&within) {
        return Err(Problem::wrong(format!("within is {within}, expected 10 to 200")));
    }
    let found = laboratory.query(move |laboratory| {
        let name = contests::as_it_is_now(laboratory, player.trim())?;
        let entrant = laboratory.player_cache.find(&name)?;
        if let Some(anchor) = Ladder::standard().anchor(entrant.identity()) {
            let same = format!("“{name}” is the anchor “{}”: its place is fixed", anchor.player);
            return Err(Problem::wrong(same));
        }
        Ok(entrant)
    });
    let entrant = found.await?;
    Ok(Json(laboratory.placings.begin(entrant, within, laboratory.program.clone()).await?))
}

/// Stops the placing of a player. What was found so far is kept.
#[utoipa::path(
    post,
    path = "/api/ladder/{player}/stop",
    params(("player" = String, Path, description = "The player as the ladder names it")),
    responses(
        (status = 204, description = "It stops"),
        (status = 409, description = "It is not being placed here", body = ProblemBody),
    )
)]
pub(crate) async fn stop(
    State(laboratory): State<Arc<Laboratory>>,
    Path(player): Path<String>,
) -> Result<StatusCode, Problem> {
    match laboratory.placings.jobs.find(&player) {
        Some(job) => job.request(JobRequest::Stop),
        None => {
            let conflict = format!("“{player}” is not being placed here");
            return Err(Problem::new(StatusCode::CONFLICT, conflict));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}
