//! Where each shape stands: the indices of all places, kept move by move.
//!
//! An own disc counts 2, an empty square 1, a disc of the opponent 0, each times a power of three. So the index of a
//! place as the other side sees it is 3ᵏ − 1 minus this one, and a single vector serves both sides: a move adds the
//! powers of its square once and those of its flips twice, and then the sides change.

use outflank_rules::{Placement, Position, Squares};

use super::Layout;

/// The indices of up to `N` places for the mover, `N` being a multiple of 16 so that a processor takes as many at a
/// time as it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Lanes<const N: usize>(pub(super) [u16; N]);

impl<const N: usize> Lanes<N> {
    /// The index of each place.
    #[inline(always)]
    pub fn indices(&self) -> &[u16; N] {
        &self.0
    }
}

/// What the squares add to the lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Powers<const N: usize> {
    /// For each square, its power of three in every place that it belongs to, elsewhere 0.
    of_square: Box<[[u16; N]; 64]>,
    /// 3ᵏ − 1 for each place, 0 for those that are not used.
    full: [u16; N],
    /// How many blocks of 16 are used.
    blocks: usize,
}

impl<const N: usize> Powers<N> {
    pub fn new(layout: &Layout) -> Self {
        let mut of_square = Box::new([[0; N]; 64]);
        let mut full = [0; N];
        let mut used = 0;
        for image in layout.shapes.iter().flat_map(|shape| shape.images()) {
            let mut power: usize = 1;
            for square in image {
                of_square[square.index()][used] = power as u16;
                power *= 3;
            }
            full[used] = (power - 1) as u16;
            used += 1;
        }
        Self { of_square, full, blocks: used.div_ceil(16) }
    }

    /// Adds a multiple of the powers of some squares.
    #[inline(always)]
    fn add(&self, lanes: &mut [u16; N], squares: Squares, times: u16) {
        for square in squares {
            let powers = self.of_square[square.index()].as_chunks::<16>().0;
            for (lanes, powers) in lanes.as_chunks_mut::<16>().0.iter_mut().zip(powers).take(self.blocks) {
                for (lane, power) in lanes.iter_mut().zip(powers) {
                    *lane = lane.wrapping_add(power.wrapping_mul(times));
                }
            }
        }
    }

    /// The lanes of a position, from nothing.
    #[inline(always)]
    pub fn of(&self, position: Position) -> Lanes<N> {
        // All squares empty: every digit is 1, which is half of all digits being 2.
        let mut lanes = self.full.map(|full| full / 2);
        self.add(&mut lanes, position.mover(), 1);
        self.add(&mut lanes, position.opponent(), u16::MAX);
        Lanes(lanes)
    }

    /// The same lanes as the other side sees them.
    #[inline(always)]
    pub fn turned(&self, mut lanes: Lanes<N>) -> Lanes<N> {
        for (lane, full) in lanes.0.iter_mut().zip(&self.full) {
            *lane = full.wrapping_sub(*lane);
        }
        lanes
    }

    /// The lanes after a move.
    #[inline(always)]
    pub fn after(&self, mut lanes: Lanes<N>, placement: Placement) -> Lanes<N> {
        self.add(&mut lanes.0, placement.square().set(), 1);
        self.add(&mut lanes.0, placement.flips(), 2);
        self.turned(lanes)
    }
}
