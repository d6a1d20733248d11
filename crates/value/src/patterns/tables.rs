//! Patterns in play: whole numbers, one look-up a place.

use std::fmt;
use std::sync::Arc;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Placement, Position};

use super::{Lanes, Layout, Patterns, mobility};
use crate::{Evaluator, Score};

/// Values of positions by patterns, in parts of a disc.
///
/// Copies share the tables. A position in which neither side can move is worth its discs, as counted.
#[derive(Clone)]
pub struct PatternTables<const N: usize> {
    patterns: Patterns<N>,
    /// By entries, stage by stage.
    entries: Arc<[i16]>,
    /// How many units make a disc.
    per_disc: i32,
}

impl<const N: usize> PatternTables<N> {
    /// Tables of these weights, stage by stage, of which `per_disc` make a disc. None if the layout has more than `N`
    /// places or another number of weights.
    pub fn new(layout: &Arc<Layout>, weights: &[i16], per_disc: u16) -> Option<Self> {
        let patterns = Patterns::new(Arc::clone(layout))?;
        let fits = weights.len() == layout.weights() * layout.stages().count() && per_disc > 0;
        fits.then(|| Self { patterns, entries: layout.expanded(weights).into(), per_disc: per_disc.into() })
    }

    /// The features.
    pub fn patterns(&self) -> &Patterns<N> {
        &self.patterns
    }

    /// How many units make a disc.
    pub fn per_disc(&self) -> i32 {
        self.per_disc
    }

    /// The value of a position for its mover, in units.
    #[inline(always)]
    pub fn units(&self, lanes: &Lanes<N>, position: Position, mobility: [u32; 2]) -> i32 {
        let layout = self.patterns.layout();
        let first = layout.stage(position) * layout.entries();
        self.patterns.sum_i16(&self.entries[first..first + layout.entries()], lanes, position, mobility)
    }
}

impl<const N: usize> Evaluator for PatternTables<N> {
    const SEES_COLORS: bool = false;
    type State = Lanes<N>;

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, board: Board) -> Lanes<N> {
        self.patterns.lanes(board.position)
    }

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, lanes: Lanes<N>, _: Board, placement: Placement) -> Lanes<N> {
        self.patterns.lanes_after(lanes, placement)
    }

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, lanes: Lanes<N>, _: Board) -> Lanes<N> {
        self.patterns.lanes_passed(lanes)
    }

    /// In discs. A look-ahead of one ply does not ask whether its move ends the game: here it is told.
    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, lanes: Lanes<N>, board: Board) -> Score {
        let position = board.position;
        match mobility(kernel, position) {
            [0, 0] => self.end(position.tally()),
            mobility => {
                let units = self.units(&lanes, position, mobility);
                Score::new(f64::from(units) / f64::from(self.per_disc))
            }
        }
    }
}

impl<const N: usize> PartialEq for PatternTables<N> {
    fn eq(&self, other: &Self) -> bool {
        self.per_disc == other.per_disc && self.patterns == other.patterns && self.entries == other.entries
    }
}

impl<const N: usize> fmt::Debug for PatternTables<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternTables")
            .field("patterns", &self.patterns)
            .field("entries", &self.entries.len())
            .field("per_disc", &self.per_disc)
            .finish()
    }
}
