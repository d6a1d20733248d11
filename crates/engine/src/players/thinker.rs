//! A player that searches until a limit of depth, nodes or time.

use std::sync::Arc;

use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Game, Moves, with_kernel};

use crate::search::{Limits, Table, deepen};
use crate::{Chance, Choice, Clock, Forfeit, Player};
use outflank_value::Evaluator;

/// Iterative deepening with an evaluator and a table that lasts from move to move.
pub struct Thinker<E> {
    evaluator: Arc<E>,
    limits: Limits,
    clock: Option<Clock>,
    table: Table,
    kernel: Available,
}

impl<E: Evaluator> Thinker<E> {
    /// A player with these limits for each move.
    pub fn new(evaluator: Arc<E>, limits: Limits) -> Self {
        Self { evaluator, limits, clock: None, table: Table::new(16), kernel: Available::best() }
    }
}

impl<E: Evaluator> Player for Thinker<E> {
    fn choose(&mut self, game: &Game, moves: Moves, _: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        let mut limits = self.limits;
        if let Some(clock) = self.clock {
            // The last moves are quick, and some are passes of the other side.
            let share = clock.share(board.position.empties().count().div_ceil(2)) * 9 / 10;
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        with_kernel!(self.kernel, |kernel| {
            let thought = deepen(kernel, &*self.evaluator, board, moves, &limits, None, &mut self.table);
            let placement = kernel.placement(board.position, thought.square).expect("a legal move");
            Ok(Choice { placement, score: Some(thought.score) })
        })
    }

    fn begin(&mut self) {
        self.table.clear();
        self.clock = None;
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.clock = Some(clock);
    }
}
