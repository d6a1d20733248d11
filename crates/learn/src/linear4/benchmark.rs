//! The agents that the document measures its own with.

use outflank_arena::{Entrant, Style};
use outflank_engine::players::Random;
use outflank_value::{DiscDifference, PieceCounter};
use serde::{Deserialize, Serialize};

/// A benchmark agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Benchmark {
    /// Every legal move is equally likely.
    Random,
    /// The most discs after its own move.
    Discs,
    /// The most discs after three plies.
    DiscsAhead,
    /// The highest sum by Korman's matrix after its own move.
    Korman,
    /// The highest sum by Korman's matrix after three plies.
    KormanAhead,
}

impl Benchmark {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Random, Self::Discs, Self::DiscsAhead, Self::Korman, Self::KormanAhead];

    /// Its name, the same as in recipes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Discs => "discs",
            Self::DiscsAhead => "discs-ahead",
            Self::Korman => "korman",
            Self::KormanAhead => "korman-ahead",
        }
    }

    /// What it does, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Discs => "discs, greedy",
            Self::DiscsAhead => "discs, 3 plies",
            Self::Korman => "Korman, greedy",
            Self::KormanAhead => "Korman, 3 plies",
        }
    }

    /// The player.
    pub fn entrant(self) -> Entrant {
        let name = self.name();
        match self {
            Self::Random => Entrant::new(name, || Box::new(Random::new())),
            Self::Discs => Style::plies(1).entrant(name, DiscDifference),
            Self::DiscsAhead => Style::plies(3).entrant(name, DiscDifference),
            Self::Korman => Style::plies(1).entrant(name, PieceCounter::korman()),
            Self::KormanAhead => Style::plies(3).entrant(name, PieceCounter::korman()),
        }
    }
}
