//! One scale of strength: fixed anchors from the random player, whose rating is 0, to the strongest, and new players
//! placed among them.
//!
//! The ratings of the anchors were measured once and are part of the program, so a rating means the same
//! tomorrow and on every machine. An anchor is known by its content and not by its name: one that plays otherwise by now is
//! no anchor any more. [`Ladder::place`] finds the place of a player, [`Ladder::measure`] makes a ladder and
//! [`Ladder::add`] sets one step more on it, without moving the others.

mod measuring;
mod opponents;
mod placing;

use std::sync::LazyLock;

use outflank_arena::{Entrant, Identity, PlayerSpec};
use serde::{Deserialize, Serialize};

use crate::{CurvePoint, PlayerRegistry};

pub use measuring::Measuring;
pub use opponents::{Opponent, OpponentRating, opponents};
pub use placing::{Budget, Met, Place, PlaceEnd, Placing};

/// The name of the curve that a run has of its places.
pub const CURVE: &str = "elo";

/// The name of the curve of different games that each of these places rests on.
pub const GAMES_CURVE: &str = "elo games";

/// A place as points of the curves of a run, after so many games; nothing where nothing was played.
pub fn points(place: &Place, games: u64) -> Vec<CurvePoint> {
    let Some(estimate) = place.estimate else { return Vec::new() };
    let rests_on = CurvePoint {
        games,
        name: GAMES_CURVE.to_owned(),
        value: place.games().1 as f64,
        low: None,
        high: None,
    };
    let place = CurvePoint {
        games,
        name: CURVE.to_owned(),
        value: estimate.elo,
        low: Some(estimate.interval.low),
        high: Some(estimate.interval.high),
    };
    vec![place, rests_on]
}

/// The ratings that come with the program.
const MEASURED: &str = include_str!("../ladder.toml");

/// The anchors and how they were measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The commands that measure it again, one after the other.
    pub commands: Vec<String>,
    /// The version and commit that did.
    pub program: String,
    /// The anchors, the weakest first.
    pub anchors: Vec<Anchor>,
}

/// A player of known strength.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// The player, in the grammar of players.
    pub player: String,
    /// What it knew when it was measured.
    pub content: String,
    /// How it played.
    pub style: String,
    /// Its rating, that of the first anchor being 0.
    pub elo: f64,
    /// The 95 % interval of its distance from the first anchor reaches so far to both sides.
    pub reach: f64,
    /// The games that its rating rests on, all of them different.
    pub games: u64,
    /// How long the processor worked for one of them, both players together, in milliseconds: what it costs to ask it.
    pub milliseconds: f64,
}

impl Anchor {
    /// Whether this is the player that was measured.
    pub fn is(&self, identity: &Identity) -> bool {
        self.content == identity.content && self.style == identity.style
    }
}

/// An anchor whose name stands for another player by now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{player}” is not the player that the ladder was measured with: measure it anew")]
pub struct ChangedAnchor {
    /// The name.
    pub player: String,
}

/// A text that is no ladder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no ladder: {reason}")]
pub struct LadderError {
    reason: String,
}

impl Ladder {
    /// The one that comes with the program.
    pub fn standard() -> &'static Self {
        static STANDARD: LazyLock<Ladder> = LazyLock::new(|| {
            Ladder::from_text(MEASURED).expect("the ladder that comes with the program can be read")
        });
        &STANDARD
    }

    /// The anchor that a player is, if it is one.
    pub fn anchor(&self, identity: &Identity) -> Option<&Anchor> {
        self.anchors.iter().find(|anchor| anchor.is(identity))
    }

    /// The anchors, ready to play, by what comes with the program alone.
    pub fn players(&self) -> Result<Vec<Entrant>, ChangedAnchor> {
        let registry = PlayerRegistry::new(None).without_files();
        let made = |anchor: &Anchor| {
            let changed = || ChangedAnchor { player: anchor.player.clone() };
            let spec: PlayerSpec = anchor.player.parse().map_err(|_| changed())?;
            spec.entrant(&registry).map_err(|_| changed())
        };
        let players: Vec<Entrant> = self.anchors.iter().map(made).collect::<Result<_, _>>()?;
        self.check(&players)?;
        Ok(players)
    }

    /// Whether these players are the anchors, in order.
    pub fn check(&self, players: &[Entrant]) -> Result<(), ChangedAnchor> {
        let other = self.anchors.iter().zip(players).find(|(anchor, player)| !anchor.is(player.identity()));
        other.map_or(Ok(()), |(anchor, _)| Err(ChangedAnchor { player: anchor.player.clone() }))
    }

    /// The ladder in the text of a file.
    pub fn from_text(text: &str) -> Result<Self, LadderError> {
        toml::from_str(text).map_err(|error| LadderError { reason: error.message().to_owned() })
    }

    /// The ladder as the text of its file.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("a flat table and a list of flat tables")
    }
}
