//! What an Edgar is measured by: its teachers, the panel, the yardsticks and the Othello League.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use outflank_arena::{Contest, Entrant, PlayerSpec, Style, openings};
use outflank_engine::Chance;
use outflank_learn::edgar::{Model, Teacher};
use outflank_rules::GameRecord;

use super::plan::{Plan, Training, Variant};
use crate::study::{Desk, TaskError};
use crate::{PlayerRegistry, league};

/// Points a game, by opponent.
pub(super) type Measured = BTreeMap<String, f64>;

/// The score against SWH with random moves on both sides.
pub(super) const LEAGUE: &str = "Othello League";

/// Who stands for the strong opponents that the document does not name.
pub(super) const PANEL: [&str; 2] = ["korman:depth=3", "swh:depth=2"];

/// The players that need no learning, at one ply.
pub(super) const YARDSTICKS: [&str; 8] =
    ["random", "greedy", "swh", "korman", "edgar-table", "norvig", "document-matrix", "four-features"];

/// Plies drawn at random before games with the panel and the yardsticks, which draw nothing themselves.
const DRAWN_PLIES: usize = 7;

/// When it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    OnTheWay,
    End,
}

/// How a teacher is called among the opponents.
pub(super) fn teacher(teacher: Teacher) -> String {
    format!("teacher: {teacher}")
}

/// Plays all that is due on an occasion.
pub(super) fn measure(
    desk: &Desk<'_>,
    plan: &Plan,
    training: Training,
    model: &Model,
    noise: f64,
    lessons: u64,
    occasion: Occasion,
) -> Result<Measured, TaskError> {
    let entrant = |style: &Style| model.entrant("edgar", style).map_err(TaskError::failed);
    let (edgar, league_style) =
        (entrant(&Style::plies(1))?, Style { epsilon: league::EPSILON, ..Style::plies(1) });
    let pairs = match occasion {
        Occasion::OnTheWay => plan.pairs,
        Occasion::End => plan.last_pairs,
    };
    // Games of their own for each Edgar and each occasion.
    let purpose = format!("{} {}", training.key(), lessons);
    let play = |first: &Entrant, second: &Entrant, opponent: &str, starts: &[GameRecord], pairs: u64| {
        let seed = Chance::stream(plan.seed, &format!("{purpose} {opponent}"), 0).seed();
        let contest = Contest { first, second, openings: starts, pairs, seed, threads: 1 };
        let mut points = 0.0;
        contest.run(desk.stop(), |pair| {
            points += pair.points_of_first();
            ControlFlow::Continue(())
        });
        match desk.stop().load(Ordering::Relaxed) {
            true => Err(TaskError::Stopped),
            false => Ok(points / (2 * pairs) as f64),
        }
    };

    let mut measured = Measured::new();
    let known = Arc::new(model.clone());
    for kind in Teacher::ALL {
        let name = teacher(kind);
        let score = play(&edgar, &kind.entrant(&known, noise), &name, &[], pairs)?;
        measured.insert(name, score);
    }
    let swh = spec("swh")?.with_epsilon(league::EPSILON).map_err(TaskError::failed)?;
    let score = play(&entrant(&league_style)?, &seat(&swh)?, LEAGUE, &[], 2 * pairs)?;
    measured.insert(LEAGUE.to_owned(), score);

    // The others cost more: on the way they are for one curve only.
    let others: Vec<&str> = match (occasion, training.variant) {
        (Occasion::End, _) => PANEL.into_iter().chain(YARDSTICKS).collect(),
        (Occasion::OnTheWay, Variant::Ours) => PANEL.to_vec(),
        (Occasion::OnTheWay, _) => Vec::new(),
    };
    let starts = openings::drawn(pairs as usize, DRAWN_PLIES, plan.seed);
    for name in others {
        measured.insert(name.to_owned(), play(&edgar, &seat(&spec(name)?)?, name, &starts, pairs)?);
    }
    Ok(measured)
}

fn spec(name: &str) -> Result<PlayerSpec, TaskError> {
    name.parse().map_err(TaskError::failed)
}

fn seat(spec: &PlayerSpec) -> Result<Entrant, TaskError> {
    spec.entrant(&PlayerRegistry::new(None)).map_err(TaskError::failed)
}
