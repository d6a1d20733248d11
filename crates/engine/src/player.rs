//! What a player is.

use std::time::Duration;

use outflank_rules::{Game, Moves, Placement};

use crate::Chance;
use crate::tree::Outlook;
use outflank_value::Score;

/// Something that chooses moves.
///
/// A player is asked only where there is a move to make. It may keep things from game to game (tables,
/// a connection), but its choices must follow from the game and the chance it is given.
pub trait Player: Send {
    /// One of the moves on the board of the game. Everything random comes from `chance`.
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit>;

    /// What a tree search finds about these moves, from whoever searches so: visits, values and policies of all of them.
    fn outlook(&mut self, game: &Game, moves: Moves) -> Option<Outlook> {
        let _ = (game, moves);
        None
    }

    /// A new game begins: what is remembered of earlier ones must not change it.
    fn begin(&mut self) {}

    /// What is on the player's clock, told before every move where there is one. Whoever can think for a time that
    /// is given keeps within it.
    fn look_at_clock(&mut self, _: Clock) {}
}

/// The time that a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// For this move.
    Move(Duration),
    /// For the rest of the game.
    Game {
        /// What is left.
        left: Duration,
        /// What every move adds once it is made.
        increment: Duration,
    },
}

impl Clock {
    /// What a player may think about one move with so many of its own left, this one among them.
    pub fn share(self, moves_left: u32) -> Duration {
        match self {
            Self::Move(time) => time,
            // A part of the increment, because the clock must never show zero.
            Self::Game { left, increment } => (left / moves_left.max(1) + increment * 3 / 4).min(left / 2),
        }
    }
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        (**self).choose(game, moves, chance)
    }

    fn outlook(&mut self, game: &Game, moves: Moves) -> Option<Outlook> {
        (**self).outlook(game, moves)
    }

    fn begin(&mut self) {
        (**self).begin();
    }

    fn look_at_clock(&mut self, clock: Clock) {
        (**self).look_at_clock(clock);
    }
}

/// A move, and what its player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub placement: Placement,
    /// Its value for the player, where it has one.
    pub score: Option<Score>,
    /// Whether it was made to see what comes of it, and not because it is the best.
    pub explores: bool,
}

impl Choice {
    /// A move that is thought to be the best, and how good it is thought to be.
    pub fn best(placement: Placement, score: Option<Score>) -> Self {
        Self { placement, score, explores: false }
    }
}

impl From<Placement> for Choice {
    fn from(placement: Placement) -> Self {
        Self::best(placement, None)
    }
}

/// A player gives up the game because it cannot go on: a program crashed, hung or made no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Forfeit {
    /// What happened, for the record of the game.
    pub reason: String,
}
