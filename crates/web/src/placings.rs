//! Players that are being placed on the ladder, each on a thread of its own: games against the anchors until the interval is
//! narrow enough. What was found is kept, also where it was stopped.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use outflank_arena::Entrant;
use outflank_arena::statistics::ScoreSheet;
use outflank_lab::ladder::{ChangedAnchor, Ladder, Place, PlaceEnd, Placing};
use outflank_lab::{DataFolder, FolderError, Moment, StoreError};
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::api::systems::PlaceInterval;
use super::jobs::{AlreadyRunning, Job, Jobs};
use super::priority::{Priority, lower};
use super::problem::Problem;

/// Players at a time.
const MOST: usize = 2;

/// Nobody waits longer for a place.
const LONGEST: Duration = Duration::from_secs(1800);

/// How the placing of a player stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlacingSnapshot {
    /// The player.
    pub player: String,
    pub state: PlacingState,
    /// Where it stands by the games so far.
    pub place: Option<PlaceInterval>,
    /// How far its 95 % interval is to reach to both sides, in Elo.
    pub within: f64,
    /// What went wrong, where the state is failed.
    pub problem: Option<String>,
}

/// Whether games are being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlacingState {
    Playing,
    Finished,
    Interrupted,
    Failed,
}

/// All players that are being placed.
pub(super) struct Placings {
    pub jobs: Arc<Jobs<PlacingSnapshot>>,
    folder: DataFolder,
    threads: usize,
}

impl Placings {
    /// Nobody yet. Each plays so many games at a time.
    pub fn new(folder: DataFolder, threads: usize) -> Self {
        Self { jobs: Arc::new(Jobs::new("placings", MOST)), folder, threads }
    }

    /// Begins to place a player.
    pub async fn begin(
        &self,
        player: Entrant,
        within: f64,
        program: String,
    ) -> Result<PlacingSnapshot, Problem> {
        let slot = self.jobs.slot()?;
        let (jobs, folder, threads) = (Arc::clone(&self.jobs), self.folder.clone(), self.threads);
        let (begun, answer) = oneshot::channel();
        std::thread::spawn(move || {
            lower(Priority::Job);
            let ready = || -> Result<_, BeginError> {
                Ok((folder.open().map_err(BeginError::Folder)?, Ladder::standard().players()?))
            };
            let (store, anchors) = match ready() {
                Ok(ready) => ready,
                Err(error) => return drop(begun.send(Err(error))),
            };
            let name = player.name().to_owned();
            let mut now = PlacingSnapshot {
                player: name.clone(),
                state: PlacingState::Playing,
                place: None,
                within,
                problem: None,
            };
            let job = Job::new(now.clone());
            let registered = match jobs.register(&name, Arc::clone(&job)) {
                Ok(registered) => registered,
                Err(going) => return drop(begun.send(Err(BeginError::AlreadyRunning(going)))),
            };
            let _ = begun.send(Ok(now.clone()));
            let how = Placing { within, limit: LONGEST, seed: 1, threads };
            let place = Ladder::standard().place(&player, &anchors, &how, job.halt(), |place| {
                now.place = interval(place);
                job.publish(now.clone());
            });
            now.place = interval(&place);
            let is_stopped = job.halt().load(Ordering::Relaxed);
            now.state = if is_stopped { PlacingState::Interrupted } else { PlacingState::Finished };
            if place.ended == PlaceEnd::GivenUp {
                now.state = PlacingState::Failed;
                now.problem = Some(format!("{name} failed too often: its placing was broken off"));
            }
            if let Err(error) = keep(&store, &player, &place, &program) {
                now.state = PlacingState::Failed;
                now.problem = Some(error.to_string());
            }
            drop((registered, slot));
            job.publish(now);
        });
        Ok(answer.await.map_err(|_| Problem::failed("the placing broke off at once"))??)
    }
}

/// Where somebody stands.
fn interval(place: &Place) -> Option<PlaceInterval> {
    let estimate = place.estimate?;
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    Some(PlaceInterval { elo: estimate.elo, low, high, games: place.games().1 })
}

/// An anchor that was met, as it is written down.
#[derive(Serialize)]
struct Met<'a> {
    player: &'a str,
    games: u64,
    distinct_games: u64,
    score: Option<f64>,
}

fn keep(
    store: &outflank_lab::Store,
    player: &Entrant,
    place: &Place,
    program: &str,
) -> Result<(), StoreError> {
    let Some(found) = interval(place) else { return Ok(()) };
    let met: Vec<Met<'_>> = place
        .met
        .iter()
        .map(|met| Met {
            player: &met.anchor.player,
            games: 2 * met.standing.pairs.units(),
            distinct_games: met.standing.distinct_games(),
            score: met.standing.distinct.score(),
        })
        .collect();
    store.add_placing(&outflank_lab::StoredPlacing {
        label: player.name().to_owned(),
        identity: player.identity().clone(),
        elo: found.elo,
        low: found.low,
        high: found.high,
        games: place.games().0,
        distinct_games: found.games,
        met: serde_json::to_string(&met).unwrap_or_default(),
        program: program.to_owned(),
        made: Moment::now(),
    })
}

/// Why somebody is not placed.
#[derive(Debug, thiserror::Error)]
enum BeginError {
    #[error(transparent)]
    Folder(FolderError),
    #[error(transparent)]
    Ladder(#[from] ChangedAnchor),
    #[error(transparent)]
    AlreadyRunning(AlreadyRunning),
}

impl From<BeginError> for Problem {
    fn from(error: BeginError) -> Self {
        match error {
            BeginError::AlreadyRunning(_) => Self::wrong(error),
            _ => Self::failed(error),
        }
    }
}
