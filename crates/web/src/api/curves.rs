//! What was measured while runs learned: curves to be drawn and to be taken away, and the checkpoints behind them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use outflank_lab::ladder::Ladder;
use outflank_lab::learning_curve::{self, CurveMoment, MeanMoment};
use outflank_lab::{CheckpointMark, Knowledge, RegistryError, Run, tensorboard};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::contests::LadderRow;
use super::runs;
use crate::Laboratory;
use crate::problem::{Problem, ProblemBody};

/// A place on the ladder that was measured while a run learned.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CurveRow {
    /// Games learned from.
    games: u64,
    /// Seconds of the processor that learning them took; null if the checkpoint is gone.
    seconds: Option<f64>,
    /// In Elo, the random player having 0; with its 95 % interval.
    elo: f64,
    low: f64,
    high: f64,
    /// Different games that were played to measure it; runs, for a mean.
    rests_on: Option<u64>,
}

impl From<CurveMoment> for CurveRow {
    fn from(CurveMoment { games, seconds, elo, low, high, rests_on }: CurveMoment) -> Self {
        Self { games, seconds, elo, low, high, rests_on }
    }
}

impl From<MeanMoment> for CurveRow {
    fn from(MeanMoment { games, seconds, elo, low, high, runs }: MeanMoment) -> Self {
        Self { games, seconds, elo, low, high, rests_on: Some(runs as u64) }
    }
}

/// The curve of a run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunCurve {
    run: String,
    system: String,
    seed: u64,
    points: Vec<CurveRow>,
}

/// The mean of runs of one recipe, with the 95 % interval of the mean from the spread between them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MeanCurve {
    runs: Vec<String>,
    points: Vec<CurveRow>,
}

/// Curves, and what they are compared with.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Curves {
    runs: Vec<RunCurve>,
    /// Where several of them have the same recipe and other seeds.
    means: Vec<MeanCurve>,
    /// The fixed players of the ladder, the weakest first.
    anchors: Vec<LadderRow>,
}

/// Which runs.
#[derive(Debug, Deserialize, IntoParams)]
pub(crate) struct CurvesQuery {
    /// Names of runs with commas between, up to 40.
    #[param(example = "td-7f3k,td-9a2m")]
    runs: String,
}

/// The most runs in one picture.
const MOST: usize = 40;

/// The places of some runs while they learned.
#[utoipa::path(
    get,
    path = "/api/curves",
    params(CurvesQuery),
    responses(
        (status = 200, description = "The curves", body = Curves),
        (status = 404, description = "There is no such run", body = ProblemBody),
        (status = 422, description = "These are too many", body = ProblemBody),
    )
)]
pub(crate) async fn curves(
    State(laboratory): State<Arc<Laboratory>>,
    Query(query): Query<CurvesQuery>,
) -> Result<Json<Curves>, Problem> {
    Ok(Json(laboratory.query(move |laboratory| drawn(laboratory, &query.runs)).await?))
}

fn drawn(laboratory: &Laboratory, names: &str) -> Result<Curves, Problem> {
    let names: Vec<&str> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    if names.len() > MOST {
        return Err(Problem::wrong(format!("these are {} runs, expected {MOST} at most", names.len())));
    }
    let mut found: Vec<(Run, Vec<CurveMoment>)> = Vec::new();
    for name in names {
        let run = runs::find(laboratory, name)?;
        let curve = learning_curve::curve(&laboratory.store, &run.id)?;
        found.push((run, curve));
    }
    let mut means: Vec<MeanCurve> = Vec::new();
    for (run, _) in &found {
        let alike: Vec<&(Run, Vec<CurveMoment>)> =
            found.iter().filter(|(other, _)| other.recipe == run.recipe).collect();
        // Once for all of them.
        if alike.first().is_some_and(|(first, _)| first.id == run.id) {
            let curves: Vec<Vec<CurveMoment>> = alike.iter().map(|(_, curve)| curve.clone()).collect();
            let points = learning_curve::mean_of(&curves);
            if !points.is_empty() {
                let runs = alike.iter().map(|(run, _)| run.id.to_string()).collect();
                means.push(MeanCurve { runs, points: points.into_iter().map(CurveRow::from).collect() });
            }
        }
    }
    let curve = |(run, points): (Run, Vec<CurveMoment>)| RunCurve {
        run: run.id.to_string(),
        system: run.system,
        seed: run.seed,
        points: points.into_iter().map(CurveRow::from).collect(),
    };
    Ok(Curves {
        runs: found.into_iter().map(curve).collect(),
        means,
        anchors: Ladder::standard().anchors.iter().map(LadderRow::from).collect(),
    })
}

/// Where there is a checkpoint.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CheckpointRow {
    /// Games learned from: `RUN@GAMES` is a player.
    games: u64,
    lesson: u64,
    /// Seconds of the processor that learning took up to there.
    seconds: f64,
    /// When it was made.
    made: String,
}

impl From<CheckpointMark> for CheckpointRow {
    fn from(CheckpointMark { lesson, games, cpu_seconds, made }: CheckpointMark) -> Self {
        Self { games, lesson, seconds: cpu_seconds, made: made.to_string() }
    }
}

/// All checkpoints of a run, the first one first.
#[utoipa::path(
    get,
    path = "/api/runs/{run}/checkpoints",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "The checkpoints", body = Vec<CheckpointRow>),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(crate) async fn checkpoints(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<CheckpointRow>>, Problem> {
    let marks = laboratory.query(move |laboratory| {
        let run = runs::find(laboratory, &name)?;
        Ok(laboratory.store.checkpoints(&run.id)?)
    });
    Ok(Json(marks.await?.into_iter().map(CheckpointRow::from).collect()))
}

/// Everything that was measured while a run learned, as a table with commas between.
#[utoipa::path(
    get,
    path = "/api/runs/{run}/curves.csv",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "run, curve, games, seconds, value, low, high", body = String, content_type = "text/csv"),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(crate) async fn csv(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let made = laboratory.query(move |laboratory| {
        let run = runs::find(laboratory, &name)?;
        Ok((format!("{}.csv", run.id), learning_curve::to_csv(&laboratory.store, &run.id)?))
    });
    let (name, text) = made.await?;
    Ok(attachment("text/csv; charset=utf-8", &name, text.into_bytes()))
}

/// The same as a file of events that TensorBoard reads.
#[utoipa::path(
    get,
    path = "/api/runs/{run}/tensorboard",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "The events", body = String, content_type = "application/octet-stream"),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(crate) async fn events_file(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let made = laboratory.query(move |laboratory| {
        let run = runs::find(laboratory, &name)?;
        // TensorBoard knows its files by this name.
        let name = format!("events.out.tfevents.{}.{}", run.started.seconds, run.id);
        Ok((name, tensorboard::events(&laboratory.store, &run.id)?))
    });
    let (name, bytes) = made.await?;
    Ok(attachment("application/octet-stream", &name, bytes))
}

/// A player as a file that `outflank` plays and other laboratories take in: learned ones, also as they were on the way
/// (`RUN@GAMES`).
#[utoipa::path(
    get,
    path = "/api/players/{name}/file",
    params(("name" = String, Path, description = "Its name, without options")),
    responses(
        (status = 200, description = "The file", body = String, content_type = "application/octet-stream"),
        (status = 404, description = "There is no such player, or it learned nothing", body = ProblemBody),
    )
)]
pub(crate) async fn player_file(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Response, Problem> {
    let made = laboratory.query(move |laboratory| {
        let found = laboratory.registry.find(&name).map_err(|error| match error {
            error @ (RegistryError::Folder(_) | RegistryError::Store(_)) => Problem::failed(error),
            error => Problem::missing(error),
        })?;
        let plain = name.replace('@', "-");
        Ok(match found.knowledge {
            Knowledge::Learned(file) => (format!("{plain}.player"), file.to_bytes()),
            Knowledge::Text(text) => (format!("{plain}.txt"), text.into_bytes()),
        })
    });
    let (name, bytes) = made.await?;
    Ok(attachment("application/octet-stream", &name, bytes))
}

/// Something to be kept as a file. The names are those of runs and players: letters, digits, dots and dashes.
fn attachment(kind: &str, name: &str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, disposition)], bytes).into_response()
}
