//! What an evaluator is.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement, Position, Tally};

use crate::Score;

/// A function that says how good a position is for its mover.
///
/// A search carries a `State` from position to position, so that an evaluator may keep sums up to date
/// instead of computing them anew; one that has nothing to keep uses `()`. Colours come along for those
/// few that need them: everything else must not look at [`Board::mover`].
pub trait Evaluator: Send + Sync {
    /// Whether a value may depend on the colour of the mover. One that does not is shared by both colours.
    const SEES_COLORS: bool = true;

    /// What is kept about a position.
    type State: Copy + Send + Sync;

    /// The state of a position, from nothing.
    fn state<K: Kernel>(&self, kernel: K, board: Board) -> Self::State;

    /// The state after a move on `board`.
    fn after<K: Kernel>(
        &self,
        kernel: K,
        state: Self::State,
        board: Board,
        placement: Placement,
    ) -> Self::State;

    /// The state after a pass on `board`.
    fn passed<K: Kernel>(&self, kernel: K, state: Self::State, board: Board) -> Self::State;

    /// The value of a position with its state, for the mover.
    fn value<K: Kernel>(&self, kernel: K, state: Self::State, board: Board) -> Score;

    /// The value of a finished game, for the side that would move.
    fn end(&self, tally: Tally) -> Score {
        Score::of_end(tally)
    }

    /// The value of a position, from nothing.
    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, board: Board) -> Score {
        self.value(kernel, self.state(kernel, board), board)
    }
}

/// An evaluator that keeps nothing and needs no colours: a plain function of the position.
pub trait Stateless: Send + Sync {
    /// The value of a position, for the mover.
    fn of<K: Kernel>(&self, kernel: K, position: Position) -> Score;
}

impl<S: Stateless> Evaluator for S {
    const SEES_COLORS: bool = false;
    type State = ();

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, _: Board) {}

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, _: (), _: Board, _: Placement) {}

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, _: (), _: Board) {}

    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, _: (), board: Board) -> Score {
        self.of(kernel, board.position)
    }
}
