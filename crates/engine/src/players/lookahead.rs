//! The players of the learning documents: the best move by minimax to a fixed depth.

use std::sync::Arc;

use outflank_rules::kernel::{Available, Kernel, Work};
use outflank_rules::{Board, Game, Moves, Placement, Position, with_kernel};

use crate::plain::Minimax;
use crate::{Chance, Choice, Forfeit, Player};
use outflank_value::Evaluator;

/// What happens among moves of equal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ties {
    /// One of them is drawn.
    Drawn,
    /// The one with the lowest square is taken.
    First,
}

impl Ties {
    /// One of the moves of a position, all of equal value.
    #[inline(always)]
    pub fn break_among<K: Kernel>(
        self,
        kernel: K,
        position: Position,
        moves: Moves,
        chance: &mut Chance,
    ) -> Placement {
        match self {
            Self::Drawn => chance.draw(kernel, position, moves),
            Self::First => kernel.placement(position, moves.first()).expect("one of the legal moves"),
        }
    }
}

/// Minimax to a depth with an evaluator.
pub struct Lookahead<E> {
    evaluator: Arc<E>,
    depth: u32,
    ties: Ties,
    kernel: Available,
}

impl<E: Evaluator> Lookahead<E> {
    /// Looks this many plies ahead, 1 at least: with 1 it compares what its own moves leave behind.
    pub fn new(evaluator: Arc<E>, depth: u32, ties: Ties) -> Self {
        assert!(depth > 0, "a look-ahead of no ply compares nothing");
        Self { evaluator, depth, ties, kernel: Available::best() }
    }
}

impl<E: Evaluator> Player for Lookahead<E> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        Ok(with_kernel!(self.kernel, |kernel| kernel.enter(Look {
            kernel,
            player: self,
            board,
            moves,
            chance
        })))
    }
}

/// The choice of a move as work for its kernel: with a large evaluator it would be too long for a closure.
struct Look<'a, K, E> {
    kernel: K,
    player: &'a Lookahead<E>,
    board: Board,
    moves: Moves,
    chance: &'a mut Chance,
}

impl<K: Kernel, E: Evaluator> Work<Choice> for Look<'_, K, E> {
    #[inline(always)]
    fn run(self) -> Choice {
        let Self { kernel, player, board, moves, chance } = self;
        let best = Minimax::new(kernel, &*player.evaluator).best_moves(board, moves, player.depth);
        let placement = player.ties.break_among(kernel, board.position, best.moves, chance);
        Choice::best(placement, Some(best.score))
    }
}
