//! How Edgar learns: games against teachers, after each of which all its moves are rewarded or punished.

use std::sync::atomic::AtomicBool;

use outflank_arena::{Ending, Seat, Trajectory, play};
use outflank_engine::players::{Noisy, Ties};
use outflank_engine::{Chance, Stopped};
use outflank_rules::{Color, Game};

use super::climb::{Change, is_better};
use super::{Edgar, MeasuredFrom, Model, Recipe, Teacher};
use crate::stop::{Stoppable, look_at};
use crate::{BeginError, Gauge, Learned, Schedule, System, Tensor, Tensors, TensorsError};

/// Games against teachers.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    /// Games it learned from; those that tried changes of F are not among them.
    lessons: u64,
    model: Model,
    /// Changes of F that were kept.
    kept_changes: u64,
    /// The usual margin of games against each teacher, in the order of [`Teacher::ALL`].
    usual: [f64; 4],
}

/// How much the last game counts in what is usual.
const LAST: f64 = 0.01;

impl Learner {
    /// A learner that knows nothing: T and G are 0.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let model = recipe.beginner();
        Self { recipe, seed, lessons: 0, model, kept_changes: 0, usual: [0.0; 4] }
    }

    /// Who teaches the next game.
    fn teacher(&self) -> Teacher {
        self.recipe.teacher(Chance::stream(self.seed, "edgar teacher", self.lessons).unit())
    }

    /// Plays the next game as one side.
    fn play(&self, color: Color, teacher: Teacher, stop: &AtomicBool) -> Trajectory {
        let stream = |purpose| Chance::stream(self.seed, purpose, self.lessons);
        let mut teacher = teacher.player(&self.model, self.recipe.noise);
        let edgar = Noisy::new(Edgar::new(&self.model, Ties::Drawn), self.recipe.epsilon);
        let mut edgar = Stoppable::new(edgar, stop);
        let edgar = Seat { player: &mut edgar, chance: stream("edgar game") };
        let teacher = Seat { player: &mut teacher, chance: stream("edgar opponent") };
        match color {
            Color::Black => play(Game::new(), edgar, teacher),
            Color::White => play(Game::new(), teacher, edgar),
        }
    }

    /// Rewards or punishes the moves that one side made in a game.
    fn reward(&mut self, game: &Trajectory, color: Color, teacher: Teacher) {
        let margin = margin(game, color);
        let usual = &mut self.usual[teacher as usize];
        let step = |from| match from {
            MeasuredFrom::Draw => self.recipe.rate * margin / 64.0,
            MeasuredFrom::Usual => self.recipe.rate * (margin - *usual) / 64.0,
        };
        let corner_step = if self.recipe.learn_corner { step(self.recipe.corner_from) } else { 0.0 };
        self.model.credit(&game.game, color, self.recipe.times, step(self.recipe.worth_from), corner_step);
        *usual += LAST * (margin - *usual);
    }

    /// The usual margin over all teachers, by their shares.
    fn usual_margin(&self) -> f64 {
        let shares = self.recipe.shares();
        let weighted: f64 = self.usual.iter().zip(shares).map(|(margin, share)| margin * share).sum();
        weighted / shares.iter().sum::<f64>()
    }

    /// Tries a change of F, and keeps it if it does better.
    fn climb(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        let mut chance = Chance::stream(self.seed, "edgar climb", self.lessons);
        let changed = Change::drawn(&self.recipe, &mut chance).applied(&self.model);
        if is_better(&changed, &self.model, &self.recipe, &mut chance, stop, threads)? {
            self.model = changed;
            self.kept_changes += 1;
        }
        Ok(())
    }
}

/// The final difference of discs, as one side sees it; none in a game that was given up.
fn margin(game: &Trajectory, color: Color) -> f64 {
    match game.ending {
        Ending::Counted(tally) => f64::from(color.signed(tally).raw().discs()),
        Ending::Forfeited { .. } => 0.0,
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.lessons, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        // Both colours in turn.
        let color = if self.lessons.is_multiple_of(2) { Color::Black } else { Color::White };
        let teacher = self.teacher();
        let game = self.play(color, teacher, stop);
        look_at(stop)?;
        let climbs =
            self.recipe.climb_every > 0 && (self.lessons + 1).is_multiple_of(self.recipe.climb_every);
        let before = climbs.then(|| (self.model.clone(), self.usual));
        self.reward(&game, color, teacher);
        self.lessons += 1;
        let Some((model, usual)) = before else { return Ok(()) };
        self.climb(stop, threads).inspect_err(|Stopped| {
            (self.model, self.usual) = (model, usual);
            self.lessons -= 1;
        })
    }

    fn games(&self) -> u64 {
        self.lessons + self.recipe.climbs_in(self.lessons) * self.recipe.games_of_climb()
    }

    fn gauges(&self) -> Vec<Gauge> {
        let mut gauges = vec![Gauge { name: "corner", value: self.model.corner() }];
        if self.lessons > 0 {
            gauges.push(Gauge { name: "margin", value: self.usual_margin() });
        }
        if self.recipe.climb_every > 0 {
            gauges.push(Gauge { name: "climbed", value: self.kept_changes as f64 });
        }
        gauges
    }

    fn model(&self) -> crate::Model {
        crate::Model::Edgar(self.model.clone())
    }

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        self.model = Model::try_from(model)?;
        Ok(())
    }

    /// The moves of both sides are rewarded or punished, measured from a draw: nobody knows what is usual among those
    /// who played.
    fn learn_from(&mut self, games: &[Trajectory]) -> Result<(), BeginError> {
        for game in games {
            for color in Color::BOTH {
                let step = self.recipe.rate * margin(game, color) / 64.0;
                let corner_step = if self.recipe.learn_corner { step } else { 0.0 };
                self.model.credit(&game.game, color, self.recipe.times, step, corner_step);
            }
        }
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let mut snapshot = self.model.tensors();
        snapshot.insert("lessons", Tensor::list([self.lessons as f64]));
        snapshot.insert("kept_changes", Tensor::list([self.kept_changes as f64]));
        snapshot.insert("usual", Tensor::list(self.usual));
        snapshot
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let model = Model::from_tensors(snapshot)?;
        let (lessons, kept_changes) = (snapshot.whole("lessons")?, snapshot.whole("kept_changes")?);
        self.usual = snapshot.values("usual", &[4])?.try_into().expect("the shape was checked");
        (self.model, self.lessons, self.kept_changes) = (model, lessons, kept_changes);
        Ok(())
    }
}
