//! One dial for strength, from 1 to 30.

use crate::Confidence;
use crate::midgame::Plan;

/// How strong an engine plays. A level is a plan: depth, confidence, and from where on the end is searched and solved.
/// Every level looks further than the one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// There is no such level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level {0}: levels go from 1 to {most}", most = Level::MOST.0)]
pub struct NoLevel(pub u64);

impl Level {
    /// The strongest.
    pub const MOST: Self = Self(30);

    /// A strong player that answers in a fraction of a second.
    pub const USUAL: Self = Self(8);

    /// The level of this number.
    pub fn new(number: u64) -> Result<Self, NoLevel> {
        match u8::try_from(number) {
            Ok(level @ 1..=30) => Ok(Self(level)),
            _ => Err(NoLevel(number)),
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (1..=Self::MOST.0).map(Self)
    }

    /// From 1 to 30.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// What an engine of this level sets out to do.
    pub fn plan(self) -> Plan {
        let depth = self.number();
        let exact = if depth <= 9 { 2 * depth } else { 18 + (depth - 9) * 9 / 20 };
        Plan {
            depth,
            // Deeper searches rest on more trials, each of which may err.
            confidence: Confidence::of_index(if depth <= 16 { 1 } else { 2 }),
            to_the_end: exact + if depth <= 9 { 0 } else { 2 + (depth - 9) / 10 },
            exact,
            lines: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_looks_further() {
        let plans: Vec<_> = Level::all().map(Level::plan).collect();
        assert_eq!(plans.len(), 30);
        for pair in plans.windows(2) {
            assert!(pair[0].depth < pair[1].depth && pair[0].exact <= pair[1].exact);
            assert!(pair[0].to_the_end <= pair[1].to_the_end && pair[0].to_the_end >= pair[0].exact);
        }
        let ends =
            [9, 10, 20, 30].map(|number: usize| (plans[number - 1].exact, plans[number - 1].to_the_end));
        assert_eq!(ends, [(18, 18), (18, 20), (22, 25), (27, 31)]);
        assert_eq!(Level::new(30), Ok(Level::MOST));
        assert_eq!(Level::new(0).unwrap_err().to_string(), "there is no level 0: levels go from 1 to 30");
        assert!(Level::new(99).is_err() && Level::new(1 << 40).is_err());
    }
}
