//! The contract between play and learning: which features of a position are active, and by how much.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement};

/// Features of positions, numbered from 0, each with a weight in whoever adds them up.
///
/// What is known about a position is a `State` that is kept move by move; features that have nothing to keep use
/// `()`. Everything is seen by the mover. Play adds up weights with [`sum`](Self::sum), learning changes the
/// weights of what is [`active`](Self::active): both see the same features, by construction.
pub trait Features: Send + Sync {
    /// What is kept about a position.
    type State: Copy + Send + Sync;

    /// How many features there are.
    fn count(&self) -> usize;

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

    /// Calls `each` with the number and the amount of every feature that is active. A feature may come more than
    /// once: its amounts add up.
    fn active<K: Kernel>(&self, kernel: K, state: &Self::State, board: Board, each: impl FnMut(usize, f64));

    /// The sum of the amounts, weighted, in an order that is the same on every processor. To be replaced where a
    /// faster way is known.
    #[inline(always)]
    fn sum<K: Kernel, W: Copy + Into<f64>>(
        &self,
        weights: &[W],
        kernel: K,
        state: &Self::State,
        board: Board,
    ) -> f64 {
        let mut sum = 0.0;
        self.active(kernel, state, board, |feature, amount| sum += weights[feature].into() * amount);
        sum
    }
}

/// Features that keep nothing: all is computed from the board whenever it is asked for.
pub trait StatelessFeatures: Send + Sync {
    /// How many features there are.
    fn count(&self) -> usize;

    /// Calls `each` with the number and the amount of every feature that is active.
    fn active<K: Kernel>(&self, kernel: K, board: Board, each: impl FnMut(usize, f64));

    /// The sum of the amounts, weighted. To be replaced where a faster way is known.
    #[inline(always)]
    fn sum<K: Kernel, W: Copy + Into<f64>>(&self, weights: &[W], kernel: K, board: Board) -> f64 {
        let mut sum = 0.0;
        self.active(kernel, board, |feature, amount| sum += weights[feature].into() * amount);
        sum
    }
}

impl<S: StatelessFeatures> Features for S {
    type State = ();

    #[inline(always)]
    fn count(&self) -> usize {
        StatelessFeatures::count(self)
    }

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, _: Board) {}

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, _: (), _: Board, _: Placement) {}

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, _: (), _: Board) {}

    #[inline(always)]
    fn active<K: Kernel>(&self, kernel: K, _: &(), board: Board, each: impl FnMut(usize, f64)) {
        StatelessFeatures::active(self, kernel, board, each);
    }

    #[inline(always)]
    fn sum<K: Kernel, W: Copy + Into<f64>>(&self, weights: &[W], kernel: K, _: &(), board: Board) -> f64 {
        StatelessFeatures::sum(self, weights, kernel, board)
    }
}
