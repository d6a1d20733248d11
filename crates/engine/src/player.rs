//! What a player is.

use outflank_rules::{Game, Moves, Placement};

use crate::Chance;
use outflank_value::Score;

/// Something that chooses moves.
///
/// A player is asked only where there is a move to make. It may keep things from game to game (tables,
/// a connection), but its choices must follow from the game and the chance it is given.
pub trait Player: Send {
    /// One of the moves on the board of the game. Everything random comes from `chance`.
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit>;

    /// A new game begins: what is remembered of earlier ones must not change it.
    fn begin(&mut self) {}
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        (**self).choose(game, moves, chance)
    }

    fn begin(&mut self) {
        (**self).begin();
    }
}

/// A move, and what its player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub placement: Placement,
    /// Its value for the player, where it has one.
    pub score: Option<Score>,
}

impl From<Placement> for Choice {
    fn from(placement: Placement) -> Self {
        Self { placement, score: None }
    }
}

/// A player gives up the game because it cannot go on: a program crashed, hung or made no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Forfeit {
    /// What happened, for the record of the game.
    pub reason: String,
}
