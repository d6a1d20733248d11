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

fn solved(mut solve: impl FnMut(Position) -> Solution) -> Vec<u64> {
    boards(45).map(|board| solve(board.position).nodes).collect()
}

#[test]
fn endgames_take_as_many_nodes_as_before() {
    let solver = || Solver::new(TableSize::mebibytes(1)).with_threads(NonZeroUsize::MIN);
    let (mut exact, mut outcome) = (solver(), solver());
    let mut ordered = solver().ordered_by(Scaled::by_spread(Arc::new(PieceCounter::swh())));
    let found = [
        solved(|position| exact.solve(position, Goal::Exact, &Limits::default())),
        solved(|position| outcome.solve(position, Goal::Outcome, &Limits::default())),
        solved(|position| ordered.solve(position, Goal::Exact, &Limits::default())),
    ];
    let before = [
        [130_156, 45_252, 160_377, 166_262, 21_656, 26_931],
        [91, 42_361, 26_800, 747, 4_213, 21_047],
        [186_384, 82_952, 206_888, 176_812, 27_814, 39_413],
    ];
    assert_eq!(found, before);
}

fn thought(plan: &Plan, plies: u32) -> Vec<u64> {
    let judge = Scaled::by_spread(Arc::new(PieceCounter::swh()));
    // Wider for deeper searches, and for shallower ones to the end.
    let deviations = |count: u32| {
        (0..count).map(|depth| Deviation { bias: 0.5, sigma: 2.0 + 0.5 * f64::from(depth) }).collect()
    };
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
    let found = [thought(&Plan::plies(6), 20), thought(&Plan { lines: 3, ..Plan::plies(4) }, 30)];
    let before = [[16_187, 1_902, 7_171, 11_641, 8_405, 7_770], [3_101, 1_938, 2_041, 1_779, 1_660, 2_712]];
    assert_eq!(found, before);
}

#[test]
fn probable_cuts_take_as_many_nodes_as_before() {
    let selective = Plan { confidence: Confidence::LEAST, ..Plan::plies(9) };
    let to_the_end = Plan { to_the_end: 18, exact: 12, ..selective };
    let found = [thought(&selective, 20), thought(&to_the_end, 44)];
    let before = [
        [197_469, 16_498, 120_431, 74_105, 41_766, 31_734],
        [29_895, 55_641, 51_529, 71_868, 180_367, 189_639],
    ];
    assert_eq!(found, before);
}
