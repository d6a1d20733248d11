//! The questions that can be asked about a position, and who answers them.

use std::num::NonZeroUsize;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Margin, Moves, Outcome, Ply, Position, Square, Squares, Turn};
use outflank_value::Evaluator;

use super::asked::{Asked, ByMobility, Ordering, Question};
use super::inquiry::Inquiry;
use super::search::EndgameSearch;
use crate::limits::{Control, Limits, Stopped};
use crate::midgame::{ProbCut, Scaled, Trusted};
use crate::table::{NoMemory, TableSize};
use crate::window::Above;
use crate::workplace::{Task, Workplace};

/// What is to be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The final margin of best play.
    Exact,
    /// Only who wins, which takes less work.
    Outcome,
}

/// What was found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The final margin of best play, the empty squares to the winner.
    Exact(Margin),
    /// Who wins.
    Outcome(Outcome),
    /// The search was stopped; the margin is somewhere between these.
    Stopped(Bounds),
}

/// Two margins and everything between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The mover can get this at least.
    pub lower: Margin,
    /// The mover can get this at most.
    pub upper: Margin,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Self = Self { lower: Margin::MIN, upper: Margin::MAX };
}

/// The answer to a question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What was found out.
    pub verdict: Verdict,
    /// Play that leads to it, from the first ply on: to the end of the game, or where the search was
    /// stopped the one move that makes sure of the lower bound, if such a move was found. Where only
    /// the outcome was asked for, the loser's moves are any moves.
    pub line: Vec<Ply>,
    /// The positions looked at, without those that have one empty square or none.
    pub nodes: u64,
}

impl Solution {
    /// The move to play, if there is one and it was found.
    pub fn best_move(&self) -> Option<Square> {
        self.line.first()?.square()
    }
}

/// A legal move and what was found out about it, seen by the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// Where the disc goes.
    pub square: Square,
    /// What it leads to: exact, or stopped.
    pub verdict: Verdict,
}

/// All legal moves of a position with their scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredMoves {
    /// The moves, best first; of equals the one with the lower square. Those that were not finished
    /// come after all others. Empty where there is no move.
    pub moves: Vec<ScoredMove>,
    /// The positions looked at, without those that have one empty square or none.
    pub nodes: u64,
}

/// The moves that lead to the best score, all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptimalMoves {
    /// The final margin of best play.
    pub margin: Margin,
    /// The moves that reach it.
    pub moves: Moves,
}

/// Solves endgames. It keeps what it proves of positions in a table of fixed size, from one question to
/// the next; no answer depends on that, nor on the number of threads, but the work does.
///
/// ```
/// use outflank_engine::endgame::{Goal, Solver, Verdict};
/// use outflank_engine::{Limits, TableSize};
/// use outflank_rules::{Board, Margin, Square};
///
/// let board = Board::from_drawing(
///     "1 O O O O O O O O
///      2 O X X X X X X O
///      3 O X X X X X X O
///      4 O X X X X X X O
///      5 O X X X X X X -
///      6 O X X X X X - O
///      7 O X X X X - X O
///      8 O X X - O O O O
///      O to move",
/// )?;
/// let mut solver = Solver::new(TableSize::mebibytes(1));
/// let solution = solver.solve(board.position, Goal::Exact, &Limits::default());
/// assert_eq!(solution.verdict, Verdict::Exact(Margin::new(14).unwrap()));
/// assert_eq!(solution.best_move(), Some(Square::D8));
/// # Ok::<(), outflank_rules::DrawingError>(())
/// ```
///
/// By itself it orders moves by mobility and a small estimate; [`ordered_by`](Self::ordered_by) an evaluator that
/// knows more it needs fewer nodes.
pub struct Solver<O = ByMobility> {
    workplace: Workplace,
    ordering: O,
}

impl Solver {
    /// A solver with a table of this size and one thread.
    ///
    /// # Panics
    ///
    /// If there is not so much memory; ask [`try_new`](Self::try_new) where the size is somebody's wish.
    pub fn new(size: TableSize) -> Self {
        Self::try_new(size).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The same, or an error if there is not so much memory.
    pub fn try_new(size: TableSize) -> Result<Self, NoMemory> {
        Ok(Self { workplace: Workplace::new(size)?, ordering: ByMobility })
    }

    /// The same, with moves ordered by an evaluator, which also says where to look for the score first. Exact scores
    /// do not depend on it.
    #[must_use]
    pub fn ordered_by<E: Evaluator>(self, judge: Scaled<E>) -> Solver<Scaled<E>> {
        Solver { workplace: self.workplace, ordering: judge }
    }
}

impl<E: Evaluator> Solver<Scaled<E>> {
    /// The same, with what is known about the evaluator: searches that cut where it is probably right find the score
    /// first, which is then proved. It saves work where many squares are empty, and changes no answer.
    #[must_use]
    pub fn with_probcut(self, probcut: ProbCut) -> Solver<Trusted<E>> {
        Solver { workplace: self.workplace, ordering: Trusted { judge: self.ordering, probcut } }
    }
}

#[allow(private_bounds, reason = "sealed")]
impl<O: Ordering> Solver<O> {
    /// The same with so many threads. With one, the number of nodes is the same every time.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { workplace: self.workplace.with_threads(threads), ..self }
    }

    /// Finds out the margin or the outcome of a position, with play that leads to it.
    pub fn solve(&mut self, position: Position, goal: Goal, limits: &Limits) -> Solution {
        self.workplace.table.grow_old();
        let control = Control::new(limits);
        let (verdict, line) = self.ask(&control, SolvePosition { position, goal, limits });
        Solution { verdict, line, nodes: control.nodes() }
    }

    /// Finds out the exact score of every legal move.
    pub fn score_moves(&mut self, position: Position, limits: &Limits) -> ScoredMoves {
        self.workplace.table.grow_old();
        let control = Control::new(limits);
        let moves = self.ask(&control, ScoreMoves { position });
        ScoredMoves { moves, nodes: control.nodes() }
    }

    /// Finds out which of the legal moves lead to the best score. Cheaper than [`score_moves`](Self::score_moves):
    /// of the others it is only shown that they fall short. A good guess of the margin saves work.
    pub fn optimal_moves(&mut self, position: Position, moves: Moves, guess: Margin) -> OptimalMoves {
        let optimal = self.optimal_moves_within(position, moves, guess, &Limits::default());
        optimal.expect("nothing stops the search")
    }

    /// The same within limits.
    pub fn optimal_moves_within(
        &mut self,
        position: Position,
        moves: Moves,
        guess: Margin,
        limits: &Limits,
    ) -> Result<OptimalMoves, Stopped> {
        self.workplace.table.grow_old();
        let control = Control::new(limits);
        self.ask(&control, FindOptimal { position, moves, guess })
    }

    fn ask<Q: Question>(&self, control: &Control, question: Q) -> Q::Answer {
        self.workplace.run(control, Ordered { ordering: &self.ordering, question })
    }
}

/// A question together with the ordering of the moves.
struct Ordered<'a, O, Q> {
    ordering: &'a O,
    question: Q,
}

impl<O: Ordering, Q: Question> Task for Ordered<'_, O, Q> {
    type Answer = Q::Answer;

    fn run<K: Kernel>(&self, search: &mut EndgameSearch<K>) -> Self::Answer {
        self.ordering.ask(search, &self.question)
    }
}

struct SolvePosition<'a> {
    position: Position,
    goal: Goal,
    limits: &'a Limits<'a>,
}

impl Question for SolvePosition<'_> {
    type Answer = (Verdict, Vec<Ply>);

    fn put<A: Asked>(&self, search: &mut A) -> Self::Answer {
        let mut inquiry = Inquiry::new(self.position, self.limits.progress);
        let answer = match self.goal {
            Goal::Exact => {
                search.guess(self.position).and_then(|guess| inquiry.score(search, guess)).map(Verdict::Exact)
            }
            Goal::Outcome => inquiry.outcome(search).map(Verdict::Outcome),
        };
        match answer {
            Ok(verdict) => (verdict, inquiry.line(search)),
            Err(Stopped) => (Verdict::Stopped(inquiry.bounds()), inquiry.first_move(search)),
        }
    }
}

struct FindOptimal {
    position: Position,
    moves: Moves,
    guess: Margin,
}

impl Question for FindOptimal {
    type Answer = Result<OptimalMoves, Stopped>;

    fn put<A: Asked>(&self, search: &mut A) -> Self::Answer {
        let margin = Inquiry::new(self.position, None).score(search, self.guess.discs())?;
        let mut optimal = Squares::NONE;
        for placement in search.kernel().placements(self.position, self.moves) {
            if search.ask(self.position.after(placement), Above(-margin.discs()))? <= -margin.discs() {
                optimal |= placement.square().set();
            }
        }
        let moves = self.moves.among(optimal).expect("some move leads to the score of the position");
        Ok(OptimalMoves { margin, moves })
    }
}

struct ScoreMoves {
    position: Position,
}

impl Question for ScoreMoves {
    type Answer = Vec<ScoredMove>;

    fn put<A: Asked>(&self, search: &mut A) -> Self::Answer {
        let Turn::Play(moves) = search.kernel().turn(self.position) else { return Vec::new() };
        // The scores of the moves are near each other: each is a good guess for the next.
        let mut guess = search.guess(self.position).map_or(0, |guess| -guess);
        let mut scored: Vec<_> = search
            .kernel()
            .placements(self.position, moves)
            .map(|placement| {
                let mut inquiry = Inquiry::new(self.position.after(placement), None);
                let verdict = match inquiry.score(search, guess) {
                    Ok(score) => {
                        guess = score.discs();
                        Verdict::Exact(-score)
                    }
                    Err(Stopped) => {
                        let Bounds { lower, upper } = inquiry.bounds();
                        Verdict::Stopped(Bounds { lower: -upper, upper: -lower })
                    }
                };
                ScoredMove { square: placement.square(), verdict }
            })
            .collect();
        scored.sort_by_key(|scored| match scored.verdict {
            Verdict::Exact(margin) => -margin.discs(),
            Verdict::Outcome(_) | Verdict::Stopped(_) => i32::MAX,
        });
        scored
    }
}
