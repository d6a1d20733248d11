//! The six ratings of a board, and how a move changes them.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Placement, Position, Squares};

use super::corners::{self, CornerWeights};
use super::interior::{self, INTERIOR};
use super::lines::{Line, Lines};

/// What a board is rated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// What the corner regions are worth, and what they promise.
    CornerStrength,
    /// Own discs that hang on corners.
    CornerStability,
    /// 10 for a stable disc on an edge, 3 for a semistable, 1 for an unstable one; own minus opponent's.
    EdgeStability,
    /// Own stable discs inside the edges.
    InteriorStability,
    /// Twice the squares one can play on, and the empty ones beside opponent's discs once.
    Mobility,
    /// Own discs minus the opponent's.
    SquareAdvantage,
}

impl Feature {
    /// All six, in the order of the document.
    pub const ALL: [Self; 6] = [
        Self::CornerStrength,
        Self::CornerStability,
        Self::EdgeStability,
        Self::InteriorStability,
        Self::Mobility,
        Self::SquareAdvantage,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::CornerStrength => "corner strength and potential",
            Self::CornerStability => "corner stability",
            Self::EdgeStability => "edge stability",
            Self::InteriorStability => "interior stability",
            Self::Mobility => "mobility",
            Self::SquareAdvantage => "square advantage",
        }
    }
}

/// A number for each feature: a rating, or a change of it.
pub type Ratings = [i32; 6];

/// The ratings of a board for its mover.
#[inline(always)]
pub fn rate<K: Kernel>(kernel: K, position: Position, weights: &CornerWeights) -> Ratings {
    rate_with(kernel, position, weights, mobility(position, kernel.moves(position)))
}

/// The ratings of a board for its mover, with what is counted as mobility.
#[inline(always)]
fn rate_with<K: Kernel>(kernel: K, position: Position, weights: &CornerWeights, mobility: i32) -> Ratings {
    let (corner, marked) = corners::stability(kernel, position.mover());
    let (edge, on_edges) = edge_stability(kernel, position);
    let marked = interior::mark(kernel, Lines::get(), position, marked | on_edges);
    [
        corners::strength(position, weights),
        corner,
        edge,
        (marked & INTERIOR).count() as i32,
        mobility,
        position.mover().count() as i32 - position.opponent().count() as i32,
    ]
}

/// The stability board of the mover: its discs that are marked as stable.
pub fn stable_discs<K: Kernel>(kernel: K, position: Position) -> Squares {
    let (_, marked) = corners::stability(kernel, position.mover());
    let (_, on_edges) = edge_stability(kernel, position);
    interior::mark(kernel, Lines::get(), position, marked | on_edges)
}

/// The rating of the four edges, and the mover's discs on them that are stable.
#[inline(always)]
fn edge_stability<K: Kernel>(kernel: K, position: Position) -> (i32, Squares) {
    let lines = Lines::get();
    let (own, other) = (position.mover().bits(), position.opponent().bits());
    let row = |row: u32| Line { own: (own >> (8 * row)) as u8, other: (other >> (8 * row)) as u8 };
    let column = |column: u32| {
        let squares = Squares::from_bits(0x0101_0101_0101_0101 << column);
        Line {
            own: kernel.extract(position.mover(), squares) as u8,
            other: kernel.extract(position.opponent(), squares) as u8,
        }
    };
    // Bit n goes to row n of column a. The product would carry with all eight, so the last goes by itself.
    let upright = |safe: u8| {
        let first_seven = (u64::from(safe & 0x7f) * 0x0000_0408_1020_4081) & 0x0001_0101_0101_0101;
        first_seven | u64::from(safe >> 7) << 56
    };
    let [top, bottom, left, right] = [row(0), row(7), column(0), column(7)];
    let rating = lines.rating(top) + lines.rating(bottom) + lines.rating(left) + lines.rating(right);
    let marked = u64::from(lines.own_stable(top))
        | u64::from(lines.own_stable(bottom)) << 56
        | upright(lines.own_stable(left))
        | upright(lines.own_stable(right)) << 7;
    (rating, Squares::from_bits(marked))
}

/// The mobility of the mover, who can play on these squares.
#[inline(always)]
pub(super) fn mobility(position: Position, moves: Squares) -> i32 {
    let future = (position.empties() & position.opponent().spread()).without(moves);
    2 * moves.count() as i32 + future.count() as i32
}

/// What is kept of a board before a move, to see what changes.
#[derive(Clone, Copy)]
pub(super) struct Before {
    position: Position,
    ratings: Ratings,
}

/// A move and what it changes.
#[derive(Clone, Copy, Debug)]
pub struct Prospect {
    /// The move.
    pub placement: Placement,
    /// After minus before, but for mobility: own before minus the opponent's after.
    pub changes: Ratings,
    /// Whether the opponent can take a corner afterwards.
    pub gives_corner: bool,
}

/// How far a move is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The board after the move.
    Move,
    /// The board after the move and the opponent's most aggressive reply: the one that turns over most
    /// discs, of several the one on the lowest square.
    Reply,
}

impl Before {
    #[inline(always)]
    pub fn new<K: Kernel>(kernel: K, position: Position, weights: &CornerWeights) -> Self {
        Self { position, ratings: rate(kernel, position, weights) }
    }

    /// What a move changes.
    #[inline(always)]
    pub fn prospect<K: Kernel>(
        &self,
        kernel: K,
        placement: Placement,
        weights: &CornerWeights,
        depth: Depth,
    ) -> Prospect {
        let theirs = self.position.after(placement);
        let replies = kernel.moves(theirs);
        let gives_corner = !(replies & Squares::CORNERS).is_empty();
        // The board that is rated, as the opponent and as the mover of now sees it.
        let (theirs, replies) = match depth {
            Depth::Move => (theirs, replies),
            Depth::Reply => match most_aggressive(kernel, theirs, replies) {
                Some(reply) => {
                    let position = theirs.after(reply).passed();
                    (position, kernel.moves(position))
                }
                None => (theirs, replies),
            },
        };
        let after = rate_with(kernel, theirs.passed(), weights, mobility(theirs, replies));
        let mut changes = after;
        changes.iter_mut().zip(&self.ratings).for_each(|(change, before)| *change -= before);
        // The fewer moves for the opponent, the better.
        changes[Feature::Mobility as usize] *= -1;
        Prospect { placement, changes, gives_corner }
    }
}

/// The reply that turns over most discs.
#[inline(always)]
fn most_aggressive<K: Kernel>(kernel: K, position: Position, replies: Squares) -> Option<Placement> {
    let placements = replies.into_iter().filter_map(|square| kernel.placement_on_empty(position, square));
    // The first of several: `max_by_key` alone would take the last.
    placements.reduce(|best, next| if next.flips().count() > best.flips().count() { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Chance;
    use outflank_rules::Turn;
    use outflank_rules::kernel::Portable;

    #[test]
    fn a_move_changes_what_is_rated_after_and_before() {
        let weights = CornerWeights::default();
        let mut changed = [0; 6];
        for game in 0..30 {
            let mut chance = Chance::stream(game, "moves to rate", 0);
            let mut position = Position::START;
            loop {
                position = match position.turn() {
                    Turn::Play(moves) => {
                        let before = rate(Portable, position, &weights);
                        for placement in Portable.placements(position, moves) {
                            let prospect = Before::new(Portable, position, &weights).prospect(
                                Portable,
                                placement,
                                &weights,
                                Depth::Move,
                            );
                            let theirs = position.after(placement);
                            let after = rate(Portable, theirs.passed(), &weights);
                            let mut expected =
                                [0, 1, 2, 3, 4, 5].map(|feature| after[feature] - before[feature]);
                            expected[4] = before[4] - rate(Portable, theirs, &weights)[4];
                            assert_eq!(prospect.changes, expected, "{position:?} {placement:?}");
                            (0..6).for_each(|feature| changed[feature] += i32::from(expected[feature] != 0));
                        }
                        position
                            .after(position.placement(chance.pick(Portable, moves)).expect("a legal move"))
                    }
                    Turn::Pass => position.passed(),
                    Turn::Over(_) => break,
                };
            }
        }
        assert!(changed.iter().all(|&count| count > 100), "{changed:?}");
    }
}
