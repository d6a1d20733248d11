//! Who judges, by name: any player that scores its moves.

use std::time::Duration;

use outflank_arena::{Entrant, PlayerSpec, Registry, SpecError};

use super::{Analyst, NoOpinion, Scale};

/// Games in which a scale is measured: enough for a slope, and done in a moment.
const GAMES: u32 = 500;

/// Somebody who can be asked for analysts as often as one likes: what takes a while is done once.
#[derive(Clone, Debug)]
pub struct Judge {
    searching: Entrant,
    depth: u32,
    scale: Scale,
    exact: u32,
    patience: Duration,
}

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
    /// How far it looks ahead is said twice.
    #[error("“{name}” says itself how far it looks ahead; name it without that")]
    OwnDepth {
        /// The player.
        name: String,
    },
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
        let depth = plies.max(2) - 1;
        let spec: PlayerSpec = name.parse()?;
        let style = spec.style();
        if style.depth.is_some() || style.nodes.is_some() || style.time.is_some() {
            return Err(JudgeError::OwnDepth { name: name.to_owned() });
        }
        let no_opinion = |reason| JudgeError::NoOpinion { name: name.to_owned(), reason };
        if name.trim() == "random" {
            return Err(no_opinion(NoOpinion));
        }
        let between = if name.contains(':') { ',' } else { ':' };
        let looking =
            |plies: u32| format!("{name}{between}depth={plies}").parse::<PlayerSpec>()?.entrant(players);
        let searching = looking(depth)?;
        let scale = Scale::measure(&looking(1)?, &searching, GAMES).map_err(no_opinion)?;
        Ok(Self { searching, depth, scale, exact, patience })
    }

    /// Somebody who judges positions; one for each thread.
    pub fn analyst(&self) -> Analyst {
        Analyst::new(&self.searching, self.depth, self.scale.clone()).exact(self.exact, self.patience)
    }

    /// How many plies it looks ahead, the move itself included.
    pub fn plies(&self) -> u32 {
        self.depth + 1
    }
}
