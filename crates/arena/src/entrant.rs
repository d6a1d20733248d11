//! Players that can be seated any number of times.

use std::fmt;
use std::sync::Arc;

use outflank_engine::Player;

/// A named player of which as many copies can be made as there are boards to play on. Copies share what
/// does not change (weights), and nothing else.
#[derive(Clone)]
pub struct Entrant {
    name: String,
    identity: Identity,
    seat: Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>,
    gives_up: Option<u64>,
}

impl Entrant {
    /// A player by what makes a copy of it.
    pub fn new(name: impl Into<String>, seat: impl Fn() -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        let name = name.into();
        let identity = Identity { content: format!("label:{name}"), style: String::new() };
        Self { name, identity, seat: Arc::new(seat), gives_up: None }
    }

    /// The same player, known by what it is and not only by what it is called.
    #[must_use]
    pub fn with_identity(self, identity: Identity) -> Self {
        Self { identity, ..self }
    }

    /// What decides its moves, whatever it is called.
    pub fn identity(&self) -> &Identity {
        &self.identity
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

/// What decides the moves of a player: two players of one identity are the same, under any label, and a label that
/// is given to another player gets another identity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// What it knows: a hash of what was learned, the name of a built-in player, the command of a program.
    pub content: String,
    /// How it plays, in the words of the options.
    pub style: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { content, style } = self;
        if style.is_empty() { f.pad(content) } else { write!(f, "{content} {style}") }
    }
}
