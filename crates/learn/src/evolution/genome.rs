//! What a list of genes is read as.

use serde::{Deserialize, Serialize};

use super::{Spatial, mlp, pairs};

/// The kinds of players that can be evolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Genome {
    /// A weighted piece counter: a gene for each square, a1 to h8 by rows.
    Wpc,
    /// A perceptron with 64 inputs and one hidden layer of 32 neurons.
    Mlp,
    /// A perceptron that first looks at all square parts of the board, 3×3 to 8×8.
    SpatialMlp,
    /// A network of systematic pairs: a gene for each way to fill two neighbouring squares, shared by the symmetries of the
    /// board.
    // CITE: Jaśkowski, Systematic n-tuple networks for Othello position evaluation (2014).
    Pairs,
}

impl Genome {
    /// How many genes there are.
    pub const fn genes(self) -> usize {
        match self {
            Self::Wpc => 64,
            Self::Mlp => mlp::GENES,
            Self::SpatialMlp => Spatial::GENES,
            Self::Pairs => pairs::GENES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_genes_as_the_document_counts() {
        assert_eq!(Genome::Wpc.genes(), 64);
        assert_eq!(Genome::Mlp.genes(), 2_113);
        // 1,708 squares of 91 sub-boards and their biases; 32 × 91 and biases; 32 and a bias.
        assert_eq!(Genome::SpatialMlp.genes(), 1_708 + 91 + 32 * 92 + 33);
    }
}
