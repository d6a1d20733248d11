//! The move of a player.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use outflank_engine::Chance;
use outflank_rules::{Game, Turn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::line::{Line, past_passes};
use super::position::Frame;
use crate::web::Laboratory;
use crate::web::opponents::{Opponent, Pace};
use crate::web::problem::{Problem, ProblemBody, Sent};

/// Who is asked, and about which game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct Question {
    /// The game.
    game: Line,
    /// The player, in the grammar of players.
    #[schema(example = "korman:depth=3")]
    player: String,
    /// What decides everything random in the player's moves of this game.
    #[serde(default)]
    seed: u32,
}

/// A move.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct Answer {
    /// Where it was played.
    square: String,
    /// What the player thinks of it, in its own unit, if it thinks.
    score: Option<String>,
    /// The position afterwards.
    position: Frame,
}

/// Asks a player for its move.
#[utoipa::path(
    post,
    path = "/api/move",
    request_body = Question,
    responses(
        (status = 200, description = "The move", body = Answer),
        (status = 422, description = "The game or the player is not one", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(in crate::web) async fn choose(
    State(laboratory): State<Arc<Laboratory>>,
    Sent(question): Sent<Question>,
) -> Result<Json<Answer>, Problem> {
    let Question { game, player, seed } = question;
    let game = game.game()?;
    let opponent = laboratory.opponents.find(&player)?;
    let lane = match opponent.pace {
        Pace::Quick => &laboratory.lanes.quick,
        Pace::Long => &laboratory.lanes.long,
    };
    Ok(Json(lane.run(move || answer(game, &opponent, seed)).await??))
}

fn answer(mut game: Game, opponent: &Opponent, seed: u32) -> Result<Answer, Problem> {
    let Turn::Play(moves) = game.turn() else { return Err(Problem::wrong("the game is over")) };
    let mut player = opponent.entrant.seat();
    player.begin();
    // A stream for each ply: the player is asked anew every time.
    let mut chance = Chance::stream(seed.into(), "a game in the browser", game.plies().len() as u64);
    let choice = player.choose(&game, moves, &mut chance).map_err(Problem::failed)?;
    game.place(choice.placement);
    Ok(Answer {
        square: choice.placement.square().to_string(),
        score: choice.score.map(|score| score.to_string()),
        position: Frame::of(&past_passes(game)),
    })
}
