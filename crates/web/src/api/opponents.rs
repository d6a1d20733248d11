//! Opponents by strength.

use axum::Json;
use outflank_lab::ladder;
use serde::Serialize;
use utoipa::ToSchema;

use crate::player_cache::PlayerCache;

/// A player and how strong it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpponentRow {
    /// The player, in the grammar of players.
    player: String,
    /// Its rating on the ladder, the random player having 0; null if it was not measured.
    elo: Option<f64>,
    /// The 95 % interval of it.
    low: Option<f64>,
    high: Option<f64>,
    /// The games that the rating rests on.
    games: Option<u64>,
}

/// The players that a page may play against and whose strength was measured, the weakest first, and then those above
/// them that were not.
#[utoipa::path(
    get,
    path = "/api/opponents",
    responses((status = 200, description = "The players", body = Vec<OpponentRow>))
)]
pub(crate) async fn list() -> Json<Vec<OpponentRow>> {
    // Strong levels may take longer for a move than a page may ask for.
    let playable = ladder::opponents().iter().filter(|opponent| PlayerCache::pace(&opponent.player).is_ok());
    let rows = playable.map(|opponent| OpponentRow {
        player: opponent.player.clone(),
        elo: opponent.rating.map(|rating| rating.elo),
        low: opponent.rating.map(|rating| rating.low),
        high: opponent.rating.map(|rating| rating.high),
        games: opponent.rating.map(|rating| rating.games),
    });
    Json(rows.collect())
}
