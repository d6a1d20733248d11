//! Runs: what is taught, by which recipe, and how far it came.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_lab::cards::Card;
use outflank_lab::recipes::{self, Change};
use outflank_lab::{Checkpoint, LadderPlan, NewRun, Run, RunId, RunState, learning_curve};
use outflank_learn::Recipe;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::systems::{PlaceInterval, PresetName};
use crate::Laboratory;
use crate::event_stream::StreamEvent;
use crate::jobs::JobRequest;
use crate::learning::{LearningState, LiveRun, NewRuns, RunSnapshot, RunStart};
use crate::problem::{JsonBody, Problem, ProblemBody};

/// What is to be taught.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRunRequest {
    /// The system that learns.
    #[schema(example = "td")]
    system: String,
    /// The recipe to begin with; the usual one if nothing is said.
    #[serde(default)]
    preset: Option<PresetName>,
    /// The keys of the recipe that differ from that, with their values as text.
    #[serde(default)]
    recipe: BTreeMap<String, String>,
    /// What decides everything random, together with the recipe; that of the preset, or 1, if nothing is said.
    #[serde(default)]
    #[schema(format = "uint64", minimum = 0)]
    seed: Option<u64>,
    /// How many runs there are to be, one after the other, with this seed and those that follow it: 1 to 20.
    #[serde(default = "usual_seeds")]
    #[schema(minimum = 1, maximum = 20)]
    seeds: u64,
    /// What to call the run; a name is drawn if nothing is said.
    #[serde(default)]
    name: Option<String>,
    /// How often its place on the ladder is measured while it learns, 0 to 200.
    #[serde(default = "usual_measurements")]
    #[schema(maximum = 200)]
    measurements: u64,
    /// The part of the time of the processor that measuring may take, 0.05 to 0.9; the games of a measurement follow from it
    /// as far as it is known how long the recipe takes.
    #[serde(default = "usual_share")]
    #[schema(minimum = 0.05, maximum = 0.9)]
    share: f64,
    /// Pairs of games for each measurement, 20 to 2000; as many as the share allows if nothing is said.
    #[serde(default)]
    #[schema(minimum = 20, maximum = 2000)]
    pairs: Option<u64>,
    /// The checkpoint of another run that it begins with, everything that was learned and noted there included.
    #[serde(default)]
    fork: Option<ForkRequest>,
}

/// A checkpoint of a run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForkRequest {
    /// The run.
    run: String,
    /// After how many games.
    #[schema(format = "uint64", minimum = 0)]
    games: u64,
}

fn usual_seeds() -> u64 {
    1
}

fn usual_measurements() -> u64 {
    20
}

fn usual_share() -> f64 {
    0.3
}

/// The most pairs of games of a measurement where nobody asks for a number: 95 % intervals of about ± 20 Elo.
const USUAL_PAIRS: u64 = 500;

/// What a measurement may take at least, and where nobody knows how long the recipe takes: some hundred quick games.
const LEAST_MILLISECONDS: f64 = 40.0;
const UNKNOWN_MILLISECONDS: f64 = 150.0;

/// How the places of a run are measured: so many of them, in a part of the time.
fn ladder_plan(recipe: &Recipe, measurements: u64, share: f64, pairs: Option<u64>) -> Option<LadderPlan> {
    if measurements == 0 {
        return None;
    }
    let seconds = Card::of(recipe.system()).and_then(|card| card.estimate(recipe));
    let milliseconds = match (pairs, seconds) {
        (Some(_), _) => f64::MAX,
        (None, Some(seconds)) => 1000.0 * seconds * share / (1.0 - share) / measurements as f64,
        (None, None) => UNKNOWN_MILLISECONDS,
    };
    Some(LadderPlan {
        every: recipe.lessons().div_ceil(measurements).max(1),
        pairs: pairs.unwrap_or(USUAL_PAIRS),
        milliseconds: milliseconds.max(LEAST_MILLISECONDS),
        // Where it decides nothing it is not told.
        share: if pairs.is_none() && seconds.is_some() { share } else { 0.0 },
    })
}

impl NewRunRequest {
    /// What is taught, if all of it is within its range.
    fn checked(self, laboratory: &Laboratory) -> Result<RunStart, Problem> {
        let preset =
            match self.preset {
                Some(size) => {
                    let card = Card::of(&self.system);
                    let preset = card.and_then(|card| card.preset(size.into()));
                    Some(preset.ok_or_else(|| {
                        Problem::wrong(format!("there is no such preset of “{}”", self.system))
                    })?)
                }
                None => None,
            };
        let forked = self.fork.as_ref().map(|fork| forked(laboratory, &self.system, fork)).transpose()?;
        let begin_with = match (&forked, preset) {
            (Some((parent, _)), _) => parent.recipe.clone(),
            (None, Some(preset)) => recipes::write(&preset.recipe),
            (None, None) => String::new(),
        };
        let mut changes: Vec<Change> = Vec::new();
        for (key, value) in &self.recipe {
            if value.trim().is_empty() {
                return Err(Problem::wrong(format!("{key} has no value")));
            }
            changes.push(format!("{key}={value}").parse().map_err(Problem::wrong)?);
        }
        let recipe = recipes::read(&self.system, &begin_with, &changes).map_err(Problem::wrong)?;
        let within = |key, value: u64, least: u64, most: u64| match value {
            value if (least..=most).contains(&value) => Ok(()),
            value => Err(Problem::wrong(format!("{key} is {value}, expected {least} to {most}"))),
        };
        within("measurements", self.measurements, 0, 200)?;
        within("seeds", self.seeds, 1, 20)?;
        if let Some(pairs) = self.pairs {
            within("pairs", pairs, 20, 2000)?;
        }
        if !(0.05..=0.9).contains(&self.share) {
            return Err(Problem::wrong(format!("share is {}, expected 0.05 to 0.9", self.share)));
        }
        let ladder = ladder_plan(&recipe, self.measurements, self.share, self.pairs);
        let name = self.name.filter(|name| !name.trim().is_empty());
        let name: Option<RunId> = name.map(|name| name.trim().parse()).transpose().map_err(Problem::wrong)?;
        let of_parent = forked.as_ref().map(|(parent, _)| parent.seed);
        let seed = self.seed.or(of_parent).or(preset.and_then(|preset| preset.seed)).unwrap_or(1);
        let run = NewRun { recipe, seed, program: laboratory.program.clone(), league: None };
        let fork = forked.map(|(parent, checkpoint)| Box::new((parent, checkpoint)));
        Ok(RunStart::New(Box::new(NewRuns { name, run, ladder, fork, seeds: self.seeds })))
    }
}

/// A checkpoint that a run is to begin with.
fn forked(
    laboratory: &Laboratory,
    system: &str,
    ForkRequest { run, games }: &ForkRequest,
) -> Result<(Run, Checkpoint), Problem> {
    let parent = find(laboratory, run)?;
    if parent.system != system {
        return Err(Problem::wrong(format!("“{run}” is a run of {}, not of {system}", parent.system)));
    }
    let checkpoint = laboratory.store.checkpoint_at(&parent.id, *games)?;
    let checkpoint = checkpoint
        .ok_or_else(|| Problem::missing(format!("“{run}” has no checkpoint after {games} games")))?;
    Ok((parent, checkpoint))
}

/// Begins a run, or several with one seed after the other.
#[utoipa::path(
    post,
    path = "/api/runs",
    request_body = NewRunRequest,
    responses(
        (status = 200, description = "The run has begun", body = RunSnapshot),
        (status = 404, description = "There is no such checkpoint to fork", body = ProblemBody),
        (status = 409, description = "As many runs as there can be are being taught", body = ProblemBody),
        (status = 422, description = "The recipe or the name is not one", body = ProblemBody),
    )
)]
pub(crate) async fn begin(
    State(laboratory): State<Arc<Laboratory>>,
    JsonBody(lessons): JsonBody<NewRunRequest>,
) -> Result<Json<RunSnapshot>, Problem> {
    // Making a learner to ask how long it learns may take a moment.
    let lessons = laboratory.query(|laboratory| lessons.checked(laboratory)).await?;
    Ok(Json(laboratory.learning.begin(lessons).await?))
}

/// A run in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunRow {
    pub run: String,
    pub system: String,
    pub state: LearningState,
    pub lessons: u64,
    pub games: u64,
    pub seed: u64,
    /// When it began.
    pub started: String,
    /// When it was last heard of.
    pub last_heard: String,
    /// Its last place on the ladder that was measured.
    pub place: Option<PlaceInterval>,
}

/// The most runs in a list: the newest.
pub(crate) const LISTED: usize = 100;

/// The newest runs, the newest first, and how many there are in all.
pub(crate) fn newest(laboratory: &Laboratory) -> Result<(Vec<RunRow>, usize), Problem> {
    let runs = laboratory.store.runs()?;
    let rows = runs.iter().rev().take(LISTED).map(|run| row(laboratory, run));
    Ok((rows.collect::<Result<_, _>>()?, runs.len()))
}

fn row(laboratory: &Laboratory, run: &Run) -> Result<RunRow, Problem> {
    let (lessons, games, seed) = (run.lessons, run.games, run.seed);
    let (state, lessons, games, place) = match running(laboratory, run) {
        Some(now) => (now.state, now.lessons, now.games, now.place),
        None => (state(run), lessons, games, last_place(laboratory, run)?),
    };
    let (started, last_heard) = (run.started.to_string(), run.last_heard.to_string());
    let (system, run) = (run.system.clone(), run.id.to_string());
    Ok(RunRow { run, system, state, lessons, games, seed, started, last_heard, place })
}

/// How a run stands that is taught here.
fn running(laboratory: &Laboratory, run: &Run) -> Option<RunSnapshot> {
    Some(laboratory.learning.jobs.find(run.id.as_str())?.subscribe().borrow().snapshot.clone())
}

/// The state of a run that is not taught here.
fn state(run: &Run) -> LearningState {
    match run.state {
        RunState::Running => LearningState::Elsewhere,
        RunState::Interrupted => LearningState::Interrupted,
        RunState::Finished => LearningState::Finished,
    }
}

fn last_place(laboratory: &Laboratory, run: &Run) -> Result<Option<PlaceInterval>, Problem> {
    let curve = learning_curve::curve(&laboratory.store, &run.id)?;
    Ok(curve.last().map(|last| PlaceInterval {
        elo: last.elo,
        low: last.low,
        high: last.high,
        games: last.rests_on.unwrap_or_default(),
    }))
}

/// How a run stands: by the burst that is going on here, or by the store.
pub(crate) fn now(laboratory: &Laboratory, run: &Run) -> Result<RunSnapshot, Problem> {
    if let Some(now) = running(laboratory, run) {
        return Ok(now);
    }
    let total = run.recipe().map(|recipe| recipe.lessons());
    Ok(RunSnapshot {
        run: run.id.to_string(),
        state: state(run),
        lessons: run.lessons,
        // A recipe of another version has as many lessons as it has learned.
        total_lessons: total.unwrap_or(run.lessons),
        games: run.games,
        games_per_second: 0.0,
        seconds_left: None,
        checkpoint_games: (run.lessons > 0).then_some(run.games),
        place: last_place(laboratory, run)?,
        measuring_share: None,
        gauges: Vec::new(),
        problem: None,
    })
}

/// The run of a name.
pub(crate) fn find(laboratory: &Laboratory, name: &str) -> Result<Run, Problem> {
    let run = laboratory.store.run(name)?;
    run.ok_or_else(|| Problem::missing(format!("there is no run “{name}”")))
}

/// The newest runs, the newest first.
#[utoipa::path(
    get,
    path = "/api/runs",
    responses((status = 200, description = "Up to 100 runs", body = Vec<RunRow>))
)]
pub(crate) async fn list(State(laboratory): State<Arc<Laboratory>>) -> Result<Json<Vec<RunRow>>, Problem> {
    let rows = laboratory.query(newest).await?;
    Ok(Json(rows.0))
}

/// How a run stands.
#[utoipa::path(
    get,
    path = "/api/runs/{run}",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "How it stands", body = RunSnapshot),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(crate) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<RunSnapshot>, Problem> {
    Ok(Json(laboratory.query(move |laboratory| now(laboratory, &find(laboratory, &name)?)).await?))
}

/// Pauses or stops a run that is taught here, at once: a checkpoint is made, and it can be resumed.
#[utoipa::path(
    post,
    path = "/api/runs/{run}/{request}",
    params(
        ("run" = String, Path, description = "Its name"),
        ("request" = inline(HaltRequest), Path, description = "Paused, it keeps its place among those that are taught"),
    ),
    responses(
        (status = 204, description = "It pauses or stops"),
        (status = 404, description = "Nothing else can be asked of a run", body = ProblemBody),
        (status = 409, description = "It is not taught here", body = ProblemBody),
    )
)]
pub(crate) async fn halt(
    State(laboratory): State<Arc<Laboratory>>,
    Path((name, request)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let request = match request.as_str() {
        "pause" => JobRequest::Pause,
        "stop" => JobRequest::Stop,
        _ => return Err(Problem::missing("a run can be asked to pause, resume or stop")),
    };
    match laboratory.learning.jobs.find(&name) {
        Some(job) => job.request(request),
        None => {
            let conflict = format!("“{name}” is not being taught here");
            return Err(Problem::new(StatusCode::CONFLICT, conflict));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// What a run that is taught here can be asked for.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "kebab-case")]
#[allow(dead_code, reason = "only described")]
enum HaltRequest {
    Pause,
    Stop,
}

/// Goes on with a run that is paused or was interrupted.
#[utoipa::path(
    post,
    path = "/api/runs/{run}/resume",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "It goes on", body = RunSnapshot),
        (status = 404, description = "There is no such run", body = ProblemBody),
        (status = 409, description = "It is about to stop, or too many others are taught", body = ProblemBody),
        (status = 422, description = "Another program is at work on it", body = ProblemBody),
    )
)]
pub(crate) async fn resume(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<RunSnapshot>, Problem> {
    if let Some(job) = laboratory.learning.jobs.find(&name) {
        if job.requested() == JobRequest::Stop {
            let conflict = format!("“{name}” is about to stop; it can be resumed then");
            return Err(Problem::new(StatusCode::CONFLICT, conflict));
        }
        job.request(JobRequest::Run);
        let snapshot = job.subscribe().borrow().snapshot.clone();
        return Ok(Json(snapshot));
    }
    let asked = name.clone();
    let run = laboratory.query(move |laboratory| find(laboratory, &asked)).await?;
    if run.state == RunState::Finished {
        return Err(Problem::wrong(format!("“{name}” is finished: there is nothing left to learn")));
    }
    Ok(Json(laboratory.learning.begin(RunStart::Resumed(name)).await?))
}

/// How a run stands, now and whenever that changes, as server-sent events: until it is over.
#[utoipa::path(
    get,
    path = "/api/runs/{run}/events",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "Events, each with a RunSnapshot as its data", body = StreamEvent, content_type = "text/event-stream"),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(crate) async fn events(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let receiver = match laboratory.learning.jobs.find(&name) {
        Some(job) => job.subscribe(),
        // Told once, as the sender is gone.
        None => {
            let snapshot =
                laboratory.query(move |laboratory| now(laboratory, &find(laboratory, &name)?)).await?;
            watch::channel(LiveRun { snapshot, model: None }).1
        }
    };
    laboratory.event_streams.open(receiver, |burst: LiveRun| burst.snapshot)
}
