//! What a search would play, and how sure it is.

use outflank_engine::endgame::{self, Goal, Solver, TableSize, Verdict};
use outflank_engine::search::{Limits, Table, deepen};
use outflank_rules::{Board, Moves, Outcome, with_kernel};
use outflank_value::PieceCounter;

/// From so many empty squares on the end is solved, in about a second at most.
const SOLVED: u32 = 18;
/// What a search may look at: about a second's worth, and the same hint every time.
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
    let limits = endgame::Limits { nodes: Some(SOLVER_NODES), ..endgame::Limits::default() };
    let solution = Solver::new(TableSize::mebibytes(16)).solve(board.position, Goal::Exact, &limits);
    let (Verdict::Exact(margin), Some(square)) = (solution.verdict, solution.best_move()) else {
        return None;
    };
    let end = match margin.outcome() {
        Outcome::Win => format!("you win by {}", margin.discs()),
        Outcome::Draw => "it is a draw".to_owned(),
        Outcome::Loss => format!("you lose by {}", -margin.discs()),
    };
    Some(format!("Hint: {square}. Solved to the end: {end} if both sides play their best."))
}

/// A good move, as far as a search can see.
fn estimate(board: Board, moves: Moves) -> String {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let thought = with_kernel!(|kernel| {
        deepen(kernel, &PieceCounter::norvig(), board, moves, &limits, None, &mut Table::new(16))
    });
    let (square, score, depth) = (thought.square, thought.score, thought.depth);
    match score.decided() {
        Some(margin) => {
            let end = if margin.discs() > 0 { "a win" } else { "a loss" };
            format!("Hint: {square}. Seen to the end: {end} by {} at least.", margin.discs().abs())
        }
        None => format!(
            "Hint: {square}. An estimate: {score:.0} for you, by Norvig's square weights {depth} plies ahead \
             (a corner is worth 120)."
        ),
    }
}
