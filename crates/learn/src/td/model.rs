//! What `td` learns: 64 weights and a bias, seen from Black.

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Outcome, Placement, Position, Squares, Tally};
use outflank_value::{Evaluator, PieceCounter, Score};

use crate::model::taken_from_any;
use crate::view::{Boards, View};
use crate::{Learned, Tensor, Tensors, TensorsError};

/// f = Σ w·x + w₀, with x = 1 for Black's discs and −1 for White's. Black maximises it, White minimises it.
///
/// How the weights are added up is up to `S`: while they change with every move, tables do not always pay.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<S = PieceCounter> {
    pub(super) sum: S,
    pub(super) bias: f64,
}

/// A way to add up weights.
pub trait Sum: Send + Sync {
    /// The sums of these weights.
    fn of(weights: [f64; 64]) -> Self;
    /// The weights.
    fn weights(&self) -> &[f64; 64];
    /// Changes the weights.
    fn change(&mut self, change: impl FnOnce(&mut [f64; 64]));
    /// The sum over some squares.
    fn sum(&self, squares: Squares) -> f64;
    /// Own weights minus the opponent's.
    fn balance(&self, position: Position) -> f64;
}

impl<S: Sum> Model<S> {
    /// A model with these weights, a1 to h8 by rows, and this bias.
    pub fn new(weights: [f64; 64], bias: f64) -> Self {
        Self { sum: S::of(weights), bias }
    }

    /// The weights, a1 to h8 by rows.
    pub fn weights(&self) -> &[f64; 64] {
        self.sum.weights()
    }

    /// The bias w₀.
    pub fn bias(&self) -> f64 {
        self.bias
    }
}

impl<S: Sum> Evaluator for Model<S> {
    /// The balance of the weights, without the bias.
    type State = f64;

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> f64 {
        self.sum.balance(board.position)
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, balance: f64, _: Board, placement: Placement) -> f64 {
        let placed = self.weights()[placement.square().index()];
        -(balance + placed + 2.0 * self.sum.sum(placement.flips()))
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, balance: f64, _: Board) -> f64 {
        -balance
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

impl Sum for PieceCounter {
    fn of(weights: [f64; 64]) -> Self {
        Self::new(weights)
    }

    #[inline(always)]
    fn weights(&self) -> &[f64; 64] {
        Self::weights(self)
    }

    #[inline(always)]
    fn change(&mut self, change: impl FnOnce(&mut [f64; 64])) {
        Self::change(self, change);
    }

    #[inline(always)]
    fn sum(&self, squares: Squares) -> f64 {
        Self::sum(self, squares)
    }

    #[inline(always)]
    fn balance(&self, position: Position) -> f64 {
        Self::balance(self, position)
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
