//! What a study teaches, and how the tables are made to play.

use std::fmt;

use crate::Scale;
use crate::goodness::{Credit, Shift};
use crate::winmeasure::{CornerWeights, Cuts, FrontEnd, Recipe, Start, Teacher};

/// One way of teaching a table. The first are the document's, then come those that its author wished for, then our
/// choices made the other way, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// Not taught at all (but for a single game): every heuristic is as good as any other.
    Untaught,
    /// Pre-weighted and not taught any further.
    PreWeightedUntaught,
    /// Zero at the start, self-taught.
    SelfTaught,
    /// The same for longer: 60,000 games in place of 50,000.
    SelfTaughtLonger,
    /// Zero at the start, taught by weighted squares.
    SquaresTaught,
    /// Pre-weighted, and then self-taught for a fifth of the games: 10,000.
    PreWeightedShort,
    /// Pre-weighted, and then self-taught.
    PreWeighted,
    /// Begun with 25 games against a practised player.
    PlayedFirst,
    /// With the front end for corners.
    FrontEnd,
    /// Phases 2 and 3 started anew half-way.
    Restarted,
    /// Boards rated after the most aggressive reply.
    Reply,
    /// Learned with a look-ahead of 10.
    FartherAhead,
    /// Levels cut further outside.
    OuterCuts,
    /// Levels of equal size.
    EvenCuts,
    /// Levels cut among changes that are not zero.
    ChangedCuts,
    /// Measures shifted always.
    ShiftAlways,
    /// Measures cut off below 1 and not shifted.
    ShiftFloor,
    /// Nothing around corners counts but the corners.
    BareCorners,
    /// What surrounds a corner counts three times as much.
    HeavyCorners,
    /// A heuristic that was used several times gets the difference as often.
    EachUse,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::Untaught,
        Self::PreWeightedUntaught,
        Self::SelfTaught,
        Self::SelfTaughtLonger,
        Self::SquaresTaught,
        Self::PreWeightedShort,
        Self::PreWeighted,
        Self::PlayedFirst,
        Self::FrontEnd,
        Self::Restarted,
        Self::Reply,
        Self::FartherAhead,
        Self::OuterCuts,
        Self::EvenCuts,
        Self::ChangedCuts,
        Self::ShiftAlways,
        Self::ShiftFloor,
        Self::BareCorners,
        Self::HeavyCorners,
        Self::EachUse,
    ];

    /// Our choices made the other way.
    pub const CHOICES: [Self; 8] = [
        Self::OuterCuts,
        Self::EvenCuts,
        Self::ChangedCuts,
        Self::ShiftAlways,
        Self::ShiftFloor,
        Self::BareCorners,
        Self::HeavyCorners,
        Self::EachUse,
    ];

    /// What it is, in words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Untaught => "untaught",
            Self::PreWeightedUntaught => "pre-weighted and untaught",
            Self::SelfTaught => "self-taught",
            Self::SelfTaughtLonger => "self-taught, a fifth more games",
            Self::SquaresTaught => "taught by weighted squares",
            Self::PreWeightedShort => "pre-weighted, a fifth of the games",
            Self::PreWeighted => "pre-weighted",
            Self::PlayedFirst => "25 games against a practised player first",
            Self::FrontEnd => "corner front end",
            Self::Restarted => "phases 2 and 3 started anew half-way",
            Self::Reply => "rated after the most aggressive reply",
            Self::FartherAhead => "look-ahead of 10 while learning",
            Self::OuterCuts => "levels cut at 5, 20, 80, 95 %",
            Self::EvenCuts => "levels cut at 20, 40, 60, 80 %",
            Self::ChangedCuts => "levels cut among changes that are not zero",
            Self::ShiftAlways => "measures shifted always",
            Self::ShiftFloor => "measures below 1 count as 1, no shift",
            Self::BareCorners => "corner strength counts corners alone",
            Self::HeavyCorners => "what surrounds corners counts threefold",
            Self::EachUse => "the difference added for each use",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Untaught => "untaught",
            Self::PreWeightedUntaught => "pre-weighted-untaught",
            Self::SelfTaught => "self-taught",
            Self::SelfTaughtLonger => "self-taught-longer",
            Self::SquaresTaught => "squares-taught",
            Self::PreWeightedShort => "pre-weighted-short",
            Self::PreWeighted => "pre-weighted",
            Self::PlayedFirst => "played-first",
            Self::FrontEnd => "front-end",
            Self::Restarted => "restarted",
            Self::Reply => "reply",
            Self::FartherAhead => "farther-ahead",
            Self::OuterCuts => "outer-cuts",
            Self::EvenCuts => "even-cuts",
            Self::ChangedCuts => "changed-cuts",
            Self::ShiftAlways => "shift-always",
            Self::ShiftFloor => "shift-floor",
            Self::BareCorners => "bare-corners",
            Self::HeavyCorners => "heavy-corners",
            Self::EachUse => "each-use",
        })
    }
}

/// How a table is made to play against the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// As it was taught.
    AsTaught,
    /// With this look-ahead.
    Lookahead(u32),
    /// With the front end for corners.
    FrontEnd,
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AsTaught => f.pad("as-taught"),
            Self::Lookahead(empties) => write!(f, "lookahead-{empties}"),
            Self::FrontEnd => f.pad("front-end"),
        }
    }
}

/// The teaching of one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Teaching {
    /// How.
    pub variant: Variant,
    /// Its number among those of its kind, the first being 0.
    pub replica: usize,
}

impl fmt::Display for Teaching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.variant, self.replica)
    }
}

/// Everything a study does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The seed of the whole study.
    pub seed: u64,
    /// Games of a burst: 50,000 in the document.
    pub games: u64,
    /// Tables of each kind, taught with seeds of their own.
    pub replicas: usize,
    /// Pairs of games against each member of the panel.
    pub pairs: u64,
    /// The same where the look-ahead is 12 or more.
    pub deep_pairs: u64,
    /// Pairs of games of a table against itself, in which its habits are watched.
    pub watched_pairs: u64,
}

impl Plan {
    /// The plan of a scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        match scale {
            Scale::Smoke => Self { seed, games: 50, replicas: 2, pairs: 2, deep_pairs: 1, watched_pairs: 2 },
            Scale::Quick => {
                Self { seed, games: 5_000, replicas: 5, pairs: 50, deep_pairs: 10, watched_pairs: 50 }
            }
            Scale::Full => {
                Self { seed, games: 50_000, replicas: 10, pairs: 200, deep_pairs: 40, watched_pairs: 200 }
            }
        }
    }

    /// All teachings.
    pub fn teachings(&self) -> Vec<Teaching> {
        let replicas = |variant| (0..self.replicas).map(move |replica| Teaching { variant, replica });
        Variant::ALL.into_iter().flat_map(replicas).collect()
    }

    /// The recipe of a variant.
    pub fn recipe(&self, variant: Variant) -> Recipe {
        let usual = Recipe { games: self.games, ..Recipe::default() };
        match variant {
            Variant::Untaught => Recipe { games: 1, ..usual },
            Variant::PreWeightedUntaught => Recipe { games: 1, start: Start::PreWeighted, ..usual },
            Variant::SelfTaught | Variant::PlayedFirst => usual,
            Variant::SelfTaughtLonger => Recipe { games: self.games / 5 * 6, ..usual },
            Variant::SquaresTaught => Recipe { teacher: Teacher::WeightedSquares, ..usual },
            Variant::PreWeightedShort => Recipe { games: self.games / 5, start: Start::PreWeighted, ..usual },
            Variant::PreWeighted => Recipe { start: Start::PreWeighted, ..usual },
            Variant::FrontEnd => Recipe { front_end: FrontEnd::Corners, ..usual },
            Variant::Restarted => Recipe { restart_after: self.games / 2, ..usual },
            Variant::Reply => Recipe { plies: 2, ..usual },
            Variant::FartherAhead => Recipe { lookahead: 10, ..usual },
            Variant::OuterCuts => Recipe { cuts: Cuts::Outer, ..usual },
            Variant::EvenCuts => Recipe { cuts: Cuts::Even, ..usual },
            Variant::ChangedCuts => Recipe { cuts: Cuts::Changed, ..usual },
            Variant::ShiftAlways => Recipe { shift: Shift::Always, ..usual },
            Variant::ShiftFloor => Recipe { shift: Shift::Floor, ..usual },
            Variant::BareCorners => Recipe { corner_weights: CornerWeights::from([50, 0, 0, 0, 0]), ..usual },
            Variant::HeavyCorners => {
                let CornerWeights { corner, x, c, a, inner } = CornerWeights::default();
                let corner_weights = CornerWeights { corner, x: 3 * x, c: 3 * c, a: 3 * a, inner: 3 * inner };
                Recipe { corner_weights, ..usual }
            }
            Variant::EachUse => Recipe { credit: Credit::EachUse, ..usual },
        }
    }

    /// How the tables of a variant are made to play.
    pub fn settings(&self, variant: Variant) -> Vec<Setting> {
        match variant {
            Variant::SelfTaughtLonger => vec![
                Setting::AsTaught,
                Setting::Lookahead(10),
                Setting::Lookahead(12),
                Setting::Lookahead(14),
                Setting::FrontEnd,
            ],
            _ => vec![Setting::AsTaught],
        }
    }

    /// The pairs of games that a setting is given against each member of the panel.
    pub fn pairs_of(&self, setting: Setting) -> u64 {
        match setting {
            Setting::Lookahead(12..) => self.deep_pairs,
            _ => self.pairs,
        }
    }

    /// The seed of a teaching: no two share one.
    pub fn seed_of(&self, teaching: Teaching) -> u64 {
        (self.seed << 32) + teaching.variant as u64 * 1_000 + teaching.replica as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::System as _;

    #[test]
    fn every_variant_is_another_recipe() {
        let plan = Plan::new(Scale::Full, 1);
        assert_eq!(plan.recipe(Variant::SelfTaught), Recipe::default());
        assert_eq!(plan.recipe(Variant::SelfTaughtLonger).games, 60_000);
        assert_eq!(plan.recipe(Variant::PreWeightedShort).games, 10_000);
        for (place, one) in Variant::ALL.into_iter().enumerate() {
            assert_eq!(plan.recipe(one).check(), Ok(()));
            for other in Variant::ALL.into_iter().skip(place + 1) {
                let same_recipe = [one, other] == [Variant::SelfTaught, Variant::PlayedFirst];
                assert_eq!(plan.recipe(one) == plan.recipe(other), same_recipe, "{one} and {other}");
                assert_ne!(one.to_string(), other.to_string());
            }
        }
        let mut seeds: Vec<_> = plan.teachings().into_iter().map(|teaching| plan.seed_of(teaching)).collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 200);
    }
}
