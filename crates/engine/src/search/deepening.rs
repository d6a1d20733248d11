//! Searching one ply deeper after the other until a limit is met.

use std::sync::atomic::AtomicBool;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Moves, Square};

use super::{Limits, Meter, Search, Table};
use outflank_value::{Evaluator, Score};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The best move.
    pub square: Square,
    /// Its value, for the mover.
    pub score: Score,
    /// The last depth that was searched to its end.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// Searches deeper and deeper and returns the result of the last depth that was finished. One ply is
/// always finished, whatever the limits.
pub fn deepen<K: Kernel, E: Evaluator>(
    kernel: K,
    evaluator: &E,
    board: Board,
    moves: Moves,
    limits: &Limits,
    stop: Option<&AtomicBool>,
    table: &mut Table,
) -> Thought {
    let mut search = Search::with_table(kernel, evaluator, table, Meter::new(limits, stop));
    let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, board.position.empties().count().max(1));
    let mut found = None;
    for depth in 1..=deepest {
        let best = search.best_moves(board, moves, depth);
        if search.is_stopped() {
            break;
        }
        found = Some((best, depth));
        if best.score.decided().is_some() {
            break;
        }
    }
    let (best, depth) = found.expect("one ply looks at no node");
    Thought { square: best.moves.first(), score: best.score, depth, nodes: search.nodes() }
}
