//! A player that searches until a limit of depth, nodes or time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_rules::{Game, Moves};
use outflank_value::Evaluator;

use crate::midgame::{Engine, Origin, Plan, ProbCut, Scaled};
use crate::{Chance, Choice, Clock, Forfeit, Limits, Player, TableSize};

/// The search of the midgame with an evaluator, with a table that lasts from move to move.
pub struct Thinker<E> {
    engine: Engine<E>,
    plan: Plan,
    limits: Limits<'static>,
    clock: Option<Clock>,
    stop: Option<Arc<AtomicBool>>,
}

impl<E: Evaluator> Thinker<E> {
    /// A player with this plan, and these limits for each move.
    pub fn new(judge: Scaled<E>, plan: Plan, limits: Limits<'static>) -> Self {
        // A table grows useful with the size of the searches: small ones stay in the processor's cache.
        let size = match limits.nodes {
            Some(..100_000) => TableSize::mebibytes(1),
            _ => TableSize::mebibytes(16),
        };
        let engine = Engine::new(judge, size).unwrap_or_else(|error| panic!("{error}"));
        Self { engine, plan, limits, clock: None, stop: None }
    }

    /// The same with what is known about its evaluator, which confidences below the full one need.
    #[must_use]
    pub fn with_probcut(self, probcut: ProbCut) -> Self {
        Self { engine: self.engine.with_probcut(probcut), ..self }
    }

    /// The same, but it plays the best move found so far when somebody sets this flag.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }
}

impl<E: Evaluator> Player for Thinker<E> {
    fn choose(&mut self, game: &Game, moves: Moves, _: &mut Chance) -> Result<Choice, Forfeit> {
        // The last moves are quick, and some are passes of the other side.
        let moves_left = game.board().position.empties().count().div_ceil(2);
        let share = self.clock.map(|clock| clock.share(moves_left) * 9 / 10);
        let time = share.into_iter().chain(self.limits.time).min();
        let limits = Limits { time, stop: self.stop.as_deref(), ..self.limits };
        let thought = self.engine.think(game.board(), moves, &self.plan, &limits);
        let best = thought.best();
        let score = match best.origin {
            Origin::Exact(margin) => margin.into(),
            Origin::Searched { .. } | Origin::End { .. } => self.engine.judge().score(best.value),
        };
        Ok(Choice::best(best.placement, Some(score)))
    }

    fn begin(&mut self) {
        self.engine.forget();
        self.clock = None;
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.clock = Some(clock);
    }
}
