//! What samples say about every weight: the gradient of the loss, worked out by hand.
//!
//! The loss of a value is the cross entropy of ±1 with the value as their mean: its slope is the plain difference, however
//! sure the network is, so that a value head that has run to one end comes back from there.

#![allow(clippy::needless_range_loop, reason = "an index means the same place in several arrays")]

use outflank_rules::{Position, Square};

use super::Instructions;
use super::forward::{Heads, Layer, heads, hidden, layer, policy, value};
use super::instructions::Work;
use super::kernel::{
    CELLS, Map, TAPS, activate, add_and_activate, add_bias_slopes, add_weight_slopes, cell, convolve,
    deactivate, steepness, weighted_backward,
};
use super::lanes::Lanes;
use super::planes::planes;
use super::shape::{HEAD, HEAD_INPUTS, HEADS, HIDDEN, Shape, of_size};

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The position, as the network is to see it.
    pub position: Position,
    /// What it is worth to the mover, −1 to 1.
    pub value: f32,
    /// How likely each legal move should be, in parts of 1. Nothing is learned about moves if there are none.
    pub policy: Vec<(Square, f32)>,
}

/// How far off a network was, added up over samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// Squares of the differences of values.
    pub value: f64,
    /// Cross entropies of policies, in nats.
    pub policy: f64,
    /// Values, and their squares: a network that says the same of everything is found out by these.
    pub values: [f64; 2],
    /// Samples.
    pub samples: u64,
    /// Samples with a policy among them.
    pub policies: u64,
}

impl Losses {
    /// These and others.
    pub fn add(&mut self, other: &Self) {
        self.value += other.value;
        self.policy += other.policy;
        self.values[0] += other.values[0];
        self.values[1] += other.values[1];
        self.samples += other.samples;
        self.policies += other.policies;
    }

    /// The standard deviation of the values.
    pub fn spread(&self) -> f64 {
        let count = self.samples.max(1) as f64;
        let mean = self.values[0] / count;
        (self.values[1] / count - mean * mean).max(0.0).sqrt()
    }
}

/// Adds to a gradient what samples say, one after the other; a policy counts so much beside a value.
pub fn gradient(
    instructions: Instructions,
    shape: &Shape,
    weights: &[f32],
    samples: &[Sample],
    policy_weight: f32,
    gradient: &mut [f32],
) -> Losses {
    assert!(weights.len() == shape.weights() && gradient.len() == weights.len(), "weights of this shape");
    of_size!(shape, <PLANES, CHANNELS> instructions.enter(Shard::<PLANES, CHANNELS> {
        shape,
        weights,
        samples,
        policy_weight,
        gradient,
    }))
}

/// Samples as work for instructions.
struct Shard<'a, const IN: usize, const C: usize> {
    shape: &'a Shape,
    weights: &'a [f32],
    samples: &'a [Sample],
    policy_weight: f32,
    gradient: &'a mut [f32],
}

impl<const IN: usize, const C: usize> Work<Losses> for Shard<'_, IN, C> {
    #[inline(always)]
    fn run<L: Lanes>(self) -> Losses {
        let Self { shape, weights, samples, policy_weight, gradient } = self;
        let mut pass = Pass::<C>::new(shape, weights);
        let mut losses = Losses::default();
        for sample in samples {
            let input = planes::<IN>(sample.position);
            pass.forwards::<L, IN>(shape, weights, &input);
            let last = &pass.maps[2 * shape.blocks];
            let ends = Ends::new::<L, C>(shape, weights, last, sample, policy_weight, &mut losses);
            ends.backwards::<L, C>(shape, weights, last, &mut pass.slopes, gradient);
            pass.backwards::<L, IN>(shape, &input, gradient);
        }
        losses
    }
}

/// What is kept of a pass forwards for the pass backwards, used again for every sample.
struct Pass<const C: usize> {
    /// After the first convolution, and after the two of each block.
    maps: Vec<Map<C>>,
    /// For the convolutions of the blocks, the weights that lead back.
    backwards: Vec<[f32; C]>,
    slopes: Box<Map<C>>,
    between: Box<Map<C>>,
    back: Box<Map<C>>,
}

impl<const C: usize> Pass<C> {
    fn new(shape: &Shape, weights: &[f32]) -> Self {
        let convolutions = 2 * shape.blocks;
        let mut backwards = vec![[0.0; C]; convolutions * TAPS * C];
        for number in 0..convolutions {
            let forwards = layer::<C>(weights, shape.convolution(number), TAPS * C).weights;
            let backwards = &mut backwards[number * TAPS * C..(number + 1) * TAPS * C];
            for tap in 0..TAPS {
                for one in 0..C {
                    for other in 0..C {
                        backwards[(TAPS - 1 - tap) * C + other][one] = forwards[tap * C + one][other];
                    }
                }
            }
        }
        let map = || Box::new([[0.0; C]; CELLS]);
        Self {
            maps: vec![[[0.0; C]; CELLS]; convolutions + 1],
            backwards,
            slopes: map(),
            between: map(),
            back: map(),
        }
    }

    /// The maps of a position.
    #[inline(always)]
    fn forwards<L: Lanes, const IN: usize>(&mut self, shape: &Shape, all: &[f32], input: &Map<IN>) {
        let stem = layer::<C>(all, shape.stem(), TAPS * IN);
        convolve::<L, IN, C>(input, stem.weights, stem.biases, &mut self.maps[0]);
        activate(&mut self.maps[0]);
        for block in 0..shape.blocks {
            let (before, after) = self.maps.split_at_mut(2 * block + 1);
            let here = &before[2 * block];
            let first = layer::<C>(all, shape.convolution(2 * block), TAPS * C);
            convolve::<L, C, C>(here, first.weights, first.biases, &mut after[0]);
            activate(&mut after[0]);
            let (between, next) = after.split_at_mut(1);
            let second = layer::<C>(all, shape.convolution(2 * block + 1), TAPS * C);
            convolve::<L, C, C>(&between[0], second.weights, second.biases, &mut next[0]);
            add_and_activate(&mut next[0], here);
        }
    }

    /// From the slopes of the last map to the first convolution, adding to the gradient on the way.
    #[inline(always)]
    fn backwards<L: Lanes, const IN: usize>(&mut self, shape: &Shape, input: &Map<IN>, gradient: &mut [f32]) {
        let Self { maps, backwards, slopes, between, back } = self;
        let silence = [0.0; C];
        let weights_back = |number: usize| &backwards[number * TAPS * C..(number + 1) * TAPS * C];
        for block in (0..shape.blocks).rev() {
            deactivate(slopes, &maps[2 * block + 2]);
            let (weights, biases) = layer_mut::<C>(gradient, shape.convolution(2 * block + 1), TAPS * C);
            add_weight_slopes::<L, C, C>(&maps[2 * block + 1], slopes, weights);
            add_bias_slopes(slopes, biases);
            convolve::<L, C, C>(slopes, weights_back(2 * block + 1), &silence, between);
            deactivate(between, &maps[2 * block + 1]);
            let (weights, biases) = layer_mut::<C>(gradient, shape.convolution(2 * block), TAPS * C);
            add_weight_slopes::<L, C, C>(&maps[2 * block], between, weights);
            add_bias_slopes(between, biases);
            convolve::<L, C, C>(between, weights_back(2 * block), &silence, back);
            for (slope, back) in slopes.as_flattened_mut().iter_mut().zip(back.as_flattened()) {
                *slope += back;
            }
        }
        deactivate(slopes, &maps[0]);
        let (weights, biases) = layer_mut::<C>(gradient, shape.stem(), TAPS * IN);
        add_weight_slopes::<L, IN, C>(input, slopes, weights);
        add_bias_slopes(slopes, biases);
    }
}

/// The weights and the biases of a layer's gradient.
#[inline(always)]
fn layer_mut<const OUT: usize>(
    all: &mut [f32],
    start: usize,
    inputs: usize,
) -> (&mut [[f32; OUT]], &mut [f32; OUT]) {
    let (rows, _) = all[start..start + (inputs + 1) * OUT].as_chunks_mut::<OUT>();
    let (biases, weights) = rows.split_last_mut().expect("the biases are there");
    (weights, biases)
}

/// Both heads of a sample, and the slopes of what they say.
struct Ends {
    heads: Heads,
    hidden: [f32; HIDDEN],
    value_slope: f32,
    policy_slopes: [f32; 64],
}

impl Ends {
    #[inline(always)]
    fn new<L: Lanes, const C: usize>(
        shape: &Shape,
        all: &[f32],
        map: &Map<C>,
        sample: &Sample,
        policy_weight: f32,
        losses: &mut Losses,
    ) -> Self {
        let heads = heads::<L, C>(shape, all, map);
        let hidden = hidden::<L>(shape, all, &heads);
        let value = value::<L>(shape, all, &hidden);
        let value_slope = value - sample.value;
        losses.samples += 1;
        losses.value += f64::from(value_slope) * f64::from(value_slope);
        losses.values[0] += f64::from(value);
        losses.values[1] += f64::from(value) * f64::from(value);
        let mut policy_slopes = [0.0; 64];
        if !sample.policy.is_empty() && policy_weight > 0.0 {
            let logits = policy::<L>(shape, all, &heads);
            let of = |square: Square| logits[square.index()];
            let most = sample.policy.iter().map(|&(square, _)| of(square)).fold(f32::NEG_INFINITY, f32::max);
            let exponentials = || sample.policy.iter().map(|&(square, _)| libm::expf(of(square) - most));
            let sum: f32 = exponentials().sum();
            for (&(square, wanted), exponential) in sample.policy.iter().zip(exponentials()) {
                policy_slopes[square.index()] = policy_weight * (exponential / sum - wanted);
                losses.policy -= f64::from(wanted * (of(square) - most - libm::logf(sum)));
            }
            losses.policies += 1;
        }
        Self { heads, hidden, value_slope, policy_slopes }
    }

    /// The slopes of the last map, adding to the gradient on the way.
    #[inline(always)]
    fn backwards<L: Lanes, const C: usize>(
        &self,
        shape: &Shape,
        all: &[f32],
        map: &Map<C>,
        slopes: &mut Map<C>,
        gradient: &mut [f32],
    ) {
        let slope = self.value_slope;
        gradient[shape.value_bias()] += slope;
        let mut hidden_slopes = [0.0; HIDDEN];
        for neuron in 0..HIDDEN {
            gradient[shape.value() + neuron] += slope * self.hidden[neuron];
            hidden_slopes[neuron] = slope * all[shape.value() + neuron] * steepness(self.hidden[neuron]);
        }
        let mut value_slopes = [0.0; HEAD_INPUTS];
        let weights = layer::<HIDDEN>(all, shape.hidden(), HEAD_INPUTS).weights;
        let (rows, biases) = layer_mut::<HIDDEN>(gradient, shape.hidden(), HEAD_INPUTS);
        weighted_backward::<L, HIDDEN>(&self.heads.value, weights, &hidden_slopes, rows, &mut value_slopes);
        biases.iter_mut().zip(hidden_slopes).for_each(|(bias, slope)| *bias += slope);

        let mut policy_slopes = [0.0; HEAD_INPUTS];
        let weights = layer::<64>(all, shape.policy(), HEAD_INPUTS).weights;
        let (rows, biases) = layer_mut::<64>(gradient, shape.policy(), HEAD_INPUTS);
        weighted_backward::<L, 64>(
            &self.heads.policy,
            weights,
            &self.policy_slopes,
            rows,
            &mut policy_slopes,
        );
        biases.iter_mut().zip(self.policy_slopes).for_each(|(bias, slope)| *bias += slope);

        let Layer { weights, .. } = layer::<HEADS>(all, shape.heads(), C);
        let (rows, biases) = layer_mut::<HEADS>(gradient, shape.heads(), C);
        for square in 0..64 {
            let mut of_heads = [0.0; HEADS];
            for plane in 0..HEAD {
                let place = square * HEAD + plane;
                of_heads[plane] = policy_slopes[place] * steepness(self.heads.policy[place]);
                of_heads[HEAD + plane] = value_slopes[place] * steepness(self.heads.value[place]);
            }
            let here = &map[cell(square)];
            weighted_backward::<L, HEADS>(here, weights, &of_heads, rows, &mut slopes[cell(square)]);
            biases.iter_mut().zip(of_heads).for_each(|(bias, slope)| *bias += slope);
        }
    }
}
