//! A perceptron with one hidden layer: 64 inputs, some neurons, one output.
//!
//! Seen from Black: its discs are 1, White's −1, and White looks for the smallest output. What the neurons add
//! up is kept move by move: a move changes it by the columns of the squares it changes. Everything is computed
//! in the same order on every processor, so that what is learned is the same everywhere.

mod tanh;

use crate::{Evaluator, Score};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Placement, Squares};

pub use tanh::tanh;

/// A perceptron with up to `LANES` hidden neurons, a multiple of 8 so that eight are computed at a time. Those
/// that are not used have no weights, and add nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Perceptron<const LANES: usize> {
    neurons: usize,
    /// For each square, the weights that lead from it to the neurons.
    columns: Box<[[f32; LANES]; 64]>,
    biases: [f32; LANES],
    output: Output<LANES>,
}

/// Weights and a bias for a neuron, and its weight at the output.
const GENES_OF_A_NEURON: usize = 64 + 1 + 1;

impl<const LANES: usize> Perceptron<LANES> {
    /// How many genes a perceptron with so many neurons has.
    pub const fn genes_of(neurons: usize) -> usize {
        neurons * GENES_OF_A_NEURON + 1
    }

    /// A perceptron from its genes, neuron by neuron 64 weights and a bias, then the weights of the output and
    /// its bias. None if there are not as many as some number of neurons has, or too many.
    pub fn from_genes(genes: &[f64]) -> Option<Self> {
        let neurons = genes.len() / GENES_OF_A_NEURON;
        if neurons > LANES || genes.len() != Self::genes_of(neurons) {
            return None;
        }
        let (hidden, output) = genes.split_at(neurons * 65);
        let gene =
            |neuron: usize, input: usize| hidden.get(neuron * 65 + input).map_or(0.0, |&gene| gene as f32);
        Some(Self {
            neurons,
            columns: Box::new(std::array::from_fn(|square| {
                std::array::from_fn(|neuron| gene(neuron, square))
            })),
            biases: std::array::from_fn(|neuron| gene(neuron, 64)),
            output: Output::new(output),
        })
    }

    /// A perceptron with so many neurons, at most `LANES`, whose genes lie between −`reach` and `reach`: `unit` draws
    /// numbers from 0 to 1.
    pub fn drawn(neurons: usize, reach: f64, mut unit: impl FnMut() -> f64) -> Self {
        let genes: Vec<f64> = (0..Self::genes_of(neurons)).map(|_| reach * (2.0 * unit() - 1.0)).collect();
        Self::from_genes(&genes).expect("as many genes as so many neurons have")
    }

    /// The genes, in the order in which [`from_genes`](Self::from_genes) takes them.
    pub fn genes(&self) -> Vec<f64> {
        let neurons = 0..self.neurons;
        let of_neuron = |neuron: usize| {
            self.columns.iter().map(move |column| column[neuron]).chain([self.biases[neuron]])
        };
        let hidden = neurons.clone().flat_map(of_neuron);
        let output = self.output.weights[neurons].iter().copied().chain([self.output.bias]);
        hidden.chain(output).map(f64::from).collect()
    }

    /// How many hidden neurons there are.
    pub fn neurons(&self) -> usize {
        self.neurons
    }

    /// What a disc of Black's on each square is worth to Black where all sums are 0, a1 to h8 by rows: the slope
    /// of the output.
    pub fn slopes(&self) -> [f64; 64] {
        std::array::from_fn(|square| {
            let through =
                |neuron: usize| f64::from(self.columns[square][neuron] * self.output.weights[neuron]);
            (0..self.neurons).map(through).sum()
        })
    }

    /// The value of a board for Black, between −1 and 1.
    pub fn value_for_black<K: Kernel>(&self, kernel: K, board: Board) -> f32 {
        tanh(self.output.of(&self.state(kernel, board)))
    }

    /// Draws the value of a board for Black towards a target: one step of back propagation against the squared
    /// error. Returns the error before the step.
    pub fn learn<K: Kernel>(&mut self, kernel: K, board: Board, target: f32, rate: f32) -> f32 {
        let mut activity = self.state(kernel, board);
        for sum in &mut activity {
            *sum = tanh(*sum);
        }
        let value = tanh(self.output.bias + dot(&activity, &self.output.weights));
        let error = target - value;
        let step = rate * error * (1.0 - value * value);
        // The step of each neuron comes before the output changes.
        let mut steps = [0.0; LANES];
        for neuron in 0..LANES {
            let activity = activity[neuron];
            steps[neuron] = step * self.output.weights[neuron] * (1.0 - activity * activity);
        }
        add(&mut self.output.weights, step, &activity);
        self.output.bias += step;
        add(&mut self.biases, 1.0, &steps);
        let sign = sign(board.mover);
        for (squares, sign) in [(board.position.mover(), sign), (board.position.opponent(), -sign)] {
            for square in squares {
                add(&mut self.columns[square.index()], sign, &steps);
            }
        }
        error
    }

    /// The sum of the columns of some squares.
    #[inline(always)]
    fn sum(&self, squares: Squares) -> [f32; LANES] {
        let mut sum = [0.0; LANES];
        for square in squares {
            add(&mut sum, 1.0, &self.columns[square.index()]);
        }
        sum
    }
}

impl<const LANES: usize> Evaluator for Perceptron<LANES> {
    /// What the neurons have added up.
    type State = [f32; LANES];

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> Self::State {
        let mut state = self.biases;
        add(&mut state, sign(board.mover), &self.sum(board.position.mover()));
        add(&mut state, -sign(board.mover), &self.sum(board.position.opponent()));
        state
    }

    #[inline(always)]
    fn after<K: Kernel>(
        &self,
        _: K,
        mut state: Self::State,
        board: Board,
        placement: Placement,
    ) -> Self::State {
        let sign = sign(board.mover);
        add(&mut state, sign, &self.columns[placement.square().index()]);
        add(&mut state, 2.0 * sign, &self.sum(placement.flips()));
        state
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, state: Self::State, _: Board) -> Self::State {
        state
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, state: Self::State, board: Board) -> Score {
        Score::new(f64::from(sign(board.mover) * self.output.of(&state)))
    }
}

/// The last layer: what the hidden neurons mean together.
#[derive(Clone, Debug, PartialEq)]
pub struct Output<const LANES: usize> {
    weights: [f32; LANES],
    bias: f32,
}

impl<const LANES: usize> Output<LANES> {
    /// A weight for each hidden neuron, at most `LANES` of them, and then a bias.
    pub fn new(genes: &[f64]) -> Self {
        let (bias, weights) = genes.split_last().expect("there is a bias");
        let weight = |neuron: usize| weights.get(neuron).map_or(0.0, |&gene| gene as f32);
        Self { weights: std::array::from_fn(weight), bias: *bias as f32 }
    }

    /// The output for what the neurons have added up. Its own tanh is left out: it would not change the order
    /// of any two.
    #[inline(always)]
    pub fn of(&self, sums: &[f32; LANES]) -> f32 {
        // In a loop of its own, which a processor takes eight at a time.
        let mut active = *sums;
        for sum in &mut active {
            *sum = tanh(*sum);
        }
        self.bias + dot(&active, &self.weights)
    }
}

/// 1 for Black, −1 for White.
#[inline(always)]
pub fn sign(color: Color) -> f32 {
    match color {
        Color::Black => 1.0,
        Color::White => -1.0,
    }
}

/// Adds a multiple of some numbers to others, eight at a time: how many there are must be a multiple of it.
#[inline(always)]
pub fn add<const N: usize>(sums: &mut [f32; N], factor: f32, numbers: &[f32; N]) {
    for (sums, numbers) in sums.as_chunks_mut::<8>().0.iter_mut().zip(numbers.as_chunks::<8>().0) {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += factor * number;
        }
    }
}

/// The sum of products. Eight sums run side by side, so that several are taken at a time, on any processor in
/// the same order.
#[inline(always)]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut parts = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for ((part, a), b) in parts.iter_mut().zip(a).zip(b) {
            *part += a * b;
        }
    }
    let [a, b, c, d, e, f, g, h] = parts;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::kernel::Portable;

    type Small = Perceptron<8>;

    /// Two neurons with some genes.
    fn small() -> Vec<f64> {
        (0..Small::genes_of(2)).map(|gene| (gene as f64 * 0.7).sin() / 4.0).collect()
    }

    /// The value for Black, written down as a formula.
    fn by_formula(genes: &[f64], board: Board) -> f64 {
        let neurons = genes.len() / 66;
        let x =
            |square: usize| match board.disc(outflank_rules::Square::all().nth(square).expect("one of 64")) {
                Some(Color::Black) => 1.0,
                Some(Color::White) => -1.0,
                None => 0.0,
            };
        let neuron = |n: usize| {
            let sum: f64 = (0..64).map(|square| genes[n * 65 + square] * x(square)).sum();
            (sum + genes[n * 65 + 64]).tanh()
        };
        let output: f64 = (0..neurons).map(|n| genes[neurons * 65 + n] * neuron(n)).sum();
        (output + genes[neurons * 66]).tanh()
    }

    #[test]
    fn the_value_is_that_of_the_formula() {
        let network = Small::from_genes(&small()).expect("two neurons");
        for board in [Board::START, Board::START.passed()] {
            let value = f64::from(network.value_for_black(Portable, board));
            assert!((value - by_formula(&small(), board)).abs() < 1e-4, "{value}");
        }
        assert!(network.genes().iter().zip(small()).all(|(a, b)| (a - b).abs() < 1e-7));
        assert_eq!(Small::from_genes(&small()[1..]), None);
        assert_eq!(Small::from_genes(&vec![0.0; Small::genes_of(9)]), None, "more than there are lanes");
    }

    #[test]
    fn a_step_goes_down_the_gradient() {
        let (target, rate) = (0.9, 1e-3);
        let mut network = Small::from_genes(&small()).expect("two neurons");
        let before = network.genes();
        network.learn(Portable, Board::START, target as f32, rate as f32);
        // The slope of half the squared error along each gene, by differences.
        let loss = |genes: &[f64]| (target - by_formula(genes, Board::START)).powi(2) / 2.0;
        for (gene, (before_gene, after_gene)) in before.iter().zip(network.genes()).enumerate() {
            let moved = |by: f64| {
                let mut genes = before.clone();
                genes[gene] += by;
                loss(&genes)
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            let step = after_gene - before_gene;
            assert!((step + rate * slope).abs() < 1e-7, "gene {gene}: {step} against {slope}");
        }
    }

    #[test]
    fn unused_lanes_stay_silent() {
        let mut network = Small::from_genes(&small()).expect("two neurons");
        (0..50).for_each(|_| {
            network.learn(Portable, Board::START, 0.5, 0.1);
        });
        assert!(network.columns.iter().all(|column| column[2..] == [0.0; 6]));
        assert!((network.value_for_black(Portable, Board::START) - 0.5).abs() < 0.05);
    }
}
