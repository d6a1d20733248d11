//! What a search sets out to do.

use crate::Confidence;

/// How far to look, and how surely. The limits of a search may end it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The most plies to look ahead. Where there are no more empty squares than that, the end is searched.
    pub depth: u32,
    /// How sure the cuts on the way have to be.
    pub confidence: Confidence,
    /// From so many empty squares on, the end is searched with this confidence, whatever the depth.
    pub to_the_end: u32,
    /// From so many empty squares on, the end is solved exactly.
    pub exact: u32,
    /// So many best moves are wanted, each with its value; 1 at least.
    pub lines: usize,
}

impl Plan {
    /// As far as the limits allow, leaving out nothing.
    pub const ALL: Self = Self::plies(60);

    /// So many plies, leaving out nothing.
    pub const fn plies(depth: u32) -> Self {
        Self { depth, confidence: Confidence::FULL, to_the_end: 0, exact: 0, lines: 1 }
    }
}
