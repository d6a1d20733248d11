//! Other implementations of the rules in Rust, each driven through the fastest of its public functions.
//!
//! All draw from the same generator in the same way, so that what differs is the rules alone.

mod magpie;
mod othello;
mod rust_reversi_core;

use outflank_rules::Tally;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What is asked of every peer.
pub struct Peer {
    /// The name and version of the package.
    pub name: &'static str,
    /// The leaves of the game tree, every one of them played.
    #[allow(dead_code, reason = "each bench asks for what it compares")]
    pub perft: fn(u32) -> u64,
    /// A game of uniformly random legal moves, Black's discs counted as the mover's.
    pub random_game: fn(&mut Xoshiro256PlusPlus) -> Tally,
}

/// All peers.
pub const ALL: [Peer; 3] = [othello::PEER, rust_reversi_core::PEER, magpie::PEER];

/// A number below `bound`, as good as uniform for the few moves of a position.
// CITE: the multiply-shift reduction of Daniel Lemire, “Fast random integer generation in an interval”.
#[inline(always)]
pub fn below(generator: &mut Xoshiro256PlusPlus, bound: u32) -> u32 {
    let number = generator.next_u64() >> 32;
    ((number * u64::from(bound)) >> 32) as u32
}

/// The lowest bit that has `n` set bits below it.
#[inline(always)]
fn nth_bit(mut bits: u64, n: u32) -> u64 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits & bits.wrapping_neg()
}
