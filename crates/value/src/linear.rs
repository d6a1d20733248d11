//! Linear evaluators: a weight for each feature, added up.

use std::fmt;
use std::sync::Arc;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement};

use crate::{Evaluator, Features, Score};

/// A weighted sum of features, seen by the mover.
///
/// Copies share the weights. Changing them in one copy leaves the others as they are, and costs nothing where
/// there is one copy only.
///
/// ```
/// use outflank_rules::Board;
/// use outflank_rules::kernel::Portable;
/// use outflank_value::{Evaluator, Linear, SquareFeatures};
///
/// // A disc is worth 1, wherever it stands.
/// let mut discs = Linear::new(SquareFeatures, vec![1.0; 64]);
/// let f5 = Board::START.position.placement(outflank_rules::Square::F5).expect("legal");
/// let board = Board::START.after(f5);
/// assert_eq!(discs.evaluate(Portable, board).value(), -3.0);
///
/// // One step of learning towards a target of 0.
/// discs.step(Portable, &(), board, 0.1 * (0.0 - -3.0));
/// assert!((discs.evaluate(Portable, board).value() - (-3.0 + 0.3 * 5.0)).abs() < 1e-12);
/// ```
#[derive(Clone, PartialEq)]
pub struct Linear<F, W = f64> {
    features: F,
    weights: Arc<[W]>,
}

impl<F: Features, W: Copy + Into<f64>> Linear<F, W> {
    /// These features with these weights: there must be one for each.
    pub fn new(features: F, weights: impl Into<Arc<[W]>>) -> Self {
        let weights = weights.into();
        assert_eq!(weights.len(), features.count(), "a weight for each feature");
        Self { features, weights }
    }

    /// The features.
    #[inline(always)]
    pub fn features(&self) -> &F {
        &self.features
    }

    /// The weights, by features.
    #[inline(always)]
    pub fn weights(&self) -> &[W] {
        &self.weights
    }

    /// The weights, to be changed.
    #[inline(always)]
    pub fn weights_mut(&mut self) -> &mut [W] {
        Arc::make_mut(&mut self.weights)
    }
}

impl<F: Features> Linear<F> {
    /// Moves the weights of what is active by a multiple of its amounts: one step along the gradient of the value.
    #[inline(always)]
    pub fn step<K: Kernel>(&mut self, kernel: K, state: &F::State, board: Board, step: f64) {
        let weights = Arc::make_mut(&mut self.weights);
        self.features.active(kernel, state, board, |feature, amount| weights[feature] += step * amount);
    }
}

impl<F: Features, W: Copy + Into<f64> + Send + Sync> Evaluator for Linear<F, W> {
    type State = F::State;

    #[inline(always)]
    fn state<K: Kernel>(&self, kernel: K, board: Board) -> Self::State {
        self.features.state(kernel, board)
    }

    #[inline(always)]
    fn after<K: Kernel>(
        &self,
        kernel: K,
        state: Self::State,
        board: Board,
        placement: Placement,
    ) -> Self::State {
        self.features.after(kernel, state, board, placement)
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, kernel: K, state: Self::State, board: Board) -> Self::State {
        self.features.passed(kernel, state, board)
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, state: Self::State, board: Board) -> Score {
        Score::new(self.features.sum(&self.weights, kernel, &state, board))
    }
}

impl<F: fmt::Debug, W> fmt::Debug for Linear<F, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Linear")
            .field("features", &self.features)
            .field("weights", &self.weights.len())
            .finish_non_exhaustive()
    }
}
