//! The search itself: fail-soft negamax with null windows.
//!
//! Scores are discs, with the empty squares to the winner, seen by the mover, and so always even. Each search
//! answers one question: is the score [`Above`] so much?

use outflank_rules::kernel::{Kernel, Work};
use outflank_rules::{Position, Square, Squares};

use super::last::over;
use super::ordering::{Candidate, Worth, worth};
use super::parity::odd_quadrants;
use super::stability::Stability;
use crate::Value;
use crate::limits::{Control, Stopped};
use crate::table::{Bound, Draft, Found, Key, Known, Table};
use crate::teamwork::Teamwork;
use crate::window::Above;

/// Up to so many empty squares moves are tried in the order of parity alone, and nothing is looked up.
const SHALLOW: u32 = 6;

/// From so many empty squares on what is found is remembered: with fewer, looking it up costs more than searching
/// again.
const REMEMBERED: u32 = 7;

/// From here on it is worth looking up the positions after each move before any is searched.
const LOOK_UP_NEXT: u32 = 10;

/// Smaller trees are not worth handing over to another thread.
const SHARED: u32 = 13;

/// One thread of a search.
pub(crate) struct EndgameSearch<'a, K> {
    pub kernel: K,
    pub table: &'a Table,
    pub stability: &'a Stability,
    pub control: &'a Control<'a>,
    /// Nodes searched and not yet handed to the control.
    pub nodes: u64,
    allowance: u64,
    handed_in: u64,
    /// Whether other threads may take part, and what would tell this one that its work is in vain.
    pub teamwork: Teamwork<'a>,
    /// The moves to be tried in all nodes on the way from the root, the deepest last.
    candidates: Vec<Candidate>,
}

impl<'a, K: Kernel> EndgameSearch<'a, K> {
    pub fn new(
        kernel: K,
        table: &'a Table,
        stability: &'a Stability,
        control: &'a Control<'a>,
        teamwork: Teamwork<'a>,
    ) -> Self {
        Self {
            kernel,
            table,
            stability,
            control,
            nodes: 0,
            allowance: 0,
            handed_in: 0,
            teamwork,
            candidates: Vec::with_capacity(32),
        }
    }

    /// Takes in the work of a thread that helped, which it has handed to the control itself.
    pub fn credit(&mut self, work: u64) {
        self.handed_in += work;
    }

    /// Another thread of the same search.
    pub fn helper<'b>(&'b self, teamwork: Teamwork<'b>) -> EndgameSearch<'b, K> {
        EndgameSearch::new(self.kernel, self.table, self.stability, self.control, teamwork)
    }

    /// Stops the search where a limit is met or its work has become vain.
    #[inline(always)]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.allowance {
            self.hand_in();
            self.allowance = self.control.allowance()?;
        }
        self.teamwork.check()
    }

    /// Hands the nodes to the control. Gives all nodes of this thread so far.
    pub fn hand_in(&mut self) -> u64 {
        self.handed_in += self.nodes;
        self.control.add(std::mem::take(&mut self.nodes));
        self.allowance = 0;
        self.handed_in
    }

    /// All nodes of this thread, and of those that helped it.
    pub fn work(&self) -> u64 {
        self.handed_in + self.nodes
    }

    /// Many empty squares: moves are ordered with care, and what is found is remembered.
    pub fn deep(&mut self, position: Position, empties: u32, above: Above) -> Result<i32, Stopped> {
        if empties <= SHALLOW {
            return Ok(self.shallow(position, empties, above));
        }
        self.kernel.enter(Deep { search: self, position, empties, above })
    }

    #[inline(always)]
    fn deep_inside(&mut self, position: Position, empties: u32, above: Above) -> Result<i32, Stopped> {
        self.check()?;
        let work_before = self.work();
        self.nodes += 1;
        if let Some(most) = self.stability_cut(position, empties, above) {
            return Ok(most);
        }
        let moves = self.kernel.moves(position);
        if moves.is_empty() {
            let passed = position.passed();
            return if self.kernel.moves(passed).is_empty() {
                Ok(over(position))
            } else {
                Ok(-self.deep(passed, empties, -above)?)
            };
        }
        let key = Key::proved(position, empties);
        let known = if empties >= REMEMBERED { self.table.find(key) } else { None };
        if let Some(answer) = known.and_then(|known| answer(known, empties, above)) {
            return Ok(answer);
        }

        let base = self.candidates.len();
        let hint = known.and_then(|known| known.best);
        let answer = match self.gather(position, moves, empties, above, hint) {
            Some(refutation) => Ok(refutation),
            None => self.try_from(base, empties, above),
        };
        self.candidates.truncate(base);
        let (score, square) = answer?;
        if empties < REMEMBERED {
            return Ok(score);
        }
        let found = Found {
            value: Value::new(score * Value::DISC),
            bound: if above.holds(score) { Bound::AtLeast } else { Bound::AtMost },
            draft: Draft::exact(empties),
            best: Some(square),
            work: self.work() - work_before,
        };
        self.table.note(key, found);
        Ok(score)
    }

    /// Puts the moves of a node on the list of candidates, unless one of them is known to refute it: then
    /// that comes back with its score.
    #[inline(always)]
    fn gather(
        &mut self,
        position: Position,
        moves: Squares,
        empties: u32,
        above: Above,
        hint: Option<Square>,
    ) -> Option<(i32, Square)> {
        let odd = odd_quadrants(position.empties());
        let base = self.candidates.len();
        for square in moves {
            let Some(placement) = self.kernel.placement_on_empty(position, square) else { continue };
            let next = position.after(placement);
            if next.mover().is_empty() {
                return Some((64, square));
            }
            // What will be looked up soon is fetched while the moves are ordered.
            if empties > REMEMBERED {
                self.table.prefetch(self.kernel, Key::proved(next, empties - 1));
            }
            self.candidates.push(Candidate { square, next, worth: Worth::BestBefore });
        }
        for index in base..self.candidates.len() {
            let Candidate { square, next, .. } = self.candidates[index];
            if hint != Some(square) {
                let estimate = worth(self.kernel, square, next, empties, odd);
                self.candidates[index].worth = Worth::Estimated(estimate);
            }
        }
        // CITE: enhanced transposition cut-off, Jonathan Schaeffer and Aske Plaat, 1996.
        if empties >= LOOK_UP_NEXT {
            for &Candidate { square, next, .. } in &self.candidates[base..] {
                if let Some(known) = self.table.find(Key::proved(next, empties - 1))
                    && let Some(score) = answer(known, empties - 1, -above)
                    && above.holds(-score)
                {
                    return Some((-score, square));
                }
            }
        }
        None
    }

    /// Tries the candidates from `base` on, until one refutes. Gives the best score and its move.
    #[inline(always)]
    fn try_from(&mut self, base: usize, empties: u32, above: Above) -> Result<(i32, Square), Stopped> {
        self.bring_forward(base);
        let Candidate { square, next, .. } = self.candidates[base];
        let mut best = (-self.deep(next, empties - 1, -above)?, square);
        let mut index = base + 1;
        while !above.holds(best.0) && index < self.candidates.len() {
            let (score, square) = if self.teamwork.is_shared() && empties >= SHARED {
                // Takes all the rest off the list.
                self.split(index, empties, above)?
            } else {
                self.bring_forward(index);
                let Candidate { square, next, .. } = self.candidates[index];
                (-self.deep(next, empties - 1, -above)?, square)
            };
            if score > best.0 {
                best = (score, square);
            }
            index += 1;
        }
        Ok(best)
    }

    /// Searches the candidates from `index` on side by side and takes them off the list. Gives the best
    /// score and its move, or one that refutes.
    #[inline(never)]
    fn split(&mut self, index: usize, empties: u32, above: Above) -> Result<(i32, Square), Stopped> {
        let mut brothers = self.candidates.split_off(index);
        brothers.sort_by_key(|candidate| std::cmp::Reverse(candidate.worth));
        let this = &*self;
        let (answers, work) = self.teamwork.side_by_side(
            &brothers,
            |&Candidate { square, next, .. }, teamwork| {
                let mut search = this.helper(teamwork);
                let answer = search.deep(next, empties - 1, -above).map(|score| (-score, square));
                (answer, search.hand_in())
            },
            |&(score, _)| above.holds(score),
        );
        self.credit(work);
        // Of equals the first, as a single thread would.
        let best = answers.iter().flatten().copied().rev().max_by_key(|&(score, _)| score);
        match best {
            Some((score, square)) if above.holds(score) => Ok((score, square)),
            Some(best) if answers.iter().all(Result::is_ok) => Ok(best),
            _ => Err(Stopped),
        }
    }

    /// Exchanges the candidate at `index` with the worthiest from there on.
    #[inline(always)]
    fn bring_forward(&mut self, index: usize) {
        let rest = &mut self.candidates[index..];
        let mut first = 0;
        for other in 1..rest.len() {
            if rest[other].worth > rest[first].worth {
                first = other;
            }
        }
        rest.swap(0, first);
    }

    /// Few empty squares: to order moves by more than parity would cost more than it saves.
    fn shallow(&mut self, position: Position, empties: u32, above: Above) -> i32 {
        if empties <= 4 {
            return self.last(position, empties, above);
        }
        let kernel = self.kernel;
        kernel.enter(|| {
            self.nodes += 1;
            if let Some(most) = self.stability_cut(position, empties, above) {
                return most;
            }
            let moves = kernel.moves(position);
            if moves.is_empty() {
                return self.no_move(position, |search, passed| search.shallow(passed, empties, -above));
            }
            let odd = odd_quadrants(position.empties());
            let mut best = -64;
            for group in [moves & odd, moves.without(odd)] {
                for square in group {
                    let Some(placement) = kernel.placement_on_empty(position, square) else { continue };
                    let next = position.after(placement);
                    let score = if empties == 5 {
                        -self.four(next, -above)
                    } else {
                        -self.shallow(next, empties - 1, -above)
                    };
                    if above.holds(score) {
                        return score;
                    }
                    best = best.max(score);
                }
            }
            best
        })
    }

    /// An upper bound that answers no, from the opponent's stable discs.
    #[inline(always)]
    pub fn stability_cut(&self, position: Position, empties: u32, above: Above) -> Option<i32> {
        // Lower than this there is little hope, and counting costs.
        if above.0 < 2 * empties as i32 - 2 {
            return None;
        }
        let stable = self.stability.of(position.opponent(), position.mover());
        let most = 64 - 2 * stable.count() as i32;
        (!above.holds(most)).then_some(most)
    }
}

/// The answer that an entry of the table gives, if it was proved.
#[inline(always)]
fn answer(known: Known, empties: u32, above: Above) -> Option<i32> {
    if known.draft != Draft::exact(empties) {
        return None;
    }
    // What is proved is a whole number of discs.
    let [lower, upper] = [known.lower, known.upper].map(|bound| bound.sixty_fourths() / Value::DISC);
    if above.holds(lower) {
        Some(lower)
    } else if !above.holds(upper) {
        Some(upper)
    } else {
        None
    }
}

/// [`EndgameSearch::deep`], to be done inside the kernel.
struct Deep<'s, 'a, K> {
    search: &'s mut EndgameSearch<'a, K>,
    position: Position,
    empties: u32,
    above: Above,
}

impl<K: Kernel> Work<Result<i32, Stopped>> for Deep<'_, '_, K> {
    #[inline(always)]
    fn run(self) -> Result<i32, Stopped> {
        self.search.deep_inside(self.position, self.empties, self.above)
    }
}
