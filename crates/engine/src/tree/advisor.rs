//! Who is asked about positions.

use arrayvec::ArrayVec;
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Margin, Moves};
use outflank_value::Evaluator;
use outflank_value::residual::ResidualNetwork;

use crate::midgame::Scaled;

/// The most moves that a position has are fewer.
pub(super) const MOST_MOVES: usize = 40;

/// What an advisor says about a position where there is a move.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// What it is worth to the mover, −1 to 1.
    pub value: f32,
    /// How promising each move is, in the order of the moves: logarithms of likelihoods, up to a constant.
    pub logits: ArrayVec<f32, MOST_MOVES>,
}

/// Somebody who knows what a position is worth and which moves are promising.
pub trait Advisor: Send + Sync {
    /// What there is to say about a position and its moves. `advice` is empty at first.
    fn advise<K: Kernel>(&self, kernel: K, board: Board, moves: Moves, advice: &mut Advice);

    /// What a finished game is worth to the side that would move, −1 to 1.
    #[inline(always)]
    fn end(&self, margin: Margin) -> f32 {
        margin.discs() as f32 / 64.0
    }

    /// A value of a tree in discs.
    fn discs(&self, value: f32) -> f64 {
        64.0 * f64::from(value)
    }
}

/// The network has both, value and policy.
impl Advisor for ResidualNetwork {
    #[inline(always)]
    fn advise<K: Kernel>(&self, _: K, board: Board, moves: Moves, advice: &mut Advice) {
        let answer = self.answer(board.position);
        advice.value = answer.value;
        advice.logits.extend(moves.into_iter().map(|square| answer.policy[square.index()]));
    }
}

/// Any evaluator: what its moves leave behind makes the policy, and the best of it the value.
#[derive(Clone, Debug)]
pub struct Sighted<E>(Scaled<E>);

/// How many discs better a move must look to be e times as promising.
const SHARPNESS: f32 = 2.0;

impl<E: Evaluator> Sighted<E> {
    /// An evaluator with its scale.
    pub fn new(judge: Scaled<E>) -> Self {
        Self(judge)
    }
}

impl<E: Evaluator> Advisor for Sighted<E> {
    #[inline(always)]
    fn advise<K: Kernel>(&self, kernel: K, board: Board, moves: Moves, advice: &mut Advice) {
        let (evaluator, discs_per_unit) = (self.0.evaluator(), self.0.discs_per_unit());
        let state = evaluator.state(kernel, board);
        let mut best = f32::NEG_INFINITY;
        for placement in kernel.placements(board.position, moves) {
            let after = board.after(placement);
            let state = evaluator.after(kernel, state, board, placement);
            let score = -evaluator.value(kernel, state, after).value() * discs_per_unit;
            let discs = (score as f32).clamp(-64.0, 64.0);
            advice.logits.push(discs / SHARPNESS);
            best = best.max(discs);
        }
        advice.value = best / 64.0;
    }
}
