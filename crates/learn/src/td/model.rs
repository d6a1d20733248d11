//! What `td` learns: 64 weights and a bias, seen from Black.

use outflank_engine::evaluators::PieceCounter;
use outflank_engine::{Evaluator, Score};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Outcome, Placement, Tally};

use crate::{Tensor, Tensors, TensorsError};

/// f = Σ w·x + w₀, with x = 1 for Black's discs and −1 for White's. Black maximises it, White minimises it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    counter: PieceCounter,
    bias: f64,
}

impl Model {
    /// A model with these weights, a1 to h8 by rows, and this bias.
    pub fn new(weights: [f64; 64], bias: f64) -> Self {
        Self { counter: PieceCounter::new(weights), bias }
    }

    /// The weights, a1 to h8 by rows.
    pub fn weights(&self) -> &[f64; 64] {
        self.counter.weights()
    }

    /// The bias w₀.
    pub fn bias(&self) -> f64 {
        self.bias
    }

    pub(crate) fn tensors(&self) -> Tensors {
        let weights = Tensor { shape: vec![8, 8], values: self.weights().to_vec() };
        Tensors::new().with("weights", weights).with("bias", Tensor::list([self.bias]))
    }

    pub(crate) fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let weights = tensors.values("weights", &[8, 8])?;
        let bias = tensors.values("bias", &[1])?[0];
        Ok(Self::new(weights.try_into().expect("the shape was checked"), bias))
    }
}

/// The bias as the mover sees it.
#[inline(always)]
pub(super) fn seen_by(mover: Color, bias: f64) -> f64 {
    match mover {
        Color::Black => bias,
        Color::White => -bias,
    }
}

impl Evaluator for Model {
    type State = f64;

    #[inline(always)]
    fn state<K: Kernel>(&self, kernel: K, board: Board) -> f64 {
        self.counter.state(kernel, board)
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, kernel: K, balance: f64, board: Board, placement: Placement) -> f64 {
        self.counter.after(kernel, balance, board, placement)
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, kernel: K, balance: f64, board: Board) -> f64 {
        self.counter.passed(kernel, balance, board)
    }

    /// f itself: tanh would not change the order of any two.
    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, balance: f64, board: Board) -> Score {
        Score::new(balance + seen_by(board.mover, self.bias))
    }

    /// Who won is all that counts, as in learning.
    #[inline(always)]
    fn end(&self, tally: Tally) -> Score {
        end_of_game(tally)
    }
}

/// A finished game, without regard to the margin.
pub(super) fn end_of_game(tally: Tally) -> Score {
    match tally.outcome() {
        Outcome::Win => Score::WON,
        Outcome::Draw => Score::ZERO,
        Outcome::Loss => -Score::WON,
    }
}
