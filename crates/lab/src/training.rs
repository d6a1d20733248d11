//! A learner at work on a run.
//!
//! However often it is stopped, killed and resumed, the run comes to the same weights and the same curve as
//! one that was never stopped.

mod error;
mod starting;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_learn::{Gauge, Learner, Measurement, Model};

use crate::clock::Stopwatch;
use crate::league::{self, Conditions, LeagueScore};
use crate::lock::WorkLock;
use crate::store::checkpoints::{Finish, significant};
use crate::{Checkpoint, CurvePoint, LeaguePlan, Moment, Run, Store};

pub use error::TrainingError;

/// A learner at work on a run, which nobody else may work on meanwhile.
pub struct Training<'a> {
    store: &'a Store,
    run: Run,
    learner: Box<dyn Learner>,
    lock: WorkLock,
    /// What the run has cost up to here.
    cpu_seconds: f64,
    /// The last checkpoint, in games.
    checkpoint_games: Option<u64>,
    measured: Vec<CurvePoint>,
    /// What lessons measured by themselves since the last checkpoint.
    noted: Vec<CurvePoint>,
    /// Where lessons differ in games: how far measurements are apart.
    spread: Option<Spread>,
}

/// Measurements at equal distances on the axis of games, as many as there would be with lessons all alike.
#[derive(Clone, Copy, Debug)]
struct Spread {
    /// Games from one to the next.
    step: u64,
    /// Games in all.
    total: u64,
}

impl Spread {
    /// For a plan and a learner that has learned nothing yet.
    fn new(plan: LeaguePlan, learner: &dyn Learner) -> Option<Self> {
        let total = learner.games_in_all()?;
        let count = learner.schedule().total.div_ceil(plan.every.max(1)).max(1);
        Some(Self { step: (total / count).max(1), total })
    }
}

/// When to make checkpoints, beside the one at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// Every ten seconds, and from 1000 lessons on after 1000, 2000, … 9000, 10,000, 20,000, ….
    Usual,
    /// The same with two seconds, for those who watch and want to play what they see.
    Watched,
    /// Every so many lessons.
    Lessons(u64),
    /// Every so often.
    Time(Duration),
}

impl Cadence {
    fn is_due(self, lesson: u64, last: Instant) -> bool {
        match self {
            Self::Usual => is_round(lesson) || last.elapsed() >= Duration::from_secs(10),
            Self::Watched => is_round(lesson) || last.elapsed() >= Duration::from_secs(2),
            Self::Lessons(lessons) => lesson.is_multiple_of(lessons.max(1)),
            Self::Time(time) => last.elapsed() >= time,
        }
    }
}

/// Whether a lesson is one of 1000, 2000, … 9000, 10,000, 20,000, ….
fn is_round(lesson: u64) -> bool {
    lesson >= 1000 && significant(lesson) < 10
}

/// What can be seen of a training after each lesson.
pub struct Progress<'a> {
    /// The learner.
    pub learner: &'a dyn Learner,
    /// The last score that was measured.
    pub league: Option<LeagueScore>,
    /// The last checkpoint, in games.
    pub checkpoint_games: Option<u64>,
}

/// How a training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All is learned.
    Finished,
    /// It was stopped, with a checkpoint.
    Stopped,
}

impl Training<'_> {
    /// The run as it was when the training began.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The learner.
    pub fn learner(&self) -> &dyn Learner {
        self.learner.as_ref()
    }

    /// Learns until all is learned or `stop` is set, which takes effect at once, however long a lesson is: the one that
    /// is broken off has taught nothing. Nothing that is learned or measured depends on the number of threads.
    pub fn learn(
        mut self,
        cadence: Cadence,
        threads: usize,
        stop: &AtomicBool,
        mut watch: impl FnMut(&Progress<'_>),
    ) -> Result<(Ending, Model), TrainingError> {
        let mut clock = Stopwatch::start();
        let mut last = Instant::now();
        let mut is_saved = self.checkpoint_games.is_some();
        loop {
            let schedule = self.learner.schedule();
            let mut points = Vec::new();
            if self.is_measurement_due() {
                self.cpu_seconds += clock.seconds();
                points = self.measure(threads, stop);
                clock = Stopwatch::start();
            }
            let is_over = schedule.is_finished() || stop.load(Ordering::Relaxed);
            let is_due = schedule.done > 0 && cadence.is_due(schedule.done, last);
            if !points.is_empty() || (!is_saved && (is_over || is_due)) || self.is_ready_to_finish() {
                self.cpu_seconds += clock.seconds();
                clock = Stopwatch::start();
                self.keep(&points)?;
                last = Instant::now();
            }
            watch(&Progress {
                learner: self.learner.as_ref(),
                league: self.last_score(),
                checkpoint_games: self.checkpoint_games,
            });
            if is_over {
                break;
            }
            if self.learner.learn_unless(stop, threads).is_ok() {
                self.note();
                is_saved = false;
            }
        }
        let model = self.learner.model();
        if self.is_ready_to_finish() || self.run.finished.is_some() {
            self.lock.discard();
            return Ok((Ending::Finished, model));
        }
        Ok((Ending::Stopped, model))
    }

    /// Whether the score after this lesson is wanted and not there yet.
    fn is_measurement_due(&self) -> bool {
        let (schedule, games) = (self.learner.schedule(), self.learner.games());
        let scores = || self.measured.iter().filter(|point| point.name == league::CURVE);
        let is_wanted = |plan: LeaguePlan| match self.spread {
            _ if schedule.is_finished() => true,
            None => schedule.done.is_multiple_of(plan.every.max(1)),
            // Behind the last game there is only the end: what comes after the games is measured then.
            Some(Spread { step, total }) => {
                games < total && scores().next_back().is_none_or(|last| games / step > last.games / step)
            }
        };
        self.run.league.is_some_and(is_wanted) && !scores().any(|point| point.games == games)
    }

    /// The score and the gauges after this lesson, but for those that lessons measure by themselves; nothing if that
    /// was stopped.
    fn measure(&mut self, threads: usize, stop: &AtomicBool) -> Vec<CurvePoint> {
        let games = self.learner.games();
        let pairs = self.run.league.map_or(0, |plan| plan.pairs);
        let conditions = Conditions { pairs, seed: self.run.seed, threads };
        let Some(score) = league::measure(&self.learner.model(), games, conditions, stop) else {
            return Vec::new();
        };
        let measured = self.learner.measurements();
        let is_new = |gauge: &Gauge| measured.iter().all(|measured| measured.name != gauge.name);
        let gauges = self.learner.gauges().into_iter().filter(is_new).map(|gauge| CurvePoint {
            games,
            name: gauge.name.to_owned(),
            value: gauge.value,
            low: None,
            high: None,
        });
        let points: Vec<_> = [score.point(games)].into_iter().chain(gauges).collect();
        self.measured.extend_from_slice(&points);
        points
    }

    /// Takes over what the lesson measured by itself, to be written with the next checkpoint.
    fn note(&mut self) {
        let games = self.learner.games();
        let point = |measured: Measurement| CurvePoint {
            games,
            name: measured.name.to_owned(),
            value: measured.value,
            low: measured.band.map(|band| band.low),
            high: measured.band.map(|band| band.high),
        };
        self.noted.extend(self.learner.measurements().into_iter().map(point));
    }

    fn last_score(&self) -> Option<LeagueScore> {
        self.measured.iter().rev().find_map(LeagueScore::of_point)
    }

    /// Whether all is learned and measured, and this is still to be written down.
    fn is_ready_to_finish(&self) -> bool {
        self.run.finished.is_none() && self.learner.schedule().is_finished() && !self.is_measurement_due()
    }

    /// Makes a checkpoint; the last one finishes the run.
    fn keep(&mut self, points: &[CurvePoint]) -> Result<(), TrainingError> {
        let checkpoint = checkpoint(self.learner.as_ref(), self.cpu_seconds);
        let games = checkpoint.games;
        let finish = if self.is_ready_to_finish() { Finish::Now } else { Finish::NotYet };
        let points: Vec<_> = self.noted.iter().chain(points).cloned().collect();
        self.store
            .add_checkpoint(&self.run.id, &checkpoint, &points, finish)
            .map_err(|error| TrainingError::NotSaved { games, last: self.checkpoint_games, error })?;
        self.checkpoint_games = Some(games);
        self.noted.clear();
        if finish == Finish::Now {
            self.run.finished = Some(checkpoint.made);
        }
        Ok(())
    }
}

/// A learner as it is now.
fn checkpoint(learner: &dyn Learner, cpu_seconds: f64) -> Checkpoint {
    Checkpoint {
        lesson: learner.schedule().done,
        games: learner.games(),
        cpu_seconds,
        made: Moment::now(),
        state: learner.snapshot(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DataFolder, LeaguePlan, NewRun, RunId, RunState, StoreError, recipes};

    fn new_run(games: u64) -> NewRun {
        let recipe = recipes::read("td", &format!("games = {games}"), &[]).expect("a recipe");
        let league = Some(LeaguePlan { every: 40, pairs: 10 });
        NewRun { recipe, seed: 5, program: "test".to_owned(), league }
    }

    fn store() -> (tempfile::TempDir, Store) {
        let place = tempfile::tempdir().expect("a folder");
        let store = DataFolder::new(place.path()).open().expect("a store");
        (place, store)
    }

    fn kept(store: &Store, run: &str) -> (Checkpoint, Vec<CurvePoint>) {
        let id: RunId = run.parse().expect("a name");
        let last = store.last_checkpoint(&id).expect("readable").expect("there");
        (last, store.curves(&id).expect("readable"))
    }

    #[test]
    fn stopped_and_resumed_is_never_stopped() {
        let (_place, store) = store();
        let named = |name: &str| Some(name.parse::<RunId>().expect("a name"));
        let never = AtomicBool::new(false);
        let whole = Training::start(&store, named("whole"), &new_run(130)).expect("begun");
        let (ending, whole) = whole.learn(Cadence::Usual, 1, &never, |_| {}).expect("learned");
        assert_eq!(ending, Ending::Finished);

        // Stopped after every seventh lesson, and so now and then in the middle of a measurement.
        let mut training = Training::start(&store, named("parts"), &new_run(130)).expect("begun");
        let mut parts = 0;
        let model = loop {
            let stop = AtomicBool::new(false);
            let begun_at = training.learner().schedule().done;
            let watch = |progress: &Progress<'_>| {
                stop.store(progress.learner.schedule().done >= begun_at + 7, Ordering::Relaxed);
            };
            let (ending, model) = training.learn(Cadence::Lessons(5), 2, &stop, watch).expect("learned");
            parts += 1;
            if ending == Ending::Finished {
                break model;
            }
            assert_eq!(store.run("parts").expect("asked").expect("there").state, RunState::Interrupted);
            training = Training::resume(&store, "parts").expect("resumed");
        };
        assert!(parts > 15, "{parts}");
        assert_eq!(model, whole);
        let ((one, curve), (other, other_curve)) = (kept(&store, "whole"), kept(&store, "parts"));
        assert_eq!((one.state, one.games), (other.state, 130));
        assert_eq!(curve, other_curve);
        let league: Vec<u64> =
            curve.iter().filter(|point| point.name == "league").map(|point| point.games).collect();
        assert_eq!(league, [0, 40, 80, 120, 130]);
        assert!(curve.iter().any(|point| point.name == "alpha"));
    }

    #[test]
    fn what_is_lost_is_learned_again_to_the_same_bits() {
        let (_place, store) = store();
        let training = Training::start(&store, None, &new_run(60)).expect("begun");
        let id = training.run().id.clone();
        assert!(id.as_str().starts_with("td-"));
        let stop = AtomicBool::new(false);
        // As if killed in the middle: the checkpoint at 40 is the last one that anybody wrote.
        let killed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            training.learn(Cadence::Lessons(1000), 1, &stop, |progress| {
                assert!(progress.learner.games() < 57, "killed");
            })
        }));
        assert!(killed.is_err());
        let training = Training::resume(&store, id.as_str()).expect("resumed");
        assert_eq!(training.learner().games(), 40);
        let (ending, again) = training.learn(Cadence::Usual, 1, &stop, |_| {}).expect("learned");
        assert_eq!(ending, Ending::Finished);
        let name = Some("whole".parse().expect("a name"));
        let whole = Training::start(&store, name, &new_run(60)).expect("begun");
        assert_eq!(whole.learn(Cadence::Usual, 1, &stop, |_| {}).expect("learned").1, again);
    }

    #[test]
    fn one_program_at_a_time_and_one_run_of_a_name() {
        let (_place, store) = store();
        let name: RunId = "mine".parse().expect("a name");
        let training = Training::start(&store, Some(name.clone()), &new_run(10)).expect("begun");
        assert_eq!(store.run("mine").expect("asked").expect("there").state, RunState::Running);
        assert!(matches!(Training::resume(&store, "mine"), Err(TrainingError::Busy { .. })));
        let again = Training::start(&store, Some(name.clone()), &new_run(10));
        assert!(matches!(again, Err(TrainingError::Taken { .. })));
        training.learn(Cadence::Usual, 1, &AtomicBool::new(false), |_| {}).expect("learned");
        assert_eq!(store.run("mine").expect("asked").expect("there").state, RunState::Finished);

        // A finished run is taken up without learning anything, another recipe is another run.
        let finished = Training::start_or_resume(&store, name.clone(), &new_run(10)).expect("there");
        let (ending, _) = finished
            .learn(Cadence::Usual, 1, &AtomicBool::new(false), |progress| {
                assert_eq!(progress.learner.games(), 10);
            })
            .expect("nothing to do");
        assert_eq!(ending, Ending::Finished);
        let other = Training::start_or_resume(&store, name, &new_run(11));
        assert!(matches!(other, Err(TrainingError::Taken { .. })));
        let nobody = Training::resume(&store, "nobody");
        assert!(matches!(nobody, Err(TrainingError::Store(StoreError::NoRun { .. }))));
    }
}
