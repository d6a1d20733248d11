//! Counting the leaves of the game tree: the classic check of a move generator, and a measure of its speed.

use crate::kernel::Kernel;
use crate::{Position, Turn, with_kernel};

/// How the last ply is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Every leaf is reached by playing its move.
    Played,
    /// The moves to the leaves are counted without playing them.
    Counted,
}

/// The number of ways to play `depth` plies. A pass is a ply; a game that ends earlier is one leaf.
///
/// ```
/// use outflank_rules::{Leaves, Position, perft};
///
/// assert_eq!(perft(Position::START, 6, Leaves::Counted), 8200);
/// ```
pub fn perft(position: Position, depth: u32, leaves: Leaves) -> u64 {
    with_kernel!(|kernel| perft_with(kernel, position, depth, leaves))
}

/// [`perft`] with a given kernel.
pub fn perft_with<K: Kernel>(kernel: K, position: Position, depth: u32, leaves: Leaves) -> u64 {
    match (depth, leaves) {
        (0, _) => 1,
        (_, Leaves::Played) => played(kernel, position, depth),
        (_, Leaves::Counted) => counted(kernel, position, depth),
    }
}

/// The leaves below a position, all of them played. `depth` is 1 at least.
fn played<K: Kernel>(kernel: K, position: Position, depth: u32) -> u64 {
    kernel.enter(|| match kernel.turn(position) {
        Turn::Over(_) => 1,
        Turn::Pass if depth == 1 => 1,
        Turn::Pass => played(kernel, position.passed(), depth - 1),
        Turn::Play(moves) => {
            let next = kernel.placements(position, moves).map(|placement| position.after(placement));
            if depth == 1 {
                next.map(|leaf| {
                    std::hint::black_box(leaf);
                    1
                })
                .sum()
            } else {
                next.map(|next| played(kernel, next, depth - 1)).sum()
            }
        }
    })
}

/// The leaves below a position, the last ply only counted. `depth` is 1 at least.
fn counted<K: Kernel>(kernel: K, position: Position, depth: u32) -> u64 {
    kernel.enter(|| match kernel.turn(position) {
        Turn::Over(_) => 1,
        Turn::Pass if depth == 1 => 1,
        Turn::Pass => counted(kernel, position.passed(), depth - 1),
        Turn::Play(moves) if depth == 1 => moves.count().into(),
        Turn::Play(moves) => kernel
            .placements(position, moves)
            .map(|placement| counted(kernel, position.after(placement), depth - 1))
            .sum(),
    })
}
