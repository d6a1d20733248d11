//! The study of `td`: trainings, leagues, and the report.

mod report;
mod results;

use std::ops::ControlFlow;

use outflank_arena::{Contest, Entrant, Style};
use outflank_engine::Chance;
use outflank_learn::td::Model;
use outflank_learn::td::study::{Cell, Opponent, Plan, Points, Training};
use outflank_learn::{Recipe, Scale};
use outflank_value::PieceCounter;
use serde::{Deserialize, Serialize};

use crate::report::{Report, ReportError};
use crate::studies::{Provenance, Replication};
use crate::study::{Desk, Study, TaskError};
use crate::{LeaguePlan, Store, league};

use results::Results;

/// What is kept of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trained {
    /// The weights, a1 to h8 by rows.
    pub weights: Vec<f64>,
    /// The bias.
    pub bias: f64,
    /// Games learned, and the score in the Othello League after them.
    pub curve: Vec<(u64, f64)>,
}

impl Trained {
    fn model(&self) -> Result<Model, TaskError> {
        let weights = self.weights.as_slice().try_into().map_err(TaskError::failed)?;
        Ok(Model::new(weights, self.bias))
    }
}

/// The experiments of the document at some scale.
pub struct Td {
    plan: Plan,
}

impl Td {
    /// The experiments at this scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        Self { plan: Plan::new(scale, seed) }
    }
}

impl Replication for Td {
    fn study(&self, name: &str, program: &str) -> Study<'static> {
        study(&self.plan, name, program)
    }

    fn report(
        &self,
        study: &Study<'_>,
        store: &Store,
        provenance: &Provenance,
    ) -> Result<Report, ReportError> {
        report::report(&self.plan, &Results::read(&self.plan, study, store)?, provenance)
    }
}

/// The key of a training's result.
fn training_key(training: Training) -> String {
    format!("train/{}/{}", training.group, training.replica)
}

/// The key of a league's result.
fn cell_key(cell: Cell) -> String {
    format!("play/{cell}")
}

/// The key of the number of legal moves.
const BRANCHING: &str = "branching";

/// All tasks of a plan.
fn study(plan: &Plan, name: &str, program: &str) -> Study<'static> {
    let mut study = Study::new(name, program);
    for training in plan.trainings() {
        let recipe = Recipe::Td(plan.recipe(training.group));
        let seed = plan.seed_of(training);
        // Twenty points make a curve; ten players at each make it smooth.
        let measured = LeaguePlan { every: (plan.games / 20).max(1), pairs: 100 };
        study.task(training_key(training), &[], move |desk| train(desk, &recipe, seed, measured));
    }
    for cell in plan.cells() {
        let players = Players { cell, replicas: plan.replicas };
        let needs = players.needs();
        let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
        let seed = plan.seed;
        study.task(cell_key(cell), &needs, move |desk| play(desk, &players, seed));
    }
    let seed = plan.seed;
    study.task(BRANCHING, &[], move |_| Ok(branching(seed)));
    study
}

fn train(desk: &Desk<'_>, recipe: &Recipe, seed: u64, measured: LeaguePlan) -> Result<Trained, TaskError> {
    let taught = desk.train(None, recipe, seed, Some(measured))?;
    let model = Model::try_from(taught.model).map_err(TaskError::failed)?;
    let points = taught.curve.iter().filter(|point| point.name == league::CURVE);
    Ok(Trained {
        weights: model.weights().to_vec(),
        bias: model.bias(),
        curve: points.map(|point| (point.games, point.value)).collect(),
    })
}

/// The players of a league.
struct Players {
    cell: Cell,
    replicas: usize,
}

impl Players {
    /// The keys of one side.
    fn keys(&self, group: outflank_learn::td::study::Group) -> Vec<String> {
        (0..self.replicas).map(|replica| training_key(Training { group, replica })).collect()
    }

    /// The keys of both.
    fn needs(&self) -> Vec<String> {
        let mut needs = self.keys(self.cell.group);
        if let Opponent::Group(group, _) = self.cell.opponent
            && group != self.cell.group
        {
            needs.extend(self.keys(group));
        }
        needs
    }

    /// One side, at its depth of play.
    fn seats(
        &self,
        desk: &Desk<'_>,
        group: outflank_learn::td::study::Group,
        depth: u32,
    ) -> Result<Vec<Entrant>, TaskError> {
        let seat = |key: String| {
            let model = desk.input::<Trained>(&key)?.model()?;
            Ok(Style::plies(depth).entrant(&key, model))
        };
        self.keys(group).into_iter().map(seat).collect()
    }
}

/// Plays a league: two games between every two.
fn play(desk: &Desk<'_>, players: &Players, seed: u64) -> Result<Points, TaskError> {
    let cell = players.cell;
    let rows = players.seats(desk, cell.group, cell.depth)?;
    let columns = match cell.opponent {
        Opponent::Group(group, depth) => players.seats(desk, group, depth)?,
        Opponent::Swh(depth) => vec![Style::plies(depth).entrant("swh", PieceCounter::swh())],
    };
    let mut points = vec![vec![0.0; columns.len()]; rows.len()];
    for (row, first) in rows.iter().enumerate() {
        for (column, second) in columns.iter().enumerate() {
            let game = (row * columns.len() + column) as u64;
            let seed = Chance::stream(seed, &cell_key(cell), game).seed();
            let contest = Contest { first, second, openings: &[], pairs: 1, seed, threads: 1 };
            contest.run(desk.stop(), |pair| {
                points[row][column] = pair.points_of_first();
                ControlFlow::Continue(())
            });
            if desk.stop().load(std::sync::atomic::Ordering::Relaxed) {
                return Err(TaskError::Stopped);
            }
            desk.tell((game + 1) as f64 / (rows.len() * columns.len()) as f64);
        }
    }
    Ok(points)
}

/// The mean number of legal moves in games of SWH against itself with a tenth of the moves at random.
fn branching(seed: u64) -> f64 {
    let style = Style { epsilon: 0.1, ..Style::plies(1) };
    let swh = style.entrant("swh", PieceCounter::swh());
    let contest = Contest { first: &swh, second: &swh, openings: &[], pairs: 500, seed, threads: 1 };
    let (mut moves, mut turns) = (0, 0);
    contest.run(&false.into(), |pair| {
        for game in &pair.games {
            for (board, ply) in game.game.history() {
                if ply.square().is_some() {
                    moves += u64::from(board.position.moves().count());
                    turns += 1;
                }
            }
        }
        ControlFlow::Continue(())
    });
    moves as f64 / f64::from(turns)
}
