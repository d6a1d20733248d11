//! The pages, one file each: `router` gives the page its path, and the script of the same name among the
//! assets fills it through the interface.

mod games;
mod league;
mod learn;
mod play;
mod players;
mod studies;

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::html;

use super::Laboratory;
use super::frame::Page;

/// All pages.
pub(super) fn router() -> Router<Arc<Laboratory>> {
    Router::new()
        .route("/", get(play::page))
        .route("/games", get(games::page))
        .route("/games/{id}", get(games::kept))
        .route("/learn", get(learn::page))
        .route("/learn/{run}", get(learn::run))
        .route("/learn/{run}/curves", get(learn::curves))
        .route("/league", get(league::page))
        .route("/league/{contest}", get(league::contest))
        .route("/league/{contest}/result", get(league::result))
        .route("/players", get(players::page))
        .route("/players/{name}", get(players::one))
        .route("/players/{name}/picture", get(players::picture))
        .route("/studies", get(studies::page))
        .route("/studies/{origin}/{name}", get(studies::report))
        .route("/players/{name}/learned", get(players::learned))
        .route("/players/{name}/figures/{figure}/{board}", get(players::board))
}

/// What is shown where there is nothing.
pub(super) async fn missing() -> Response {
    let content = html! {
        section.card.narrow {
            h1 { "There is nothing here" }
            p { "Perhaps the address was cut off. " a href="/" { "Back to the board" } }
        }
    };
    (StatusCode::NOT_FOUND, Page { title: "Not found", script: None, content }.document()).into_response()
}
