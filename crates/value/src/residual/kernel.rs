//! The loops in which nearly all time goes: plain arithmetic, written so that it is done many numbers at a time.
//!
//! Every sum is taken in one order: first the bias, then tap by tap and channel by channel, each product added on its own.
//! How many cells and lanes are done side by side changes no bit. Nothing here chooses instructions: all is inlined
//! into whoever was compiled for some ([`Instructions`](super::Instructions)).

#![allow(clippy::needless_range_loop, reason = "an index means the same place in several arrays")]

use super::lanes::{LANES, Lanes};

/// The board with an empty border, row by row: a tap at the edge meets zeros.
pub(super) const SIDE: usize = 10;
/// Cells of the board with its border.
pub(super) const CELLS: usize = SIDE * SIDE;
/// Cells that are computed side by side.
const ROWS: usize = 4;
/// The places around a cell.
pub(super) const TAPS: usize = 9;

/// Some numbers for each cell.
pub(super) type Map<const N: usize> = [[f32; N]; CELLS];

/// What is left of numbers below 0. Some is left, so that no neuron falls silent for ever.
pub(super) const LEAK: f32 = 0.0625;

/// Where a square lies on the board with its border.
#[inline(always)]
pub(super) const fn cell(square: usize) -> usize {
    (square / 8 + 1) * SIDE + square % 8 + 1
}

/// Sixteen of some numbers.
#[inline(always)]
fn sixteen<const N: usize>(numbers: &[f32; N], block: usize) -> &[f32; LANES] {
    &numbers.as_chunks::<LANES>().0[block]
}

#[inline(always)]
fn sixteen_mut<const N: usize>(numbers: &mut [f32; N], block: usize) -> &mut [f32; LANES] {
    &mut numbers.as_chunks_mut::<LANES>().0[block]
}

/// The sums of a convolution of 3 × 3 taps, for all squares. The weights lie by tap, then by channel of the input.
#[inline(always)]
pub(super) fn convolve<L: Lanes, const IN: usize, const OUT: usize>(
    input: &Map<IN>,
    weights: &[[f32; OUT]],
    biases: &[f32; OUT],
    output: &mut Map<OUT>,
) {
    let weights = &weights[..TAPS * IN];
    for block in 0..OUT / LANES {
        let bias = L::load(sixteen(biases, block));
        for first in (0..64).step_by(ROWS) {
            let at = cell(first);
            // By name and not in an array: they stay in registers.
            let (mut a, mut b, mut c, mut d) = (bias, bias, bias, bias);
            for tap in 0..TAPS {
                let from = at + tap / 3 * SIDE + tap % 3 - SIDE - 1;
                let cells: &[[f32; IN]; ROWS] = input[from..from + ROWS].try_into().expect("as many");
                let weights: &[[f32; OUT]; IN] =
                    weights[tap * IN..(tap + 1) * IN].try_into().expect("as many");
                for channel in 0..IN {
                    let weights = L::load(sixteen(&weights[channel], block));
                    a = a.add_product(L::splat(cells[0][channel]), weights);
                    b = b.add_product(L::splat(cells[1][channel]), weights);
                    c = c.add_product(L::splat(cells[2][channel]), weights);
                    d = d.add_product(L::splat(cells[3][channel]), weights);
                }
            }
            for (row, sums) in [a, b, c, d].into_iter().enumerate() {
                sums.store(sixteen_mut(&mut output[at + row], block));
            }
        }
    }
}

/// Adds to the gradient of a convolution's weights what one board says: for each weight the sum over the squares of what
/// came in times the slope of what went out.
#[inline(always)]
pub(super) fn add_weight_slopes<L: Lanes, const IN: usize, const OUT: usize>(
    input: &Map<IN>,
    slopes: &Map<OUT>,
    gradient: &mut [[f32; OUT]],
) {
    for block in 0..OUT / LANES {
        for tap in 0..TAPS {
            let gradient: &mut [[f32; OUT]; IN] =
                (&mut gradient[tap * IN..(tap + 1) * IN]).try_into().expect("as many");
            for first in (0..IN).step_by(ROWS) {
                // The last channels may be fewer: their places are then done twice, to the same bits.
                let channel = |row: usize| (first + row).min(IN - 1);
                let here = |row: usize| L::load(sixteen(&gradient[channel(row)], block));
                let (mut a, mut b, mut c, mut d) = (here(0), here(1), here(2), here(3));
                for row in 0..8 {
                    let at = cell(row * 8);
                    let from = at + tap / 3 * SIDE + tap % 3 - SIDE - 1;
                    let cells: &[[f32; IN]; 8] = input[from..from + 8].try_into().expect("a row");
                    let slopes: &[[f32; OUT]; 8] = slopes[at..at + 8].try_into().expect("a row");
                    for column in 0..8 {
                        let slopes = L::load(sixteen(&slopes[column], block));
                        a = a.add_product(L::splat(cells[column][channel(0)]), slopes);
                        b = b.add_product(L::splat(cells[column][channel(1)]), slopes);
                        c = c.add_product(L::splat(cells[column][channel(2)]), slopes);
                        d = d.add_product(L::splat(cells[column][channel(3)]), slopes);
                    }
                }
                for (row, sums) in [a, b, c, d].into_iter().enumerate() {
                    sums.store(sixteen_mut(&mut gradient[channel(row)], block));
                }
            }
        }
    }
}

/// Adds to the gradient of biases what one board says.
#[inline(always)]
pub(super) fn add_bias_slopes<const OUT: usize>(slopes: &Map<OUT>, gradient: &mut [f32; OUT]) {
    for square in 0..64 {
        for (gradient, slope) in gradient.iter_mut().zip(&slopes[cell(square)]) {
            *gradient += slope;
        }
    }
}

/// Sums of weighted inputs: one row of weights for each input.
#[inline(always)]
pub(super) fn weighted<L: Lanes, const OUT: usize>(
    inputs: &[f32],
    weights: &[[f32; OUT]],
    biases: &[f32; OUT],
) -> [f32; OUT] {
    let mut sums = *biases;
    for block in 0..OUT / LANES {
        let mut sum = L::load(sixteen(biases, block));
        for (&input, weights) in inputs.iter().zip(weights) {
            sum = sum.add_product(L::splat(input), L::load(sixteen(weights, block)));
        }
        sum.store(sixteen_mut(&mut sums, block));
    }
    sums
}

/// Adds to the gradient of such weights what one board says, and gives the slopes of the inputs.
#[inline(always)]
pub(super) fn weighted_backward<L: Lanes, const OUT: usize>(
    inputs: &[f32],
    weights: &[[f32; OUT]],
    slopes: &[f32; OUT],
    gradient: &mut [[f32; OUT]],
    input_slopes: &mut [f32],
) {
    for (((input, weights), gradient), input_slope) in
        inputs.iter().zip(weights).zip(gradient).zip(input_slopes)
    {
        let mut sum = L::splat(0.0);
        for block in 0..OUT / LANES {
            let slopes = L::load(sixteen(slopes, block));
            let row = sixteen_mut(gradient, block);
            L::load(row).add_product(L::splat(*input), slopes).store(row);
            sum = sum.add_product(L::load(sixteen(weights, block)), slopes);
        }
        *input_slope = added_up(sum);
    }
}

/// The sum of sixteen numbers, in one order.
#[inline(always)]
fn added_up<L: Lanes>(lanes: L) -> f32 {
    let mut numbers = [0.0; LANES];
    lanes.store(&mut numbers);
    numbers.iter().sum()
}

/// The sum of products, sixteen sums side by side.
#[inline(always)]
pub(super) fn dot<L: Lanes, const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sum = L::splat(0.0);
    for block in 0..N / LANES {
        sum = sum.add_product(L::load(sixteen(a, block)), L::load(sixteen(b, block)));
    }
    added_up(sum)
}

/// What a neuron passes on.
#[inline(always)]
pub(super) fn active(sum: f32) -> f32 {
    if sum > 0.0 { sum } else { LEAK * sum }
}

/// How steep that is, by what was passed on.
#[inline(always)]
pub(super) fn steepness(activity: f32) -> f32 {
    if activity > 0.0 { 1.0 } else { LEAK }
}

/// Every number of a map, passed on.
#[inline(always)]
pub(super) fn activate<const N: usize>(map: &mut Map<N>) {
    for number in map.as_flattened_mut() {
        *number = active(*number);
    }
}

/// The same after another map was added.
#[inline(always)]
pub(super) fn add_and_activate<const N: usize>(map: &mut Map<N>, other: &Map<N>) {
    for (number, other) in map.as_flattened_mut().iter_mut().zip(other.as_flattened()) {
        *number = active(*number + other);
    }
}

/// Slopes of what was passed on become slopes of the sums.
#[inline(always)]
pub(super) fn deactivate<const N: usize>(slopes: &mut Map<N>, activity: &Map<N>) {
    for (slope, &activity) in slopes.as_flattened_mut().iter_mut().zip(activity.as_flattened()) {
        *slope *= steepness(activity);
    }
}
