//! How Edgar chooses a move.

use std::ops::Deref;
use std::sync::Arc;

use outflank_arena::{Entrant, Style, StyleError};
use outflank_engine::players::Ties;
use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::Available;
use outflank_rules::{Game, Moves, with_kernel};
use outflank_value::Score;

use super::Model;

/// A player that takes the move with the highest value. It looks no further than whether the move gives a corner.
pub struct Edgar<M> {
    model: M,
    ties: Ties,
    kernel: Available,
}

impl<M: Deref<Target = Model>> Edgar<M> {
    /// A player with this model.
    pub fn new(model: M, ties: Ties) -> Self {
        Self { model, ties, kernel: Available::best() }
    }
}

impl<M: Deref<Target = Model> + Send> Player for Edgar<M> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let position = game.board().position;
        with_kernel!(self.kernel, |kernel| {
            let (best, value) = self.model.best_moves(kernel, position, moves);
            let placement = self.ties.break_among(kernel, position, best, chance);
            Ok(Choice::best(placement, Some(Score::new(value))))
        })
    }
}

impl Model {
    /// Edgar in a style, for any number of boards. It does not search: a style that asks for more than one ply
    /// is refused.
    pub fn entrant(&self, name: &str, style: &Style) -> Result<Entrant, StyleError> {
        let model = Arc::new(self.clone());
        style.entrant_without_search(name, move |ties| Box::new(Edgar::new(Arc::clone(&model), ties)))
    }
}
