//! The move of a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_arena::Entrant;
use outflank_engine::Chance;
use outflank_rules::{Game, Square, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game_input::{GameInput, past_passes};
use super::position::Frame;
use crate::Laboratory;
use crate::player_cache::{Pace, PlayerCache};
use crate::problem::{JsonBody, Problem, ProblemBody};

/// Who is asked, and about which game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveRequest {
    /// The game.
    game: GameInput,
    /// The player, in the grammar of players.
    #[schema(example = "korman:depth=3")]
    player: String,
    /// What decides everything random in the player's moves of this game.
    #[serde(default)]
    #[schema(format = "uint32", minimum = 0)]
    seed: u32,
}

/// A move.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveResponse {
    /// Where it was played.
    square: String,
    /// What the player thinks of it, in its own unit, if it thinks.
    score: Option<String>,
    /// The position afterwards.
    position: Frame,
}

impl MoveResponse {
    /// A move and what it leads to.
    pub fn new(square: Square, score: Option<String>, position: Frame) -> Self {
        Self { square: square.to_string(), score, position }
    }
}

/// Asks a player for its move.
#[utoipa::path(
    post,
    path = "/api/move",
    request_body = MoveRequest,
    responses(
        (status = 200, description = "The move", body = MoveResponse),
        (status = 422, description = "The game or the player is not one", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn choose(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(question): JsonBody<MoveRequest>,
) -> Result<Json<MoveResponse>, Problem> {
    let MoveRequest { game, player, seed } = question;
    let game = game.game()?;
    let queue = match PlayerCache::pace(&player)? {
        Pace::Quick => &laboratory.queues.quick,
        Pace::Long => &laboratory.queues.long,
    };
    let asked = Arc::clone(&laboratory);
    let work = move || answer(game, &asked.player_cache.find(&player)?, seed);
    Ok(Json(queue.run(work).await??))
}

fn answer(mut game: Game, player: &Entrant, seed: u32) -> Result<MoveResponse, Problem> {
    let Turn::Play(moves) = game.turn() else { return Err(Problem::wrong("the game is over")) };
    let mut player = player.seat();
    player.begin();
    // A stream for each ply: the player is asked anew every time.
    let mut chance = Chance::stream(seed.into(), "a game in the browser", game.plies().len() as u64);
    let choice = player.choose(&game, moves, &mut chance).map_err(Problem::failed)?;
    game.place(choice.placement);
    let score = choice.score.map(|score| score.to_string());
    Ok(MoveResponse::new(choice.placement.square(), score, Frame::of(&past_passes(game))))
}
