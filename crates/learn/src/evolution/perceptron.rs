//! The MLP of the document: 64 inputs, 32 hidden neurons, one output.
//!
//! Seen from Black: its discs are 1, White's −1, and White looks for the smallest output, as in the
//! document's Figure 7. What the hidden neurons add up is kept move by move: a move changes it by the columns
//! of the squares it changes. Ours, where the document is silent: tanh, and the order of the genes, neuron by
//! neuron (64 weights and a bias each), then the weights of the output and its bias.

use outflank_engine::{Evaluator, Score};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Placement, Squares};

use super::tanh::tanh;

/// Hidden neurons.
pub(super) const HIDDEN: usize = 32;

/// A number for each hidden neuron.
pub(super) type Hidden = [f32; HIDDEN];

/// A perceptron with one hidden layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Perceptron {
    /// For each square, the weights that lead from it to the hidden neurons.
    columns: Box<[Hidden; 64]>,
    biases: Hidden,
    output: Output,
}

impl Perceptron {
    /// 32 × (64 + 1) + 32 + 1.
    pub const GENES: usize = HIDDEN * 65 + Output::GENES;

    /// A perceptron from its genes. There must be [`GENES`](Self::GENES) of them.
    pub fn new(genes: &[f64]) -> Self {
        let (hidden, output) = genes.split_at(HIDDEN * 65);
        let gene = |neuron: usize, input: usize| hidden[neuron * 65 + input] as f32;
        Self {
            columns: Box::new(std::array::from_fn(|square| {
                std::array::from_fn(|neuron| gene(neuron, square))
            })),
            biases: std::array::from_fn(|neuron| gene(neuron, 64)),
            output: Output::new(output),
        }
    }

    /// For each hidden neuron the weights that lead from the squares through it to the output.
    pub(super) fn squares_through(genes: &[f64]) -> Vec<[f64; 64]> {
        let (hidden, output) = genes.split_at(HIDDEN * 65);
        let neurons = hidden.chunks(65).zip(output);
        neurons.map(|(weights, out)| std::array::from_fn(|square| weights[square] * out)).collect()
    }

    /// The sum of the columns of some squares.
    #[inline(always)]
    fn sum(&self, squares: Squares) -> Hidden {
        let mut sum = [0.0; HIDDEN];
        for square in squares {
            add(&mut sum, 1.0, &self.columns[square.index()]);
        }
        sum
    }
}

impl Evaluator for Perceptron {
    /// What the hidden neurons have added up.
    type State = Hidden;

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> Hidden {
        let mut state = self.biases;
        add(&mut state, sign(board.mover), &self.sum(board.position.mover()));
        add(&mut state, -sign(board.mover), &self.sum(board.position.opponent()));
        state
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, mut state: Hidden, board: Board, placement: Placement) -> Hidden {
        let sign = sign(board.mover);
        add(&mut state, sign, &self.columns[placement.square().index()]);
        add(&mut state, 2.0 * sign, &self.sum(placement.flips()));
        state
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, state: Hidden, _: Board) -> Hidden {
        state
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, state: Hidden, board: Board) -> Score {
        Score::new(f64::from(sign(board.mover) * self.output.of(&state)))
    }
}

/// 1 for Black, −1 for White.
#[inline(always)]
pub(super) fn sign(color: Color) -> f32 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// Adds a multiple of some numbers to others, eight at a time: how many there are must be a multiple of it.
#[inline(always)]
pub(super) fn add<const N: usize>(sums: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    for (sums, numbers) in sums.as_chunks_mut::<8>().0.iter_mut().zip(numbers.as_chunks::<8>().0) {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += factor * number;
        }
    }
}

/// The last layer: what the hidden neurons mean together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Output {
    weights: Hidden,
    bias: f32,
}

impl Output {
    /// A weight for each hidden neuron, and a bias.
    pub const GENES: usize = HIDDEN + 1;

    pub fn new(genes: &[f64]) -> Self {
        Self { weights: std::array::from_fn(|neuron| genes[neuron] as f32), bias: genes[HIDDEN] as f32 }
    }

    /// The output for these sums. Its own tanh is left out: it would not change the order of any two.
    #[inline(always)]
    pub fn of(&self, sums: &Hidden) -> f32 {
        let mut active = *sums;
        for sum in &mut active {
            *sum = tanh(*sum);
        }
        self.bias + dot(&active, &self.weights)
    }
}

/// The sum of all products. Eight sums run side by side, so that as many are taken at a time, on any processor
/// in the same order.
#[inline(always)]
pub(super) fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut parts = [0.0; 8];
    for (one, other) in one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0) {
        for ((part, a), b) in parts.iter_mut().zip(one).zip(other) {
            *part += a * b;
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}
