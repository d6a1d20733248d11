//! Snapshots of a running job of learning: often enough to look alive, seldom enough to cost nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_lab::{CurvePoint, Progress, Spent, TrainingError};
use outflank_learn::{Learner, Model};
use serde::Serialize;
use utoipa::ToSchema;

use super::LiveRun;
use super::pace::Pace;
use crate::api::systems::PlaceInterval;

/// The state and figures of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct RunSnapshot {
    /// The run.
    pub run: String,
    /// Whether it is running.
    pub state: LearningState,
    /// Lessons learned.
    pub lessons: u64,
    /// Lessons in the whole run.
    pub total_lessons: u64,
    /// Games played to learn.
    pub games: u64,
    /// Games played in a second, of late; 0 while it measures or waits.
    pub games_per_second: f64,
    /// How long it still takes at the pace it had here, in seconds, measuring among it; null where there is none yet.
    pub seconds_left: Option<f64>,
    /// The games at the last checkpoint, which is what can be played.
    pub checkpoint_games: Option<u64>,
    /// Its last place on the ladder that was measured.
    pub place: Option<PlaceInterval>,
    /// The part of the processor's time that measuring has taken since it was begun or resumed here.
    pub measuring_share: Option<f64>,
    /// What changes while it learns.
    pub gauges: Vec<GaugeValue>,
    /// What went wrong, where the state is failed.
    pub problem: Option<String>,
}

/// Whether a run is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LearningState {
    /// This server is running it.
    Learning,
    /// Paused on this server; it keeps its slot.
    Paused,
    /// It can be resumed.
    Interrupted,
    /// All lessons are learned.
    Finished,
    /// Something went wrong; it can be resumed.
    Failed,
    /// Another program is at work on it.
    Elsewhere,
}

impl LearningState {
    /// The state in a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Learning => "learning",
            Self::Paused => "paused",
            Self::Interrupted => "interrupted",
            Self::Finished => "finished",
            Self::Failed => "failed",
            Self::Elsewhere => "elsewhere",
        }
    }
}

/// A number that changes while a run learns.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct GaugeValue {
    pub name: String,
    pub value: f64,
}

/// A place as it was measured. How many games it rests on is in the store.
fn place_of(point: &CurvePoint) -> Option<PlaceInterval> {
    Some(PlaceInterval { elo: point.value, low: point.low?, high: point.high?, games: 0 })
}

/// The part of the time that measuring took, once there is some.
fn share_of(Spent { learning, measuring }: Spent) -> Option<f64> {
    let all = learning + measuring;
    (all > 0.0).then(|| measuring / all)
}

/// Between two snapshots, and between two copies of the model.
const PAUSE: Duration = Duration::from_millis(250);
const LOOK: Duration = Duration::from_secs(1);

/// When a snapshot is due.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// When enough time has passed.
    InTime,
    /// In any case: there may be no other lesson.
    Now,
}

/// Makes the snapshots of one job.
pub(super) struct SnapshotPublisher {
    run: String,
    published: Instant,
    pace: Pace,
    /// Where the speed is measured from: after how much time at work, and how many games there were.
    mark: (Duration, u64),
    speed: f64,
    model: Option<(Instant, Arc<Model>)>,
    last: RunSnapshot,
}

impl SnapshotPublisher {
    /// Nothing is published yet.
    pub fn new(run: &str, learner: &dyn Learner) -> Self {
        let now = Instant::now();
        let schedule = learner.schedule();
        let last = RunSnapshot {
            run: run.to_owned(),
            state: LearningState::Learning,
            lessons: schedule.done,
            total_lessons: schedule.total,
            games: learner.games(),
            games_per_second: 0.0,
            seconds_left: None,
            checkpoint_games: None,
            place: None,
            measuring_share: None,
            gauges: Vec::new(),
            problem: None,
        };
        Self {
            run: run.to_owned(),
            published: now,
            pace: Pace::new(now, learner.games()),
            mark: (Duration::ZERO, learner.games()),
            speed: 0.0,
            model: None,
            last,
        }
    }

    /// The learner as it is now.
    pub fn now(&self, learner: &dyn Learner, state: LearningState) -> RunSnapshot {
        let schedule = learner.schedule();
        let gauges = learner.gauges();
        RunSnapshot {
            run: self.run.clone(),
            state,
            lessons: schedule.done,
            total_lessons: schedule.total,
            games: learner.games(),
            games_per_second: self.speed,
            gauges: gauges
                .iter()
                .map(|gauge| GaugeValue { name: gauge.name.to_owned(), value: gauge.value })
                .collect(),
            ..self.last.clone()
        }
    }

    /// The snapshot after a lesson, if one is due. The last lesson always has one.
    pub fn progress(&mut self, progress: &Progress<'_>, due: Due) -> Option<LiveRun> {
        let learner = progress.learner;
        let Spent { learning, measuring } = progress.spent;
        self.pace.hear(Instant::now(), learning + measuring, learner.games());
        let is_due = due == Due::Now || self.model.is_none() || learner.schedule().is_finished();
        if !is_due && self.published.elapsed() < PAUSE {
            return None;
        }
        self.published = Instant::now();
        let (since, games) = self.mark;
        let passed = self.pace.busy() - since;
        if passed >= LOOK {
            self.speed = learner.games().saturating_sub(games) as f64 / passed.as_secs_f64();
            self.mark = (self.pace.busy(), learner.games());
        }
        if self.model.as_ref().is_none_or(|(seen, _)| seen.elapsed() >= LOOK) {
            self.model = Some((Instant::now(), Arc::new(learner.model())));
        }
        let now = self.now(learner, LearningState::Learning);
        self.last = RunSnapshot {
            checkpoint_games: progress.checkpoint_games,
            place: progress.place.and_then(place_of).or(self.last.place),
            measuring_share: share_of(progress.spent),
            seconds_left: self.seconds_left(&now),
            ..now
        };
        Some(self.live())
    }

    /// The last snapshot in another state: what was learned is in the store now.
    pub fn last(&mut self, state: LearningState) -> LiveRun {
        self.model = None;
        let checkpoint_games = Some(self.last.games);
        self.last = RunSnapshot { state, checkpoint_games, games_per_second: 0.0, ..self.last.clone() };
        self.live()
    }

    /// Games are counted, where a lesson has many; those that are left are as many a lesson as there were.
    fn seconds_left(&self, now: &RunSnapshot) -> Option<f64> {
        let games_a_lesson = now.games as f64 / now.lessons.max(1) as f64;
        let lessons_left = now.total_lessons.saturating_sub(now.lessons);
        self.pace.seconds_for(lessons_left as f64 * games_a_lesson)
    }

    /// The last snapshot, and what went wrong.
    pub fn failed(&mut self, error: &TrainingError) -> LiveRun {
        let checkpoint_games = self.last.checkpoint_games;
        self.last(LearningState::Failed);
        self.last = RunSnapshot { problem: Some(error.to_string()), checkpoint_games, ..self.last.clone() };
        self.live()
    }

    /// Time does not count while nothing is learned.
    pub fn resume(&mut self) {
        self.pace.resume(Instant::now());
        self.mark = (self.pace.busy(), self.last.games);
        self.speed = 0.0;
    }

    fn live(&self) -> LiveRun {
        LiveRun {
            snapshot: self.last.clone(),
            model: self.model.as_ref().map(|(_, model)| Arc::clone(model)),
        }
    }
}
