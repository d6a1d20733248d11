//! A player that plays the end of the game exactly.

use outflank_rules::{Game, Moves};

use crate::endgame::{Goal, Limits, Solver, TableSize, Verdict};
use crate::{Chance, Choice, Clock, Forfeit, Player};

/// Another player, until so few squares are empty that the rest of the game can be solved.
pub struct Finisher<P> {
    player: P,
    empties: u32,
    solver: Solver,
}

impl<P> Finisher<P> {
    /// Solves from this many empty squares on.
    pub fn new(player: P, empties: u32) -> Self {
        // A table grows useful with the size of the searches: small ones stay in the processor's cache.
        let size = TableSize::mebibytes(if empties <= 14 { 1 } else { 64 });
        Self { player, empties, solver: Solver::new(size) }
    }
}

impl<P: Player> Player for Finisher<P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let position = game.board().position;
        if position.empties().count() > self.empties {
            return self.player.choose(game, moves, chance);
        }
        let solution = self.solver.solve(position, Goal::Exact, &Limits::default());
        let Verdict::Exact(margin) = solution.verdict else { unreachable!("nothing stops the search") };
        let square = solution.best_move().expect("there is a move");
        let placement = position.placement(square).expect("a solution is legal");
        Ok(Choice { placement, score: Some(margin.into()) })
    }

    fn begin(&mut self) {
        self.player.begin();
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.player.look_at_clock(clock);
    }
}
