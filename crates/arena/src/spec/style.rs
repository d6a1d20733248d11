//! How a player plays, whatever it knows: how far it looks, how often it errs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use outflank_engine::midgame::{Plan, Scaled};
use outflank_engine::players::{Finisher, Lookahead, Noisy, Simulator, Thinker, Ties};
use outflank_engine::tree::{Advisor, Budget, Rule, Sighted};
use outflank_engine::{Level, Limits, Player, knowledge};
use outflank_value::Evaluator;

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
    /// Positions it may look at for a move in a tree search, instead of looking ahead by plies.
    pub simulations: Option<u32>,
    /// How that search chooses.
    pub rule: Rule,
    /// How strong the engine plays.
    pub level: Option<Level>,
    /// From how many empty squares on it plays exactly.
    pub exact: Option<u32>,
    /// The probability of a forced random move.
    pub epsilon: f64,
    /// What happens among moves of equal value.
    pub ties: Ties,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            simulations: None,
            rule: Rule::default(),
            level: None,
            exact: None,
            epsilon: 0.0,
            ties: Ties::Drawn,
        }
    }
}

impl Style {
    /// Looks this many plies ahead.
    pub fn plies(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// The same style; where it says nothing about how far to look ahead, this many plies.
    #[must_use]
    pub fn looking_ahead(&self, plies: u32) -> Self {
        let says_nothing =
            self.nodes.is_none() && self.time.is_none() && self.level.is_none() && self.simulations.is_none();
        Self { depth: self.depth.or(says_nothing.then_some(plies)), ..self.clone() }
    }

    /// A player that searches with an evaluator.
    pub fn entrant(&self, name: &str, evaluator: impl Evaluator + 'static) -> Entrant {
        let evaluator = Arc::new(evaluator);
        if let Some(simulations) = self.simulations {
            return self.simulating(name, simulations, Sighted::new(Scaled::by_spread(evaluator)));
        }
        let style = self.clone();
        if style.nodes.is_none() && style.time.is_none() {
            return Entrant::new(name, move || {
                let depth = style.depth.unwrap_or(1);
                style.finish(Box::new(Lookahead::new(Arc::clone(&evaluator), depth, style.ties)))
            });
        }
        let judge = Scaled::by_spread(evaluator);
        let plan = Plan { exact: style.exact.unwrap_or(0), ..Plan::plies(style.depth.unwrap_or(60)) };
        let limits = Limits { nodes: style.nodes, time: style.time, ..Limits::default() };
        // It finishes the game itself, within its limits.
        let style = Self { exact: None, ..style };
        Entrant::new(name, move || style.finish(Box::new(Thinker::new(judge.clone(), plan, limits))))
    }

    /// A player that has an evaluator for look-ahead and its own advice, a policy, for tree search.
    pub fn entrant_with_advice(&self, name: &str, both: impl Evaluator + Advisor + 'static) -> Entrant {
        match self.simulations {
            Some(simulations) => self.simulating(name, simulations, both),
            None => self.entrant(name, both),
        }
    }

    /// A player that searches a tree.
    fn simulating(&self, name: &str, simulations: u32, advisor: impl Advisor + 'static) -> Entrant {
        let (style, advisor) = (self.clone(), Arc::new(advisor));
        let budget = Budget { time: self.time, ..Budget::simulations(simulations) };
        Entrant::new(name, move || {
            style.finish(Box::new(Simulator::new(Arc::clone(&advisor), style.rule, budget)))
        })
    }

    /// The engine with its own knowledge: at a level, or as strong as its limits allow; a depth besides is the most that it
    /// looks ahead. Where only a depth is named it looks so far ahead and no further, as others do.
    pub(super) fn engine(&self, name: &str) -> Entrant {
        if let Some(simulations) = self.simulations {
            return self.simulating(name, simulations, Sighted::new(knowledge::judge()));
        }
        let Some(level) = self.engine_level() else {
            return self.entrant(name, knowledge::tables());
        };
        let plan = level.plan();
        let depth = self.depth.map_or(plan.depth, |depth| depth.min(plan.depth));
        let plan = Plan { depth, exact: self.exact.unwrap_or(plan.exact), ..plan };
        let plan = Plan { to_the_end: plan.to_the_end.max(plan.exact), ..plan };
        let limits = Limits { nodes: self.nodes, time: self.time, ..Limits::default() };
        // It finishes the game itself, within its limits.
        let style = Self { exact: None, ..self.clone() };
        Entrant::new(name, move || {
            let thinker = Thinker::new(knowledge::judge(), plan, limits).with_probcut(knowledge::probcut());
            style.finish(Box::new(thinker))
        })
    }

    /// The level at which the engine plays in this style, unless it looks ahead by a depth alone.
    pub(super) fn engine_level(&self) -> Option<Level> {
        if self.simulations.is_some() {
            return None;
        }
        let is_limited = self.nodes.is_some() || self.time.is_some();
        let usual = if is_limited { Level::MOST } else { Level::USUAL };
        self.level.or((self.depth.is_none() || is_limited).then_some(usual))
    }

    /// The style of the engine as it is known by: its level by its number, named or not.
    pub(super) fn of_engine(&self) -> Self {
        Self { level: self.engine_level(), ..self.clone() }
    }

    /// A player that does not search: it looks at its own moves and at nothing behind them. A style that asks
    /// for more is refused.
    pub fn entrant_without_search(
        &self,
        name: &str,
        seat: impl Fn(Ties) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Result<Entrant, StyleError> {
        let refused = match *self {
            Self { depth: Some(depth), .. } if depth > 1 => Some(format!("depth={depth}")),
            Self { nodes: Some(nodes), .. } => Some(format!("nodes={nodes}")),
            Self { simulations: Some(simulations), .. } => Some(format!("simulations={simulations}")),
            Self { time: Some(time), .. } => Some(format!("time={}", time.as_secs_f64())),
            _ => None,
        };
        if let Some(option) = refused {
            return Err(StyleError { option });
        }
        let style = self.clone();
        Ok(Entrant::new(name, move || style.finish(seat(style.ties))))
    }

    /// A player with its exact endgame and its forced random moves.
    pub(super) fn finish(&self, mut player: Box<dyn Player>) -> Box<dyn Player> {
        if let Some(empties) = self.exact {
            player = Box::new(Finisher::new(player, empties));
        }
        if self.epsilon > 0.0 {
            player = Box::new(Noisy::new(player, self.epsilon));
        }
        player
    }
}

/// In the words of the options, in one order: equal styles are equal texts.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, nodes, time, simulations, rule, level, exact, epsilon, ties } = self;
        let words = [
            depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            time.map(|time| format!("time={}", time.as_secs_f64())),
            simulations.map(|simulations| format!("simulations={simulations}")),
            (simulations.is_some() && *rule == Rule::Puct).then(|| "tree=puct".to_owned()),
            level.map(|level| format!("level={}", level.number())),
            exact.map(|exact| format!("exact={exact}")),
            (*epsilon != 0.0).then(|| format!("epsilon={epsilon}")),
            (*ties == Ties::First).then(|| "ties=first".to_owned()),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(","))
    }
}

/// A style that a player cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{option}” asks for a search; this player values its own moves alone (depth=1)")]
pub struct StyleError {
    /// The option as it is written.
    pub option: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::players::Random;

    #[test]
    fn who_does_not_search_refuses_to() {
        let entrant = |style: Style| style.entrant_without_search("plain", |_| Box::new(Random::new()));
        assert!(entrant(Style { exact: Some(8), epsilon: 0.1, ..Style::plies(1) }).is_ok());
        let error = entrant(Style::plies(2)).expect_err("two plies");
        assert_eq!(
            error.to_string(),
            "“depth=2” asks for a search; this player values its own moves alone (depth=1)"
        );
        let error = entrant(Style { nodes: Some(7), ..Style::default() }).expect_err("nodes");
        assert_eq!(error.option, "nodes=7");
        let time = Some(Duration::from_millis(500));
        assert_eq!(entrant(Style { time, ..Style::default() }).expect_err("time").option, "time=0.5");
    }
}
