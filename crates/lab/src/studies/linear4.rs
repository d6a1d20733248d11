//! The study of `linear4` and of the extensions that its document plans: trainings, meetings, and the report.

mod report;
mod results;

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use outflank_arena::{Contest, Entrant, Seat, Style, play_alone};
use outflank_engine::Chance;
use outflank_engine::players::Random;
use outflank_learn::linear4;
use outflank_learn::linear4::study::{Contender, Group, Meeting, Plan};
use outflank_learn::{Model, Scale, Tensor, Tensors};
use outflank_rules::{Game, GameRecord, Outcome};
use outflank_value::PieceCounter;
use serde::{Deserialize, Serialize};

use crate::report::{Report, ReportError};
use crate::studies::{Provenance, Replication};
use crate::study::{Desk, Study, TaskError};
use crate::{LeaguePlan, Store};
use results::Results;

/// What is kept of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Trained {
    system: String,
    /// Name, shape and values of everything that was learned.
    tensors: Vec<(String, Vec<usize>, Vec<f64>)>,
    /// Games learned, what was measured then, and how much it was.
    curve: Vec<(u64, String, f64)>,
}

impl Trained {
    fn new(model: &Model, curve: Vec<(u64, String, f64)>) -> Self {
        let tensor =
            |(name, tensor): (&str, &Tensor)| (name.to_owned(), tensor.shape.clone(), tensor.values.to_vec());
        Self {
            system: model.system().to_owned(),
            tensors: model.tensors().iter().map(tensor).collect(),
            curve,
        }
    }

    fn model(&self) -> Result<Model, TaskError> {
        let mut tensors = Tensors::new();
        for (name, shape, values) in &self.tensors {
            tensors.insert(name, Tensor::shaped(shape.clone(), values.clone()));
        }
        Model::from_tensors(&self.system, &tensors).map_err(TaskError::failed)
    }
}

/// Games won, drawn and lost by one replica of the first player of a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
}

/// The experiments of the document at some scale.
pub struct Linear4 {
    plan: Plan,
}

impl Linear4 {
    /// The experiments at this scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        Self { plan: Plan::new(scale, seed) }
    }
}

impl Replication for Linear4 {
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
fn training_key(group: Group, replica: usize) -> String {
    format!("train/{group}/{replica}")
}

/// The key of a meeting's result.
fn meeting_key(meeting: Meeting) -> String {
    format!("play/{meeting}")
}

/// The key of how long games are and how many moves there are to choose from.
const LENGTH: &str = "length";

/// All tasks of a plan.
fn study(plan: &Plan, name: &str, program: &str) -> Study<'static> {
    let mut study = Study::new(name, program);
    for group in plan.groups() {
        let recipe = plan.recipe(group);
        for replica in 0..plan.replicas_of(group) {
            let (recipe, seed) = (recipe.clone(), plan.seed_of(replica));
            // Twenty points make a curve. Only that of the final agent is in the document.
            let measured = (group == Group::FINAL)
                .then(|| LeaguePlan { every: (plan.games() / 20).max(1), pairs: plan.pairs });
            study.task(training_key(group, replica), &[], move |desk| {
                let taught = desk.train(None, &recipe, seed, measured)?;
                let curve = taught.curve.into_iter().map(|point| (point.games, point.name, point.value));
                Ok(Trained::new(&taught.model, curve.collect()))
            });
        }
    }
    for meeting in plan.meetings() {
        let replicas = plan.replicas_in(meeting);
        let mut needs: Vec<String> = [meeting.first, meeting.second]
            .into_iter()
            .filter_map(Contender::group)
            .flat_map(|group| (0..replicas).map(move |replica| training_key(group, replica)))
            .collect();
        needs.sort();
        needs.dedup();
        let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
        let plan = plan.clone();
        study.task(meeting_key(meeting), &needs, move |desk| meet(desk, &plan, meeting, replicas));
    }
    let seed = plan.seed;
    study.task(LENGTH, &[], move |_| Ok(length(seed)));
    study
}

/// A contender of some replica.
fn seat(desk: &Desk<'_>, contender: Contender, replica: usize) -> Result<Entrant, TaskError> {
    let trained = |group| desk.input::<Trained>(&training_key(group, replica))?.model();
    let name = contender.to_string();
    Ok(match contender {
        Contender::Trained(group, plies) => {
            trained(group)?.entrant(&name, &Style::plies(plies)).map_err(TaskError::failed)?
        }
        Contender::Benchmark(benchmark) => benchmark.entrant(),
        Contender::ValueMatrix => Style::plies(1).entrant(&name, PieceCounter::document_matrix()),
        Contender::LearnedMatrix => {
            let model = linear4::Model::try_from(trained(Contender::LEARNED)?).map_err(TaskError::failed)?;
            Style::plies(1).entrant(&name, model.matrix().clone())
        }
    })
}

/// Plays a meeting, replica by replica.
fn meet(desk: &Desk<'_>, plan: &Plan, meeting: Meeting, replicas: usize) -> Result<Vec<Tally>, TaskError> {
    let mut tallies = Vec::with_capacity(replicas);
    for replica in 0..replicas {
        let (first, second) = (seat(desk, meeting.first, replica)?, seat(desk, meeting.second, replica)?);
        let seed = plan.seed_of(replica);
        let openings: Vec<GameRecord> = (0..plan.pairs)
            .map(|pair| opening(Chance::stream(seed, "linear4 study opening", pair), plan.opening_plies))
            .collect();
        let seed = Chance::stream(seed, &meeting_key(meeting), 0).seed();
        let mut tally = Tally::default();
        let contest = Contest {
            first: &first,
            second: &second,
            openings: &openings,
            pairs: plan.pairs,
            seed,
            threads: 1,
        };
        contest.run(desk.stop(), |pair| {
            for outcome in pair.outcomes() {
                match outcome {
                    Outcome::Win => tally.wins += 1,
                    Outcome::Draw => tally.draws += 1,
                    Outcome::Loss => tally.losses += 1,
                }
            }
            ControlFlow::Continue(())
        });
        if desk.stop().load(Ordering::Relaxed) {
            return Err(TaskError::Stopped);
        }
        tallies.push(tally);
        desk.tell((replica + 1) as f64 / replicas as f64);
    }
    Ok(tallies)
}

/// So many random plies.
fn opening(mut chance: Chance, plies: u32) -> GameRecord {
    let mut game = Game::new();
    for _ in 0..plies {
        let moves = game.board().position.moves().into_iter().collect::<Vec<_>>();
        let square = moves[chance.below(moves.len() as u32) as usize];
        game.play(square).expect("nobody has to pass so early");
    }
    game.record()
}

/// Moves to choose from and moves in a game, in games of random moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Length {
    /// The mean number of legal moves, block by block of games.
    branching: [f64; 10],
    /// The mean number of moves of both sides in a game, block by block.
    turns: [f64; 10],
}

/// Random games, a hundred in a block.
fn length(seed: u64) -> Length {
    let mut length = Length { branching: [0.0; 10], turns: [0.0; 10] };
    for block in 0..10 {
        let (mut moves, mut turns) = (0, 0);
        for number in 0..100 {
            let chance = Chance::stream(seed, "linear4 study length", block as u64 * 100 + number);
            let played = play_alone(Game::new(), Seat { player: &mut Random::new(), chance });
            for (board, ply) in played.game.history() {
                if ply.square().is_some() {
                    moves += board.position.moves().count();
                    turns += 1;
                }
            }
        }
        length.branching[block] = f64::from(moves) / f64::from(turns);
        length.turns[block] = f64::from(turns) / 100.0;
    }
    length
}
