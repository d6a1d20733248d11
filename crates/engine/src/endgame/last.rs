//! The last squares, written out: where nine of ten nodes are.

use std::ops::Neg;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Placement, Position, Square, Squares};

use super::parity::odd_first;
use super::search::EndgameSearch;
use crate::window::Above;

/// The squares around each square.
static NEIGHBOURS: [u64; 64] = {
    let mut neighbours = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (columns, rows) = (square % 8 - other % 8, square / 8 - other / 8);
            if other != square && -1 <= columns && columns <= 1 && -1 <= rows && rows <= 1 {
                neighbours[square as usize] |= 1u64 << other;
            }
            other += 1;
        }
        square += 1;
    }
    neighbours
};

/// The move to an empty square, if it is legal. Where so few squares are empty, most that are not have no disc of the
/// opponent beside them, which is quickly seen.
#[inline(always)]
fn placement<K: Kernel>(kernel: K, position: Position, square: Square) -> Option<Placement> {
    if NEIGHBOURS[square.index()] & position.opponent().bits() == 0 {
        return None;
    }
    kernel.placement_on_empty(position, square)
}

impl<K: Kernel> EndgameSearch<'_, K> {
    /// The score of a position with four empty squares or fewer.
    pub(super) fn last(&mut self, position: Position, empties: u32, above: Above) -> i32 {
        match empties {
            0 => over(position),
            1 => {
                let [square] = odd_first(position.empties());
                one(self.kernel, position.mover(), square)
            }
            2 => {
                let [a, b] = odd_first(position.empties());
                self.two(position, a, b, above)
            }
            3 => self.three(position, above),
            _ => self.four(position, above),
        }
    }

    /// The score of a position with four empty squares.
    pub(super) fn four(&mut self, position: Position, above: Above) -> i32 {
        let kernel = self.kernel;
        kernel.enter(|| {
            self.nodes += 1;
            let mut best = None;
            for square in odd_first::<4>(position.empties()) {
                if let Some(placement) = placement(kernel, position, square) {
                    let score = -self.three(position.after(placement), -above);
                    if above.holds(score) {
                        return score;
                    }
                    best = best.max(Some(score));
                }
            }
            best.unwrap_or_else(|| self.no_move(position, |search, passed| search.four(passed, -above)))
        })
    }

    /// The score of a position with three empty squares.
    #[inline(always)]
    fn three(&mut self, position: Position, above: Above) -> i32 {
        let [a, b, c] = odd_first::<3>(position.empties());
        self.three_on(position, a, b, c, above)
    }

    fn three_on(&mut self, position: Position, a: Square, b: Square, c: Square, above: Above) -> i32 {
        let kernel = self.kernel;
        kernel.enter(|| {
            self.nodes += 1;
            let mut best = None;
            for (square, first, second) in [(a, b, c), (b, a, c), (c, a, b)] {
                if let Some(placement) = placement(kernel, position, square) {
                    let score = -self.two(position.after(placement), first, second, -above);
                    if above.holds(score) {
                        return score;
                    }
                    best = best.max(Some(score));
                }
            }
            best.unwrap_or_else(|| {
                self.no_move(position, |search, passed| search.three_on(passed, a, b, c, -above))
            })
        })
    }

    /// The score of a position with two empty squares.
    #[inline(always)]
    fn two(&mut self, position: Position, a: Square, b: Square, above: Above) -> i32 {
        self.nodes += 1;
        match self.two_played(position, a, b, above) {
            Some(best) => best,
            None => self.two_played(position.passed(), a, b, -above).map_or(over(position), i32::neg),
        }
    }

    /// The best score of the moves to two squares, if there is one.
    #[inline(always)]
    fn two_played(&mut self, position: Position, a: Square, b: Square, above: Above) -> Option<i32> {
        let mut best = None;
        if let Some(placement) = placement(self.kernel, position, a) {
            let score = -one(self.kernel, position.after(placement).mover(), b);
            if above.holds(score) {
                return Some(score);
            }
            best = Some(score);
        }
        if let Some(placement) = placement(self.kernel, position, b) {
            best = best.max(Some(-one(self.kernel, position.after(placement).mover(), a)));
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
