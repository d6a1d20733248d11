//! The MLP of the document: 64 inputs, 32 hidden neurons, one output.
//!
//! Ours, where the document is silent: tanh, and the order of the genes, neuron by neuron (64 weights and a
//! bias each), then the weights of the output and its bias.

use outflank_value::perceptron::Perceptron;

/// Hidden neurons.
pub(super) const HIDDEN: usize = 32;

/// The perceptron of the document.
pub type Mlp = Perceptron<HIDDEN>;

/// 32 × (64 + 1) + 32 + 1.
pub(super) const GENES: usize = Mlp::genes_of(HIDDEN);

/// The perceptron of these genes. There must be as many as it has.
pub(super) fn mlp(genes: &[f64]) -> Mlp {
    Mlp::from_genes(genes).expect("as many genes as a perceptron of 32 neurons has")
}

/// For each hidden neuron the weights that lead from the squares through it to the output.
pub(super) fn squares_through(genes: &[f64]) -> Vec<[f64; 64]> {
    let (hidden, output) = genes.split_at(HIDDEN * 65);
    let neurons = hidden.chunks(65).zip(output);
    neurons.map(|(weights, out)| std::array::from_fn(|square| weights[square] * out)).collect()
}
