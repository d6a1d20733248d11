//! What a search would play, and how sure it is.

use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::midgame::{Engine, Origin};
use outflank_engine::{Level, Limits, TableSize, knowledge};
use outflank_rules::{Board, Margin, Moves, Outcome, Square};

/// From so many empty squares on the end is solved, in about a second at most.
const SOLVED: u32 = 18;
/// What a search may look at: nodes instead of time, so that the hint is the same every time. About a second's worth.
const NODES: u64 = 2_000_000;
/// The same for the solver, whose nodes are smaller.
const SOLVER_NODES: u64 = 30_000_000;

/// A hint for the side to move, in a sentence.
pub fn hint(board: Board, moves: Moves) -> String {
    exact(board).unwrap_or_else(|| estimate(board, moves))
}

/// The best move for certain, where the end is near enough.
fn exact(board: Board) -> Option<String> {
    if board.position.empties().count() > SOLVED {
        return None;
    }
    let limits = Limits { nodes: Some(SOLVER_NODES), ..Limits::default() };
    let solution = Solver::new(TableSize::mebibytes(16)).solve(board.position, Goal::Exact, &limits);
    let (Verdict::Exact(margin), Some(square)) = (solution.verdict, solution.best_move()) else {
        return None;
    };
    Some(solved(square, margin))
}

fn solved(square: Square, margin: Margin) -> String {
    let end = match margin.outcome() {
        Outcome::Win => format!("you win by {}", margin.discs()),
        Outcome::Draw => "it is a draw".to_owned(),
        Outcome::Loss => format!("you lose by {}", -margin.discs()),
    };
    format!("Hint: {square}. Solved to the end: {end} if both sides play their best.")
}

/// A good move, as far as a search can see.
fn estimate(board: Board, moves: Moves) -> String {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let engine = Engine::new(knowledge::judge(), TableSize::mebibytes(16));
    let mut engine = engine.unwrap_or_else(|error| panic!("{error}")).with_probcut(knowledge::probcut());
    let thought = engine.think(board, moves, &Level::MOST.plan(), &limits);
    let best = thought.best();
    let square = best.placement.square();
    match best.origin {
        Origin::Exact(margin) => solved(square, margin),
        Origin::Searched { plies, .. } => {
            let error = knowledge::errors().usual(board.position.empties().count(), plies);
            format!(
                "Hint: {square}. An estimate {plies} plies ahead, with cuts that are not quite sure: {:+.1} ± {error:.0} discs for you.",
                best.value.discs()
            )
        }
        Origin::End { .. } => {
            format!(
                "Hint: {square}. Searched to the end, not quite for sure: {:+.0} discs for you.",
                best.value.discs()
            )
        }
    }
}
