//! What searches cost: the nodes of fixed searches on one thread, the same with every kernel. The order of moves, the
//! table and the cuts change no value; they show here. Whoever changes them changes these numbers, and says so.

mod positions;

use std::num::NonZeroUsize;
use std::sync::Arc;

use outflank_engine::endgame::{Goal, Solution, Solver};
use outflank_engine::midgame::{Deviation, Engine, Plan, ProbCut, Scaled};
use outflank_engine::{Confidence, Limits, TableSize};
use outflank_rules::{Board, Position, Turn};
use outflank_value::PieceCounter;
use positions::after_random_plies;

/// Boards after so many random plies on which there is a move.
fn boards(plies: u32) -> impl Iterator<Item = Board> {
    let boards = (0..).map(move |number| after_random_plies(number, plies));
    boards.filter(|board| matches!(board.turn(), Turn::Play(_))).take(6)
}

fn solved(goal: Goal, mut solve: impl FnMut(Position, Goal) -> Solution) -> Vec<u64> {
    boards(45).map(|board| solve(board.position, goal).nodes).collect()
}

#[test]
fn endgames_take_as_many_nodes_as_before() {
    let solver = || Solver::new(TableSize::mebibytes(1)).with_threads(NonZeroUsize::MIN);
    for (goal, nodes) in [(Goal::Exact, [0; 6]), (Goal::Outcome, [0; 6])] {
        let mut solver = solver();
        assert_eq!(solved(goal, |position, goal| solver.solve(position, goal, &Limits::default())), nodes);
    }
    let mut solver = solver().ordered_by(Scaled::by_spread(Arc::new(PieceCounter::swh())));
    let found = solved(Goal::Exact, |position, goal| solver.solve(position, goal, &Limits::default()));
    assert_eq!(found, [0; 6]);
}

fn thought(plan: &Plan, plies: u32) -> Vec<u64> {
    let judge = Scaled::by_spread(Arc::new(PieceCounter::swh()));
    // Wider for deeper searches, and for shallower ones to the end.
    let deviations =
        |count: u32| (0..count).map(|depth| Deviation { bias: 0.5, sigma: 2.0 + 0.5 * f64::from(depth) }).collect();
    let probcut = ProbCut::new(vec![deviations(7); 6], deviations(9));
    let engine = Engine::new(judge, TableSize::mebibytes(1)).expect("a mebibyte");
    let mut engine = engine.with_probcut(probcut).with_threads(NonZeroUsize::MIN);
    let nodes = |board: Board| match board.turn() {
        Turn::Play(moves) => engine.think(board, moves, plan, &Limits::default()).nodes,
        Turn::Pass | Turn::Over(_) => 0,
    };
    boards(plies).map(nodes).collect()
}

#[test]
fn midgames_take_as_many_nodes_as_before() {
    assert_eq!(thought(&Plan::plies(6), 20), [0]);
    assert_eq!(thought(&Plan { lines: 3, ..Plan::plies(4) }, 30), [0]);
}

#[test]
fn probable_cuts_take_as_many_nodes_as_before() {
    let selective = Plan { confidence: Confidence::LEAST, ..Plan::plies(9) };
    assert_eq!(thought(&selective, 20), [0]);
    assert_eq!(thought(&Plan { to_the_end: 18, exact: 12, ..selective }, 44), [0]);
}
