//! The last squares, written out: where nine of ten nodes are.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Square, Squares};

use super::parity::odd_first;
use super::search::Search;

/// Less than any score: no move has been found yet.
const NONE: i32 = -65;

impl<K: Kernel> Search<'_, K> {
    /// The score of a position with four empty squares or fewer.
    pub(super) fn last(&mut self, position: Position, empties: u32, alpha: i32) -> i32 {
        match empties {
            0 => over(position),
            1 => {
                let [square] = odd_first(position.empties());
                one(self.kernel, position.mover(), square)
            }
            2 => {
                let [a, b] = odd_first(position.empties());
                self.two(position, a, b, alpha)
            }
            3 => self.three(position, alpha),
            _ => self.four(position, alpha),
        }
    }

    /// The score of a position with four empty squares.
    pub(super) fn four(&mut self, position: Position, alpha: i32) -> i32 {
        let kernel = self.kernel;
        kernel.enter(|| {
            self.nodes += 1;
            let mut best = NONE;
            for square in odd_first::<4>(position.empties()) {
                if let Some(placement) = kernel.placement_on_empty(position, square) {
                    let score = -self.three(position.after(placement), -alpha - 1);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
            if best == NONE {
                self.no_move(position, |search, passed| search.four(passed, -alpha - 1))
            } else {
                best
            }
        })
    }

    /// The score of a position with three empty squares.
    #[inline(always)]
    fn three(&mut self, position: Position, alpha: i32) -> i32 {
        let [a, b, c] = odd_first::<3>(position.empties());
        self.three_on(position, a, b, c, alpha)
    }

    fn three_on(&mut self, position: Position, a: Square, b: Square, c: Square, alpha: i32) -> i32 {
        let kernel = self.kernel;
        kernel.enter(|| {
            self.nodes += 1;
            let mut best = NONE;
            for (square, first, second) in [(a, b, c), (b, a, c), (c, a, b)] {
                if let Some(placement) = kernel.placement_on_empty(position, square) {
                    let score = -self.two(position.after(placement), first, second, -alpha - 1);
                    if score > alpha {
                        return score;
                    }
                    best = best.max(score);
                }
            }
            if best == NONE {
                self.no_move(position, |search, passed| search.three_on(passed, a, b, c, -alpha - 1))
            } else {
                best
            }
        })
    }

    /// The score of a position with two empty squares.
    #[inline(always)]
    fn two(&mut self, position: Position, a: Square, b: Square, alpha: i32) -> i32 {
        self.nodes += 1;
        let best = self.two_played(position, a, b, alpha);
        if best != NONE {
            return best;
        }
        let best = self.two_played(position.passed(), a, b, -alpha - 1);
        if best != NONE { -best } else { over(position) }
    }

    #[inline(always)]
    fn two_played(&mut self, position: Position, a: Square, b: Square, alpha: i32) -> i32 {
        let mut best = NONE;
        if let Some(placement) = self.kernel.placement_on_empty(position, a) {
            best = -one(self.kernel, position.after(placement).mover(), b);
            if best > alpha {
                return best;
            }
        }
        if let Some(placement) = self.kernel.placement_on_empty(position, b) {
            best = best.max(-one(self.kernel, position.after(placement).mover(), a));
        }
        best
    }

    /// The score where the mover has no move: `play` goes on for the opponent, if he has one.
    #[inline(always)]
    pub(super) fn no_move(
        &mut self,
        position: Position,
        play: impl FnOnce(&mut Self, Position) -> i32,
    ) -> i32 {
        let passed = position.passed();
        if self.kernel.moves(passed).is_empty() { over(position) } else { -play(self, passed) }
    }
}

/// The score with one empty square: nothing is played, the discs are counted.
#[inline(always)]
fn one<K: Kernel>(kernel: K, mover: Squares, square: Square) -> i32 {
    let discs = mover.count() as i32;
    let flips = kernel.last_flips(mover, square) as i32;
    if flips > 0 {
        return 2 * (discs + flips + 1) - 64;
    }
    let flips = kernel.last_flips((!mover).without(square.set()), square) as i32;
    if flips > 0 {
        return 2 * (discs - flips) - 64;
    }
    // Nobody plays there: the winner gets the square.
    if 2 * discs > 63 { 2 * (discs + 1) - 64 } else { 2 * discs - 64 }
}

/// The score of a position where the game is over.
#[inline(always)]
pub(super) fn over(position: Position) -> i32 {
    position.tally().empties_to_winner().discs()
}
