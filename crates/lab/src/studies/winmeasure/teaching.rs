//! One task of the study: a table is taught, looked into, watched, and made to play the panel.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_arena::{Contest, Entrant, Style};
use outflank_engine::Chance;
use outflank_learn::goodness::Credit;
use outflank_learn::winmeasure::study::{Habits, Plan, Setting, Summary, Teaching, Variant};
use outflank_learn::winmeasure::{FrontEnd, Model};
use outflank_learn::{Model as AnyModel, Recipe};
use outflank_rules::{Color, Game};
use serde::{Deserialize, Serialize};

use super::panel;
use crate::study::{Desk, TaskError};
use crate::{CurvePoint, LeaguePlan};

/// What is kept of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Taught {
    /// What is in it.
    pub summary: Summary,
    /// What its player does.
    pub habits: Habits,
    /// The share of the second player's wins among the decided games against itself, after it was taught.
    pub second_wins: f64,
    /// How it plays, and its score against each member of the panel.
    pub scores: Vec<(String, Vec<f64>)>,
    /// What was measured while it learned: games, name, value.
    pub curve: Vec<(u64, String, f64)>,
}

impl Taught {
    /// The mean score against the panel.
    pub fn panel_score(&self, setting: Setting) -> Option<f64> {
        let (_, scores) = self.scores.iter().find(|(name, _)| *name == setting.to_string())?;
        Some(scores.iter().sum::<f64>() / scores.len() as f64)
    }
}

/// The key of a teaching's result.
pub(super) fn teaching_key(teaching: Teaching) -> String {
    format!("teach/{teaching}")
}

/// The key of the habits of a practised player.
pub(super) const HABITS: &str = "habits/korman";

/// Games against a practised player with which a table can begin.
const PLAYED_FIRST: u64 = 25;

/// Teaches a table and looks at what came of it.
pub(super) fn teach(desk: &Desk<'_>, plan: &Plan, teaching: Teaching) -> Result<Taught, TaskError> {
    let recipe = plan.recipe(teaching.variant);
    let seed = plan.seed_of(teaching);
    // Every tenth of a burst; few games each, for the score against SWH is shown beside and decides nothing.
    let measured = Some(LeaguePlan { every: (plan.games / 10).max(1), pairs: 50 });
    let any = Recipe::Winmeasure(recipe.clone());
    let taught = match teaching.variant {
        Variant::PlayedFirst => {
            let model = played_first(recipe.model(), recipe.credit, seed)?;
            desk.train_from(AnyModel::Winmeasure(model), &any, seed, measured)?
        }
        _ => desk.train(None, &any, seed, measured)?,
    };
    let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
    let itself = model.entrant("winmeasure", &Style::default()).map_err(TaskError::failed)?;
    let mut habits = Habits::default();
    let (mut second, mut decided) = (0.0, 0.0);
    games(desk, &itself, &itself, plan.watched_pairs, Chance::stream(seed, "watched", 0).seed(), |game| {
        habits.watch(game, Some(&model));
        let discs = |color| game.board().discs(color).count();
        decided += f64::from(u8::from(discs(Color::White) != discs(Color::Black)));
        second += f64::from(u8::from(discs(Color::White) > discs(Color::Black)));
    })?;
    let mut scores = Vec::new();
    for setting in plan.settings(teaching.variant) {
        scores.push((setting.to_string(), against_panel(desk, plan, &model, setting, seed)?));
    }
    let point = |point: &CurvePoint| (point.games, point.name.clone(), point.value);
    Ok(Taught {
        summary: Summary::of(&model),
        habits,
        second_wins: if decided > 0.0 { second / decided } else { 0.5 },
        scores,
        curve: taught.curve.iter().map(point).collect(),
    })
}

/// A table after some games against a practised player, whose moves teach as those of the table do.
fn played_first(mut model: Model, credit: Credit, seed: u64) -> Result<Model, TaskError> {
    let practised = &panel()?[0];
    for number in 0..PLAYED_FIRST {
        let learner = model.entrant("winmeasure", &Style::default()).map_err(TaskError::failed)?;
        let (black, white) = if number % 2 == 0 { (&learner, practised) } else { (practised, &learner) };
        let chance = |purpose| Chance::stream(seed, purpose, number);
        let played = outflank_arena::play(
            Game::new(),
            outflank_arena::Seat { player: &mut *black.seat(), chance: chance("played first, Black") },
            outflank_arena::Seat { player: &mut *white.seat(), chance: chance("played first, White") },
        );
        for side in Color::BOTH {
            model.teach_game(&played.game, side, credit);
        }
    }
    Ok(model)
}

/// The scores of a table against each member of the panel.
fn against_panel(
    desk: &Desk<'_>,
    plan: &Plan,
    model: &Model,
    setting: Setting,
    seed: u64,
) -> Result<Vec<f64>, TaskError> {
    let (front_end, exact) = match setting {
        Setting::AsTaught => (model.front_end, None),
        Setting::Lookahead(empties) => (model.front_end, Some(empties)),
        Setting::FrontEnd => (FrontEnd::Corners, None),
    };
    let mut model = model.clone();
    model.front_end = front_end;
    let style = Style { exact, ..Style::default() };
    let player = model.entrant("winmeasure", &style).map_err(TaskError::failed)?;
    let pairs = plan.pairs_of(setting);
    let mut scores = Vec::new();
    for (number, member) in (0..).zip(panel()?) {
        let contest = Contest {
            first: &player,
            second: &member,
            openings: &[],
            pairs,
            seed: Chance::stream(seed, &format!("panel {setting}"), number).seed(),
            threads: 1,
        };
        let mut points = 0.0;
        contest.run(desk.stop(), |pair| {
            points += pair.points_of_first();
            ControlFlow::Continue(())
        });
        if desk.stop().load(Ordering::Relaxed) {
            return Err(TaskError::Stopped);
        }
        scores.push(points / (2 * pairs) as f64);
    }
    Ok(scores)
}

/// Plays games and watches them.
fn games(
    desk: &Desk<'_>,
    first: &Entrant,
    second: &Entrant,
    pairs: u64,
    seed: u64,
    mut watch: impl FnMut(&Game),
) -> Result<(), TaskError> {
    let contest = Contest { first, second, openings: &[], pairs, seed, threads: 1 };
    contest.run(desk.stop(), |pair| {
        pair.games.iter().for_each(|played| watch(&played.game));
        ControlFlow::Continue(())
    });
    if desk.stop().load(Ordering::Relaxed) { Err(TaskError::Stopped) } else { Ok(()) }
}

/// What the first member of the panel does in games against itself, to compare habits with.
pub(super) fn korman_habits(plan: &Plan) -> Result<Habits, TaskError> {
    let korman = &panel()?[0];
    let contest = Contest {
        first: korman,
        second: korman,
        openings: &[],
        pairs: plan.watched_pairs,
        seed: plan.seed,
        threads: 1,
    };
    let mut habits = Habits::default();
    contest.run(&false.into(), |pair| {
        pair.games.iter().for_each(|played| habits.watch(&played.game, None));
        ControlFlow::Continue(())
    });
    Ok(habits)
}
