//! What `td` learns: 64 weights and a bias, seen from Black.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Outcome, Placement, Tally};
use outflank_value::{ByRows, Evaluator, PieceCounter, Score, Sums};

use crate::model::taken_from_any;
use crate::view::{Boards, View};
use crate::{Learned, Tensor, Tensors, TensorsError};

/// f = Σ w·x + w₀, with x = 1 for Black's discs and −1 for White's. Black maximises it, White minimises it.
///
/// How the weights are added up is up to `S`: while they change with every move, tables do not always pay.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<S: Sums = ByRows> {
    pub(super) counter: PieceCounter<S>,
    pub(super) bias: f64,
}

impl<S: Sums> Model<S> {
    /// A model with these weights, a1 to h8 by rows, and this bias.
    pub fn new(weights: [f64; 64], bias: f64) -> Self {
        Self { counter: PieceCounter::with_sums(weights), bias }
    }

    /// The weights, a1 to h8 by rows.
    pub fn weights(&self) -> &[f64; 64] {
        self.counter.weights()
    }

    /// The bias w₀.
    pub fn bias(&self) -> f64 {
        self.bias
    }
}

impl<S: Sums> Evaluator for Model<S> {
    /// The balance of the weights, without the bias.
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
        Score::new(balance + board.mover.signed(self.bias))
    }

    /// Who won is all that counts.
    #[inline(always)]
    fn end(&self, tally: Tally) -> Score {
        match tally.outcome() {
            Outcome::Win => Score::WON,
            Outcome::Draw => Score::ZERO,
            Outcome::Loss => -Score::WON,
        }
    }
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let weights = Tensor::shaped([8, 8], self.weights().to_vec());
        Tensors::new().with("weights", weights).with("bias", Tensor::list([self.bias]))
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let weights = tensors.values("weights", &[8, 8])?;
        let bias = tensors.values("bias", &[1])?[0];
        Ok(Self::new(weights.try_into().expect("the shape was checked"), bias))
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(style.entrant(name, self.clone()))
    }

    fn opposite(&self) -> Self {
        Self::new(self.weights().map(|weight| -weight), -self.bias)
    }

    fn view(&self) -> View {
        View::new("What it learned")
            .with(Boards::of_weights(*self.weights()))
            .terms([("bias", format!("{:.4}", self.bias))])
    }

    fn weights(&self) -> Option<&[f64; 64]> {
        Some(self.weights())
    }
}

taken_from_any!(Model, super::SYSTEM);
