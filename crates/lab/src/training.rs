//! A learner at work on a run.
//!
//! However often it is stopped, killed and resumed, the run comes to the same weights and the same curve as
//! one that was never stopped.

mod error;
mod starting;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_arena::statistics::Interval;
use outflank_arena::{Entrant, Style};
use outflank_engine::Chance;
use outflank_learn::{Gauge, Learner, Measurement, Model};

use crate::clock::Stopwatch;
use crate::endgames::{self, SuiteResult};
use crate::ladder::{self, Budget, Ladder};
use crate::league::{self, Conditions, LeagueScore};
use crate::lock::WorkLock;
use crate::store::checkpoints::{Finish, significant};
use crate::{Checkpoint, CurvePoint, LadderPlan, Moment, Run, Store};

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
    /// How its place on the ladder is measured, if it is.
    ladder: Option<(LadderPlan, Vec<Entrant>)>,
    /// What lessons measured by themselves since the last checkpoint.
    noted: Vec<CurvePoint>,
    /// Where lessons differ in games: how far measurements are apart.
    spread: Option<Spread>,
    /// What measuring has cost since the training began here, in seconds of processor time, and learning.
    spent: Spent,
}

/// What the processor did, in seconds, since a training began here.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// For learning.
    pub learning: f64,
    /// For measuring what was learned.
    pub measuring: f64,
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
    /// For a number of lessons between two measurements, and a learner that has learned nothing yet.
    fn new(every: u64, learner: &dyn Learner) -> Option<Self> {
        let total = learner.games_in_all()?;
        let count = learner.schedule().total.div_ceil(every.max(1)).max(1);
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
    /// The last place on the ladder that was measured.
    pub place: Option<&'a CurvePoint>,
    /// The last checkpoint, in games.
    pub checkpoint_games: Option<u64>,
    /// What learning and measuring cost since the training began here.
    pub spent: Spent,
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
                self.learned_for(clock.seconds());
                let measuring = Stopwatch::start();
                points = self.measure(threads, stop);
                self.spent.measuring += measuring.seconds();
                clock = Stopwatch::start();
            }
            let is_over = schedule.is_finished() || stop.load(Ordering::Relaxed);
            let is_due = schedule.done > 0 && cadence.is_due(schedule.done, last);
            if !points.is_empty() || (!is_saved && (is_over || is_due)) || self.is_ready_to_finish() {
                self.learned_for(clock.seconds());
                clock = Stopwatch::start();
                self.keep(&points)?;
                last = Instant::now();
            }
            watch(&Progress {
                learner: self.learner.as_ref(),
                league: self.last_score(),
                place: self.measured.iter().rev().find(|point| point.name == ladder::CURVE),
                checkpoint_games: self.checkpoint_games,
                spent: self.spent,
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

    /// Counts what learning cost.
    fn learned_for(&mut self, seconds: f64) {
        self.cpu_seconds += seconds;
        self.spent.learning += seconds;
    }

    /// How many lessons are between two measurements, and which curve has a point for each, if anything is measured.
    fn measurements(&self) -> Option<(u64, &'static str)> {
        match (&self.ladder, self.run.league) {
            (Some((plan, _)), _) => Some((plan.every, ladder::CURVE)),
            (None, Some(plan)) => Some((plan.every, league::CURVE)),
            (None, None) => None,
        }
    }

    /// Whether a measurement after this lesson is wanted and not there yet.
    fn is_measurement_due(&self) -> bool {
        let (schedule, games) = (self.learner.schedule(), self.learner.games());
        let Some((every, curve)) = self.measurements() else { return false };
        let scores = || self.measured.iter().filter(|point| point.name == curve);
        let is_wanted = match self.spread {
            _ if schedule.is_finished() => true,
            None => schedule.done.is_multiple_of(every.max(1)),
            // Behind the last game there is only the end: what comes after the games is measured then.
            Some(Spread { step, total }) => {
                games < total && scores().next_back().is_none_or(|last| games / step > last.games / step)
            }
        };
        is_wanted && !scores().any(|point| point.games == games)
    }

    /// The score and the gauges after this lesson, but for those that lessons measure by themselves; nothing if that
    /// was stopped.
    fn measure(&mut self, threads: usize, stop: &AtomicBool) -> Vec<CurvePoint> {
        let games = self.learner.games();
        let model = self.learner.model();
        let mut scores = Vec::new();
        if let Some(plan) = self.run.league {
            let conditions = Conditions { pairs: plan.pairs, seed: self.run.seed, threads };
            let Some(points) = self.scores(&model, games, conditions, stop) else { return Vec::new() };
            scores = points;
        }
        if let Some((plan, anchors)) = &self.ladder {
            let budget = Budget { pairs: plan.pairs, milliseconds: plan.milliseconds };
            let seed = Chance::stream(self.run.seed, "the ladder", games).seed();
            let style = Style::default();
            let player = model.entrant("learner", &style).expect("every player plays by itself");
            let place = Ladder::standard().place_within(&player, anchors, budget, seed, threads, stop);
            let Some(place) = place else { return Vec::new() };
            scores.extend(ladder::points(&place, games));
        }
        let measured = self.learner.measurements();
        let is_new = |gauge: &Gauge| measured.iter().all(|measured| measured.name != gauge.name);
        let gauges = self.learner.gauges().into_iter().filter(is_new).map(|gauge| CurvePoint {
            games,
            name: gauge.name.to_owned(),
            value: gauge.value,
            low: None,
            high: None,
        });
        let points: Vec<_> = scores.into_iter().chain(gauges).collect();
        self.measured.extend_from_slice(&points);
        points
    }

    /// The score in the Othello League, and more where a learner is watched closely. Nothing if it was stopped.
    fn scores(
        &self,
        model: &Model,
        games: u64,
        conditions: Conditions,
        stop: &AtomicBool,
    ) -> Option<Vec<CurvePoint>> {
        let league = league::measure(model, games, conditions, stop)?;
        let mut points = vec![league.score.point(games)];
        if self.learner.is_watched_closely() {
            let random = league::against_random(model, games, conditions, stop)?;
            points.push(random.score.point_of(league::RANDOM_CURVE, games));
            let name = league::WIPED_OUT_CURVE.to_owned();
            points.push(CurvePoint { games, name, value: league.wiped_out, low: None, high: None });
            let player = model.entrant("learner", &Style::plies(1)).ok();
            let asked = player.and_then(|player| SuiteResult::of(&player).ok());
            let loss = asked.and_then(|result| result.mean_loss());
            points.extend(loss.map(|(value, Interval { low, high })| CurvePoint {
                games,
                name: endgames::CURVE.to_owned(),
                value,
                low: Some(low),
                high: Some(high),
            }));
        }
        Some(points)
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
    fn a_place_on_the_ladder_is_the_same_however_often_it_is_stopped() {
        let (_place, store) = store();
        let named = |name: &str| Some(name.parse::<RunId>().expect("a name"));
        let plan = LadderPlan { every: 40, pairs: 20, milliseconds: 1e9, share: 0.3 };
        let new = NewRun { league: None, ..new_run(100) };
        let start = |name| {
            Training::start(&store, named(name), &new).expect("begun").on_the_ladder(plan).expect("planned")
        };
        let whole = start("whole");
        let mut spent = Spent::default();
        let watch = |progress: &Progress<'_>| spent = progress.spent;
        whole.learn(Cadence::Usual, 1, &AtomicBool::new(false), watch).expect("learned");
        assert!(spent.learning > 0.0 && spent.measuring > 0.0, "{spent:?}");
        let mut training = start("parts");
        loop {
            let stop = AtomicBool::new(false);
            let begun_at = training.learner().games();
            let watch = |progress: &Progress<'_>| {
                stop.store(progress.learner.games() >= begun_at + 30, Ordering::Relaxed);
            };
            let (ending, _) = training.learn(Cadence::Usual, 2, &stop, watch).expect("learned");
            if ending == Ending::Finished {
                break;
            }
            training = Training::resume(&store, "parts").expect("resumed");
        }
        let curve =
            |name: &str| crate::learning_curve::curve(&store, &name.parse().expect("a name")).expect("read");
        let whole: Vec<_> =
            curve("whole").into_iter().map(|one| (one.games, one.elo, one.low, one.rests_on)).collect();
        let parts: Vec<_> =
            curve("parts").into_iter().map(|one| (one.games, one.elo, one.low, one.rests_on)).collect();
        assert_eq!(whole, parts);
        assert_eq!(whole.iter().map(|point| point.0).collect::<Vec<_>>(), [0, 40, 80, 100]);
        assert!(whole.iter().all(|(_, elo, low, games)| low < elo && *games >= Some(40)), "{whole:?}");
        // What is on the curve can be looked at and played: no point is without its checkpoint.
        assert!(curve("whole").iter().all(|point| point.seconds.is_some()));
    }

    #[test]
    fn a_fork_goes_on_to_the_same_bits_and_another_recipe_goes_elsewhere() {
        let (_place, store) = store();
        let named = |name: &str| Some(name.parse::<RunId>().expect("a name"));
        let never = AtomicBool::new(false);
        let new = NewRun { league: None, ..new_run(60) };
        let (_, whole) = Training::start(&store, named("whole"), &new)
            .expect("begun")
            .learn(Cadence::Lessons(20), 1, &never, |_| {})
            .expect("learned");
        let parent = store.run("whole").expect("asked").expect("there");
        let half = store.checkpoint_at(&parent.id, 40).expect("asked").expect("kept");
        let fork = |name: &str, new: &NewRun| {
            let fork = Training::fork(&store, named(name), new, &parent, &half).expect("forked");
            assert_eq!(fork.learner().games(), 40);
            fork.learn(Cadence::Usual, 1, &never, |_| {}).expect("learned").1
        };
        assert_eq!(fork("same", &new), whole);
        let changed = recipes::read("td", "games = 60\nalpha = 0.5", &[]).expect("a recipe");
        assert_ne!(fork("changed", &NewRun { recipe: changed, ..new.clone() }), whole);
        let origin = store.fork_of(&"same".parse().expect("a name")).expect("asked").expect("noted");
        assert_eq!((origin.parent.as_str(), origin.games), ("whole", 40));
    }

    /// A learner that gets better evenly: lesson n has n games, and what it measures is a line over games. Nothing is
    /// measured in its first three lessons.
    struct Linear {
        lessons: u64,
    }

    impl Linear {
        fn games_after(lessons: u64) -> u64 {
            lessons * (lessons + 1) / 2
        }
    }

    const LINEAR_LESSONS: u64 = 40;

    impl Learner for Linear {
        fn schedule(&self) -> outflank_learn::Schedule {
            outflank_learn::Schedule { done: self.lessons, total: LINEAR_LESSONS }
        }

        fn learn_unless(&mut self, _: &AtomicBool, _: usize) -> Result<(), outflank_engine::Stopped> {
            self.lessons += 1;
            Ok(())
        }

        fn games(&self) -> u64 {
            Self::games_after(self.lessons)
        }

        fn games_in_all(&self) -> Option<u64> {
            Some(Self::games_after(LINEAR_LESSONS))
        }

        fn gauges(&self) -> Vec<Gauge> {
            let gauge = Gauge { name: "skill", value: 100.0 + 0.5 * self.games() as f64 };
            if self.lessons > 3 { vec![gauge] } else { Vec::new() }
        }

        fn model(&self) -> Model {
            Model::Td(outflank_learn::td::Model::new([0.0; 64], 0.0))
        }

        fn snapshot(&self) -> outflank_learn::Tensors {
            outflank_learn::Tensors::new()
        }

        fn restore(&mut self, _: &outflank_learn::Tensors) -> Result<(), outflank_learn::TensorsError> {
            Ok(())
        }
    }

    #[test]
    fn a_learner_that_gets_better_evenly_is_drawn_as_a_line() {
        let (_place, store) = store();
        let run = "linear".parse::<RunId>().expect("a name");
        let mut training = Training::start(&store, Some(run.clone()), &new_run(10)).expect("begun");
        let learner = Linear { lessons: 0 };
        // Every fifth of forty lessons: eight measurements and the first, however many games lessons have.
        let plan = crate::LeaguePlan { every: 5, pairs: 1 };
        training.spread = Spread::new(plan.every, &learner);
        training.run.league = Some(plan);
        training.learner = Box::new(learner);
        training.learn(Cadence::Usual, 1, &AtomicBool::new(false), |_| {}).expect("learned");
        let points = store.curves(&run).expect("read");
        let skill: Vec<&CurvePoint> = points.iter().filter(|point| point.name == "skill").collect();
        // Nothing that was not measured: no 0 in the beginning.
        assert!(skill.iter().all(|point| point.value == 100.0 + 0.5 * point.games as f64), "{skill:?}");
        let games: Vec<u64> =
            points.iter().filter(|point| point.name == league::CURVE).map(|point| point.games).collect();
        let total = Linear::games_after(LINEAR_LESSONS);
        assert_eq!((games.first(), games.last()), (Some(&0), Some(&total)));
        assert_eq!(games.len(), 9, "{games:?}");
        // Spread evenly over games: no two are farther apart than a step and the longest lesson.
        let farthest = games.windows(2).map(|two| two[1] - two[0]).max().expect("some");
        let nearest = games.windows(2).map(|two| two[1] - two[0]).min().expect("some");
        assert!(farthest <= total / 8 + LINEAR_LESSONS && nearest >= total / 8 - LINEAR_LESSONS, "{games:?}");
        // The picture: the points lie on one straight line, as far apart as their games are.
        let section = crate::view::of_curves(&points).expect("numbers");
        let json = serde_json::to_value(&section).expect("a section");
        let figure = json["blocks"]
            .as_array()
            .and_then(|blocks| blocks.iter().find(|block| block["content"]["name"] == "skill"))
            .expect("a figure");
        let drawn = figure["content"]["plot"]["series"][0]["points"].as_array().expect("points");
        assert_eq!(drawn.len(), skill.len());
        for (point, measured) in drawn.iter().zip(&skill) {
            assert_eq!(point["x"].as_f64(), Some(measured.games as f64));
            assert_eq!(point["y"].as_f64(), Some(100.0 + 0.5 * measured.games as f64));
        }
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
