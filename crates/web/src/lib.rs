//! The laboratory in a browser, from this one binary. A tour:
//!
//! - [`Laboratory`] is what all requests share: the store, the players, the queues for long and short work.
//! - [`router`] is the whole site as one function of it, so that tests ask it without a socket.
//! - `guard` is who may come in: hosts, origins, the token, and the headers that bind the browser.
//! - `api` answers in JSON, one file for each noun; `pages` are the pages, one file each, in a common `frame`
//!   and with common pieces: `board`, `manage`.
//! - `queues` keeps quick moves from waiting for long searches, `player_cache` turns names into players,
//!   `analysts` into those who judge moves.
//! - `jobs` is work of minutes on threads of its own, `learning` the runs that are taught here, `contests`
//!   those who meet, `placings` those who are placed on the ladder, `study_runs` the studies that are run, and `event_stream` how pages watch them; `learned` shows what came out of one player,
//!   `studies` what came out of a whole document.
//! - `server` listens; `connections` bounds how many there are and how long, `deadlines` how long a request takes.
//!
//! The rules live in Rust only: a page sends the moves of its game and is told the board. Nothing of a game
//! is kept between two requests, so a restart of the server ends no game.

mod analysts;
mod api;
mod archive;
mod assets;
mod board;
mod connections;
mod contests;
mod deadlines;
mod event_stream;
mod frame;
mod guard;
mod jobs;
mod laboratory;
mod learned;
mod learning;
mod manage;
mod pages;
mod placings;
mod player_cache;
mod priority;
mod problem;
mod queues;
mod server;
mod studies;
mod study_runs;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;

use problem::Problem;

pub use connections::ConnectionLimits;
pub use guard::Guard;
pub use laboratory::Laboratory;
pub use player_cache::Engine;
pub use server::{Address, open_browser, serve};

/// The largest body of a request, in bytes. What needs more says so at its route.
const LARGEST_BODY: usize = 64 * 1024;

/// The whole site.
pub fn router(laboratory: Arc<Laboratory>) -> Router {
    let site = api::router().merge(pages::router()).merge(assets::router());
    let no_method = || async { Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this cannot be done here") };
    site.fallback(pages::missing)
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(&laboratory), deadlines::keep))
        .layer(middleware::from_fn_with_state(Arc::clone(&laboratory), guard::check))
        // A mistake of ours ends one request, not the server.
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&laboratory), pages::framed))
        .with_state(laboratory)
}
