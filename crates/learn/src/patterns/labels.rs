//! Positions of the learner's own games, with the values that its own search gives them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::midgame::{Engine, Scaled};
use outflank_engine::plain::Minimax;
use outflank_engine::{Chance, TableSize};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Turn};
use outflank_value::patterns::{PatternTables, mobility};

use super::Recipe;
use super::games::{Lesson, random_start};
use super::weights::Weights;
use crate::stop::look_at;

/// Plays and labels with the weights of the start of a round.
pub(super) struct Tutor<const N: usize> {
    tables: Arc<PatternTables<N>>,
    engine: Engine<PatternTables<N>>,
}

impl<const N: usize> Tutor<N> {
    pub fn new(tables: PatternTables<N>) -> Self {
        let tables = Arc::new(tables);
        let judge = Scaled::new(Arc::clone(&tables), 1.0);
        let engine = Engine::new(judge, TableSize::mebibytes(1)).expect("a mebibyte can be had");
        Self { tables, engine }
    }

    /// Plays games and labels every second position of them.
    pub fn lessons<K: Kernel>(
        &mut self,
        kernel: K,
        recipe: &Recipe,
        weights: &Weights<N>,
        chances: impl Iterator<Item = Chance>,
        stop: &AtomicBool,
    ) -> Vec<Lesson<N>> {
        let mut lessons = Vec::new();
        for mut chance in chances {
            if look_at(stop).is_err() {
                break;
            }
            let boards = self.boards(kernel, recipe, &mut chance);
            let values = self.engine.values(&boards, recipe.label_depth, recipe.exact);
            lessons.extend(boards.iter().zip(values).map(|(board, value)| {
                let position = board.position;
                let lanes = weights.patterns().lanes(position);
                let seen = weights.seen(lanes, position, mobility(kernel, position));
                Lesson { seen, target: value.discs() as f32 }
            }));
        }
        lessons
    }

    /// Every second position of a game, beginning with the first or the second after the random plies.
    fn boards<K: Kernel>(&self, kernel: K, recipe: &Recipe, chance: &mut Chance) -> Vec<Board> {
        let mut board = Board { position: random_start(kernel, recipe, chance), mover: Color::Black };
        let mut boards = Vec::with_capacity(32);
        let mut is_kept = chance.below(2) == 0;
        loop {
            match kernel.turn(board.position) {
                Turn::Over(_) => return boards,
                Turn::Pass => board = board.passed(),
                Turn::Play(moves) => {
                    if is_kept {
                        boards.push(board);
                    }
                    is_kept = !is_kept;
                    let moves = match chance.happens(recipe.epsilon) {
                        true => moves,
                        false => {
                            let mut search = Minimax::new(kernel, &*self.tables);
                            search.best_moves(board, moves, recipe.play_depth).moves
                        }
                    };
                    let square = chance.pick(kernel, moves);
                    let placement = kernel.placement(board.position, square);
                    board = board.after(placement.expect("one of the legal moves"));
                }
            }
        }
    }
}
