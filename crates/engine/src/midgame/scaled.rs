//! How any evaluator enters the engine: with a scale from its own unit to discs.

use std::sync::Arc;

use outflank_rules::kernel::{Kernel, Portable};
use outflank_rules::{Board, Turn};
use outflank_value::{Evaluator, Score};

use crate::{Chance, Value};

/// An evaluator whose scores are turned into values.
#[derive(Debug)]
pub struct Scaled<E> {
    evaluator: Arc<E>,
    discs_per_unit: f64,
}

impl<E> Clone for Scaled<E> {
    fn clone(&self) -> Self {
        Self { evaluator: Arc::clone(&self.evaluator), discs_per_unit: self.discs_per_unit }
    }
}

/// Random games from which the spread of an evaluator is measured.
const SAMPLED_GAMES: u64 = 64;

impl<E: Evaluator> Scaled<E> {
    /// An evaluator, one unit of which is worth so many discs: a number above 0.
    pub fn new(evaluator: Arc<E>, discs_per_unit: f64) -> Self {
        assert!(discs_per_unit > 0.0 && discs_per_unit.is_finite(), "a scale of {discs_per_unit}");
        Self { evaluator, discs_per_unit }
    }

    /// An evaluator of an unknown unit: its scores are scaled so that they spread as widely over the positions of
    /// random games as the results of these games do. That says how large its numbers are, not how true.
    pub fn by_spread(evaluator: Arc<E>) -> Self {
        let (mut scores, mut results) = (0.0, 0.0);
        for game in 0..SAMPLED_GAMES {
            let mut chance = Chance::stream(0, "spread of an evaluator", game);
            let mut board = Board::START;
            let mut positions = 0.0;
            let result = loop {
                match board.turn() {
                    Turn::Over(tally) => break f64::from(tally.empties_to_winner().discs()),
                    Turn::Pass => board = board.passed(),
                    Turn::Play(moves) => {
                        let score = evaluator.evaluate(Portable, board).value();
                        if score.is_finite() {
                            scores += score * score;
                            positions += 1.0;
                        }
                        let square = chance.pick(Portable, moves);
                        board =
                            board.after(Portable.placement(board.position, square).expect("a legal move"));
                    }
                }
            };
            results += positions * result * result;
        }
        let scale = (results / scores).sqrt();
        Self { evaluator, discs_per_unit: if scale.is_finite() && scale > 0.0 { scale } else { 1.0 } }
    }

    /// The evaluator.
    #[inline(always)]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// What one unit of the evaluator is worth.
    pub fn discs_per_unit(&self) -> f64 {
        self.discs_per_unit
    }

    /// What a position with its state is worth to the mover.
    #[inline(always)]
    pub(super) fn value<K: Kernel>(&self, kernel: K, state: E::State, board: Board) -> Value {
        let score = self.evaluator.value(kernel, state, board).value();
        Value::of_discs(score * self.discs_per_unit)
    }

    /// A value in the evaluator's own unit.
    pub fn score(&self, value: Value) -> Score {
        Score::new(value.discs() / self.discs_per_unit)
    }
}
