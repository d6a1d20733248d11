//! Games of contests on their way to the library.

use outflank_arena::{Entrant, Pair, Played};
use outflank_lab::{PlayedGame, Store};

use crate::data::Data;

/// So many games of a contest are kept at most: more would drown everything else in the library.
const MOST: usize = 10_000;

/// So many are written together.
const TOGETHER: usize = 500;

/// Where the games of a contest go. What goes wrong is told once, and ends no contest.
pub struct LibraryWriter {
    event: &'static str,
    data: Data,
    store: Option<Store>,
    waiting: Vec<(String, String, Played)>,
    taken: usize,
    most: usize,
}

impl LibraryWriter {
    /// For the games of a contest that is called this.
    pub fn new(event: &'static str, data: Data) -> Self {
        Self { event, data, store: None, waiting: Vec::new(), taken: 0, most: MOST }
    }

    /// Keeps so many games at most, where a contest has too many of one kind.
    pub fn at_most(mut self, games: usize) -> Self {
        self.most = games.min(MOST);
        self
    }

    /// Adds the two games of a pair.
    pub fn add(&mut self, first: &Entrant, second: &Entrant, pair: &Pair) {
        let [one, other] = &pair.games;
        for (black, white, played) in [(first, second, one), (second, first, other)] {
            self.add_game(black.name(), white.name(), played);
        }
    }

    /// Adds a game.
    pub fn add_game(&mut self, black: &str, white: &str, played: &Played) {
        if self.taken < self.most {
            self.taken += 1;
            self.waiting.push((black.to_owned(), white.to_owned(), played.clone()));
        }
        if self.waiting.len() >= TOGETHER {
            self.flush();
        }
    }

    /// Writes what is waiting.
    pub fn flush(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        if let Err(error) = self.try_flush() {
            eprintln!("the games are not kept in the library: {error:#}");
            self.taken = self.most;
        }
        self.waiting.clear();
    }

    fn try_flush(&mut self) -> anyhow::Result<()> {
        let store = match &self.store {
            Some(store) => store,
            None => self.store.insert(self.data.open()?),
        };
        let games = self.waiting.iter().map(|(black, white, played)| PlayedGame { black, white, played });
        store.keep_played(self.event, games)?;
        Ok(())
    }
}
