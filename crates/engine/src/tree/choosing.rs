//! The arithmetic of choosing: policies, scaled values, and policies that were improved by a search.

use arrayvec::ArrayVec;

use super::advisor::MOST_MOVES;

/// Numbers, one for each move of a position.
pub(super) type PerMove = ArrayVec<f32, MOST_MOVES>;

/// Likelihoods from their logarithms.
pub(super) fn softmax(logits: &[f32]) -> PerMove {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut parts: PerMove = logits.iter().map(|logit| libm::expf(logit - most)).collect();
    let sum: f32 = parts.iter().sum();
    parts.iter_mut().for_each(|part| *part /= sum);
    parts
}

/// The least and the largest value that a tree has met, seen by the mover of its root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    least: f32,
    largest: f32,
}

impl Default for Range {
    fn default() -> Self {
        Self { least: f32::INFINITY, largest: f32::NEG_INFINITY }
    }
}

/// Values that differ by less than this, two discs, are not blown up to the whole range.
const NARROWEST: f32 = 1.0 / 32.0;

impl Range {
    /// A value of a tree, and of the other side: the range holds for both.
    pub fn include(&mut self, value: f32) {
        self.least = self.least.min(value).min(-value);
        self.largest = -self.least;
    }

    /// A value from 0, the least, to 1.
    pub fn scaled(&self, value: f32) -> f32 {
        if self.least > self.largest {
            return 0.5;
        }
        let width = (self.largest - self.least).max(NARROWEST);
        0.5 + (value - 0.5 * (self.least + self.largest)) / width
    }
}

/// What is known about the moves of a position, in their order.
pub(super) struct Known<'a> {
    pub logits: &'a [f32],
    pub visits: &'a [u32],
    /// The mean value of each move for the mover; meaningless where there were no visits.
    pub values: &'a [f32],
    /// What the advisor said of the position.
    pub value: f32,
}

impl Known<'_> {
    /// How much values count beside logits: the more, the more visits there were.
    const VISITS: f32 = 50.0;
    const SCALE: f32 = 0.1;

    /// The values of all moves, scaled: those that were not visited are worth what the position is thought to be
    /// worth, by its advisor and by those that were.
    pub fn completed(&self, range: &Range) -> PerMove {
        let all: u32 = self.visits.iter().sum();
        let priors = softmax(self.logits);
        let (mut likely, mut weighted) = (0.0, 0.0);
        for ((&visits, prior), value) in self.visits.iter().zip(&priors).zip(self.values) {
            if visits > 0 {
                likely += prior;
                weighted += prior * value;
            }
        }
        let mixed = match likely > 0.0 {
            true => (self.value + all as f32 * weighted / likely) / (1.0 + all as f32),
            false => self.value,
        };
        let value = |(&visits, &value): (&u32, &f32)| range.scaled(if visits > 0 { value } else { mixed });
        self.visits.iter().zip(self.values).map(value).collect()
    }

    /// Logits that a search has improved.
    pub fn improved(&self, range: &Range) -> PerMove {
        let most = self.visits.iter().copied().max().unwrap_or(0) as f32;
        let weight = (Self::VISITS + most) * Self::SCALE;
        let completed = self.completed(range);
        self.logits.iter().zip(completed).map(|(logit, value)| logit + weight * value).collect()
    }

    /// The move below the root that Gumbel visits next: visits stay in proportion to the improved policy.
    pub fn in_proportion(&self, range: &Range) -> usize {
        let policy = softmax(&self.improved(range));
        let all: u32 = self.visits.iter().sum();
        let lack =
            policy.iter().zip(self.visits).map(|(part, &visits)| part - visits as f32 / (1.0 + all as f32));
        largest(lack)
    }

    /// The move that PUCT visits next.
    pub fn by_confidence(&self, range: &Range) -> usize {
        let all: u32 = self.visits.iter().sum();
        let root = (all.max(1) as f32).sqrt();
        let (priors, completed) = (softmax(self.logits), self.completed(range));
        let bound = priors.iter().zip(self.visits).zip(completed);
        largest(
            bound.map(|((prior, &visits), value)| value + CONFIDENCE * prior * root / (1.0 + visits as f32)),
        )
    }
}

/// How much PUCT trusts priors beside values.
const CONFIDENCE: f32 = 1.25;

/// The place of the largest number, the first of equals.
pub(super) fn largest(numbers: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, number) in numbers.enumerate() {
        if number > best.1 {
            best = (place, number);
        }
    }
    best.0
}
