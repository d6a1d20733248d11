//! Who answers what the best moves are, and what they are worth.

use std::num::NonZeroUsize;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Margin, Moves, Placement, Square};
use outflank_value::Evaluator;

use super::ends::{PASSES, plies_before_end};
use super::search::{MidgameSearch, Reuse};
use super::{Plan, ProbCut, Scaled};
use crate::endgame::EndgameSearch;
use crate::limits::{Control, Limits, Stopped};
use crate::workplace::{Task, Workplace};
use crate::{Confidence, NoMemory, TableSize, Value, Window};

/// A move, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The move.
    pub placement: Placement,
    /// What it is worth to the side that makes it.
    pub value: Value,
    /// Where the value comes from.
    pub origin: Origin,
    /// The best play as far as the search remembers it, this move first. Passes are left out.
    pub squares: Vec<Square>,
}

/// Where a value comes from, and so how far it is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An estimate after so many plies of best play.
    Searched {
        /// Plies.
        plies: u32,
        /// How sure the cuts were.
        confidence: Confidence,
    },
    /// The end of the game, with cuts that are not quite sure.
    End {
        /// How sure the cuts were.
        confidence: Confidence,
    },
    /// The end of the game, proved.
    Exact(Margin),
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The best moves, as many as were wanted, the best first: those of the last depth that was finished. One ply is
    /// always finished, whatever the limits.
    pub lines: Vec<Line>,
    /// Positions looked at.
    pub nodes: u64,
}

impl Thought {
    /// The best move with its line.
    pub fn best(&self) -> &Line {
        self.lines.first().expect("one ply is always finished")
    }
}

/// Finds good moves with an evaluator. It keeps what it finds out in a table of fixed size, from one question to the
/// next, until it is [told to forget](Self::forget). With one thread and a fresh table the same question takes the
/// same nodes and gets the same answer.
///
/// ```
/// use std::sync::Arc;
/// use outflank_engine::midgame::{Engine, Plan, Scaled};
/// use outflank_engine::{Limits, TableSize};
/// use outflank_rules::{Board, Turn};
/// use outflank_value::PieceCounter;
///
/// let judge = Scaled::by_spread(Arc::new(PieceCounter::swh()));
/// let mut engine = Engine::new(judge, TableSize::mebibytes(1))?;
/// let Turn::Play(moves) = Board::START.turn() else { panic!("the first move is open") };
/// let plan = Plan { lines: 2, ..Plan::plies(6) };
/// let thought = engine.think(Board::START, moves, &plan, &Limits::default());
/// assert_eq!(thought.lines.len(), 2);
/// // By symmetry all first moves are worth the same.
/// assert_eq!(thought.lines[0].value, thought.lines[1].value);
/// # Ok::<(), outflank_engine::NoMemory>(())
/// ```
pub struct Engine<E> {
    judge: Scaled<E>,
    probcut: Option<ProbCut>,
    workplace: Workplace,
}

impl<E: Evaluator> Engine<E> {
    /// An engine with an evaluator and a table of this size, on one thread.
    pub fn new(judge: Scaled<E>, size: TableSize) -> Result<Self, NoMemory> {
        Ok(Self { judge, probcut: None, workplace: Workplace::new(size)? })
    }

    /// The same with so many threads.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { workplace: self.workplace.with_threads(threads), ..self }
    }

    /// The same with what is known about its evaluator. Without it, every search has full confidence.
    #[must_use]
    pub fn with_probcut(self, probcut: ProbCut) -> Self {
        Self { probcut: Some(probcut), ..self }
    }

    /// The evaluator with its scale.
    pub fn judge(&self) -> &Scaled<E> {
        &self.judge
    }

    /// Forgets everything, so that the next answer does not depend on what was asked before.
    pub fn forget(&mut self) {
        self.workplace.table.clear();
    }

    /// Finds the best of the given moves.
    pub fn think(&mut self, board: Board, moves: Moves, plan: &Plan, limits: &Limits) -> Thought {
        self.workplace.table.grow_old();
        let control = Control::new(limits);
        let task = Thinking {
            judge: &self.judge,
            probcut: self.probcut.as_ref(),
            board,
            moves,
            plan,
            deepest: limits.depth.unwrap_or(u32::MAX).min(plan.depth),
        };
        let lines = self.workplace.run(&control, task);
        Thought { lines, nodes: control.nodes() }
    }

    /// What each of the boards is worth to its mover: the value of minimax so many plies ahead, or the exact score
    /// from so many empty squares on. The values do not depend on what was asked before, nor on each other.
    ///
    /// This is how positions for learning are labelled: nothing is allocated for a position, and each thread has an
    /// engine of its own.
    pub fn values(&mut self, boards: &[Board], depth: u32, exact: u32) -> Vec<Value> {
        let limits = Limits::default();
        let control = Control::new(&limits);
        let values = self.workplace.run(&control, Labelling { judge: &self.judge, boards, depth, exact });
        values.expect("nothing stops the search")
    }
}

/// Boards to be given values.
struct Labelling<'a, E> {
    judge: &'a Scaled<E>,
    boards: &'a [Board],
    depth: u32,
    exact: u32,
}

impl<E: Evaluator> Task for Labelling<'_, E> {
    type Answer = Result<Vec<Value>, Stopped>;

    fn run<K: Kernel>(&self, end: &mut EndgameSearch<K>) -> Self::Answer {
        let table = end.table;
        let mut search = MidgameSearch::new(self.judge, None, Confidence::FULL, end.helper(end.teamwork));
        search.reuse = Reuse::Same;
        let values = self.boards.iter().map(|&board| {
            table.grow_old();
            let node = search.node(board);
            if node.empties <= self.exact.max(self.depth) {
                return search.score(&node);
            }
            // Shallower searches of the same parity find the moves to try first.
            let first = if self.depth > 4 { 2 + self.depth % 2 } else { self.depth };
            let mut value = Value::ZERO;
            for depth in (first..=self.depth).step_by(2) {
                value = search.search(&node, depth, Window::<Value>::FULL)?;
            }
            Ok(value)
        });
        values.collect()
    }
}

/// So many plies before the end the search goes on to the end at once: that costs about as much as one ply more.
const LEAP: u32 = 10;

/// One question to an engine.
struct Thinking<'a, E> {
    judge: &'a Scaled<E>,
    probcut: Option<&'a ProbCut>,
    board: Board,
    moves: Moves,
    plan: &'a Plan,
    deepest: u32,
}

impl<E: Evaluator> Task for Thinking<'_, E> {
    type Answer = Vec<Line>;

    fn run<K: Kernel>(&self, end: &mut EndgameSearch<K>) -> Self::Answer {
        let mut search =
            MidgameSearch::new(self.judge, self.probcut, Confidence::FULL, end.helper(end.teamwork));
        let mut lines = Vec::new();
        // Whatever stops it, the lines of the last depth that was finished are there.
        let (Ok(()) | Err(Stopped)) = self.deepen(&mut search, &mut lines);
        search.end.hand_in();
        lines
    }
}

impl<E: Evaluator> Thinking<'_, E> {
    fn deepen<K: Kernel>(
        &self,
        search: &mut MidgameSearch<K, E>,
        lines: &mut Vec<Line>,
    ) -> Result<(), Stopped> {
        let confidence = if self.probcut.is_some() { self.plan.confidence } else { Confidence::FULL };
        let empties = self.board.position.empties().count();
        let end_in_sight = self.deepest >= empties;
        let solved = empties <= self.plan.exact || end_in_sight && confidence == Confidence::FULL;
        let ends = solved || end_in_sight || empties <= self.plan.to_the_end;
        let mut roots = search.root_moves(self.board, self.moves);
        let wanted = self.plan.lines.clamp(1, roots.len());
        let origin = |plies| Origin::Searched { plies, confidence };
        *lines = roots[..wanted]
            .iter()
            .map(|root| Line {
                placement: root.placement,
                value: root.value,
                origin: origin(1),
                squares: vec![root.placement.square()],
            })
            .collect();

        search.trust(confidence);
        let deepest = if !ends {
            self.deepest
        } else if empties <= self.plan.exact.max(self.plan.to_the_end) {
            self.deepest.min(plies_before_end(empties))
        } else {
            empties.saturating_sub(LEAP).max(plies_before_end(empties))
        };
        let mut before: Vec<Value> = Vec::new();
        for depth in 2..=deepest.min(empties.saturating_sub(1)) {
            let mut found = Vec::with_capacity(wanted);
            for line in 0..wanted {
                // Odd and even depths see different things: the last but one is the better guess.
                let guess = before.get(line).copied().unwrap_or(lines[line].value);
                let value = search.aspire(&mut roots[line..], depth, guess)?;
                let squares = search.line(&roots[line], depth);
                found.push(Line { placement: roots[line].placement, value, origin: origin(depth), squares });
            }
            before = lines.iter().map(|line| line.value).collect();
            found.sort_by_key(|line| -line.value);
            *lines = found;
        }
        if !ends {
            return Ok(());
        }
        // Searches that are not quite sure tell the exact one what to expect.
        let passes = Confidence::all().filter(|&pass| match pass {
            Confidence::FULL => solved,
            _ if pass == confidence => true,
            _ => solved && pass > confidence && PASSES.contains(&pass),
        });
        for confidence in passes {
            search.trust(confidence);
            let mut found = Vec::with_capacity(wanted);
            for line in 0..wanted {
                let discs = search.end_of(&mut roots[line..], lines[line].value)?;
                let margin = Margin::new(discs).expect("a score is a margin");
                let origin = match confidence {
                    Confidence::FULL => Origin::Exact(margin),
                    confidence => Origin::End { confidence },
                };
                let squares = search.line(&roots[line], empties);
                found.push(Line { placement: roots[line].placement, value: margin.into(), origin, squares });
            }
            *lines = found;
        }
        Ok(())
    }
}
