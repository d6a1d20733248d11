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
    let (corner, marked) = corners::stability(kernel, position.mover());
    let (edge, on_edges) = edge_stability(kernel, position);
    let marked = interior::mark(kernel, Lines::get(), position, marked | on_edges);
    [
        corners::strength(position, weights),
        corner,
        edge,
        (marked & INTERIOR).count() as i32,
        mobility(position, kernel.moves(position)),
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
        let ours = theirs.passed();
        let (corner, marked) = corners::stability(kernel, ours.mover());
        let (edge, on_edges) = edge_stability(kernel, ours);
        let marked = interior::mark(kernel, Lines::get(), ours, marked | on_edges);
        let before = &self.ratings;
        let changes = [
            corners::strength(ours, weights) - before[0],
            corner - before[1],
            edge - before[2],
            (marked & INTERIOR).count() as i32 - before[3],
            before[4] - mobility(theirs, replies),
            ours.mover().count() as i32 - ours.opponent().count() as i32 - before[5],
        ];
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
