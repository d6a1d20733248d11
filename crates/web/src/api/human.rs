//! A move as people might make it: from games of the library as long as there are enough of them, then with losses as people
//! have them. An experiment.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::State;
use outflank_engine::Chance;
use outflank_lab::analysis::Worth;
use outflank_rules::{Game, Square, Turn};
use serde::Deserialize;
use utoipa::ToSchema;

use super::game_input::{GameInput, past_passes};
use super::moves::MoveResponse;
use super::position::Frame;
use crate::Laboratory;
use crate::analysts::JudgeRequest;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// A position in which a move is wanted as people make them.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HumanRequest {
    game: GameInput,
    /// How carelessly: a move that is worse by so many discs is made e times less often.
    #[serde(default = "usual_carelessness")]
    #[schema(minimum = 0.2, maximum = 30.0)]
    carelessness: f64,
    /// What decides everything random.
    #[serde(default)]
    #[schema(format = "uint32", minimum = 0)]
    seed: u32,
}

fn usual_carelessness() -> f64 {
    CARELESSNESS
}

/// The carelessness of people in tournaments, in discs: 3.35 ± 0.17 makes 2,152 moves of 200 games of the WTHOR file of 2008 most
/// likely (`cargo run -p outflank-lab --example loss_model -- WTH_2008.wtb 200`; the table is in docs/engine.md).
pub(crate) const CARELESSNESS: f64 = 3.35;

/// With so many games or more, moves are drawn as often as these made them.
const ENOUGH: u64 = 20;

/// Up to so many discs on the board.
const OPENING: u32 = 24;

/// A move as people might make it.
#[utoipa::path(
    post,
    path = "/api/move/human",
    request_body = HumanRequest,
    responses(
        (status = 200, description = "The move", body = MoveResponse),
        (status = 422, description = "The game is none, or over", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(crate) async fn choose(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(HumanRequest { game, carelessness, seed }): JsonBody<HumanRequest>,
) -> Result<Json<MoveResponse>, Problem> {
    if !(0.2..=30.0).contains(&carelessness) {
        return Err(Problem::wrong("carelessness is 0.2 to 30"));
    }
    let game = game.game()?;
    let Turn::Play(_) = game.turn() else { return Err(Problem::wrong("the game is over")) };
    let mut chance = Chance::stream(seed.into(), "a game as people play it", game.plies().len() as u64);
    let board = game.board();
    if board.position.occupied().count() < OPENING {
        laboratory.prepare_library().await;
        let explored = laboratory.query(move |laboratory| Ok(laboratory.store.explore(board, None)?)).await?;
        if explored.games >= ENOUGH {
            let weights: Vec<(Square, f64)> =
                explored.moves.iter().map(|one| (one.square, one.games as f64)).collect();
            return Ok(Json(played(game, drawn(&weights, chance.unit()))?));
        }
    }
    let asked = Arc::clone(&laboratory);
    let work = move || -> Result<_, Problem> {
        let judge = JudgeRequest { plies: 4, exact: 8, ..JudgeRequest::default() };
        let mut analyst = asked.analysts.find(&asked.player_cache, &judge)?;
        let worths = analyst.worths(&game, &AtomicBool::new(false)).map_err(Problem::wrong)?;
        played(game, drawn(&by_loss(&worths, carelessness), chance.unit()))
    };
    Ok(Json(laboratory.queues.long.run(work).await??))
}

/// How often moves are made that give something away.
fn by_loss(worths: &[Worth], carelessness: f64) -> Vec<(Square, f64)> {
    let best = worths.iter().map(|worth| worth.discs).fold(f64::NEG_INFINITY, f64::max);
    worths.iter().map(|worth| (worth.square, ((worth.discs - best) / carelessness).exp())).collect()
}

/// The square on which a number from 0 to 1 falls.
fn drawn(weights: &[(Square, f64)], number: f64) -> Option<Square> {
    let mut rest = number * weights.iter().map(|(_, weight)| weight).sum::<f64>();
    let found = weights.iter().find(|(_, weight)| {
        rest -= weight;
        rest < 0.0
    });
    found.or(weights.last()).map(|(square, _)| *square)
}

fn played(mut game: Game, square: Option<Square>) -> Result<MoveResponse, Problem> {
    let square = square.ok_or_else(|| Problem::failed("no move was found"))?;
    game.play(square).map_err(Problem::failed)?;
    Ok(MoveResponse::new(square, None, Frame::of(&past_passes(game))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_costs_more_is_played_less() {
        let worths =
            [(Square::D3, 4.0), (Square::C4, 1.0), (Square::F5, -20.0)].map(|(s, d)| Worth::exact(s, d));
        let weights = by_loss(&worths, 3.0);
        assert_eq!(weights[0].1, 1.0);
        assert!((weights[1].1 - (-1.0f64).exp()).abs() < 1e-12 && weights[2].1 < 0.001);
        assert_eq!(drawn(&weights, 0.0), Some(Square::D3));
        assert_eq!(drawn(&weights, 0.9), Some(Square::C4));
        assert_eq!(drawn(&weights, 1.0), Some(Square::F5));
        assert_eq!(drawn(&[], 0.5), None);
    }
}
