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

    /// The sum of the powers of some squares in a block of 16 places: the squares go by inside, so that the sum stays in
    /// a register.
    #[inline(always)]
    fn sum(&self, block: usize, squares: Squares) -> [u16; 16] {
        let mut sum = [0u16; 16];
        for square in squares {
            let powers = &self.of_square[square.index()].as_chunks::<16>().0[block];
            for (sum, power) in sum.iter_mut().zip(powers) {
                *sum = sum.wrapping_add(*power);
            }
        }
        sum
    }

    /// The lanes of a position, from nothing.
    #[inline(always)]
    pub fn of(&self, position: Position) -> Lanes<N> {
        // All squares empty: every digit is 1, which is half of all digits being 2.
        let mut lanes = self.full.map(|full| full / 2);
        for (block, lanes) in lanes.as_chunks_mut::<16>().0.iter_mut().enumerate().take(self.blocks) {
            let (own, other) = (self.sum(block, position.mover()), self.sum(block, position.opponent()));
            for place in 0..16 {
                lanes[place] = lanes[place].wrapping_add(own[place]).wrapping_sub(other[place]);
            }
        }
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
        let placed = self.of_square[placement.square().index()].as_chunks::<16>().0;
        let full = self.full.as_chunks::<16>().0;
        for (block, lanes) in lanes.0.as_chunks_mut::<16>().0.iter_mut().enumerate().take(self.blocks) {
            let flipped = self.sum(block, placement.flips());
            for place in 0..16 {
                let added = placed[block][place].wrapping_add(flipped[place].wrapping_mul(2));
                lanes[place] = full[block][place].wrapping_sub(lanes[place].wrapping_add(added));
            }
        }
        lanes
    }
}
