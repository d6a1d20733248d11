//! The search of the position that was asked about. Its moves are kept with it: whatever the table forgets, the
//! best move is never lost.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Moves, Placement, Position, Square, Turn};
use outflank_value::Evaluator;

use super::ends::{nearest_even, settled};
use super::search::{MidgameSearch, Node};
use crate::limits::Stopped;
use crate::{Confidence, Value, Window};

/// A move of the root.
#[derive(Clone, Copy)]
pub(super) struct RootMove<S> {
    pub placement: Placement,
    node: Node<S>,
    /// What it is worth, as far as was searched.
    pub value: Value,
}

/// How far from what was expected a value may lie before the search has to be made again with a wider window.
const ASPIRATION: i32 = 2 * Value::DISC;

impl<K: Kernel, E: Evaluator> MidgameSearch<'_, K, E> {
    /// The moves of a board as they look at sight, the best first. Nothing ends this.
    pub fn root_moves(&mut self, board: Board, moves: Moves) -> Vec<RootMove<E::State>> {
        let kernel = self.end.kernel;
        let node = self.node(board);
        let mut roots: Vec<_> = kernel
            .placements(board.position, moves)
            .map(|placement| {
                let node = self.after(&node, placement);
                let value = match kernel.turn(node.board.position) {
                    Turn::Over(tally) => Value::from(tally.empties_to_winner()),
                    Turn::Play(_) | Turn::Pass => self.at_sight(&node),
                };
                RootMove { placement, node, value: -value }
            })
            .collect();
        self.end.nodes += roots.len() as u64;
        roots.sort_by_key(|root| -root.value);
        roots
    }

    /// The value of the best of the moves, exact inside the window and a bound outside it. If it is more than the
    /// window's lower end, its move is brought to the front.
    fn best_of(
        &mut self,
        roots: &mut [RootMove<E::State>],
        depth: u32,
        mut window: Window<Value>,
    ) -> Result<Value, Stopped> {
        let mut best = None;
        for index in 0..roots.len() {
            let node = roots[index].node;
            let value = match best {
                None => -self.search(&node, depth - 1, -window)?,
                Some(_) => self.later(&node, depth, window)?,
            };
            best = best.max(Some(value));
            if value > window.alpha {
                roots[index].value = value;
                roots[..=index].rotate_right(1);
                window = window.raised(value);
                if window.is_closed() {
                    break;
                }
            }
        }
        Ok(best.expect("there is a move"))
    }

    /// The exact value of the best of the moves at this depth, which is brought to the front. It is expected near a
    /// guess.
    pub fn aspire(
        &mut self,
        roots: &mut [RootMove<E::State>],
        depth: u32,
        guess: Value,
    ) -> Result<Value, Stopped> {
        let mut wide = ASPIRATION;
        let mut window = Window { alpha: guess.plus(-wide), beta: guess.plus(wide) };
        loop {
            let value = self.best_of(roots, depth, window)?;
            // What deeper searches left in the table can make answers contradict each other: a window only grows.
            wide *= 4;
            if value <= window.alpha && window.alpha > Value::MIN {
                window.alpha = window.alpha.plus(-wide);
            } else if value >= window.beta && window.beta < Value::MAX {
                window.beta = window.beta.plus(wide);
            } else {
                if let [first, ..] = roots {
                    first.value = value;
                }
                return Ok(value);
            }
        }
    }

    /// The score of the best of the moves at the end of the game, in discs, which is brought to the front. It is
    /// expected near a guess.
    pub fn end_of(&mut self, roots: &mut [RootMove<E::State>], guess: Value) -> Result<i32, Stopped> {
        let depth = roots.first().expect("there is a move").node.empties + 1;
        settled(nearest_even(guess), |asked| self.best_of(roots, depth, Window::null(asked)))
    }

    /// A move and the play that is expected after it, as far as the table knows. Passes are left out.
    pub fn line(&self, root: &RootMove<E::State>, depth: u32) -> Vec<Square> {
        let mut line = vec![root.placement.square()];
        let mut board = root.node.board;
        for ply in 1..depth {
            if self.end.kernel.turn(board.position) == Turn::Pass {
                board = board.passed();
            }
            let Some(placement) = self.remembered(board, depth - ply) else { break };
            line.push(placement.square());
            board = board.after(placement);
        }
        line
    }

    /// The best move of a board in the table.
    fn remembered(&self, board: Board, depth: u32) -> Option<Placement> {
        let node = self.node(board);
        let position: Position = board.position;
        let known = self.end.table.find(Self::key(board, self.draft(&node, depth)))?;
        self.end.kernel.placement(position, known.best?)
    }

    /// The same search with another confidence.
    pub fn trust(&mut self, confidence: Confidence) {
        self.confidence = confidence;
    }
}
