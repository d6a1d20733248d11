//! The positions that were learned from last, with what they should be worth.

use std::collections::VecDeque;

use outflank_engine::Chance;
use outflank_rules::{Position, Square, Squares, Symmetry};
use outflank_value::residual::Sample;

use super::{Recipe, Symmetries};

/// The last positions, the oldest first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Window(VecDeque<Sample>);

/// What had to leave a window to make room.
pub(super) struct Left(Vec<Sample>);

/// Probabilities are kept in parts of this.
const WHOLE: f32 = 65_535.0;

/// A probability as it will be found again in what was kept.
pub(super) fn rounded(probability: f32) -> f32 {
    f32::from(libm::roundf(probability * WHOLE) as u16) / WHOLE
}

impl Window {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Takes new positions in; of all, so many are kept.
    pub fn extend(&mut self, new: Vec<Sample>, most: usize) -> Left {
        self.0.extend(new);
        Left(self.0.drain(..self.0.len().saturating_sub(most)).collect())
    }

    /// Undoes taking so many in.
    pub fn undo(&mut self, new: usize, left: Left) {
        left.0.into_iter().rev().for_each(|sample| self.0.push_front(sample));
        self.0.truncate(self.0.len().saturating_sub(new));
    }

    /// So many positions, drawn one by one and turned as the recipe says.
    pub fn draw(&self, recipe: &Recipe, chance: &mut Chance) -> Vec<Sample> {
        let one = |_| {
            let sample = &self.0[chance.below(self.0.len() as u32) as usize];
            match recipe.symmetries {
                Symmetries::Augment => turned(sample, Symmetry::ALL[chance.below(8) as usize]),
                Symmetries::Canonical => turned(sample, sample.position.canonical_by().1),
                Symmetries::Ignored => sample.clone(),
            }
        };
        (0..recipe.minibatch).map(one).collect()
    }

    /// As bytes: both sides' discs, the value, the number of moves, and each move with its probability.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len() * 48);
        for Sample { position, value, policy } in &self.0 {
            bytes.extend(position.mover().bits().to_le_bytes());
            bytes.extend(position.opponent().bits().to_le_bytes());
            bytes.extend(value.to_le_bytes());
            bytes.push(policy.len() as u8);
            for (square, probability) in policy {
                bytes.push(square.index() as u8);
                bytes.extend((libm::roundf(probability * WHOLE) as u16).to_le_bytes());
            }
        }
        bytes
    }

    /// What was written so. None if it was something else.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            let (first, rest) = bytes.split_first_chunk::<N>()?;
            *bytes = rest;
            Some(*first)
        }
        let squares = |bytes: [u8; 8]| Squares::from_bits(u64::from_le_bytes(bytes));
        let mut window = Self::default();
        while !bytes.is_empty() {
            let position = Position::new(squares(take(&mut bytes)?), squares(take(&mut bytes)?))?;
            let value = f32::from_le_bytes(take(&mut bytes)?);
            let [moves] = take(&mut bytes)?;
            let mut policy = Vec::with_capacity(moves.into());
            for _ in 0..moves {
                let [index] = take(&mut bytes)?;
                let probability = f32::from(u16::from_le_bytes(take(&mut bytes)?)) / WHOLE;
                policy.push((Square::all().nth(index.into())?, probability));
            }
            if !(-1.0..=1.0).contains(&value) {
                return None;
            }
            window.0.push_back(Sample { position, value, policy });
        }
        Some(window)
    }
}

/// A sample on a board that was turned.
fn turned(sample: &Sample, symmetry: Symmetry) -> Sample {
    let policy = sample.policy.iter().map(|&(square, part)| (symmetry.square(square), part));
    Sample { position: symmetry.position(sample.position), value: sample.value, policy: policy.collect() }
}
