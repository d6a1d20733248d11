//! What is told of a burst while it goes on: often enough to look alive, seldom enough to cost nothing.

use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_lab::league::LeagueScore;
use outflank_lab::{Progress, TrainingError};
use outflank_learn::{Learner, Model};
use serde::Serialize;
use utoipa::ToSchema;

use super::Burst;

/// How a run stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::web) struct LearningNow {
    /// The run.
    pub run: String,
    /// Whether it goes on.
    pub state: LearningState,
    /// Lessons learned.
    pub lessons: u64,
    /// Lessons in all.
    pub of: u64,
    /// Games played to learn.
    pub games: u64,
    /// Games played in a second, of late; 0 while it measures or waits.
    pub games_per_second: f64,
    /// The games at the last checkpoint, which is what can be played.
    pub kept: Option<u64>,
    /// The last score against the standard opponent.
    pub league: Option<ScoreNow>,
    /// What changes while it learns.
    pub gauges: Vec<GaugeNow>,
    /// What went wrong, where the state is failed.
    pub problem: Option<String>,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::web) enum LearningState {
    /// This server teaches it.
    Learning,
    /// This server will go on teaching it when asked to.
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

/// A score with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(in crate::web) struct ScoreNow {
    pub score: f64,
    pub low: f64,
    pub high: f64,
}

impl From<LeagueScore> for ScoreNow {
    fn from(LeagueScore { score, interval }: LeagueScore) -> Self {
        Self { score, low: interval.low, high: interval.high }
    }
}

/// A number that changes while a run learns.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::web) struct GaugeNow {
    pub name: String,
    pub value: f64,
}

/// Between two tellings, and between two looks at what has been learned.
const PAUSE: Duration = Duration::from_millis(250);
const LOOK: Duration = Duration::from_secs(1);

/// When something is told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Due {
    /// When enough time has passed.
    InTime,
    /// In any case: there may be no other lesson.
    Now,
}

/// Who tells.
pub(super) struct Teller {
    run: String,
    told: Instant,
    /// Where the speed is measured from: when, and how many games there were.
    mark: (Instant, u64),
    speed: f64,
    model: Option<(Instant, Arc<Model>)>,
    last: LearningNow,
}

impl Teller {
    /// Nothing is told yet.
    pub fn new(run: &str, learner: &dyn Learner) -> Self {
        let now = Instant::now();
        let schedule = learner.schedule();
        let last = LearningNow {
            run: run.to_owned(),
            state: LearningState::Learning,
            lessons: schedule.done,
            of: schedule.total,
            games: learner.games(),
            games_per_second: 0.0,
            kept: None,
            league: None,
            gauges: Vec::new(),
            problem: None,
        };
        Self { run: run.to_owned(), told: now, mark: (now, learner.games()), speed: 0.0, model: None, last }
    }

    /// How the learner stands.
    pub fn now(&self, learner: &dyn Learner, state: LearningState) -> LearningNow {
        let schedule = learner.schedule();
        let gauges = learner.gauges();
        LearningNow {
            run: self.run.clone(),
            state,
            lessons: schedule.done,
            of: schedule.total,
            games: learner.games(),
            games_per_second: self.speed,
            gauges: gauges
                .iter()
                .map(|gauge| GaugeNow { name: gauge.name.to_owned(), value: gauge.value })
                .collect(),
            ..self.last.clone()
        }
    }

    /// What is to be told after a lesson, if it is time. The last lesson is always told.
    pub fn progress(&mut self, progress: &Progress<'_>, due: Due) -> Option<Burst> {
        let learner = progress.learner;
        let is_due = due == Due::Now || self.model.is_none() || learner.schedule().is_finished();
        if !is_due && self.told.elapsed() < PAUSE {
            return None;
        }
        self.told = Instant::now();
        let (since, games) = self.mark;
        let passed = since.elapsed();
        if passed >= LOOK {
            self.speed = learner.games().saturating_sub(games) as f64 / passed.as_secs_f64();
            self.mark = (Instant::now(), learner.games());
        }
        if self.model.as_ref().is_none_or(|(seen, _)| seen.elapsed() >= LOOK) {
            self.model = Some((Instant::now(), Arc::new(learner.model())));
        }
        let now = self.now(learner, LearningState::Learning);
        self.last = LearningNow { kept: progress.kept, league: progress.league.map(ScoreNow::from), ..now };
        Some(self.burst())
    }

    /// What was told last, in another state: what is learned is in the store now.
    pub fn last(&mut self, state: LearningState) -> Burst {
        self.model = None;
        let kept = Some(self.last.games);
        self.last = LearningNow { state, kept, games_per_second: 0.0, ..self.last.clone() };
        self.burst()
    }

    /// What was told last, and what went wrong.
    pub fn failed(&mut self, error: &TrainingError) -> Burst {
        let kept = self.last.kept;
        self.last(LearningState::Failed);
        self.last = LearningNow { problem: Some(error.to_string()), kept, ..self.last.clone() };
        self.burst()
    }

    /// Time does not count while nothing is learned.
    pub fn resume(&mut self) {
        self.mark = (Instant::now(), self.last.games);
        self.speed = 0.0;
    }

    fn burst(&self) -> Burst {
        Burst { told: self.last.clone(), model: self.model.as_ref().map(|(_, model)| Arc::clone(model)) }
    }
}
