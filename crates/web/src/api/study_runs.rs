//! Studies that are run here: begun, watched, stopped and resumed.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::Laboratory;
use crate::problem::{JsonBody, Problem, ProblemBody};
use crate::study_runs::{self, ChosenStudy, StudyScale, StudySnapshot, StudyState};

/// Which study is to be run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyRequest {
    /// Its name.
    study: String,
    scale: StudyScale,
    /// What names the streams of chance, below 2147483648.
    #[serde(default = "usual_seed")]
    #[schema(minimum = 0, maximum = 2_147_483_647)]
    seed: u64,
}

fn usual_seed() -> u64 {
    1
}

/// Begins a study, or goes on with one that was interrupted.
#[utoipa::path(
    post,
    path = "/api/study-runs",
    request_body = StudyRequest,
    responses(
        (status = 200, description = "It is running", body = StudySnapshot),
        (status = 404, description = "There is no such study", body = ProblemBody),
        (status = 409, description = "Another study is running", body = ProblemBody),
        (status = 422, description = "The seed is too large", body = ProblemBody),
    )
)]
pub(crate) async fn begin(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(StudyRequest { study, scale, seed }): JsonBody<StudyRequest>,
) -> Result<Json<StudySnapshot>, Problem> {
    if seed >= 1 << 31 {
        return Err(Problem::wrong(format!("seed is {seed}, expected 0 to 2147483647")));
    }
    if !outflank_lab::studies::names().any(|known| known == study) {
        return Err(Problem::missing(format!("there is no study “{study}”")));
    }
    let chosen = ChosenStudy { study, scale, seed };
    Ok(Json(laboratory.study_runs.begin(chosen, laboratory.program.clone()).await?))
}

/// All studies that were begun here, with what is running first.
pub(crate) fn begun(laboratory: &Laboratory) -> Result<Vec<StudySnapshot>, Problem> {
    let mut all: Vec<StudySnapshot> = laboratory.study_runs.jobs.all();
    for name in laboratory.store.begun_studies()? {
        if all.iter().any(|known| known.name == name) {
            continue;
        }
        if let Some(chosen) = ChosenStudy::of_name(&name) {
            all.push(stored(laboratory, &chosen)?);
        }
    }
    Ok(all)
}

/// How a study stands that is not running here.
fn stored(laboratory: &Laboratory, chosen: &ChosenStudy) -> Result<StudySnapshot, Problem> {
    let study = chosen.replication()?.study(&chosen.name(), &laboratory.program);
    let found = study_runs::snapshot(chosen, &study, &laboratory.store, StudyState::Interrupted);
    let mut now = found.map_err(Problem::failed)?;
    if now.done == now.tasks {
        now.state = StudyState::Finished;
    }
    Ok(now)
}

/// How the study of a name stands.
pub(crate) fn find(laboratory: &Laboratory, name: &str) -> Result<StudySnapshot, Problem> {
    if let Some(job) = laboratory.study_runs.jobs.find(name) {
        return Ok(job.subscribe().borrow().clone());
    }
    let missing = || Problem::missing(format!("there is no study “{name}” here"));
    let chosen = ChosenStudy::of_name(name).ok_or_else(missing)?;
    stored(laboratory, &chosen)
}

/// The studies that were begun here.
#[utoipa::path(
    get,
    path = "/api/study-runs",
    responses((status = 200, description = "The studies", body = Vec<StudySnapshot>))
)]
pub(crate) async fn list(
    State(laboratory): State<Arc<Laboratory>>,
) -> Result<Json<Vec<StudySnapshot>>, Problem> {
    Ok(Json(laboratory.query(begun).await?))
}

/// How a study stands.
#[utoipa::path(
    get,
    path = "/api/study-runs/{name}",
    params(("name" = String, Path, description = "Its name with scale and seed, as in td-quick-1")),
    responses(
        (status = 200, description = "How it stands", body = StudySnapshot),
        (status = 404, description = "There is no such study", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<StudySnapshot>, Problem> {
    Ok(Json(laboratory.query(move |laboratory| find(laboratory, &name)).await?))
}

/// Stops a study that is running here. What is done is kept, and it can be resumed.
#[utoipa::path(
    post,
    path = "/api/study-runs/{name}/stop",
    params(("name" = String, Path, description = "Its name with scale and seed")),
    responses(
        (status = 204, description = "It stops"),
        (status = 409, description = "It is not running here", body = ProblemBody),
    )
)]
pub(crate) async fn stop(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    match laboratory.study_runs.stop(&name) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Problem::new(StatusCode::CONFLICT, format!("“{name}” is not running here"))),
    }
}
