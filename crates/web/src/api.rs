//! The interface for programs, and for our own pages: JSON under `/api`, one file for each noun.
//!
//! A handler carries its description (`#[utoipa::path]`) and is named once, in `router`; the OpenAPI document
//! at `/api/openapi.json` follows from the code.

mod analysis;
pub(super) mod contests;
mod game_input;
pub(super) mod games;
mod moves;
pub(super) mod players;
mod position;
pub(super) mod runs;
pub(super) mod studies;
mod teaching;
mod uploads;
mod values;

use std::sync::Arc;

use axum::routing::get;
use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Laboratory;
use super::problem::Problem;

#[derive(OpenApi)]
#[openapi(info(
    title = "Outflank",
    description = "The laboratory for learning to play Othello, for programs. Wrong requests are answered with \
                   a status from 400 on and {\"error\": \"what is wrong\"}."
))]
struct Description;

/// All of the interface, with its description.
pub(super) fn router() -> Router<Arc<Laboratory>> {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(position::position))
        .routes(routes!(moves::choose))
        .routes(routes!(position::frames))
        .routes(routes!(players::list))
        .routes(routes!(values::values))
        .routes(routes!(analysis::analysis))
        .routes(routes!(games::list, games::save))
        .routes(routes!(games::one))
        .merge(games::upload())
        .merge(uploads::router())
        .routes(routes!(runs::systems))
        .routes(routes!(runs::list, runs::begin))
        .routes(routes!(runs::one))
        .routes(routes!(runs::pause))
        .routes(routes!(runs::resume))
        .routes(routes!(runs::stop))
        .routes(routes!(runs::events))
        .routes(routes!(contests::list, contests::begin))
        .routes(routes!(contests::one))
        .routes(routes!(contests::stop))
        .routes(routes!(contests::resume))
        .routes(routes!(contests::events))
        .routes(routes!(contests::games))
        .routes(routes!(contests::ratings))
        .routes(routes!(studies::list))
        .routes(routes!(studies::one))
        .routes(routes!(teaching::teach))
        .split_for_parts();
    let missing = || async { Problem::missing("there is no such part of the interface") };
    router
        .route("/api/openapi.json", get(move || async { Json(description) }))
        .route("/api/{*rest}", axum::routing::any(missing))
}
