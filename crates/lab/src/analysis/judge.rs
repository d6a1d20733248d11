//! Who judges, by name: any player that scores its moves.

use std::time::Duration;

use outflank_arena::{Entrant, PlayerSpec, Registry, SpecError, Style};

use super::{Analyst, NoOpinion, Scale};

/// Games in which a scale is measured: enough for a slope, and done in a moment.
pub(super) const GAMES: u32 = 500;

/// Somebody who can be asked for analysts as often as one likes: what takes a while is done once.
#[derive(Clone, Debug)]
pub struct Judge {
    searching: Entrant,
    depth: u32,
    scale: Scale,
    exact: u32,
    patience: Duration,
    deeper: Vec<Entrant>,
}

/// A search by time goes no deeper than that.
const DEEPEST: u32 = 20;

/// Where the time is given and not the depth, scales are measured with so many plies.
const USUAL_PLIES: u32 = 5;

/// Nobody can judge like that.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// It does not say what its moves are worth.
    #[error("“{name}” cannot judge: {reason}")]
    NoOpinion {
        /// The player.
        name: String,
        /// Why.
        reason: NoOpinion,
    },
    /// How it plays is said twice.
    #[error("“{name}” says itself how it looks ahead; name it without that")]
    OwnStyle {
        /// The player.
        name: String,
    },
}

/// Whether it is the engine.
fn has_levels(name: &str) -> bool {
    name.parse::<PlayerSpec>().is_ok_and(|spec| spec.has_levels())
}

/// The name of a player that looks so many plies ahead; of the engine, at that level.
pub(super) fn looking_ahead(name: &str, plies: u32) -> String {
    let between = if name.contains(':') { ',' } else { ':' };
    let key = if has_levels(name) { "level" } else { "depth" };
    format!("{name}{between}{key}={plies}")
}

impl Judge {
    /// A player that looks so many plies ahead, the move itself included, 2 at least; exact from so many empty squares
    /// on, if that is found in the time given for a position.
    pub fn new(
        name: &str,
        plies: u32,
        exact: u32,
        patience: Duration,
        players: &dyn Registry,
    ) -> Result<Self, JudgeError> {
        let find = |name: &str| Ok(name.parse::<PlayerSpec>()?.entrant(players)?);
        Self::found_by(find, name, plies, exact, patience)
    }

    /// A player that looks as far ahead as it comes in the time for a position, exact where that suffices.
    pub fn by_time(
        name: &str,
        exact: u32,
        patience: Duration,
        players: &dyn Registry,
    ) -> Result<Self, JudgeError> {
        let judge = Self::new(name, USUAL_PLIES, exact, patience, players)?;
        let looking = |plies: u32| -> Result<_, JudgeError> {
            Ok(looking_ahead(name, plies).parse::<PlayerSpec>()?.entrant(players)?)
        };
        Ok(Self { deeper: (1..DEEPEST).map(looking).collect::<Result<_, _>>()?, ..judge })
    }

    /// The same with somebody who finds players, by names that say how far they look ahead.
    pub fn found_by<E: From<JudgeError>>(
        find: impl Fn(&str) -> Result<Entrant, E>,
        name: &str,
        plies: u32,
        exact: u32,
        patience: Duration,
    ) -> Result<Self, E> {
        let depth = plies.max(2) - 1;
        Self::check(name)?;
        let looking = |plies: u32| find(&looking_ahead(name, plies));
        let searching = looking(depth)?;
        let no_opinion = |reason| JudgeError::NoOpinion { name: name.to_owned(), reason };
        let scale = match has_levels(name) {
            true => Scale::of_engine(),
            false => Scale::measure(&looking(1)?, &searching, GAMES).map_err(no_opinion)?,
        };
        Ok(Self { searching, depth, scale, exact, patience, deeper: Vec::new() })
    }

    /// Refuses names of those who cannot judge, as far as a name tells.
    pub fn check(name: &str) -> Result<(), JudgeError> {
        let spec: PlayerSpec = name.parse()?;
        if *spec.style() != Style::default() {
            return Err(JudgeError::OwnStyle { name: name.to_owned() });
        }
        match name.trim() {
            "random" => Err(JudgeError::NoOpinion { name: name.to_owned(), reason: NoOpinion }),
            _ => Ok(()),
        }
    }

    /// The same, exact from so many empty squares on, if that is found in this time.
    #[must_use]
    pub fn exact(self, exact: u32, patience: Duration) -> Self {
        Self { exact, patience, ..self }
    }

    /// Somebody who judges positions; one for each thread.
    pub fn analyst(&self) -> Analyst {
        let analyst = Analyst::new(&self.searching, self.depth, self.scale.clone());
        analyst.exact(self.exact, self.patience).deepening(self.deeper.clone())
    }

    /// How many plies it looks ahead, the move itself included.
    pub fn plies(&self) -> u32 {
        self.depth + 1
    }
}
