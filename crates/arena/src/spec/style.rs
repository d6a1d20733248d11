//! How a player plays, whatever it knows: how far it looks, how often it errs.

use std::sync::Arc;
use std::time::Duration;

use outflank_engine::players::{Finisher, Lookahead, Noisy, Thinker, Ties};
use outflank_engine::search::Limits;
use outflank_engine::{Evaluator, Player};

use crate::Entrant;

/// How a player plays. The default looks one ply ahead and draws among equals.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// How many plies it looks ahead; with `nodes` or `time`, the most it looks ahead.
    pub depth: Option<u32>,
    /// Positions it may look at for a move.
    pub nodes: Option<u64>,
    /// Time it may take for a move.
    pub time: Option<Duration>,
    /// From how many empty squares on it plays exactly.
    pub exact: Option<u32>,
    /// The probability of a forced random move.
    pub epsilon: f64,
    /// What happens among moves of equal value.
    pub ties: Ties,
}

impl Default for Style {
    fn default() -> Self {
        Self { depth: None, nodes: None, time: None, exact: None, epsilon: 0.0, ties: Ties::Drawn }
    }
}

impl Style {
    /// Looks this many plies ahead.
    pub fn plies(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A player that searches with an evaluator.
    pub fn entrant(&self, name: &str, evaluator: impl Evaluator + 'static) -> Entrant {
        let evaluator = Arc::new(evaluator);
        let style = self.clone();
        Entrant::new(name, move || {
            let evaluator = Arc::clone(&evaluator);
            let limits = Limits { depth: style.depth, nodes: style.nodes, time: style.time };
            style.finish(match limits {
                Limits { depth, nodes: None, time: None } => {
                    Box::new(Lookahead::new(evaluator, depth.unwrap_or(1), style.ties))
                }
                limits => Box::new(Thinker::new(evaluator, limits)),
            })
        })
    }

    /// A player with its exact endgame and its forced random moves.
    pub fn finish(&self, mut player: Box<dyn Player>) -> Box<dyn Player> {
        if let Some(empties) = self.exact {
            player = Box::new(Finisher::new(player, empties));
        }
        if self.epsilon > 0.0 {
            player = Box::new(Noisy::new(player, self.epsilon));
        }
        player
    }
}
