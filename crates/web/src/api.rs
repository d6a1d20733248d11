//! The interface for programs, and for our own pages: JSON under `/api`, one file for each noun.
//!
//! A handler carries its description (`#[utoipa::path]`) and is named once, in `router`; the OpenAPI document
//! at `/api/openapi.json` follows from the code.

mod analysis;
pub(super) mod contests;
pub(super) mod curves;
mod drills;
mod entries;
mod explorer;
mod export;
mod game_input;
mod game_search;
pub(super) mod games;
pub(super) mod human;
mod import;
pub(super) mod ladder;
mod moments;
mod moves;
mod opponents;
mod overlays;
pub(super) mod players;
mod position;
pub(super) mod runs;
mod search;
pub(super) mod studies;
pub(super) mod study_runs;
pub(super) mod systems;
mod teaching;
mod tree;
mod uploads;
mod values;
mod why;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
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

/// What any request may be answered with, whatever it asks for.
const REFUSALS: &[(&str, &str)] = &[
    ("400", "The address or the body cannot be read"),
    ("401", "A token is needed"),
    ("403", "A page from elsewhere sent it"),
    ("408", "It did not arrive in time"),
    ("413", "It is too large"),
    ("415", "The body is not of the kind that is expected"),
    ("421", "It was sent to another host"),
    ("422", "Something in it is not what it should be"),
    ("503", "Too much is going on"),
];

/// The description, with the refusals that every operation shares.
fn described(mut description: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let refusal = |words: &str| {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ProblemBody"))).build();
        ResponseBuilder::new().description(words).content("application/json", body).build()
    };
    for path in description.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.post, &mut path.put, &mut path.patch, &mut path.delete]
            .into_iter()
            .flatten();
        for operation in operations {
            for (status, words) in REFUSALS {
                let responses = &mut operation.responses.responses;
                responses.entry((*status).to_owned()).or_insert_with(|| RefOr::T(refusal(words)));
            }
        }
    }
    description
}

/// All of the interface, with its description.
pub(super) fn router() -> Router<Arc<Laboratory>> {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(position::position))
        .routes(routes!(moves::choose))
        .routes(routes!(human::choose))
        .routes(routes!(opponents::list))
        .routes(routes!(overlays::overlays))
        .routes(routes!(position::frames))
        .routes(routes!(players::list))
        .routes(routes!(values::values))
        .routes(routes!(analysis::analysis))
        .routes(routes!(search::search))
        .routes(routes!(why::why))
        .routes(routes!(drills::list, drills::draw))
        .routes(routes!(drills::answer))
        .routes(routes!(drills::forget))
        .routes(routes!(games::list, games::save))
        .routes(routes!(games::one))
        .routes(routes!(export::export))
        .routes(routes!(import::import))
        .routes(routes!(explorer::explore))
        .merge(games::upload())
        .merge(tree::router())
        .merge(uploads::router())
        .routes(routes!(systems::systems))
        .routes(routes!(runs::list, runs::begin))
        .routes(routes!(runs::one))
        .routes(routes!(runs::halt))
        .routes(routes!(runs::resume))
        .routes(routes!(runs::events))
        .routes(routes!(curves::curves))
        .routes(routes!(curves::checkpoints))
        .routes(routes!(curves::csv))
        .routes(routes!(curves::events_file))
        .routes(routes!(curves::player_file))
        .routes(routes!(moments::self_play))
        .routes(routes!(moments::compare))
        .routes(routes!(contests::list, contests::begin))
        .routes(routes!(contests::one))
        .routes(routes!(contests::stop))
        .routes(routes!(contests::resume))
        .routes(routes!(contests::events))
        .routes(routes!(contests::games))
        .routes(routes!(contests::ratings))
        .routes(routes!(ladder::ladder, ladder::place))
        .routes(routes!(ladder::stop))
        .routes(routes!(studies::list))
        .routes(routes!(studies::one))
        .routes(routes!(study_runs::list, study_runs::begin))
        .routes(routes!(study_runs::one))
        .routes(routes!(study_runs::stop))
        .routes(routes!(teaching::teach))
        .routes(routes!(entries::change_run, entries::delete_run))
        .routes(routes!(entries::change_player, entries::delete_player))
        .routes(routes!(entries::change_game, entries::delete_game))
        .routes(routes!(entries::change_contest, entries::delete_contest))
        .split_for_parts();
    // Prepared once: it is some hundred kilobytes, and every copy of the router would have its own.
    let description = described(description);
    let description = Bytes::from(description.to_json().expect("a description is JSON"));
    let missing = || async { Problem::missing("there is no such part of the interface") };
    router
        .route(
            "/api/openapi.json",
            get(move || async { ([(CONTENT_TYPE, "application/json")], description) }),
        )
        .route("/api/{*rest}", axum::routing::any(missing))
}
