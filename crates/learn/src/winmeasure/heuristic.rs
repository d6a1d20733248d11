//! The heuristics: a phase and a level for each of the six features.

use std::fmt;

use super::levels::{Level, Thresholds};
use super::phases::Middle;
use super::ratings::{Feature, Ratings};

/// All of them: three phases and six features of five levels.
pub const HEURISTICS: usize = 3 * IN_A_PHASE;

/// Those of one phase.
pub const IN_A_PHASE: usize = 5usize.pow(6);

/// IF it is this phase AND a move changes the features by these levels THEN … what its measure says.
///
/// ```
/// use outflank_learn::winmeasure::{HEURISTICS, Heuristic};
///
/// let best = Heuristic::new(HEURISTICS - 1).expect("there are so many");
/// assert_eq!(
///     best.to_string(),
///     "IF it is phase 4 AND corner strength and potential, corner stability, edge stability, interior stability, \
///      mobility and square advantage change VeryHigh"
/// );
/// assert_eq!(best.pre_weight(), 3000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heuristic(u16);

impl Heuristic {
    /// The heuristic of a number, if there are so many: phase 2 first, corner strength changing most slowly.
    pub fn new(index: usize) -> Option<Self> {
        (index < HEURISTICS).then_some(Self(index as u16))
    }

    /// The heuristic of a move.
    #[inline(always)]
    pub fn of(phase: Middle, changes: &Ratings, thresholds: &Thresholds) -> Self {
        let mut index = phase as usize;
        for (feature, &change) in changes.iter().enumerate() {
            index = 5 * index + thresholds.level(feature, change) as usize;
        }
        Self(index as u16)
    }

    /// All of a phase.
    pub fn of_phase(phase: Middle) -> impl Iterator<Item = Self> {
        let first = phase as usize * IN_A_PHASE;
        (first..first + IN_A_PHASE).map(|index| Self(index as u16))
    }

    /// Its number.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its phase.
    pub fn phase(self) -> Middle {
        Middle::ALL[self.index() / IN_A_PHASE]
    }

    /// The levels of the six features.
    pub fn levels(self) -> [Level; 6] {
        let mut rest = self.index() % IN_A_PHASE;
        let mut levels = [Level::Middling; 6];
        for level in levels.iter_mut().rev() {
            *level = Level::ALL[rest % 5];
            rest /= 5;
        }
        levels
    }

    /// How many features are VeryHigh.
    pub fn very_high(self) -> usize {
        self.levels().into_iter().filter(|&level| level == Level::VeryHigh).count()
    }

    /// What a pre-weighted table starts with: −500, −100, 0, 100 or 500 for each level.
    pub fn pre_weight(self) -> i64 {
        self.levels().into_iter().map(|level| [-500, -100, 0, 100, 500][level as usize]).sum()
    }
}

impl fmt::Display for Heuristic {
    /// As a rule, features of the same level together, the highest first, Middling ones left for last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IF it is phase {}", self.phase().number())?;
        let levels = self.levels();
        for level in [Level::VeryHigh, Level::High, Level::Low, Level::VeryLow, Level::Middling] {
            let names: Vec<_> = Feature::ALL
                .into_iter()
                .filter(|&feature| levels[feature as usize] == level)
                .map(Feature::name)
                .collect();
            let Some((last, others)) = names.split_last() else { continue };
            match others {
                [] => write!(f, " AND {last} changes {}", level.name())?,
                _ => write!(f, " AND {} and {last} change {}", others.join(", "), level.name())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_levels_belong_together() {
        assert_eq!(HEURISTICS, 46_875);
        let thresholds = Thresholds([[-2, -1, 1, 2]; 6]);
        for phase in Middle::ALL {
            for heuristic in Heuristic::of_phase(phase) {
                assert_eq!(heuristic.phase(), phase);
                let changes = heuristic.levels().map(|level| [-3, -2, 0, 2, 3][level as usize]);
                assert_eq!(Heuristic::of(phase, &changes, &thresholds), heuristic);
            }
        }
        assert_eq!(Heuristic::new(HEURISTICS), None);
    }

    #[test]
    fn pre_weights_by_hand() {
        let thresholds = Thresholds([[-2, -1, 1, 2]; 6]);
        let weight = |changes| Heuristic::of(Middle::Three, &changes, &thresholds).pre_weight();
        assert_eq!(weight([3; 6]), 3000);
        assert_eq!(weight([-3; 6]), -3000);
        assert_eq!(weight([3, 2, 0, -2, -3, 0]), 0);
        assert_eq!(weight([3, 3, 2, 0, 0, -2]), 1000);
    }
}
