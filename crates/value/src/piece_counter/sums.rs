//! Two ways to add up the weights of squares: which one is the faster depends on how often the weights change.

use std::sync::Arc;

use outflank_rules::{Position, Squares};

/// A way to add up the weights of squares.
pub trait Sums: Clone + PartialEq + Send + Sync {
    /// The sums of these weights, a1 to h8 by rows.
    fn of(weights: [f64; 64]) -> Self;

    /// The weights, a1 to h8 by rows.
    fn weights(&self) -> &[f64; 64];

    /// Changes the weights.
    fn change(&mut self, change: impl FnOnce(&mut [f64; 64]));

    /// The sum over some squares.
    fn sum(&self, squares: Squares) -> f64;

    /// Own weights minus the opponent's.
    #[inline(always)]
    fn balance(&self, position: Position) -> f64 {
        self.sum(position.mover()) - self.sum(position.opponent())
    }
}

/// Sums that are looked up row by row: quick to ask for and slow to set up, for weights that stay.
#[derive(Clone, Debug, PartialEq)]
pub struct ByRows {
    weights: [f64; 64],
    rows: Arc<Rows>,
}

/// For each row the sum of every set of its squares: a sum over the board is eight look-ups. They begin where a line of
/// the cache does, so that none of the steps of several sums lies across two.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(64))]
struct Rows([[f64; 256]; 8]);

impl Sums for ByRows {
    fn of(weights: [f64; 64]) -> Self {
        let mut sums = Self { weights, rows: Arc::new(Rows([[0.0; 256]; 8])) };
        sums.change(|_| ());
        sums
    }

    #[inline(always)]
    fn weights(&self) -> &[f64; 64] {
        &self.weights
    }

    // With the instructions of whoever calls: there are two thousand sums to make.
    #[inline(always)]
    fn change(&mut self, change: impl FnOnce(&mut [f64; 64])) {
        change(&mut self.weights);
        let rows = &mut Arc::make_mut(&mut self.rows).0;
        for (sums, weights) in rows.iter_mut().zip(self.weights.as_chunks::<8>().0) {
            // The sums with a square are those without it, that much larger.
            for (column, weight) in weights.iter().enumerate() {
                let (without, with) = sums.split_at_mut(1 << column);
                for (with, without) in with.iter_mut().zip(without) {
                    *with = *without + weight;
                }
            }
        }
    }

    #[inline(always)]
    fn sum(&self, squares: Squares) -> f64 {
        let row = |row: usize| self.rows.0[row][(squares.bits() >> (8 * row)) as usize & 255];
        ((row(0) + row(1)) + (row(2) + row(3))) + ((row(4) + row(5)) + (row(6) + row(7)))
    }
}

/// Weights that are added up square by square, for weights that change with every move. Behind the last stands a 0,
/// for no square.
#[derive(Clone, Debug, PartialEq)]
pub struct BySquares([f64; 65]);

impl Sums for BySquares {
    fn of(weights: [f64; 64]) -> Self {
        let mut padded = [0.0; 65];
        padded[..64].copy_from_slice(&weights);
        Self(padded)
    }

    #[inline(always)]
    fn weights(&self) -> &[f64; 64] {
        self.0.first_chunk().expect("64 of 65")
    }

    #[inline(always)]
    fn change(&mut self, change: impl FnOnce(&mut [f64; 64])) {
        change(self.0.first_chunk_mut().expect("64 of 65"));
    }

    /// Most moves turn over three discs or fewer: as many are added without a branch, which the processor
    /// could only guess, and the others one by one.
    #[inline(always)]
    fn sum(&self, squares: Squares) -> f64 {
        let mut bits = squares.bits();
        let mut next = || {
            let weight = self.0[bits.trailing_zeros() as usize];
            bits &= bits.wrapping_sub(1);
            weight
        };
        let mut sum = next() + next() + next();
        for square in Squares::from_bits(bits) {
            sum += self.0[square.index()];
        }
        sum
    }

    /// Eight sums run side by side, so that the compiler can take several squares at a time.
    #[inline(always)]
    fn balance(&self, position: Position) -> f64 {
        let (own, other) = (position.mover().bits(), position.opponent().bits());
        let mut sums = [0.0; 8];
        for (row, weights) in self.weights().as_chunks::<8>().0.iter().enumerate() {
            for (column, weight) in weights.iter().enumerate() {
                let square = 1 << (8 * row + column);
                let signed = if own & square != 0 { *weight } else { -*weight };
                sums[column] += if (own | other) & square != 0 { signed } else { 0.0 };
            }
        }
        sums.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agrees<S: Sums>() {
        let sums = S::of(std::array::from_fn(|index| (index as f64 * 7.3).sin()));
        let plain =
            |squares: Squares| squares.into_iter().map(|square| sums.weights()[square.index()]).sum::<f64>();
        for seed in 0..200u64 {
            let squares = Squares::from_bits(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            assert!((sums.sum(squares) - plain(squares)).abs() < 1e-12);
            let other = Squares::from_bits(seed.wrapping_mul(0xd1b5_4a32_d192_ed03) & !squares.bits());
            let position = Position::new(squares, other).expect("no square is taken twice");
            assert!((sums.balance(position) - (plain(squares) - plain(other))).abs() < 1e-12);
        }
    }

    #[test]
    fn both_ways_add_up_squares() {
        agrees::<ByRows>();
        agrees::<BySquares>();
    }
}
