//! Uploaded players: learned ones, or 64 weights.

use std::sync::{Arc, PoisonError};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use outflank_lab::{Knowledge, NameError, RegistryError, RunId, write_atomically};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::players::{self, PlayerSummary, summary_of_file};
use super::teaching::WRITING;
use crate::Laboratory;
use crate::problem::{Problem, ProblemBody};

/// The largest file, in bytes, and the most that are kept.
const LARGEST: usize = 16 << 20;
const MOST: usize = 100;

/// The route of one player, which takes files that are larger than other bodies.
pub(super) fn router() -> OpenApiRouter<Arc<Laboratory>> {
    OpenApiRouter::new().routes(routes!(players::one, upload_player)).layer(DefaultBodyLimit::max(LARGEST))
}

/// Uploads a player: a file that `outflank export` made, or a text of 64 weights.
#[utoipa::path(
    post,
    path = "/api/players/{name}",
    params(("name" = String, Path, description = "What it is to be called")),
    request_body(content = String, content_type = "application/octet-stream"),
    responses(
        (status = 201, description = "It can be played", body = PlayerSummary),
        (status = 413, description = "It is larger than 16 mebibytes", body = ProblemBody),
        (status = 422, description = "It is no player, or there is another of that name", body = ProblemBody),
    )
)]
pub(crate) async fn upload_player(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<PlayerSummary>), Problem> {
    let body = body.map_err(|wrong| match wrong.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Problem::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "this is too large: a file of a player has 16 mebibytes at most",
        ),
        status => Problem::new(status, wrong.body_text()),
    })?;
    let saved = laboratory.query(move |laboratory| save(laboratory, &name, &body)).await?;
    Ok((StatusCode::CREATED, Json(saved)))
}

fn save(laboratory: &Laboratory, name: &str, bytes: &[u8]) -> Result<PlayerSummary, Problem> {
    let id: RunId = name.parse().map_err(|NameError { name, reason }| {
        Problem::wrong(format!("a player cannot be called “{name}”: {reason}"))
    })?;
    let knowledge = Knowledge::from_bytes(bytes.to_vec()).map_err(|error| match error {
        RegistryError::NotText => Problem::wrong("this is no file of a player"),
        error => Problem::wrong(error),
    })?;
    let line = summary_of_file(id.as_str(), &knowledge)?;
    let _writing = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    let is_run = laboratory.store.run(id.as_str())?.is_some();
    if is_run || players::all(laboratory)?.iter().any(|player| player.name == id.as_str()) {
        return Err(Problem::wrong(format!("there is another player called “{id}”")));
    }
    let folder = laboratory.store.folder();
    if folder.player_files().len() >= MOST {
        return Err(Problem::wrong(format!("there are {MOST} players from files already")));
    }
    let path = folder.player_file(&id);
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).map_err(Problem::failed)?;
    write_atomically(&path, bytes).map_err(Problem::failed)?;
    Ok(line)
}
