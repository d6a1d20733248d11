//! From a position to a value and a policy.

#![allow(clippy::needless_range_loop, reason = "an index means the same place in several arrays")]

use outflank_rules::Position;

use super::kernel::{CELLS, Map, TAPS, activate, active, add_and_activate, cell, convolve, dot, weighted};
use super::lanes::Lanes;
use super::planes::planes;
use super::shape::{HEAD, HEAD_INPUTS, HEADS, HIDDEN, Shape};

/// Rows of weights and, behind them, biases.
pub(super) struct Layer<'a, const OUT: usize> {
    pub weights: &'a [[f32; OUT]],
    pub biases: &'a [f32; OUT],
}

/// The layer of so many inputs that begins there.
#[inline(always)]
pub(super) fn layer<const OUT: usize>(all: &[f32], start: usize, inputs: usize) -> Layer<'_, OUT> {
    let (rows, _) = all[start..start + (inputs + 1) * OUT].as_chunks::<OUT>();
    let (biases, weights) = rows.split_last().expect("the biases are there");
    Layer { weights, biases }
}

/// What both heads make of the last map.
pub(super) struct Heads {
    /// The planes of both, passed on: square by square, the policy's first.
    pub policy: [f32; HEAD_INPUTS],
    pub value: [f32; HEAD_INPUTS],
}

#[inline(always)]
pub(super) fn heads<L: Lanes, const C: usize>(shape: &Shape, all: &[f32], map: &Map<C>) -> Heads {
    let Layer { weights, biases } = layer::<HEADS>(all, shape.heads(), C);
    let mut heads = Heads { policy: [0.0; HEAD_INPUTS], value: [0.0; HEAD_INPUTS] };
    for square in 0..64 {
        let sums = weighted::<L, HEADS>(&map[cell(square)], weights, biases);
        for plane in 0..HEAD {
            heads.policy[square * HEAD + plane] = active(sums[plane]);
            heads.value[square * HEAD + plane] = active(sums[HEAD + plane]);
        }
    }
    heads
}

/// The neurons of the value, passed on.
#[inline(always)]
pub(super) fn hidden<L: Lanes>(shape: &Shape, all: &[f32], heads: &Heads) -> [f32; HIDDEN] {
    let Layer { weights, biases } = layer::<HIDDEN>(all, shape.hidden(), HEAD_INPUTS);
    weighted::<L, HIDDEN>(&heads.value, weights, biases).map(active)
}

/// The value, between −1 and 1.
#[inline(always)]
pub(super) fn value<L: Lanes>(shape: &Shape, all: &[f32], hidden: &[f32; HIDDEN]) -> f32 {
    let weights: &[f32; HIDDEN] = all[shape.value()..shape.value_bias()].try_into().expect("as many");
    libm::tanhf(all[shape.value_bias()] + dot::<L, HIDDEN>(weights, hidden))
}

/// How promising each square is.
#[inline(always)]
pub(super) fn policy<L: Lanes>(shape: &Shape, all: &[f32], heads: &Heads) -> [f32; 64] {
    let Layer { weights, biases } = layer::<64>(all, shape.policy(), HEAD_INPUTS);
    weighted::<L, 64>(&heads.policy, weights, biases)
}

/// The value of a position and, where it is wanted, how promising each square is.
#[inline(always)]
pub(super) fn evaluate<L: Lanes, const IN: usize, const C: usize>(
    shape: &Shape,
    all: &[f32],
    position: Position,
    wants_policy: bool,
) -> (f32, [f32; 64]) {
    let mut here = [[0.0; C]; CELLS];
    let mut between = [[0.0; C]; CELLS];
    let mut after = [[0.0; C]; CELLS];
    let stem = layer::<C>(all, shape.stem(), TAPS * IN);
    convolve::<L, IN, C>(&planes::<IN>(position), stem.weights, stem.biases, &mut here);
    activate(&mut here);
    for block in 0..shape.blocks {
        let first = layer::<C>(all, shape.convolution(2 * block), TAPS * C);
        convolve::<L, C, C>(&here, first.weights, first.biases, &mut between);
        activate(&mut between);
        let second = layer::<C>(all, shape.convolution(2 * block + 1), TAPS * C);
        convolve::<L, C, C>(&between, second.weights, second.biases, &mut after);
        add_and_activate(&mut here, &after);
    }
    let heads = heads::<L, C>(shape, all, &here);
    let value = value::<L>(shape, all, &hidden::<L>(shape, all, &heads));
    let policy = if wants_policy { policy::<L>(shape, all, &heads) } else { [0.0; 64] };
    (value, policy)
}
