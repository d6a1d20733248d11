//! Positions of the learner's own games, with the values that its own search gives them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::midgame::{Engine, Scaled};
use outflank_engine::plain::Minimax;
use outflank_engine::{Chance, TableSize, Value};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Position, Turn};
use outflank_value::patterns::{PatternTables, mobility};

use super::Recipe;
use super::games::{Lesson, random_start};
use super::weights::Weights;
use crate::stop::look_at;

/// A position with the value that the search of a round's tutor gives it, seen by its mover. It depends on nothing but the
/// weights at the start of the round, the recipe, the seed and the number of the game, so it can be found anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The position.
    pub position: Position,
    /// What it is worth.
    pub value: Value,
}

impl Label {
    /// What it teaches.
    pub(super) fn lesson<const N: usize, K: Kernel>(self, kernel: K, weights: &Weights<N>) -> Lesson<N> {
        let Self { position, value } = self;
        let lanes = weights.patterns().lanes(position);
        Lesson {
            seen: weights.seen(lanes, position, mobility(kernel, position)),
            target: value.discs() as f32,
        }
    }
}

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

    /// Plays games and labels every second position of each, unless it is stopped before the last.
    pub fn labels<K: Kernel>(
        &mut self,
        kernel: K,
        recipe: &Recipe,
        chances: impl Iterator<Item = Chance>,
        stop: &AtomicBool,
    ) -> Vec<Vec<Label>> {
        let mut games = Vec::new();
        for mut chance in chances {
            if look_at(stop).is_err() {
                break;
            }
            let boards = self.boards(kernel, recipe, &mut chance);
            let values = self.values(recipe, &boards);
            let labels =
                boards.iter().zip(values).map(|(board, value)| Label { position: board.position, value });
            games.push(labels.collect());
        }
        games
    }

    /// What the positions of a game are worth, each seen from its own side.
    fn values(&mut self, recipe: &Recipe, boards: &[Board]) -> Vec<Value> {
        let mut values = self.engine.values(boards, recipe.label_depth, recipe.exact);
        if recipe.label_mean && recipe.label_depth > 0 {
            let solved = recipe.exact.max(recipe.label_depth);
            let open = |board: &&Board| board.position.empties().count() > solved;
            // The boards of a game come in order: those that are not solved are the first.
            let open: Vec<Board> = boards.iter().take_while(open).copied().collect();
            let shallower = self.engine.values(&open, recipe.label_depth - 1, 0);
            for (value, shallower) in values.iter_mut().zip(shallower) {
                *value = Value::new((value.sixty_fourths() + shallower.sixty_fourths()) / 2);
            }
        }
        values
    }

    /// Every second position of a game, beginning with the first or the second after the random plies.
    fn boards<K: Kernel>(&self, kernel: K, recipe: &Recipe, chance: &mut Chance) -> Vec<Board> {
        let mut board =
            Board { position: random_start(kernel, recipe.random_plies, chance), mover: Color::Black };
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
