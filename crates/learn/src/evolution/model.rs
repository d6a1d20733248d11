//! What `evolution` finds: a genome, and whether its player follows the openings.

use std::sync::Arc;

use outflank_arena::{Entrant, Style, StyleError};
use outflank_rules::openings::Weights;
use outflank_value::PieceCounter;

use super::book::{Follower, Repertoires};
use super::mlp::{self, mlp};
use super::pairs::{self, pairs};
use super::{Following, Genome, Pick, Spatial};
use crate::model::taken_from_any;
use crate::view::View;
use crate::{Learned, Tensor, Tensors, TensorsError};

/// A genome and how it is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    genome: Genome,
    genes: Vec<f64>,
    following: Option<Following>,
}

impl Model {
    /// A model of these genes, which must be as many as the kind has.
    pub fn new(genome: Genome, genes: Vec<f64>, following: Option<Following>) -> Self {
        assert_eq!(genes.len(), genome.genes(), "the genes of a {genome:?}");
        Self { genome, genes, following }
    }

    /// What the genes are read as.
    pub fn genome(&self) -> Genome {
        self.genome
    }

    /// The genes.
    pub fn genes(&self) -> &[f64] {
        &self.genes
    }

    /// How it follows the openings, if it does.
    pub fn following(&self) -> Option<Following> {
        self.following
    }

    /// The weights of the squares, a1 to h8 by rows, if it is a weighted piece counter.
    pub fn weights(&self) -> Option<&[f64; 64]> {
        self.genes.as_slice().try_into().ok()
    }

    /// The hidden neurons, those with the largest say first; none of a piece counter. With a spatial layer, what
    /// a neuron looks at is what its sub-boards look at, as if they did nothing but pass it on.
    pub fn neurons(&self) -> Vec<Neuron> {
        let through = match self.genome {
            Genome::Wpc | Genome::Pairs => return Vec::new(),
            Genome::Mlp => mlp::squares_through(&self.genes),
            Genome::SpatialMlp => Spatial::squares_through(&self.genes),
        };
        let numbered = through.into_iter().enumerate();
        let mut neurons: Vec<Neuron> =
            numbered.map(|(index, looks_at)| Neuron { number: index + 1, looks_at }).collect();
        let say = |neuron: &Neuron| neuron.looks_at.iter().map(|weight| weight.abs()).sum::<f64>();
        neurons.sort_by(|one, other| say(other).total_cmp(&say(one)));
        neurons
    }

    /// The same genes, following the openings otherwise or not at all.
    pub fn with_following(self, following: Option<Following>) -> Self {
        Self { following, ..self }
    }

    /// A player with these genes, in the given style once the game has left the openings.
    pub fn entrant(&self, name: &str, style: &Style) -> Entrant {
        let alone = match self.genome {
            Genome::Wpc => style.entrant(name, PieceCounter::new(*self.weights().expect("64 genes"))),
            Genome::Mlp => style.entrant(name, mlp(&self.genes)),
            Genome::SpatialMlp => style.entrant(name, Spatial::new(&self.genes)),
            Genome::Pairs => style.entrant(name, pairs(&self.genes)),
        };
        let Some(Following { pick, weights }) = self.following else { return alone };
        let repertoires = Arc::new(Repertoires::named(weights));
        Entrant::new(name, move || {
            Box::new(Follower { player: alone.seat(), pick, repertoires: Arc::clone(&repertoires) })
        })
    }
}

/// A hidden neuron.
#[derive(Clone, Debug, PartialEq)]
pub struct Neuron {
    /// Its number, the first being 1.
    pub number: usize,
    /// The weights that lead from each square through it to the output, a1 to h8 by rows.
    pub looks_at: [f64; 64],
}

/// How the openings are followed, in numbers: drawn 0, best 1; by the list 0, by games 1, by evaluations 2;
/// and the temperature of these.
fn codes(following: Following) -> [f64; 3] {
    let pick = match following.pick {
        Pick::Drawn => 0.0,
        Pick::Best => 1.0,
    };
    match following.weights {
        Weights::Uniform => [pick, 0.0, 0.0],
        Weights::Database => [pick, 1.0, 0.0],
        Weights::Evaluation { temperature } => [pick, 2.0, temperature],
    }
}

fn following(codes: &[f64]) -> Result<Following, TensorsError> {
    let unknown = |value| TensorsError::NotWhole { name: "openings".to_owned(), value };
    let pick = match codes[0] {
        0.0 => Pick::Drawn,
        1.0 => Pick::Best,
        other => return Err(unknown(other)),
    };
    let weights = match (codes[1], codes[2]) {
        (0.0, _) => Weights::Uniform,
        (1.0, _) => Weights::Database,
        (2.0, temperature) if temperature > 0.0 => Weights::Evaluation { temperature },
        (other, _) => return Err(unknown(other)),
    };
    Ok(Following { pick, weights })
}

impl Learned for Model {
    fn tensors(&self) -> Tensors {
        let tensor = |shape: &[usize]| Tensor::shaped(shape.to_vec(), self.genes.clone());
        let tensors = match self.genome {
            Genome::Wpc => Tensors::new().with("weights", tensor(&[8, 8])),
            Genome::Mlp => Tensors::new().with("mlp", tensor(&[mlp::GENES])),
            Genome::SpatialMlp => Tensors::new().with("spatial_mlp", tensor(&[Spatial::GENES])),
            Genome::Pairs => Tensors::new().with("pairs", tensor(&[pairs::GENES])),
        };
        match self.following {
            Some(following) => tensors.with("openings", Tensor::list(codes(following))),
            None => tensors,
        }
    }

    fn from_tensors(tensors: &Tensors) -> Result<Self, TensorsError> {
        let has = |name: &str| tensors.iter().any(|(known, _)| known == name);
        let (genome, genes) = if has("mlp") {
            (Genome::Mlp, tensors.values("mlp", &[mlp::GENES])?)
        } else if has("spatial_mlp") {
            (Genome::SpatialMlp, tensors.values("spatial_mlp", &[Spatial::GENES])?)
        } else if has("pairs") {
            (Genome::Pairs, tensors.values("pairs", &[pairs::GENES])?)
        } else {
            (Genome::Wpc, tensors.values("weights", &[8, 8])?)
        };
        let following = match has("openings") {
            true => Some(following(tensors.values("openings", &[3])?)?),
            false => None,
        };
        Ok(Self { genome, genes: genes.to_vec(), following })
    }

    fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        Ok(self.entrant(name, style))
    }

    fn opposite(&self) -> Self {
        // Only what leads to the output is turned around: the last genes, or all where the value is a sum of them.
        let outputs = match self.genome {
            Genome::Wpc | Genome::Pairs => self.genes.len(),
            Genome::Mlp | Genome::SpatialMlp => mlp::HIDDEN + 1,
        };
        let mut opposite = self.clone();
        opposite.genes.iter_mut().rev().take(outputs).for_each(|gene| *gene = -*gene);
        opposite
    }

    fn view(&self) -> View {
        super::view::of(self)
    }

    fn weights(&self) -> Option<&[f64; 64]> {
        // Openings decide moves as well.
        self.weights().filter(|_| self.following.is_none())
    }
}

taken_from_any!(Model, super::SYSTEM);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_weights_of_squares_are_weights() {
        let genes: Vec<f64> = (0..64).map(f64::from).collect();
        let model = Model::new(Genome::Wpc, genes.clone(), None);
        assert_eq!(Learned::weights(&model).map(|weights| weights.to_vec()), Some(genes));
        let spatial = Model::new(Genome::SpatialMlp, vec![0.0; Genome::SpatialMlp.genes()], None);
        assert_eq!(Learned::weights(&spatial), None);
    }
}
