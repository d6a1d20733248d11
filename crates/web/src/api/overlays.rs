//! What can be seen of a position without looking ahead: safe discs, open discs, regions of empty squares.

use axum::Json;
use outflank_lab::analysis::Shape;
use outflank_rules::{Color, Squares};
use serde::Serialize;
use utoipa::ToSchema;

use super::game_input::GameInput;
use super::position::names;
use crate::problem::{JsonBody, Problem, ProblemBody};

/// What lies over a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Overlays {
    /// Discs that can never be turned over, of both sides, as far as they are found.
    stable: Vec<String>,
    /// Discs beside an empty square, of both sides.
    frontier: Vec<String>,
    /// Empty squares that hang together; those with an odd number first.
    regions: Vec<Vec<String>>,
}

/// What can be seen of a position.
#[utoipa::path(
    post,
    path = "/api/overlays",
    request_body = GameInput,
    responses(
        (status = 200, description = "What lies over the board", body = Overlays),
        (status = 422, description = "A move is illegal or no move at all", body = ProblemBody),
    )
)]
pub(crate) async fn overlays(JsonBody(input): JsonBody<GameInput>) -> Result<Json<Overlays>, Problem> {
    let shape = Shape::of(input.game()?.board());
    let both = |of: &dyn Fn(Color) -> Squares| names(of(Color::Black) | of(Color::White));
    let mut regions = shape.regions.clone();
    regions.sort_by_key(|region| (region.count() % 2 == 0, region.count()));
    Ok(Json(Overlays {
        stable: both(&|color| shape.stable(color)),
        frontier: both(&|color| shape.frontier(color)),
        regions: regions.into_iter().map(names).collect(),
    }))
}
