//! The three kinds of games that a library has.

use std::fmt;
use std::str::FromStr;

/// Where a game of the library is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Collection {
    /// Somebody imported it.
    Imported,
    /// It was played here, by people or in a contest.
    Played,
    /// It came with the program.
    Shipped,
}

impl Collection {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Imported, Self::Played, Self::Shipped];

    /// The name that chooses it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Imported => "imported",
            Self::Played => "played",
            Self::Shipped => "shipped",
        }
    }

    /// What stands for it in the column of formats; null for any other.
    pub(super) const fn format(self) -> Option<&'static str> {
        match self {
            Self::Imported => None,
            Self::Played => Some("played here"),
            Self::Shipped => Some("shipped"),
        }
    }

    /// The collection of a source with this format.
    pub(super) fn of_format(format: &str) -> Self {
        Self::ALL.into_iter().find(|own| own.format() == Some(format)).unwrap_or(Self::Imported)
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Collection {
    type Err = UnknownCollection;

    fn from_str(name: &str) -> Result<Self, UnknownCollection> {
        let found = Self::ALL.into_iter().find(|collection| collection.name() == name);
        found.ok_or_else(|| UnknownCollection { name: name.to_owned() })
    }
}

/// A name that stands for no collection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no games called “{name}”; there are imported, played and shipped ones")]
pub struct UnknownCollection {
    /// The name.
    pub name: String,
}
