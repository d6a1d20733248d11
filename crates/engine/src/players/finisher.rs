//! A player that plays the end of the game exactly.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_rules::{Game, Moves, Ply};

use crate::endgame::{Goal, Solver, Verdict};
use crate::tree::Outlook;
use crate::{Chance, Choice, Clock, Forfeit, Limits, Player, TableSize};

/// Another player, until so few squares are empty that the rest of the game can be solved.
pub struct Finisher<P> {
    player: P,
    empties: u32,
    solver: Solver,
    limits: Limits<'static>,
    clock: Option<Clock>,
    stop: Option<Arc<AtomicBool>>,
}

impl<P> Finisher<P> {
    /// Solves from this many empty squares on.
    pub fn new(player: P, empties: u32) -> Self {
        // A table grows useful with the size of the searches: small ones stay in the processor's cache.
        let size = TableSize::mebibytes(if empties <= 14 { 1 } else { 64 });
        Self {
            player,
            empties,
            solver: Solver::new(size),
            limits: Limits::default(),
            clock: None,
            stop: None,
        }
    }

    /// The same with limits for each move. Where they do not suffice, the other player plays.
    #[must_use]
    pub fn within(self, limits: Limits<'static>) -> Self {
        Self { limits, ..self }
    }

    /// The same, but it leaves the move to the other player when somebody sets this flag.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }
}

impl<P: Player> Player for Finisher<P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let position = game.board().position;
        if position.empties().count() > self.empties {
            return self.player.choose(game, moves, chance);
        }
        // On a clock half of the time is for the end, the other half for the player if that did not suffice.
        let share = self.clock.map(|clock| clock.share(position.empties().count().div_ceil(2)) / 2);
        let time = share.into_iter().chain(self.limits.time).min();
        let limits = Limits { time, stop: self.stop.as_deref(), ..self.limits };
        let solution = self.solver.solve(position, Goal::Exact, &limits);
        match (solution.verdict, solution.line.first()) {
            (Verdict::Exact(margin), Some(&Ply::Place(placement))) => {
                Ok(Choice::best(placement, Some(margin.into())))
            }
            _ => self.player.choose(game, moves, chance),
        }
    }

    fn outlook(&mut self, game: &Game, moves: Moves) -> Option<Outlook> {
        let solves = game.board().position.empties().count() <= self.empties;
        if solves { None } else { self.player.outlook(game, moves) }
    }

    fn begin(&mut self) {
        self.clock = None;
        self.player.begin();
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.clock = Some(clock);
        self.player.look_at_clock(clock);
    }
}
