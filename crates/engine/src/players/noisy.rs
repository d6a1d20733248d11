//! A player that is sometimes made to err.

use outflank_rules::{Game, Moves};

use super::Random;
use crate::tree::Outlook;
use crate::{Chance, Choice, Clock, Forfeit, Player};

/// Another player whose moves are replaced by random ones with a probability of `epsilon`.
pub struct Noisy<P> {
    /// Who chooses otherwise.
    pub player: P,
    /// The probability of a forced random move, drawn anew for each.
    pub epsilon: f64,
    random: Random,
}

impl<P> Noisy<P> {
    /// A player that errs this often.
    pub fn new(player: P, epsilon: f64) -> Self {
        Self { player, epsilon, random: Random::new() }
    }
}

impl<P: Player> Player for Noisy<P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        if chance.happens(self.epsilon) {
            Ok(Choice { explores: true, ..self.random.choose(game, moves, chance)? })
        } else {
            self.player.choose(game, moves, chance)
        }
    }

    fn outlook(&mut self, game: &Game, moves: Moves) -> Option<Outlook> {
        self.player.outlook(game, moves)
    }

    fn begin(&mut self) {
        self.player.begin();
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.player.look_at_clock(clock);
    }
}
