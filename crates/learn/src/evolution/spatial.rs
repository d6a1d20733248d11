//! The MLP with a spatial layer before it: a neuron for every square part of the board, 3×3 to 8×8, that sees
//! this part only. The 91 of them are the inputs of the 32 hidden neurons.
//!
//! Ours: one hidden layer as in the document's MLP, where Chong and others have two, of 40 and 10; the order
//! of the genes, sub-board by sub-board (its squares by rows, and a bias), from the smallest, then neuron by
//! neuron, then the output.
// CITE: Chong, Tan and White, Observing the evolution of neural networks learning to play the game of Othello
// (2005), after Chellapilla and Fogel's checkers players.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement, Square, Squares};
use outflank_value::{Evaluator, Score};

use super::mlp::HIDDEN;
use outflank_value::perceptron::{Output, add, sign, tanh};

/// How many sub-boards there are: 36 + 25 + 16 + 9 + 4 + 1.
pub const SUB_BOARDS: usize = 91;

/// Their number, rounded up to what a processor takes at a time. The rest is 0.
const LANES: usize = 96;

/// A number for each sub-board.
type Parts = [f32; LANES];

/// A number for each hidden neuron.
type Hidden = [f32; HIDDEN];

/// All square parts of the board from 3×3 to 8×8, the smallest first, by their upper left corners.
///
/// ```
/// use outflank_learn::evolution::{SUB_BOARDS, sub_boards};
///
/// let parts: Vec<_> = sub_boards().collect();
/// assert_eq!(parts.len(), SUB_BOARDS);
/// assert_eq!(parts[0].count(), 9);
/// assert_eq!(parts[90].count(), 64);
/// ```
pub fn sub_boards() -> impl Iterator<Item = Squares> {
    let corners =
        |size: usize| (0..=8 - size).flat_map(move |row| (0..=8 - size).map(move |column| (row, column)));
    let inside = |at: usize, from: usize, size: usize| (from..from + size).contains(&at);
    (3..=8usize).flat_map(move |size| {
        corners(size).map(move |(row, column)| {
            let squares = Square::all();
            squares
                .filter(|square| {
                    inside(square.index() / 8, row, size) && inside(square.index() % 8, column, size)
                })
                .collect()
        })
    })
}

/// A perceptron with a spatial layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Spatial {
    /// For each square, the weights that lead from it to the sub-boards.
    columns: Box<[Parts; 64]>,
    biases: Parts,
    /// For each sub-board, the weights that lead from it to the hidden neurons.
    hidden: Box<[Hidden; SUB_BOARDS]>,
    hidden_biases: Hidden,
    output: Output<HIDDEN>,
}

impl Spatial {
    /// The squares of all sub-boards and a bias for each; 32 × (91 + 1); 32 + 1.
    pub const GENES: usize = Self::SPATIAL + HIDDEN * (SUB_BOARDS + 1) + (HIDDEN + 1);

    /// Genes of the spatial layer: Σ (size² + 1) (9 − size)².
    pub(super) const SPATIAL: usize = {
        let (mut genes, mut size) = (0, 3);
        while size <= 8 {
            genes += (size * size + 1) * (9 - size) * (9 - size);
            size += 1;
        }
        genes
    };

    /// A perceptron from its genes. There must be [`GENES`](Self::GENES) of them.
    pub fn new(genes: &[f64]) -> Self {
        let (spatial, rest) = genes.split_at(Self::SPATIAL);
        let (hidden, output) = rest.split_at(HIDDEN * (SUB_BOARDS + 1));
        let (mut columns, mut biases) = (Box::new([[0.0; LANES]; 64]), [0.0; LANES]);
        let mut spatial = spatial.iter().map(|&gene| gene as f32);
        let mut next = || spatial.next().expect("as many genes as squares and biases");
        for (part, squares) in sub_boards().enumerate() {
            for square in squares {
                columns[square.index()][part] = next();
            }
            biases[part] = next();
        }
        let gene = |neuron: usize, input: usize| hidden[neuron * (SUB_BOARDS + 1) + input] as f32;
        Self {
            columns,
            biases,
            hidden: Box::new(std::array::from_fn(|part| std::array::from_fn(|neuron| gene(neuron, part)))),
            hidden_biases: std::array::from_fn(|neuron| gene(neuron, SUB_BOARDS)),
            output: Output::new(output),
        }
    }

    /// For each hidden neuron the weights that lead from the squares through it to the output.
    pub(super) fn squares_through(genes: &[f64]) -> Vec<[f64; 64]> {
        let spatial = Self::new(genes);
        let output = &genes[Self::GENES - (HIDDEN + 1)..];
        let through = |neuron: usize, square: usize| -> f32 {
            let parts = spatial.columns[square].iter().zip(spatial.hidden.iter());
            parts.map(|(to_part, to_neurons)| to_part * to_neurons[neuron]).sum()
        };
        let looks_at =
            |neuron: usize| std::array::from_fn(|square| f64::from(through(neuron, square)) * output[neuron]);
        (0..HIDDEN).map(looks_at).collect()
    }

    /// The sum of the columns of some squares.
    #[inline(always)]
    fn sum(&self, squares: Squares) -> Parts {
        let mut sum = [0.0; LANES];
        for square in squares {
            add(&mut sum, 1.0, &self.columns[square.index()]);
        }
        sum
    }
}

impl Evaluator for Spatial {
    /// What the spatial neurons have added up, seen from Black.
    type State = Parts;

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> Parts {
        let mut state = self.biases;
        add(&mut state, sign(board.mover), &self.sum(board.position.mover()));
        add(&mut state, -sign(board.mover), &self.sum(board.position.opponent()));
        state
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, mut state: Parts, board: Board, placement: Placement) -> Parts {
        let sign = sign(board.mover);
        add(&mut state, sign, &self.columns[placement.square().index()]);
        add(&mut state, 2.0 * sign, &self.sum(placement.flips()));
        state
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, state: Parts, _: Board) -> Parts {
        state
    }

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, mut state: Parts, board: Board) -> Score {
        // In a loop of its own, which a processor takes eight at a time.
        for part in &mut state {
            *part = tanh(*part);
        }
        let mut hidden = self.hidden_biases;
        for (part, weights) in state.iter().zip(self.hidden.iter()) {
            add(&mut hidden, *part, weights);
        }
        Score::new(f64::from(sign(board.mover) * self.output.of(&hidden)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_seen_through_a_neuron_by_hand() {
        // All weights 1, those to the output 2: a square counts once for each sub-board that it is part of, and twice.
        let mut genes = vec![1.0; Spatial::GENES];
        let output = genes.len() - (HIDDEN + 1);
        genes[output..].fill(2.0);
        let through = Spatial::squares_through(&genes);
        assert_eq!(through.len(), HIDDEN);
        for square in [0, 9, 27] {
            let parts =
                sub_boards().filter(|squares| squares.into_iter().any(|it| it.index() == square)).count();
            assert_eq!(through[0][square], 2.0 * parts as f64);
        }
    }
}
