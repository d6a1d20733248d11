//! The search of one node and all below it: principal variation search, fail-soft.
// CITE: "Parallel alpha-beta search on Arachne" (John Fishburn, 1981) and "A minimax algorithm better than
// alpha-beta?" (Alexander Reinefeld, 1983) for searching all but the first move with a null window.

use outflank_rules::kernel::{Kernel, Work};
use outflank_rules::{Board, Placement, Position, Square, Squares};
use outflank_value::Evaluator;

use super::probcut::ProbCut;
use super::scaled::Scaled;
use crate::endgame::{EndgameSearch, Worth};
use crate::limits::Stopped;
use crate::table::{Bound, Draft, Found, Key, Known};
use crate::teamwork::Teamwork;
use crate::window::Above;
use crate::{Confidence, Value, Window};

/// With so many empty squares the endgame takes over a search to the end.
const LAST: u32 = 11;
/// From this depth on the positions after each move are looked up before any is searched.
const LOOK_UP_NEXT: u32 = 3;
/// From this depth on moves are worth sharing with other threads.
const SHARED_DEPTH: u32 = 5;
/// The same for searches to the end, which are quick for their depth.
const SHARED_END: u32 = 16;
/// Room for moves that a thread has when it begins.
const ROOM: usize = 32;

/// A position under search, with what the evaluator keeps of it.
#[derive(Clone, Copy)]
pub(super) struct Node<S> {
    pub board: Board,
    pub state: S,
    pub empties: u32,
}

/// A move to be tried, and what it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child<S> {
    pub square: Square,
    pub node: Node<S>,
    /// The higher, the sooner.
    worth: Worth,
}

/// What of the table a search may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reuse {
    /// Whatever is at least as deep and as sure: the best for play.
    Deeper,
    /// Only what is just as deep: so that a value with full confidence is that of minimax, whatever was asked before.
    Same,
}

/// One thread of a search.
pub(super) struct MidgameSearch<'a, K, E: Evaluator> {
    pub judge: &'a Scaled<E>,
    pub probcut: Option<&'a ProbCut>,
    pub confidence: Confidence,
    pub reuse: Reuse,
    /// The search for the end, which has the kernel, the table and the limits.
    pub end: EndgameSearch<'a, K>,
    /// The moves to be tried in all nodes on the way from the root, the deepest last.
    children: Vec<Child<E::State>>,
}

impl<'a, K: Kernel, E: Evaluator> MidgameSearch<'a, K, E> {
    pub fn new(
        judge: &'a Scaled<E>,
        probcut: Option<&'a ProbCut>,
        confidence: Confidence,
        end: EndgameSearch<'a, K>,
    ) -> Self {
        Self { judge, probcut, confidence, reuse: Reuse::Deeper, end, children: Vec::with_capacity(ROOM) }
    }

    /// The node of a board.
    pub fn node(&self, board: Board) -> Node<E::State> {
        let state = self.judge.evaluator().state(self.end.kernel, board);
        Node { board, state, empties: board.position.empties().count() }
    }

    /// The node after a move.
    #[inline(always)]
    pub fn after(&self, node: &Node<E::State>, placement: Placement) -> Node<E::State> {
        let state = self.judge.evaluator().after(self.end.kernel, node.state, node.board, placement);
        Node { board: node.board.after(placement), state, empties: node.empties - 1 }
    }

    /// What a node is worth at sight, to its mover.
    #[inline(always)]
    pub fn at_sight(&self, node: &Node<E::State>) -> Value {
        self.judge.value(self.end.kernel, node.state, node.board)
    }

    /// The name of a board in the table. What is proved does not depend on colours.
    #[inline(always)]
    pub fn key(board: Board, draft: Draft) -> Key {
        let empties = board.position.empties().count();
        if draft == Draft::exact(empties) {
            Key::proved(board.position, empties)
        } else if E::SEES_COLORS {
            Key::with_color(board)
        } else {
            Key::of(board.position)
        }
    }

    /// The draft of a node that is searched so deep.
    #[inline(always)]
    pub fn draft(&self, node: &Node<E::State>, depth: u32) -> Draft {
        Draft { depth: depth.min(node.empties) as u8, confidence: self.confidence }
    }

    /// Whether what was found so may be used where this is asked for.
    #[inline(always)]
    fn serves(&self, found: Draft, asked: Draft) -> bool {
        match self.reuse {
            Reuse::Deeper => found.serves(asked),
            Reuse::Same => found == asked,
        }
    }

    /// The value of a node: exact inside the window, a bound outside it. A depth of as many plies as there are
    /// empty squares, or more, is a search to the end.
    pub fn search(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        window: Window<Value>,
    ) -> Result<Value, Stopped> {
        let kernel = self.end.kernel;
        kernel.enter(Visit { search: self, node, depth, window })
    }

    #[inline(always)]
    fn visit(&mut self, node: &Node<E::State>, depth: u32, window: Window<Value>) -> Result<Value, Stopped> {
        let to_the_end = depth >= node.empties;
        if to_the_end && node.empties <= LAST {
            return self.last(node.board.position, node.empties, window);
        }
        self.end.check()?;
        self.end.nodes += 1;
        let position = node.board.position;
        let moves = self.end.kernel.moves(position);
        if moves.is_empty() {
            if self.end.kernel.moves(position.passed()).is_empty() {
                return Ok(position.tally().empties_to_winner().into());
            }
            if depth == 0 {
                return Ok(self.at_sight(node));
            }
            let state = self.judge.evaluator().passed(self.end.kernel, node.state, node.board);
            let passed = Node { board: node.board.passed(), state, ..*node };
            return Ok(-self.search(&passed, depth, -window)?);
        }
        match depth {
            0 => Ok(self.at_sight(node)),
            1 if !to_the_end => Ok(self.horizon(node, moves, window)),
            _ => self.inner(node, moves, depth, window),
        }
    }

    /// A node whose children lie at the horizon.
    #[inline(always)]
    fn horizon(&mut self, node: &Node<E::State>, moves: Squares, window: Window<Value>) -> Value {
        let mut best = None;
        for square in moves {
            let Some(placement) = self.end.kernel.placement_on_empty(node.board.position, square) else {
                continue;
            };
            self.end.nodes += 1;
            let next = self.after(node, placement);
            let position = next.board.position;
            let value = if self.is_over(position) {
                -Value::from(position.tally().empties_to_winner())
            } else {
                -self.at_sight(&next)
            };
            best = best.max(Some(value));
            if value >= window.beta {
                break;
            }
        }
        best.expect("there is a move")
    }

    #[inline(always)]
    fn is_over(&self, position: Position) -> bool {
        // The mover can mostly turn over a single disc up or down: a few operations that save looking for all moves.
        let (own, other) = (position.mover().bits(), position.opponent().bits());
        let beyond = (own << 8 & other) << 8 | (own >> 8 & other) >> 8;
        beyond & position.empties().bits() == 0
            && self.end.kernel.moves(position).is_empty()
            && self.end.kernel.moves(position.passed()).is_empty()
    }

    #[inline(always)]
    fn inner(
        &mut self,
        node: &Node<E::State>,
        moves: Squares,
        depth: u32,
        window: Window<Value>,
    ) -> Result<Value, Stopped> {
        let work_before = self.end.work();
        let position = node.board.position;
        let to_the_end = depth >= node.empties;
        if to_the_end && let Some(most) = self.end.stability_cut(position, node.empties, Above::of(window)) {
            return Ok(Value::new(most * Value::DISC));
        }
        let draft = self.draft(node, depth);
        let key = Self::key(node.board, draft);
        let known = self.end.table.find(key);
        if let Some(value) =
            known.filter(|known| self.serves(known.draft, draft)).and_then(|known| known.answer(window))
        {
            return Ok(value);
        }
        if let Some(value) = self.probable(node, depth, window)? {
            return Ok(value);
        }
        let base = self.children.len();
        let hint = known.and_then(|known| known.best);
        let answer = match self.gather(node, moves, depth, window, hint) {
            Ok(Some(refutation)) => Ok(refutation),
            Ok(None) => self.try_from(base, depth, window),
            Err(Stopped) => Err(Stopped),
        };
        self.children.truncate(base);
        let (value, square) = answer?;
        let bound = if value >= window.beta {
            Bound::AtLeast
        } else if value > window.alpha {
            Bound::Exactly
        } else {
            Bound::AtMost
        };
        let work = self.end.work() - work_before;
        self.end.table.note(key, Found { value, bound, draft, best: Some(square), work });
        Ok(value)
    }

    /// An answer that a shallower search makes so probable that it may stand.
    #[inline(always)]
    fn probable(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        window: Window<Value>,
    ) -> Result<Option<Value>, Stopped> {
        let Some(probcut) = self.probcut.filter(|_| window.is_null()) else { return Ok(None) };
        let Some(trial) = probcut.trial(node.empties, depth, self.confidence, window.alpha, window.beta)
        else {
            return Ok(None);
        };
        // What a look at the position says tells which of the two is worth trying.
        let sight = self.at_sight(node);
        if sight >= window.beta && trial.above < Value::MAX {
            let value = self.search(node, trial.depth, Window::null(trial.above.plus(-1)))?;
            if value >= trial.above {
                return Ok(Some(window.beta));
            }
        }
        if sight <= window.alpha && trial.below > Value::MIN {
            let value = self.search(node, trial.depth, Window::null(trial.below))?;
            if value <= trial.below {
                return Ok(Some(window.alpha));
            }
        }
        Ok(None)
    }

    /// Puts the moves of a node on the list of children, unless one of them is known to refute it: then that
    /// comes back with its value.
    #[inline(always)]
    fn gather(
        &mut self,
        node: &Node<E::State>,
        moves: Squares,
        depth: u32,
        window: Window<Value>,
        hint: Option<Square>,
    ) -> Result<Option<(Value, Square)>, Stopped> {
        let (kernel, position) = (self.end.kernel, node.board.position);
        let to_the_end = depth >= node.empties;
        for square in moves {
            let Some(placement) = kernel.placement_on_empty(position, square) else { continue };
            let next = self.after(node, placement);
            if next.board.position.mover().is_empty() {
                return Ok(Some((Value::MAX, square)));
            }
            if depth >= LOOK_UP_NEXT {
                let key = Self::key(next.board, self.draft(&next, depth - 1));
                self.end.table.prefetch(kernel, key);
            }
            self.children.push(Child { square, node: next, worth: Worth::BestBefore });
        }
        let base = self.children.len() - moves.count() as usize;
        for index in base..self.children.len() {
            let Child { square, node: next, .. } = self.children[index];
            // CITE: enhanced transposition cut-off, Jonathan Schaeffer and Aske Plaat, 1996.
            let draft = self.draft(&next, depth - 1);
            if depth >= LOOK_UP_NEXT
                && let Some(known) = self.end.table.find(Self::key(next.board, draft))
                && self.serves(known.draft, draft)
                && -known.upper >= window.beta
            {
                return Ok(Some((-known.upper, square)));
            }
            if hint != Some(square) {
                let estimate = self.estimate(&next, to_the_end)?;
                self.children[index].worth = Worth::Estimated(estimate);
            }
        }
        Ok(None)
    }

    /// What a move is worth before it is searched. Beside the evaluator and the move remembered in the table a history
    /// of refutations saved no nodes.
    #[inline(always)]
    fn estimate(&mut self, next: &Node<E::State>, to_the_end: bool) -> Result<i32, Stopped> {
        let replies = self.end.kernel.moves(next.board.position);
        // A corner to be taken counts twice.
        let mobility = (replies.count() + (replies & Squares::CORNERS).count()) as i32;
        if !to_the_end {
            return Ok(-self.at_sight(next).sixty_fourths() - Value::DISC / 2 * mobility);
        }
        // Where the subtree is large, a look ahead pays.
        let value = match next.empties {
            19.. => self.search(next, 2, Window::<Value>::FULL)?,
            15.. => self.search(next, 1, Window::<Value>::FULL)?,
            _ => self.at_sight(next),
        };
        Ok(-value.sixty_fourths() - 3 * Value::DISC * mobility)
    }

    /// Tries the children from `base` on, until one refutes. Gives the best value and its move.
    #[inline(always)]
    fn try_from(
        &mut self,
        base: usize,
        depth: u32,
        mut window: Window<Value>,
    ) -> Result<(Value, Square), Stopped> {
        self.bring_forward(base);
        let Child { square, node, .. } = self.children[base];
        let mut best = (-self.search(&node, depth - 1, -window)?, square);
        window = window.raised(best.0);
        let mut index = base + 1;
        while !window.is_closed() && index < self.children.len() {
            if self.is_shared(depth, node.empties + 1, index) {
                let shared = self.side_by_side(index, depth, window)?;
                return Ok(if shared.0 > best.0 { shared } else { best });
            }
            self.bring_forward(index);
            let Child { square, node, .. } = self.children[index];
            let value = self.later(&node, depth, window)?;
            if value > best.0 {
                best = (value, square);
                window = window.raised(value);
            }
            index += 1;
        }
        Ok(best)
    }

    /// Whether the children from `index` on, of a node with so many empty squares, are worth sharing with other threads.
    #[inline(always)]
    fn is_shared(&self, depth: u32, empties: u32, index: usize) -> bool {
        let least = if depth >= empties { SHARED_END } else { SHARED_DEPTH };
        self.end.teamwork.is_shared() && depth >= least && index + 1 < self.children.len()
    }

    /// The value of a move that is probably no better than what there is, for the side that makes it.
    #[inline(always)]
    pub fn later(
        &mut self,
        node: &Node<E::State>,
        depth: u32,
        window: Window<Value>,
    ) -> Result<Value, Stopped> {
        let value = -self.search(node, depth - 1, -Window::null(window.alpha))?;
        if value > window.alpha && value < window.beta {
            Ok(-self.search(node, depth - 1, -Window { alpha: value.plus(-1), ..window })?)
        } else {
            Ok(value)
        }
    }

    /// Searches the children from `index` on side by side.
    #[inline(never)]
    fn side_by_side(
        &mut self,
        index: usize,
        depth: u32,
        mut window: Window<Value>,
    ) -> Result<(Value, Square), Stopped> {
        let mut brothers = self.children.split_off(index);
        brothers.sort_by_key(|child| std::cmp::Reverse(child.worth));
        let (this, question) = (&*self, Window::null(window.alpha));
        let (answers, work) = this.end.teamwork.side_by_side(
            &brothers,
            |child, teamwork| {
                let mut search = this.helper(teamwork);
                let value = search.search(&child.node, depth - 1, -question).map(|value| -value);
                (value, search.end.hand_in())
            },
            |&value| value >= window.beta,
        );
        self.end.credit(work);
        let refuted = answers.iter().zip(&brothers).find_map(|(answer, child)| match answer {
            Ok(value) if *value >= window.beta => Some((*value, child.square)),
            _ => None,
        });
        if let Some(refutation) = refuted {
            return Ok(refutation);
        }
        let mut best: Option<(Value, Square)> = None;
        for (answer, child) in answers.into_iter().zip(&brothers) {
            let mut value = answer?;
            if value > window.alpha {
                value = -self.search(&child.node, depth - 1, -Window { alpha: window.alpha, ..window })?;
            }
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, child.square));
                window = window.raised(value);
                if window.is_closed() {
                    break;
                }
            }
        }
        Ok(best.expect("there are brothers"))
    }

    /// Another thread of the same search.
    fn helper<'b>(&'b self, teamwork: Teamwork<'b>) -> MidgameSearch<'b, K, E> {
        MidgameSearch {
            judge: self.judge,
            probcut: self.probcut,
            confidence: self.confidence,
            reuse: self.reuse,
            end: self.end.helper(teamwork),
            children: Vec::with_capacity(ROOM),
        }
    }

    /// Exchanges the child at `index` with the worthiest from there on.
    #[inline(always)]
    fn bring_forward(&mut self, index: usize) {
        let rest = &mut self.children[index..];
        let mut first = 0;
        for other in 1..rest.len() {
            if rest[other].worth > rest[first].worth {
                first = other;
            }
        }
        rest.swap(0, first);
    }

    /// The last squares of a search to the end.
    #[inline(always)]
    fn last(&mut self, position: Position, empties: u32, window: Window<Value>) -> Result<Value, Stopped> {
        let mut question = Above::of(window);
        loop {
            let score = self.end.deep(position, empties, question)?;
            let value = Value::new(score * Value::DISC);
            if !question.holds(score) || value >= window.beta || score >= 64 {
                return Ok(value);
            }
            // More than the window's lower end: how much more? Scores are even.
            question = Above(score + 1);
        }
    }
}

impl Known {
    /// The value for a window, if it is decided.
    #[inline(always)]
    fn answer(self, window: Window<Value>) -> Option<Value> {
        if self.lower >= window.beta || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// [`MidgameSearch::search`], to be done inside the kernel.
struct Visit<'s, 'a, K, E: Evaluator> {
    search: &'s mut MidgameSearch<'a, K, E>,
    node: &'s Node<E::State>,
    depth: u32,
    window: Window<Value>,
}

impl<K: Kernel, E: Evaluator> Work<Result<Value, Stopped>> for Visit<'_, '_, K, E> {
    #[inline(always)]
    fn run(self) -> Result<Value, Stopped> {
        self.search.visit(self.node, self.depth, self.window)
    }
}
