//! How sure a search has to be before it cuts.

/// How sure a search has to be that what it leaves out would not change its answer. With full confidence it leaves
/// out nothing that could; with less it trusts shallower searches (ProbCut) so many standard errors away from
/// the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Confidence(u8);

impl Confidence {
    /// No doubt at all.
    pub const FULL: Self = Self(7);
    /// The least there is.
    pub const LEAST: Self = Self(0);

    /// All of them, the least first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=7).map(Self)
    }

    /// From 0 to 7.
    #[inline(always)]
    pub(crate) const fn index(self) -> u8 {
        self.0
    }

    #[inline(always)]
    pub(crate) const fn of_index(index: u8) -> Self {
        Self(index & 7)
    }

    /// So many standard errors away a shallower search is trusted; none with full confidence.
    // CITE: the selectivity levels of Edax (Richard Delorme) and the confidences of its reports.
    pub const fn standard_errors(self) -> Option<f64> {
        match self.0 {
            0 => Some(1.1),
            1 => Some(1.3),
            2 => Some(1.5),
            3 => Some(1.8),
            4 => Some(2.2),
            5 => Some(2.6),
            6 => Some(3.3),
            _ => None,
        }
    }
}
