//! A network at play.

use std::sync::Arc;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Symmetry};

use super::forward::evaluate;
use super::instructions::Work;
use super::lanes::Lanes;
use super::shape::of_size;
use super::{Instructions, Orientation, Shape};
use crate::{Score, Stateless};

/// A network of convolutions: its shape and its weights. Its score is the margin that it expects, in discs.
#[derive(Clone, Debug, PartialEq)]
pub struct ResidualNetwork {
    shape: Shape,
    weights: Arc<[f32]>,
    instructions: Instructions,
}

/// What a network says about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What it is worth to the mover, −1 to 1: the margin in 64ths.
    pub value: f32,
    /// How promising each square is, a1 to h8 by rows: logits, of which those of legal moves mean something.
    pub policy: [f32; 64],
}

/// Weights of another shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are {found} weights, expected {expected} for {shape:?}")]
pub struct WeightsRefused {
    /// How many there are.
    pub found: usize,
    /// How many there should be.
    pub expected: usize,
    /// The shape that they were to have.
    pub shape: Shape,
}

impl ResidualNetwork {
    /// A network of these weights, unless there are not as many as its shape has.
    pub fn new(shape: Shape, weights: impl Into<Arc<[f32]>>) -> Result<Self, WeightsRefused> {
        let weights = weights.into();
        match weights.len() == shape.weights() {
            true => Ok(Self { shape, weights, instructions: Instructions::best() }),
            false => Err(WeightsRefused { found: weights.len(), expected: shape.weights(), shape }),
        }
    }

    /// The same, computed with other instructions, to the same bits.
    #[must_use]
    pub fn with_instructions(self, instructions: Instructions) -> Self {
        Self { instructions, ..self }
    }

    /// How large it is.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All weights, in the order of [`Shape::parts`].
    pub fn weights(&self) -> &Arc<[f32]> {
        &self.weights
    }

    /// What a position is worth to the mover, −1 to 1: the margin in 64ths.
    #[inline]
    pub fn value_of(&self, position: Position) -> f32 {
        let position = match self.shape.orientation {
            Orientation::AsItIs => position,
            Orientation::Canonical => position.canonical(),
        };
        self.run(position, false).0
    }

    /// What a position is worth, and which moves are promising.
    pub fn answer(&self, position: Position) -> Answer {
        let (seen, symmetry) = match self.shape.orientation {
            Orientation::AsItIs => (position, Symmetry::Identity),
            Orientation::Canonical => position.canonical_by(),
        };
        let (value, turned) = self.run(seen, true);
        let mut policy = turned;
        if symmetry != Symmetry::Identity {
            for square in outflank_rules::Square::all() {
                policy[square.index()] = turned[symmetry.square(square).index()];
            }
        }
        Answer { value, policy }
    }

    #[inline]
    fn run(&self, position: Position, wants_policy: bool) -> (f32, [f32; 64]) {
        let Self { shape, weights, instructions } = self;
        of_size!(shape, <PLANES, CHANNELS> instructions.enter(Evaluation::<PLANES, CHANNELS> {
            shape,
            weights,
            position,
            wants_policy,
        }))
    }
}

/// An evaluation as work for instructions.
struct Evaluation<'a, const IN: usize, const C: usize> {
    shape: &'a Shape,
    weights: &'a [f32],
    position: Position,
    wants_policy: bool,
}

impl<const IN: usize, const C: usize> Work<(f32, [f32; 64])> for Evaluation<'_, IN, C> {
    #[inline(always)]
    fn run<L: Lanes>(self) -> (f32, [f32; 64]) {
        evaluate::<L, IN, C>(self.shape, self.weights, self.position, self.wants_policy)
    }
}

impl Stateless for ResidualNetwork {
    /// In discs. Not inlined: the network has instructions of its own.
    #[inline]
    fn of<K: Kernel>(&self, _: K, position: Position) -> Score {
        Score::new(64.0 * f64::from(self.value_of(position)))
    }
}
