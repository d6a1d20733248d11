//! A player that draws its moves.

use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Game, Moves, with_kernel};

use crate::{Chance, Choice, Forfeit, Player};

/// Every legal move is equally likely.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    kernel: Available,
}

impl Random {
    /// A random player.
    pub fn new() -> Self {
        Self { kernel: Available::best() }
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        with_kernel!(self.kernel, |kernel| {
            let square = chance.pick(kernel, moves);
            let placement = kernel.placement(game.board().position, square);
            Ok(placement.expect("drawn from the legal moves").into())
        })
    }
}
