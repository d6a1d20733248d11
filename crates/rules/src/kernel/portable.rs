//! The kernel for every processor: plain integer arithmetic.

use super::rays::{RAYS, STEPS};
use super::{Kernel, Work};
use crate::{Position, Square, Squares};

/// The kernel that asks nothing of the processor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Portable;

impl Kernel for Portable {
    const NAME: &str = "portable";

    // CITE: parallel prefix ("Kogge–Stone") fill, as on the Chess Programming Wiki.
    #[inline(always)]
    fn moves(self, position: Position) -> Squares {
        let (mover, opponent) = (position.mover().bits(), position.opponent().bits());
        // A disc on the a or h file cannot be turned over along a row or diagonal: taking those files
        // away also keeps the shifts from wrapping around the board.
        let inner = opponent & 0x7e7e_7e7e_7e7e_7e7e;
        let mut moves = 0;
        for (lane, step) in STEPS.into_iter().enumerate() {
            let between = if lane == 2 { opponent } else { inner };
            let mut up = between & mover << step;
            let mut down = between & mover >> step;
            up |= between & up << step;
            down |= between & down >> step;
            let pairs_up = between & between << step;
            let pairs_down = pairs_up >> step;
            up |= pairs_up & up << (2 * step);
            down |= pairs_down & down >> (2 * step);
            up |= pairs_up & up << (2 * step);
            down |= pairs_down & down >> (2 * step);
            moves |= up << step | down >> step;
        }
        Squares::from_bits(moves) & position.empties()
    }

    #[inline(always)]
    fn flips(self, position: Position, square: Square) -> Squares {
        debug_assert!(position.empties().contains(square));
        let (mover, opponent) = (position.mover().bits(), position.opponent().bits());
        let rays = &RAYS[square.index()];
        let mut flips = 0;
        for ray in rays.up {
            // Adding one runs through the opponent's discs to the first other square of the ray.
            let end = (opponent | !ray).wrapping_add(1) & ray & mover;
            flips |= end.wrapping_sub((end != 0) as u64) & ray;
        }
        for ray in rays.down {
            // The highest square of the ray that is not the opponent's; bit 0 stands for none, and
            // is on the ray only if it is the opponent's.
            let end = (1 << (63 - (ray & !opponent | 1).leading_zeros())) & ray & mover;
            flips |= (end << 1).wrapping_neg() & ray;
        }
        Squares::from_bits(flips)
    }

    #[inline(always)]
    fn nth(self, squares: Squares, n: u32) -> Square {
        let mut bits = squares.bits();
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Square::lowest(bits)
    }

    #[inline]
    fn extract(self, squares: Squares, mask: Squares) -> u64 {
        let bit = |(place, square)| (squares.contains(square) as u64) << place;
        mask.into_iter().enumerate().map(bit).sum()
    }

    #[inline(always)]
    fn enter<T>(self, work: impl Work<T>) -> T {
        work.run()
    }
}
