//! Runs: what is taught, by which recipe, and how far it came.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use outflank_lab::league::LeagueScore;
use outflank_lab::recipes::{self, Change, FieldKind};
use outflank_lab::{LeaguePlan, NewRun, Run, RunId, RunState};
use outflank_learn::Recipe;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::data::PROGRAM;
use crate::web::Laboratory;
use crate::web::jobs::Wish;
use crate::web::learning::{Burst, LearningNow, LearningState, Lessons, ScoreNow};
use crate::web::problem::{Problem, ProblemBody, Sent};

/// A system that learns, with the keys of its recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct System {
    /// Its name.
    pub system: &'static str,
    /// The keys of its recipe, in order.
    pub fields: Vec<Field>,
}

/// A key of a recipe.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct Field {
    pub key: String,
    /// What it means.
    pub about: String,
    /// The value that it has if nothing is said.
    pub usual: String,
    pub kind: Kind,
    /// The words that may stand there, for a word.
    pub words: Vec<String>,
}

/// What may stand for a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::web) enum Kind {
    Whole,
    Number,
    YesOrNo,
    Word,
}

/// All systems that can be taught.
pub(in crate::web) fn all_systems() -> Vec<System> {
    let field = |field: recipes::Field| {
        let (kind, words) = match field.kind {
            FieldKind::Whole => (Kind::Whole, Vec::new()),
            FieldKind::Number => (Kind::Number, Vec::new()),
            FieldKind::YesOrNo => (Kind::YesOrNo, Vec::new()),
            FieldKind::Word(words) => (Kind::Word, words),
        };
        Field { key: field.key, about: field.about, usual: field.usual, kind, words }
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
pub(in crate::web) async fn systems() -> Json<Vec<System>> {
    Json(all_systems())
}

/// What is to be taught.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct NewLessons {
    /// The system that learns.
    #[schema(example = "td")]
    system: String,
    /// The keys of its recipe that differ from the usual, with their values as text.
    #[serde(default)]
    recipe: BTreeMap<String, String>,
    /// What decides everything random, together with the recipe.
    #[serde(default = "usual_seed")]
    seed: u64,
    /// What to call the run; a name is drawn if nothing is said.
    #[serde(default)]
    name: Option<String>,
    /// How often the score against the standard opponent is measured while it learns, 0 to 100.
    #[serde(default = "usual_measurements")]
    measurements: u64,
    /// Pairs of games for each measurement, 1 to 2000.
    #[serde(default = "usual_pairs")]
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

impl NewLessons {
    /// What is taught, if all of it is within its range.
    fn checked(self) -> Result<Lessons, Problem> {
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
        let total = recipe.learner(self.seed).schedule().total;
        let league = (self.measurements > 0)
            .then(|| LeaguePlan { every: total.div_ceil(self.measurements).max(1), pairs: self.pairs });
        let name = self.name.filter(|name| !name.trim().is_empty());
        let name: Option<RunId> = name.map(|name| name.trim().parse()).transpose().map_err(Problem::wrong)?;
        let new = NewRun { recipe, seed: self.seed, program: PROGRAM.to_owned(), league };
        Ok(Lessons::New(name, Box::new(new)))
    }
}

/// Begins a run.
#[utoipa::path(
    post,
    path = "/api/runs",
    request_body = NewLessons,
    responses(
        (status = 200, description = "The run has begun", body = LearningNow),
        (status = 422, description = "The recipe or the name is not one", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(in crate::web) async fn begin(
    State(laboratory): State<Arc<Laboratory>>,
    Sent(lessons): Sent<NewLessons>,
) -> Result<Json<LearningNow>, Problem> {
    // Making a learner to ask how long it learns may take a moment.
    let lessons = laboratory.quickly(|_| lessons.checked()).await?;
    Ok(Json(laboratory.learning.begin(lessons).await?))
}

/// A run in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct RunRow {
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
    pub league: Option<ScoreNow>,
}

/// The most runs in a list: the newest.
pub(in crate::web) const LISTED: usize = 100;

/// The newest runs, the newest first, and how many there are in all.
pub(in crate::web) fn newest(laboratory: &Laboratory) -> Result<(Vec<RunRow>, usize), Problem> {
    let runs = laboratory.store.runs()?;
    let rows = runs.iter().rev().take(LISTED).map(|run| row(laboratory, run));
    Ok((rows.collect::<Result<_, _>>()?, runs.len()))
}

fn row(laboratory: &Laboratory, run: &Run) -> Result<RunRow, Problem> {
    let (lessons, games, seed) = (run.lessons, run.games, run.seed);
    let (state, lessons, games, league) = match going_on(laboratory, run) {
        Some(now) => (now.state, now.lessons, now.games, now.league),
        None => (state(run), lessons, games, last_score(laboratory, run)?),
    };
    let (started, last_heard) = (run.started.to_string(), run.last_heard.to_string());
    let (system, run) = (run.system.clone(), run.id.to_string());
    Ok(RunRow { run, system, state, lessons, games, seed, started, last_heard, league })
}

/// How a run stands that is taught here.
fn going_on(laboratory: &Laboratory, run: &Run) -> Option<LearningNow> {
    Some(laboratory.learning.jobs.find(run.id.as_str())?.watch().borrow().told.clone())
}

/// The state of a run that is not taught here.
fn state(run: &Run) -> LearningState {
    match run.state {
        RunState::Running => LearningState::Elsewhere,
        RunState::Interrupted => LearningState::Interrupted,
        RunState::Finished => LearningState::Finished,
    }
}

fn last_score(laboratory: &Laboratory, run: &Run) -> Result<Option<ScoreNow>, Problem> {
    let points = laboratory.store.curves(&run.id)?;
    Ok(points.iter().rev().find_map(LeagueScore::of_point).map(ScoreNow::from))
}

/// How a run stands: by the burst that is going on here, or by the store.
pub(in crate::web) fn now(laboratory: &Laboratory, run: &Run) -> Result<LearningNow, Problem> {
    if let Some(now) = going_on(laboratory, run) {
        return Ok(now);
    }
    let total = run.recipe().map(|recipe| recipe.learner(run.seed).schedule().total);
    Ok(LearningNow {
        run: run.id.to_string(),
        state: state(run),
        lessons: run.lessons,
        // A recipe of another version has as many lessons as it has learned.
        of: total.unwrap_or(run.lessons),
        games: run.games,
        games_per_second: 0.0,
        kept: (run.lessons > 0).then_some(run.games),
        league: last_score(laboratory, run)?,
        gauges: Vec::new(),
        problem: None,
    })
}

/// The run of a name.
pub(in crate::web) fn find(laboratory: &Laboratory, name: &str) -> Result<Run, Problem> {
    let run = laboratory.store.run(name)?;
    run.ok_or_else(|| Problem::missing(format!("there is no run “{name}”")))
}

/// The newest runs, the newest first.
#[utoipa::path(
    get,
    path = "/api/runs",
    responses((status = 200, description = "Up to 100 runs", body = Vec<RunRow>))
)]
pub(in crate::web) async fn list(
    State(laboratory): State<Arc<Laboratory>>,
) -> Result<Json<Vec<RunRow>>, Problem> {
    let rows = laboratory.quickly(newest).await?;
    Ok(Json(rows.0))
}

/// How a run stands.
#[utoipa::path(
    get,
    path = "/api/runs/{run}",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "How it stands", body = LearningNow),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(in crate::web) async fn one(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<LearningNow>, Problem> {
    Ok(Json(laboratory.quickly(move |laboratory| now(laboratory, &find(laboratory, &name)?)).await?))
}

/// Pauses a run that is taught here: a checkpoint is made, and it waits.
#[utoipa::path(
    post,
    path = "/api/runs/{run}/pause",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 204, description = "It pauses after its lesson"),
        (status = 409, description = "It is not taught here", body = ProblemBody),
    )
)]
pub(in crate::web) async fn pause(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    wish(&laboratory, &name, Wish::Pause)
}

/// Stops a run that is taught here: a checkpoint is made, and it can be resumed later.
#[utoipa::path(
    post,
    path = "/api/runs/{run}/stop",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 204, description = "It stops after its lesson"),
        (status = 409, description = "It is not taught here", body = ProblemBody),
    )
)]
pub(in crate::web) async fn stop(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    wish(&laboratory, &name, Wish::Stop)
}

fn wish(laboratory: &Laboratory, name: &str, wish: Wish) -> Result<StatusCode, Problem> {
    match laboratory.learning.jobs.find(name) {
        Some(job) => job.wish(wish),
        None => {
            let conflict = format!("“{name}” is not being taught here");
            return Err(Problem::new(StatusCode::CONFLICT, conflict));
        }
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Goes on with a run that is paused or was interrupted.
#[utoipa::path(
    post,
    path = "/api/runs/{run}/resume",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "It goes on", body = LearningNow),
        (status = 404, description = "There is no such run", body = ProblemBody),
        (status = 409, description = "It is about to stop", body = ProblemBody),
        (status = 422, description = "Another program is at work on it", body = ProblemBody),
        (status = 503, description = "Too much is going on", body = ProblemBody),
    )
)]
pub(in crate::web) async fn resume(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<Json<LearningNow>, Problem> {
    if let Some(job) = laboratory.learning.jobs.find(&name) {
        if job.wanted() == Wish::Stop {
            let conflict = format!("“{name}” is about to stop; it can be resumed then");
            return Err(Problem::new(StatusCode::CONFLICT, conflict));
        }
        job.wish(Wish::GoOn);
        let told = job.watch().borrow().told.clone();
        return Ok(Json(told));
    }
    if find(&laboratory, &name)?.state == RunState::Finished {
        return Err(Problem::wrong(format!("“{name}” is finished: there is nothing left to learn")));
    }
    Ok(Json(laboratory.learning.begin(Lessons::Resumed(name)).await?))
}

/// How a run stands, now and whenever that changes, as server-sent events: until it is over.
#[utoipa::path(
    get,
    path = "/api/runs/{run}/events",
    params(("run" = String, Path, description = "Its name")),
    responses(
        (status = 200, description = "Events, each a LearningNow", body = LearningNow, content_type = "text/event-stream"),
        (status = 404, description = "There is no such run", body = ProblemBody),
    )
)]
pub(in crate::web) async fn events(
    State(laboratory): State<Arc<Laboratory>>,
    Path(name): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let receiver = match laboratory.learning.jobs.find(&name) {
        Some(job) => job.watch(),
        // Told once, as the sender is gone.
        None => {
            let told =
                laboratory.quickly(move |laboratory| now(laboratory, &find(laboratory, &name)?)).await?;
            watch::channel(Burst { told, model: None }).1
        }
    };
    laboratory.followers.follow(receiver, |burst: Burst| burst.told)
}
