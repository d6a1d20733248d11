//! A player that searches a tree, with whatever advises it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_rules::kernel::Available;
use outflank_rules::{Game, Moves, with_kernel};
use outflank_value::Score;

use crate::tree::{Advisor, Budget, Noise, Outlook, Rule, Tree};
use crate::{Chance, Choice, Clock, Forfeit, Player};

/// Tree search with so many simulations a move.
pub struct Simulator<A> {
    advisor: Arc<A>,
    tree: Tree,
    budget: Budget<'static>,
    clock: Option<Clock>,
    stop: Option<Arc<AtomicBool>>,
    kernel: Available,
}

impl<A: Advisor> Simulator<A> {
    /// A player with this budget for each move.
    pub fn new(advisor: Arc<A>, rule: Rule, budget: Budget<'static>) -> Self {
        let kernel = Available::best();
        Self { advisor, tree: Tree::new(rule), budget, clock: None, stop: None, kernel }
    }

    /// The same, but it plays the best move found so far when somebody sets this flag.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// What it thinks of the moves of a game.
    pub fn think(&mut self, game: &Game, moves: Moves) -> Outlook {
        let board = game.board();
        let moves_left = board.position.empties().count().div_ceil(2);
        let share = self.clock.map(|clock| clock.share(moves_left) * 9 / 10);
        let time = share.into_iter().chain(self.budget.time).min();
        let budget = Budget { time, stop: self.stop.as_deref(), ..self.budget };
        let (tree, advisor) = (&mut self.tree, &*self.advisor);
        with_kernel!(self.kernel, |kernel| tree.search(kernel, advisor, board, moves, &budget, Noise::Silent))
    }
}

impl<A: Advisor> Player for Simulator<A> {
    fn choose(&mut self, game: &Game, moves: Moves, _: &mut Chance) -> Result<Choice, Forfeit> {
        let outlook = self.think(game, moves);
        let best = outlook.best();
        let score = Score::new(self.advisor.discs(best.value.unwrap_or(outlook.value)));
        Ok(Choice::best(best.placement, Some(score)))
    }

    fn outlook(&mut self, game: &Game, moves: Moves) -> Option<Outlook> {
        Some(self.think(game, moves))
    }

    fn begin(&mut self) {
        self.clock = None;
    }

    fn look_at_clock(&mut self, clock: Clock) {
        self.clock = Some(clock);
    }
}
