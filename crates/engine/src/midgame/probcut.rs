//! Leaving out what a shallower search already tells: if it is so far above or below the window that a deeper
//! one would hardly come back into it, the deeper one is not made.
// CITE: ProbCut and Multi-ProbCut, Michael Buro, 1995 and 2000.

use crate::{Confidence, Value};

/// How a deeper search deviates from a shallower one, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// By so much it is higher in the mean.
    pub bias: f64,
    /// The standard deviation.
    pub sigma: f64,
}

/// What to expect of an evaluator: how the values of deeper searches deviate from those of shallower ones. Fitted
/// to one evaluator and of no use to another.
#[derive(Clone, Debug, PartialEq)]
pub struct ProbCut {
    /// By stage and depth, for searches that end in estimates; shallower ones are [`shallow`] deep.
    midgame: Vec<Vec<Deviation>>,
    /// By the depth of the shallower search, for searches to the end.
    endgame: Vec<Deviation>,
}

/// A shallower search to be made, and the bounds that it has to pass.
pub(super) struct Trial {
    pub depth: u32,
    /// At least this, and the window is exceeded.
    pub above: Value,
    /// At most this, and the window is not reached.
    pub below: Value,
}

/// Empty squares of a stage.
pub(super) const STAGE: u32 = 10;
/// No deeper search is left out below this depth: it costs too little.
pub(super) const LEAST_DEPTH: u32 = 3;

/// How deep the shallower search is, for a depth of three at least: of the same parity, as odd and even depths see
/// different things.
pub(super) const fn shallow(depth: u32) -> u32 {
    match depth {
        ..=4 => depth - 2,
        5..=8 => depth - 4,
        _ => (depth / 2 - 1) / 2 * 2 + depth % 2,
    }
}

/// The same for a search to the end from so many empty squares.
const fn shallow_of_end(empties: u32) -> u32 {
    match empties {
        ..=14 => 2,
        15..=18 => 4,
        19..=22 => 6,
        _ => 8,
    }
}

impl ProbCut {
    /// Fits what is expected to the deviations that were measured: by stage (of ten empty squares) and depth, and
    /// for searches to the end by the depth of the shallower one.
    pub fn new(midgame: Vec<Vec<Deviation>>, endgame: Vec<Deviation>) -> Self {
        Self { midgame, endgame }
    }

    /// The deviations of a stage by depth, and those of searches to the end by the depth of the shallower one.
    pub fn deviations(&self) -> (&[Vec<Deviation>], &[Deviation]) {
        (&self.midgame, &self.endgame)
    }

    /// What could save a search of this depth, if anything could.
    #[inline(always)]
    pub(super) fn trial(
        &self,
        empties: u32,
        depth: u32,
        confidence: Confidence,
        alpha: Value,
        beta: Value,
    ) -> Option<Trial> {
        let errors = confidence.standard_errors()?;
        if depth < LEAST_DEPTH {
            return None;
        }
        let (shallow, deviation) = if depth >= empties {
            let shallow = shallow_of_end(empties);
            (shallow, self.endgame.get(shallow as usize).copied()?)
        } else {
            let stage = self.midgame.get((empties / STAGE) as usize).or(self.midgame.last())?;
            // Deeper than was measured: as at the deepest of the same parity.
            let measured = stage.len().checked_sub(1)? as u32;
            let known = if depth <= measured { depth } else { measured - (depth - measured) % 2 };
            (shallow(depth), stage.get(known as usize).copied()?)
        };
        let Deviation { bias, sigma } = deviation;
        let discs = |discs: f64| (discs * f64::from(Value::DISC)) as i32;
        // Bounds beyond the board are never reached, and need no search.
        let above = beta.sixty_fourths() + discs(errors * sigma - bias);
        let below = alpha.sixty_fourths() - discs(errors * sigma + bias);
        Some(Trial { depth: shallow, above: Value::new(above), below: Value::new(below) })
    }
}
