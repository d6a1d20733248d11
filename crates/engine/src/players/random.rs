//! A player that draws its moves.

use outflank_rules::kernel::Available;
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
        with_kernel!(self.kernel, |kernel| { Ok(chance.draw(kernel, game.board().position, moves).into()) })
    }
}
