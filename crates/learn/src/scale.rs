//! How large a study is.

use std::fmt;

/// The three sizes in which every study can be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Seconds: it shows that everything runs, and decides nothing.
    Smoke,
    /// Minutes: a tenth of the games or so.
    Quick,
    /// The document's own size.
    Full,
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Smoke => "smoke",
            Self::Quick => "quick",
            Self::Full => "full",
        })
    }
}
