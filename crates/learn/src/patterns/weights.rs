//! The weights while they are learned, and the steps that move them.
//!
//! Values are in discs, seen by the mover, in single precision; every sum is taken in one fixed order, so that the
//! same games give the same bits on every processor.

use std::sync::Arc;

use outflank_rules::Position;
use outflank_value::patterns::{Extra, Lanes, Layout, Patterns};

/// Which entries of a stage a position looks up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<const N: usize> {
    pub lanes: Lanes<N>,
    pub extras: [u32; Extra::ALL.len()],
    pub stage: u8,
}

/// Weights by entries, stage by stage.
pub(super) struct Weights<const N: usize> {
    patterns: Patterns<N>,
    entries: Vec<f32>,
    /// What temporal coherence keeps for each weight.
    coherence: Option<Vec<Coherence>>,
    /// Whether all positions belong to the first stage for now.
    one_stage: bool,
    /// The places of each shape, which may look up the same weight.
    groups: Vec<std::ops::Range<usize>>,
}

/// The errors that a weight has seen: their sum, and the sum of their sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Coherence {
    pub sum: f32,
    pub sizes: f32,
}

impl Coherence {
    /// The rate of the weight: 1 while all its errors point the same way.
    fn rate(self) -> f32 {
        if self.sizes > 0.0 { self.sum.abs() / self.sizes } else { 1.0 }
    }
}

impl<const N: usize> Weights<N> {
    /// Weights of 0.
    pub fn new(patterns: Patterns<N>, coherent: bool) -> Self {
        let layout = patterns.layout();
        let stages = layout.stages().count();
        let mut groups = Vec::new();
        for shape in layout.shapes() {
            let first = groups.last().map_or(0, |group: &std::ops::Range<usize>| group.end);
            groups.push(first..first + shape.images().len());
        }
        Self {
            entries: vec![0.0; layout.entries() * stages],
            coherence: coherent.then(|| vec![Coherence::default(); layout.weights() * stages]),
            one_stage: false,
            groups,
            patterns,
        }
    }

    pub fn patterns(&self) -> &Patterns<N> {
        &self.patterns
    }

    pub fn layout(&self) -> &Arc<Layout> {
        self.patterns.layout()
    }

    /// The weights, stage by stage. While there is one stage only, its weights are those of all.
    pub fn tied(&self) -> Vec<f32> {
        match self.one_stage {
            true => self.layout().tied(self.stage(0)).repeat(self.layout().stages().count()),
            false => self.layout().tied(&self.entries),
        }
    }

    /// Takes over weights, stage by stage: as many as there are.
    pub fn set(&mut self, tied: &[f32]) {
        self.entries = self.layout().expanded(tied);
    }

    pub fn coherence(&self) -> Option<&[Coherence]> {
        self.coherence.as_deref()
    }

    pub fn coherence_mut(&mut self) -> Option<&mut [Coherence]> {
        self.coherence.as_deref_mut()
    }

    /// Uses one stage only, or all again, with what the one has learned.
    pub fn use_one_stage(&mut self, one: bool) {
        if self.one_stage && !one {
            let (entries, weights) = (self.layout().entries(), self.layout().weights());
            let (first, others) = self.entries.split_at_mut(entries);
            others.chunks_mut(entries).for_each(|stage| stage.copy_from_slice(first));
            if let Some(coherence) = &mut self.coherence {
                let (first, others) = coherence.split_at_mut(weights);
                others.chunks_mut(weights).for_each(|stage| stage.copy_from_slice(first));
            }
        }
        self.one_stage = one;
    }

    #[inline(always)]
    fn stage_of(&self, position: Position) -> usize {
        if self.one_stage { 0 } else { self.layout().stage(position) }
    }

    #[inline(always)]
    fn stage(&self, stage: usize) -> &[f32] {
        let entries = self.layout().entries();
        &self.entries[stage * entries..(stage + 1) * entries]
    }

    /// The value of a position for its mover.
    #[inline(always)]
    pub fn value(&self, lanes: &Lanes<N>, position: Position, mobility: [u32; 2]) -> f32 {
        self.patterns.sum_f32(self.stage(self.stage_of(position)), lanes, position, mobility)
    }

    /// What a position looks up.
    #[inline(always)]
    pub fn seen(&self, lanes: Lanes<N>, position: Position, mobility: [u32; 2]) -> Seen<N> {
        let mut extras = [0; Extra::ALL.len()];
        let mut place = 0;
        self.patterns.extra_entries(position, mobility, |entry| {
            extras[place] = entry as u32;
            place += 1;
        });
        Seen { lanes, extras, stage: self.stage_of(position) as u8 }
    }

    /// Moves the value of what was seen by the part `alpha` of its difference to a target. Returns the error before.
    ///
    /// A weight that is looked up c times moves c times as far, one of an extra table so many times as far: the steps are
    /// divided by the sum of all c² and of these.
    #[inline(always)]
    pub fn learn(&mut self, seen: &Seen<N>, target: f32, alpha: f32, times: f32) -> f32 {
        let layout: &Layout = self.patterns.layout();
        let stage = usize::from(seen.stage);
        let (lanes, extras) = (layout.lanes(), &seen.extras[..layout.extras().len()]);
        let entries = &mut self.entries[stage * layout.entries()..(stage + 1) * layout.entries()];
        let mut weights = [0u32; N];
        let mut value = 0.0;
        for (weight, entry) in weights.iter_mut().zip(self.patterns.shape_entries(&seen.lanes)) {
            *weight = layout.weight_of(entry) as u32;
            value += entries[entry];
        }
        for &entry in extras {
            value += entries[entry as usize];
        }
        let mut squares = 0;
        for group in &self.groups {
            for one in &weights[group.clone()] {
                for other in &weights[group.clone()] {
                    squares += u32::from(one == other);
                }
            }
        }
        let error = target - value;
        let step = alpha * error / (squares as f32 + times * extras.len() as f32);
        if let (None, Some(mirrors)) = (&self.coherence, layout.mirrors()) {
            // The same as below: the entries of a weight are always equal.
            for (start, &index) in self.patterns.starts().iter().zip(seen.lanes.indices()) {
                let (start, index) = (*start as usize, usize::from(index));
                let moved = entries[start + index] + step;
                entries[start + index] = moved;
                entries[start + usize::from(mirrors[start + index])] = moved;
            }
            for &entry in extras {
                entries[entry as usize] += times * step;
            }
            return error;
        }
        let of_shapes = weights[..lanes].iter().map(|&weight| (weight as usize, step));
        let of_extras = extras.iter().map(|&entry| (layout.weight_of(entry as usize), times * step));
        let active = of_shapes.chain(of_extras);
        match &mut self.coherence {
            None => {
                for (weight, step) in active {
                    for &entry in layout.members(weight) {
                        entries[entry as usize] += step;
                    }
                }
            }
            Some(coherence) => {
                let coherence = &mut coherence[stage * layout.weights()..(stage + 1) * layout.weights()];
                for (weight, step) in active {
                    let of_weight = &mut coherence[weight];
                    let step = step * of_weight.rate();
                    of_weight.sum += error;
                    of_weight.sizes += error.abs();
                    for &entry in layout.members(weight) {
                        entries[entry as usize] += step;
                    }
                }
            }
        }
        error
    }
}
