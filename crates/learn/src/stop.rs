//! Being asked to stop within a lesson.
//!
//! A lesson may have any number of games. Whoever learns one looks at the flag before every move, and leaves what was
//! learned as it was before the lesson when it is set.

use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::{Chance, Choice, Clock, Forfeit, Player, Stopped};
use outflank_rules::{Game, Moves};

/// Whether the flag is set.
#[inline(always)]
pub(crate) fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Refuses to go on once the flag is set.
#[inline(always)]
pub(crate) fn look_at(stop: &AtomicBool) -> Result<(), Stopped> {
    if is_set(stop) { Err(Stopped) } else { Ok(()) }
}

/// The end of a game that nobody waits for any more.
pub(crate) fn given_up(_: Stopped) -> Forfeit {
    Forfeit { reason: "the lesson was stopped".to_owned() }
}

/// A player that gives up at its next move once the flag is set. Whoever seats it asks [`look_at`] after the game
/// whether it counts.
pub(crate) struct Stoppable<'a, P> {
    player: P,
    stop: &'a AtomicBool,
}

impl<'a, P: Player> Stoppable<'a, P> {
    pub fn new(player: P, stop: &'a AtomicBool) -> Self {
        Self { player, stop }
    }
}

impl<P: Player> Player for Stoppable<'_, P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        look_at(self.stop).map_err(given_up)?;
        self.player.choose(game, moves, chance)
    }

    fn begin(&mut self) {
        self.player.begin();
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.player.look_at_clock(clock);
    }
}
