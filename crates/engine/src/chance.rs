//! Everything random, in streams with names.
//!
//! A stream is named by (seed, purpose, index), so that no result depends on threads, nor on how many
//! numbers somebody else drew.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Moves, Placement, Position, Square};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of random numbers.
///
/// ```
/// use outflank_engine::Chance;
///
/// let draw = |purpose, index| Chance::stream(7, purpose, index).below(1_000_000);
/// assert_eq!(draw("game", 0), draw("game", 0));
/// assert_ne!(draw("game", 0), draw("game", 1));
/// assert_ne!(draw("game", 0), draw("noise", 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// The stream with this name.
    pub fn stream(seed: u64, purpose: &str, index: u64) -> Self {
        // FNV-1a over the name; the generator mixes the result thoroughly.
        let bytes = seed.to_le_bytes().into_iter().chain(purpose.bytes()).chain(index.to_le_bytes());
        let name = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self(Xoshiro256PlusPlus::seed_from_u64(name))
    }

    /// A whole number from 0 to `count` − 1; `count` must not be 0. The bias is below one in 2³².
    #[inline(always)]
    pub fn below(&mut self, count: u32) -> u32 {
        debug_assert!(count > 0);
        ((self.0.next_u64() as u128 * count as u128) >> 64) as u32
    }

    /// A number from 0 to just below 1.
    #[inline(always)]
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Whether something with this probability happens.
    #[inline(always)]
    pub fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A seed for streams of its own.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// One of the moves, each equally likely.
    #[inline(always)]
    pub fn pick<K: Kernel>(&mut self, kernel: K, moves: Moves) -> Square {
        let n = self.below(moves.count());
        kernel.nth(moves.squares(), n)
    }

    /// One of the moves of a position, each equally likely, with what it turns over.
    #[inline(always)]
    pub fn draw<K: Kernel>(&mut self, kernel: K, position: Position, moves: Moves) -> Placement {
        let square = self.pick(kernel, moves);
        kernel.placement(position, square).expect("one of the legal moves")
    }

    /// The generator, for the distributions of the `rand` crates.
    pub fn generator(&mut self) -> &mut impl Rng {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_even() {
        let mut chance = Chance::stream(1, "even", 0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[chance.below(7) as usize] += 1;
        }
        // Six degrees of freedom: χ² exceeds 22.5 once in a thousand.
        let chi2: f64 = counts.iter().map(|&count| (f64::from(count) - 1e4).powi(2) / 1e4).sum();
        assert!(chi2 < 22.5, "{counts:?}");
        let heads = (0..100_000).filter(|_| chance.happens(0.1)).count();
        assert!((9_600..10_400).contains(&heads), "{heads}");
    }
}
