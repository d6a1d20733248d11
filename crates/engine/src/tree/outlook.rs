//! What a tree search found.

use outflank_rules::{Placement, Square};

/// What a tree search found about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The moves, the one to be played first, then by visits.
    pub branches: Vec<Branch>,
    /// What the position is worth to the mover, −1 to 1: the mean of all simulations.
    pub value: f32,
    /// Positions that were looked at.
    pub simulations: u32,
    /// The most plies that a simulation went down.
    pub depth: u32,
}

/// A move that a tree search considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// The move.
    pub placement: Placement,
    /// How likely it was before the search.
    pub prior: f32,
    /// How likely it is after it: a policy that is no worse, to be learned.
    pub policy: f32,
    /// Simulations that went this way.
    pub visits: u32,
    /// The mean of their values for the side that makes it, −1 to 1. None if there were none.
    pub value: Option<f32>,
    /// The moves that were visited most from there, this one first. Passes are left out.
    pub line: Vec<Square>,
}

impl Outlook {
    /// The move to be played.
    pub fn best(&self) -> &Branch {
        self.branches.first().expect("there is a move")
    }
}
