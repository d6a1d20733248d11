//! Runs: what is taught, by which recipe, and how far it came.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_lab::league::LeagueScore;
use outflank_lab::recipes::{self, Change};
use outflank_lab::{LeaguePlan, NewRun, Run, RunId, RunState};
use outflank_learn::Recipe;
use outflank_learn::schema::{Key, Kind};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::Laboratory;
use crate::event_stream::StreamEvent;
use crate::jobs::JobRequest;
use crate::learning::{LearningState, LiveRun, RunSnapshot, RunStart, ScoreInterval};
use crate::problem::{JsonBody, Problem, ProblemBody};

/// A system that learns, with the keys of its recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct System {
    /// Its name.
    pub system: &'static str,
    /// The keys of its recipe, in order.
    pub fields: Vec<RecipeField>,
}

/// A key of a recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecipeField {
    pub key: String,
    /// What it means.
    pub about: String,
    /// The value that it has if nothing is said.
    pub usual: String,
    pub kind: RecipeFieldKind,
    /// The words that may stand there, for a word.
    pub words: Vec<String>,
    /// The lowest number that may stand there; some keys want more than that.
    pub low: Option<f64>,
    /// The highest number that may stand there.
    pub high: Option<f64>,
    /// What the number counts.
    pub unit: Option<&'static str>,
}

/// What may stand for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RecipeFieldKind {
    Whole,
    Number,
    YesOrNo,
    Word,
}

/// All systems that can be taught.
pub(crate) fn all_systems() -> Vec<System> {
    let field = |field: recipes::Field| {
        let recipes::Field { key: Key { name, about, kind }, usual } = field;
        let (kind, words, range) = match &kind {
            Kind::Whole(range) => (RecipeFieldKind::Whole, &[][..], Some(*range)),
            Kind::Number(range) => (RecipeFieldKind::Number, &[][..], Some(*range)),
            Kind::YesOrNo => (RecipeFieldKind::YesOrNo, &[][..], None),
            Kind::Word(words) => (RecipeFieldKind::Word, *words, None),
            Kind::Text => (RecipeFieldKind::Word, &[][..], None),
        };
        RecipeField {
            key: name.to_owned(),
            about,
            usual,
            kind,
            words: words.iter().map(|&word| word.to_owned()).collect(),
            low: range.map(|range| range.low),
            high: range.map(|range| range.high).filter(|high| high.is_finite()),
            unit: range.map(|range| range.unit).filter(|unit| !unit.is_empty()),
        }
    };
    let system = |&system| {
        let fields = recipes::fields(system)?;
        Some(System { system, fields: fields.into_iter().map(field).collect() })
    };
    Recipe::SYSTEMS.iter().filter_map(system).collect()
}

/// The systems that learn, and what decides their runs.
#[utoipa::path(
    get,
    path = "/api/systems",
    responses((status = 200, description = "The systems", body = Vec<System>))
)]
pub(crate) async fn systems() -> Json<Vec<System>> {
    Json(all_systems())
}

/// What is to be taught.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRunRequest {
    /// The system that learns.
    #[schema(example = "td")]
    system: String,
    /// The keys of its recipe that differ from the usual, with their values as text.
    #[serde(default)]
    recipe: BTreeMap<String, String>,
    /// What decides everything random, together with the recipe.
    #[serde(default = "usual_seed")]
    #[schema(format = "uint64", minimum = 0)]
    seed: u64,
    /// What to call the run; a name is drawn if nothing is said.
    #[serde(default)]
    name: Option<String>,
    /// How often the score against the standard opponent is measured while it learns, 0 to 100.
    #[serde(default = "usual_measurements")]
    #[schema(maximum = 100)]
    measurements: u64,
    /// Pairs of games for each measurement, 1 to 2000.
    #[serde(default = "usual_pairs")]
    #[schema(minimum = 1, maximum = 2000)]
    pairs: u64,
}

fn usual_seed() -> u64 {
    1
}

fn usual_measurements() -> u64 {
    10
}

fn usual_pairs() -> u64 {
    100
}

impl NewRunRequest {
    /// What is taught, if all of it is within its range.
    fn checked(self, laboratory: &Laboratory) -> Result<RunStart, Problem> {
        let change = |(key, value): (&String, &String)| format!("{key}={value}").parse::<Change>();
        let changes: Vec<Change> =
            self.recipe.iter().map(change).collect::<Result<_, _>>().map_err(Problem::wrong)?;
        let recipe = recipes::read(&self.system, "", &changes).map_err(Problem::wrong)?;
        let within = |key, value: u64, least: u64, most: u64| match value {
            value if (least..=most).contains(&value) => Ok(()),
            value => Err(Problem::wrong(format!("{key} is {value}, expected {least} to {most}"))),
        };
        within("measurements", self.measurements, 0, 100)?;
        within("pairs", self.pairs, 1, 2000)?;
        let total = recipe.lessons();
        let league = (self.measurements > 0)
            .then(|| LeaguePlan { every: total.div_ceil(self.measurements).max(1), pairs: self.pairs });
        let name = self.name.filter(|name| !name.trim().is_empty());
        let name: Option<RunId> = name.map(|name| name.trim().parse()).transpose().map_err(Problem::wrong)?;
        let new = NewRun { recipe, seed: self.seed, program: laboratory.program.clone(), league };
        Ok(RunStart::New(name, Box::new(new)))
    }
}

/// Begins a run.
#[utoipa::path(
    post,
    path = "/api/runs",
    request_body = NewRunRequest,
    responses(
        (status = 200, description = "The run has begun", body = RunSnapshot),
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
    /// The last score against the standard opponent.
    pub league: Option<ScoreInterval>,
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
    let (state, lessons, games, league) = match running(laboratory, run) {
        Some(now) => (now.state, now.lessons, now.games, now.league),
        None => (state(run), lessons, games, last_score(laboratory, run)?),
    };
    let (started, last_heard) = (run.started.to_string(), run.last_heard.to_string());
    let (system, run) = (run.system.clone(), run.id.to_string());
    Ok(RunRow { run, system, state, lessons, games, seed, started, last_heard, league })
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

fn last_score(laboratory: &Laboratory, run: &Run) -> Result<Option<ScoreInterval>, Problem> {
    let points = laboratory.store.curves(&run.id)?;
    Ok(points.iter().rev().find_map(LeagueScore::of_point).map(ScoreInterval::from))
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
        checkpoint_games: (run.lessons > 0).then_some(run.games),
        league: last_score(laboratory, run)?,
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
