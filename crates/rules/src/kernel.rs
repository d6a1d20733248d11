//! The two questions that cost time — where may the mover play, and what does a move turn over — and
//! the machinery that answers them with the best instructions the processor has.
//!
//! A kernel is a token: having an [`Avx2`] proves that the processor was asked. Hot code takes a
//! `K: Kernel` and is compiled once for each. [`with_kernel!`](crate::with_kernel) chooses at the root
//! of a search, a game or a count, never in between: a choice for each call would eat the gain. A
//! function that calls itself (and so cannot be inlined) wraps its body in [`Kernel::enter`], so that
//! all of it may use the kernel's instructions.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod lines;
mod portable;
mod rays;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
pub use portable::Portable;

use crate::position::{Moves, Placement, Position, Turn};
use crate::{Square, Squares};

/// Only the kernels of this crate make placements, so that every placement is a legal move.
trait Sealed {}

impl Sealed for Portable {}
#[cfg(target_arch = "x86_64")]
impl Sealed for Avx2 {}

/// One way of computing moves and flips. All give the same answers.
#[allow(private_bounds, reason = "sealed")]
pub trait Kernel: Sealed + Copy + Send + Sync + 'static {
    /// What the kernel is called in reports.
    const NAME: &str;

    /// The squares where the mover may play.
    fn moves(self, position: Position) -> Squares;

    /// The discs that a disc of the mover on this square turns over. The square must be empty.
    fn flips(self, position: Position, square: Square) -> Squares;

    /// How many discs a disc of the mover turns over on the last empty square of a board. Every other
    /// square that is not the mover's is taken to be the opponent's.
    #[inline(always)]
    fn last_flips(self, mover: Squares, square: Square) -> u32 {
        let opponent = (!mover).without(square.set());
        let position = Position::new(mover, opponent).expect("the complement shares no square");
        self.flips(position, square).count()
    }

    /// The square with `n` lower ones in the set; the set must have more than `n`.
    fn nth(self, squares: Squares, n: u32) -> Square;

    /// The bits of the set at the places of `mask`, moved together at the low end.
    fn extract(self, squares: Squares, mask: Squares) -> u64;

    /// Has the processor fetch what will be read soon. Changes nothing but time.
    #[inline(always)]
    fn prefetch<T>(self, _soon: &T) {}

    /// Does `work` inside a function that may use this kernel's instructions throughout.
    fn enter<T>(self, work: impl Work<T>) -> T;

    /// What the side to move can do.
    #[inline(always)]
    fn turn(self, position: Position) -> Turn {
        match Moves::new(self.moves(position)) {
            Some(moves) => Turn::Play(moves),
            None if self.moves(position.passed()).is_empty() => Turn::Over(position.tally()),
            None => Turn::Pass,
        }
    }

    /// The move to this square, if it is legal.
    #[inline(always)]
    fn placement(self, position: Position, square: Square) -> Option<Placement> {
        if position.occupied().contains(square) { None } else { self.placement_on_empty(position, square) }
    }

    /// The move to this square, if it is legal. The square must be empty.
    #[inline(always)]
    fn placement_on_empty(self, position: Position, square: Square) -> Option<Placement> {
        let flips = self.flips(position, square);
        if flips.is_empty() { None } else { Some(Placement::new(square, flips)) }
    }

    /// The given moves of a position with what they turn over, lowest square first. They must be moves of this
    /// position.
    #[inline(always)]
    fn placements(self, position: Position, moves: Moves) -> impl ExactSizeIterator<Item = Placement> {
        moves.into_iter().map(move |square| Placement::new(square, self.flips(position, square)))
    }
}

/// Work for [`Kernel::enter`]. Closures will do; but a large one that leads back to itself the compiler
/// leaves outside, where there are no such instructions. Make that a type with a `run` that is
/// `#[inline(always)]`.
pub trait Work<T> {
    /// Does the work.
    fn run(self) -> T;
}

impl<T, F: FnOnce() -> T> Work<T> for F {
    #[inline(always)]
    fn run(self) -> T {
        self()
    }
}

/// The kernels of this build, each with the token that proves it may run here.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Available {
    /// AVX2, BMI1, BMI2, LZCNT and POPCNT are there.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Nothing is asked of the processor.
    Portable(Portable),
}

impl Available {
    /// The fastest kernel that this processor can run. The processor is asked once.
    #[inline]
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(kernel) = Avx2::detect() {
            return Self::Avx2(kernel);
        }
        Self::Portable(Portable)
    }

    /// Every kernel that this processor can run, the fastest first.
    ///
    /// ```
    /// use outflank_rules::kernel::Available;
    ///
    /// assert_eq!(Available::all().next().map(Available::name), Some(Available::best().name()));
    /// assert_eq!(Available::all().last().map(Available::name), Some("portable"));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let special = Avx2::detect().map(Self::Avx2);
        #[cfg(not(target_arch = "x86_64"))]
        let special = None;
        special.into_iter().chain([Self::Portable(Portable)])
    }

    /// What the kernel is called in reports.
    pub fn name(self) -> &'static str {
        fn name<K: Kernel>(_: K) -> &'static str {
            K::NAME
        }
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(kernel) => name(kernel),
            Self::Portable(kernel) => name(kernel),
        }
    }
}

/// Evaluates an expression with the best kernel of this processor, compiled for its instructions.
///
/// ```
/// use outflank_rules::{Position, with_kernel};
/// use outflank_rules::kernel::Kernel;
///
/// let mobility = with_kernel!(|kernel| kernel.moves(Position::START).count());
/// assert_eq!(mobility, 4);
/// ```
///
/// `with_kernel!(available, |kernel| …)` uses a choice made before.
#[macro_export]
macro_rules! with_kernel {
    (|$kernel:ident| $work:expr) => {
        $crate::with_kernel!($crate::kernel::Available::best(), |$kernel| $work)
    };
    ($available:expr, |$kernel:ident| $work:expr) => {
        match $available {
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::Available::Avx2($kernel) => $crate::kernel::Kernel::enter($kernel, || $work),
            $crate::kernel::Available::Portable($kernel) => $crate::kernel::Kernel::enter($kernel, || $work),
            #[allow(unreachable_patterns)]
            _ => unreachable!("every kernel is listed here"),
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards with one empty square, their discs mixed by the hash of a running number.
    #[test]
    fn the_last_flips_are_as_many_as_there_are_flips() {
        for number in 0..2000 {
            for square in Square::all() {
                let mixed = Position::new(
                    Squares::from_bits(number),
                    square.set().without(Squares::from_bits(number)),
                );
                let mover = Squares::from_bits(mixed.expect("kept apart").hash()).without(square.set());
                let position = Position::new(mover, (!mover).without(square.set())).expect("kept apart");
                let flips = Portable.flips(position, square).count();
                assert_eq!(Portable.last_flips(mover, square), flips, "{square} {mover:?}");
                let best = with_kernel!(|kernel| kernel.last_flips(mover, square));
                assert_eq!(best, flips, "{square} {mover:?}");
            }
        }
    }
}
