//! Players that can be seated any number of times.

use std::fmt;
use std::sync::Arc;

use outflank_engine::Player;

/// A named player of which as many copies can be made as there are boards to play on. Copies share what
/// does not change (weights), and nothing else.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    seat: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
    gives_up: Option<u64>,
}

impl Entrant {
    /// A player by what makes a copy of it.
    pub fn new(name: impl Into<String>, seat: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { name: name.into(), seat: Arc::new(seat), gives_up: None }
    }

    /// The same player by another way to make a copy of it.
    pub(crate) fn seated(&self, seat: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { seat: Arc::new(seat), ..self.clone() }
    }

    /// The same player, of which so many failures in one contest are enough.
    #[must_use]
    pub fn giving_up(self, failures: u64) -> Self {
        Self { gives_up: Some(failures), ..self }
    }

    /// After how many failures in one contest there is no use in going on, if after any.
    pub fn gives_up(&self) -> Option<u64> {
        self.gives_up
    }

    /// What the player is called in tables.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A copy, ready to play.
    pub fn seat(&self) -> Box<dyn Player> {
        (self.seat)()
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}
