//! Outflank as an engine for other programs: it answers what they ask, line by line.
//!
//! A conversation is a value that turns a line into an answer, so that it can be tested without a program at the other
//! end. Nobody ponders: between two commands nothing is computed.

pub mod gtp;
pub mod nboard;

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use outflank_arena::Entrant;
use outflank_engine::{Chance, Choice, Clock, Player};
use outflank_rules::{Game, Moves};

/// The player of a conversation, and the time it has taken.
pub struct Mind {
    player: Box<dyn Player>,
    chance: Chance,
}

impl Mind {
    /// A copy of a player. Its chance follows from a seed.
    pub fn new(entrant: &Entrant, seed: u64) -> Self {
        Self { player: entrant.seat(), chance: Chance::stream(seed, "protocol", 0) }
    }

    /// A new game begins.
    pub fn begin(&mut self) {
        self.player.begin();
    }

    /// Chooses a move within what is on the clock, and tells how long that took.
    pub fn choose(
        &mut self,
        game: &Game,
        moves: Moves,
        clock: Option<Clock>,
    ) -> Result<(Choice, Duration), String> {
        if let Some(clock) = clock {
            self.player.look_at_clock(clock);
        }
        let began = Instant::now();
        let choice = self.player.choose(game, moves, &mut self.chance).map_err(|forfeit| forfeit.reason)?;
        Ok((choice, began.elapsed()))
    }
}

/// How often it is looked whether somebody wants something else.
const LOOK: Duration = Duration::from_millis(5);

/// How long work may take to come to its end once somebody does.
const GRACE: Duration = Duration::from_millis(250);

/// Does some work on a thread of its own. When it is not wanted any more, it may come to its end within a moment, or is
/// left behind: whoever asked goes on, and what it comes to is told to nobody.
pub fn unless_interrupted<T: Send + 'static>(
    is_interrupted: impl Fn() -> bool,
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    let (send, done) = mpsc::channel();
    std::thread::spawn(move || drop(send.send(work())));
    loop {
        match done.recv_timeout(LOOK) {
            Ok(done) => return Some(done),
            Err(RecvTimeoutError::Timeout) if is_interrupted() => return done.recv_timeout(GRACE).ok(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
}
