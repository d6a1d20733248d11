//! The pages, one file each: `router` gives the page its path, and the script of the same name among the
//! assets fills it through the interface.

mod ladder;
mod league;
mod learn;
mod players;
mod runs;
mod studies;
mod study_runs;
mod systems;
mod workbench;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, html};

use super::Laboratory;
use super::frame::Page;
use super::problem::{Problem, Sentence};

/// All pages.
pub(super) fn router() -> Router<Arc<Laboratory>> {
    Router::new()
        .route("/", get(workbench::page))
        .route("/games", get(workbench::moved))
        .route("/games/{id}", get(workbench::moved_game))
        .route("/learn", get(learn::page))
        .route("/learn/{run}", get(runs::page))
        .route("/learn/{run}/curves", get(runs::curves))
        .route("/compare", get(learn::compare))
        .route("/systems/{system}", get(systems::page))
        .route("/ladder", get(ladder::page))
        .route("/ladder/rungs", get(ladder::rungs))
        .route("/league", get(league::page))
        .route("/league/games", get(league::games))
        .route("/league/{contest}", get(league::contest))
        .route("/league/{contest}/result", get(league::result))
        .route("/players", get(players::page))
        .route("/players/{name}", get(players::one))
        .route("/players/{name}/picture", get(players::picture))
        .route("/studies", get(studies::page))
        .route("/studies/run/{name}", get(study_runs::page))
        .route("/studies/run/{name}/report", get(study_runs::report))
        .route("/studies/{origin}/{name}", get(studies::report))
        .route("/players/{name}/learned", get(players::learned))
        .route("/players/{name}/figures/{figure}/{board}", get(players::board))
}

/// What is shown where there is nothing.
pub(super) async fn missing(State(laboratory): State<Arc<Laboratory>>) -> Response {
    let sentence = "Perhaps the address was cut off.";
    let page = apology(&laboratory, StatusCode::NOT_FOUND, sentence);
    (StatusCode::NOT_FOUND, page).into_response()
}

/// Gives what went wrong its form: a page for people who follow a link, JSON for scripts and programs.
pub(super) async fn framed(
    State(laboratory): State<Arc<Laboratory>>,
    request: Request,
    next: Next,
) -> Response {
    let accepts = request.headers().get(ACCEPT).and_then(|types| types.to_str().ok()).unwrap_or_default();
    let is_page = accepts.contains("text/html") && !request.uri().path().starts_with("/api/");
    let answer = next.run(request).await;
    let status = answer.status();
    let said = answer.extensions().get::<Sentence>().cloned();
    let is_made =
        answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let is_wrong = status.is_client_error() || status.is_server_error();
    if !is_wrong || is_made || (said.is_some() && !is_page) {
        return answer;
    }
    let Sentence(sentence) = said.unwrap_or_else(|| Sentence("the address cannot be read".to_owned()));
    let formed = match is_page {
        true => (status, apology(&laboratory, status, &capitalised(&sentence))).into_response(),
        false => Problem::new(status, sentence).into_response(),
    };
    // What binds the browser stays.
    let (mut head, _) = answer.into_parts();
    let (form, body) = formed.into_parts();
    head.headers.remove(CONTENT_LENGTH);
    head.headers.extend(form.headers);
    Response::from_parts(head, body)
}

/// A page about something that went wrong.
fn apology(laboratory: &Laboratory, status: StatusCode, sentence: &str) -> Markup {
    let heading = match status {
        StatusCode::NOT_FOUND => "There is nothing here",
        StatusCode::UNAUTHORIZED => "A key is needed",
        StatusCode::SERVICE_UNAVAILABLE => "Too much is going on",
        _ => "This did not work",
    };
    let content = html! {
        section.card.narrow {
            h1 { (heading) }
            p { (sentence) " " a href="/" { "Back to the board" } }
        }
    };
    Page { title: heading, script: None, content }.document(&laboratory.program)
}

/// A moment as people read it, to the second.
fn readable(moment: &str) -> String {
    moment.replace('T', " ").replace('Z', " UTC")
}

/// A sentence that begins as sentences do, and ends so.
fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}
