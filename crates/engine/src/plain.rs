//! Plain minimax with alpha-beta to a depth, in the evaluator's own unit: what the players of the documents do.
//!
//! A pass is not a ply: a look-ahead of n plies sees n discs placed. Finished games are worth what
//! [`Evaluator::end`] says, wherever the search meets them; a look-ahead of one ply does not ask whether its own
//! move ends the game, as in the Othello League. [`Passes`] and [`Ends`] can have it otherwise.

use arrayvec::ArrayVec;
use outflank_rules::kernel::{Kernel, Work};
use outflank_rules::{Board, Moves, Placement, Position, Square, Squares, Turn};
use outflank_value::{Evaluator, Score};

use crate::Window;

/// Values that differ by no more than this are equal.
pub const TOLERANCE: f64 = 1e-6;

/// A search with an evaluator. Its values are those of minimax without any cut.
pub struct Minimax<'a, K, E> {
    kernel: K,
    evaluator: &'a E,
    ends: Ends,
    passes: Passes,
    /// For each depth the move that last refuted another, if one did: it often refutes the next as well.
    killers: [Squares; KILLERS],
}

/// How deep killers are kept.
const KILLERS: usize = 16;

/// Whether a look-ahead of one ply notices that its own move ends the game. Deeper ones always do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// It values what it leaves behind, finished or not.
    Unseen,
    /// It knows a finished game.
    Seen,
}

/// Whether a pass uses up a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// It does not: plies are discs placed.
    Free,
    /// It does.
    Ply,
}

/// The best score of a position and the moves that reach it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BestMoves {
    /// All moves whose value is within [`TOLERANCE`] of the best.
    pub moves: Moves,
    /// The best value, for the mover.
    pub score: Score,
}

/// A move with its value and what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move.
    pub placement: Placement,
    /// Its value, for the side that makes it.
    pub score: Score,
    /// The best play from there as far as the search saw it, this move first. Passes are left out.
    pub line: Vec<Square>,
}

/// A position under search, with what the evaluator keeps of it.
struct Node<S> {
    board: Board,
    state: S,
}

/// A move to try, and what it leads to.
struct Child<S> {
    square: Square,
    node: Node<S>,
    /// What it is worth at first sight, to the side that makes it.
    sight: Score,
}

/// The moves of a position to try.
type Children<S> = ArrayVec<Child<S>, 64>;

impl<'a, K: Kernel, E: Evaluator> Minimax<'a, K, E> {
    /// A plain search.
    #[inline(always)]
    pub fn new(kernel: K, evaluator: &'a E) -> Self {
        Self {
            kernel,
            evaluator,
            ends: Ends::Unseen,
            passes: Passes::Free,
            killers: [Squares::NONE; KILLERS],
        }
    }

    /// The same search with other habits.
    #[inline(always)]
    pub fn with_habits(self, ends: Ends, passes: Passes) -> Self {
        Self { ends, passes, ..self }
    }

    /// The best moves of a position, looking `depth` plies ahead, 1 at least.
    #[inline(always)]
    pub fn best_moves(&mut self, board: Board, moves: Moves, depth: u32) -> BestMoves {
        self.best_moves_from(board, self.evaluator.state(self.kernel, board), moves, depth)
    }

    /// The same for a board whose state is known.
    #[inline(always)]
    pub fn best_moves_from(&mut self, board: Board, state: E::State, moves: Moves, depth: u32) -> BestMoves {
        let node = Node { board, state };
        if depth == 1 { self.best_at_sight(&node, moves) } else { self.best_by_search(&node, moves, depth) }
    }

    /// The moves that leave the best position behind, without looking at replies.
    #[inline(always)]
    fn best_at_sight(&mut self, node: &Node<E::State>, moves: Moves) -> BestMoves {
        let board = node.board;
        let mut best = Best::default();
        for placement in self.kernel.placements(board.position, moves) {
            let next = board.after(placement);
            let score = if self.ends == Ends::Seen && self.is_over(next.position) {
                -self.evaluator.end(next.position.tally())
            } else {
                let state = self.evaluator.after(self.kernel, node.state, board, placement);
                -self.evaluator.value(self.kernel, state, next)
            };
            best.offer(placement.square(), score);
        }
        best.among(moves)
    }

    #[inline(always)]
    fn best_by_search(&mut self, node: &Node<E::State>, moves: Moves, depth: u32) -> BestMoves {
        let mut best = Best::default();
        let mut children = Children::new();
        self.collect(&mut children, node, moves);
        for child in &children {
            // Equals of the best must come out with their exact values.
            let alpha = Score::new(best.score.value() - 2.0 * TOLERANCE);
            let score = -self.search(&child.node, depth - 1, -Window { alpha, beta: Score::BEST });
            best.offer(child.square, score);
        }
        best.among(moves)
    }

    /// All moves of a position with their exact minimax values and lines, best first.
    pub fn candidates(&mut self, board: Board, moves: Moves, depth: u32) -> Vec<Candidate> {
        let node = Node { board, state: self.evaluator.state(self.kernel, board) };
        let mut candidates: Vec<_> = self
            .kernel
            .placements(board.position, moves)
            .map(|placement| {
                let child = self.child(&node, placement);
                let score = if depth == 1 {
                    child.sight
                } else {
                    -self.search(&child.node, depth - 1, Window::<Score>::FULL)
                };
                let mut line = vec![placement.square()];
                self.follow(child.node.board, depth - 1, &mut line);
                Candidate { placement, score, line }
            })
            .collect();
        candidates.sort_by(|a, b| b.score.value().total_cmp(&a.score.value()));
        candidates
    }

    /// Adds the best play of the next `depth` plies to a line.
    fn follow(&mut self, mut board: Board, depth: u32, line: &mut Vec<Square>) {
        if depth == 0 {
            return;
        }
        if self.kernel.turn(board.position) == Turn::Pass {
            board = board.passed();
        }
        if let Turn::Play(moves) = self.kernel.turn(board.position) {
            let square = self.best_moves(board, moves, depth).moves.first();
            let placement = self.kernel.placement(board.position, square).expect("a legal move");
            line.push(square);
            self.follow(board.after(placement), depth - 1, line);
        }
    }

    /// The minimax value of a position, looking `depth` plies ahead.
    pub fn value(&mut self, board: Board, depth: u32) -> Score {
        let state = self.evaluator.state(self.kernel, board);
        self.search(&Node { board, state }, depth, Window::<Score>::FULL)
    }

    /// The value of a node: exact inside the window, a bound outside it (fail-soft).
    fn search(&mut self, node: &Node<E::State>, depth: u32, window: Window<Score>) -> Score {
        self.kernel.enter(Visit { search: self, node, depth, window })
    }

    #[inline(always)]
    fn visit(&mut self, node: &Node<E::State>, depth: u32, window: Window<Score>) -> Score {
        match self.kernel.turn(node.board.position) {
            Turn::Over(tally) => self.evaluator.end(tally),
            _ if depth == 0 => self.evaluator.value(self.kernel, node.state, node.board),
            Turn::Pass => {
                let state = self.evaluator.passed(self.kernel, node.state, node.board);
                let depth = if self.passes == Passes::Ply { depth - 1 } else { depth };
                -self.search(&Node { board: node.board.passed(), state }, depth, -window)
            }
            Turn::Play(moves) if depth == 1 => self.best_at_horizon(node, moves, window),
            Turn::Play(moves) => self.best_below(node, moves, depth, window),
        }
    }

    /// The value of a node whose children lie at the horizon.
    #[inline(always)]
    fn best_at_horizon(&mut self, node: &Node<E::State>, moves: Moves, window: Window<Score>) -> Score {
        let mut best = Score::WORST;
        for placement in self.kernel.placements(node.board.position, moves) {
            let child = self.child(node, placement);
            let position = child.node.board.position;
            let score =
                if self.is_over(position) { -self.evaluator.end(position.tally()) } else { child.sight };
            best = best.max(score);
            if best >= window.beta {
                break;
            }
        }
        best
    }

    #[inline(always)]
    fn is_over(&self, position: Position) -> bool {
        !has_obvious_move(position)
            && self.kernel.moves(position).is_empty()
            && self.kernel.moves(position.passed()).is_empty()
    }

    /// The value of a node by searching its children, the promising ones first.
    #[inline(always)]
    fn best_below(
        &mut self,
        node: &Node<E::State>,
        moves: Moves,
        depth: u32,
        window: Window<Score>,
    ) -> Score {
        let mut best = Score::WORST;
        let mut narrowed = window;
        let killer = (depth as usize).min(KILLERS - 1);
        // A good move may be all it takes: the others are not looked at before it failed.
        let mut rest = Some(moves);
        if let Some(first) = moves.among(self.killers[killer]) {
            let placement = self.kernel.placement_on_empty(node.board.position, first.first());
            let child = self.child(node, placement.expect("a legal move"));
            best = -self.search(&child.node, depth - 1, -narrowed);
            narrowed = narrowed.raised(best);
            rest = moves.among(!first.squares());
        }
        if let Some(rest) = rest.filter(|_| !narrowed.is_closed()) {
            let mut children = Children::new();
            self.collect(&mut children, node, rest);
            for child in &children {
                let score = -self.search(&child.node, depth - 1, -narrowed);
                if score > best {
                    best = score;
                    narrowed = narrowed.raised(score);
                    if narrowed.is_closed() {
                        self.killers[killer] = child.square.set();
                        break;
                    }
                }
            }
        }
        best
    }

    /// Collects the children of a node, the best at sight first. They stay where they are: a list of so
    /// many is not to be moved.
    #[inline(always)]
    fn collect(&self, children: &mut Children<E::State>, node: &Node<E::State>, moves: Moves) {
        for placement in self.kernel.placements(node.board.position, moves) {
            children.push(self.child(node, placement));
        }
        children.sort_unstable_by(|a, b| {
            b.sight.value().total_cmp(&a.sight.value()).then(a.square.cmp(&b.square))
        });
    }

    #[inline(always)]
    fn child(&self, node: &Node<E::State>, placement: Placement) -> Child<E::State> {
        let board = node.board.after(placement);
        let state = self.evaluator.after(self.kernel, node.state, node.board, placement);
        let sight = -self.evaluator.value(self.kernel, state, board);
        Child { square: placement.square(), node: Node { board, state }, sight }
    }
}

/// Whether the mover can turn over a single disc up or down, as in most positions: a few operations that
/// save looking for all moves.
#[inline(always)]
fn has_obvious_move(position: Position) -> bool {
    let (own, other) = (position.mover().bits(), position.opponent().bits());
    let beyond = (own << 8 & other) << 8 | (own >> 8 & other) >> 8;
    beyond & position.empties().bits() != 0
}

/// The search of a node as work for its kernel.
struct Visit<'v, 'a, K, E: Evaluator> {
    search: &'v mut Minimax<'a, K, E>,
    node: &'v Node<E::State>,
    depth: u32,
    window: Window<Score>,
}

impl<K: Kernel, E: Evaluator> Work<Score> for Visit<'_, '_, K, E> {
    #[inline(always)]
    fn run(self) -> Score {
        self.search.visit(self.node, self.depth, self.window)
    }
}

/// The best score so far and the moves that reach it.
struct Best {
    score: Score,
    squares: Squares,
}

impl Default for Best {
    fn default() -> Self {
        Self { score: Score::WORST, squares: Squares::NONE }
    }
}

impl Best {
    /// Which move is better the processor could only guess, so that nothing here is a branch.
    #[inline(always)]
    fn offer(&mut self, square: Square, score: Score) {
        let gain = score.value() - self.score.value();
        let is_better = gain > TOLERANCE;
        let kept = if is_better { Squares::NONE } else { self.squares };
        let added = if gain >= -TOLERANCE { square.set() } else { Squares::NONE };
        self.squares = kept | added;
        self.score = if is_better { score } else { self.score };
    }

    /// The best of the moves that were offered.
    #[inline(always)]
    fn among(self, moves: Moves) -> BestMoves {
        BestMoves { moves: moves.among(self.squares).expect("some move was offered"), score: self.score }
    }
}
