//! What is taught, how often, and how much is played on the way.

use std::fmt;

use outflank_learn::Scale;
use outflank_learn::edgar::{Gift, MeasuredFrom, Recipe, Teacher, Times};

/// An Edgar with one thing done differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Variant {
    /// As the document says, and our choices where it is silent.
    Ours,
    /// With hill climbing over F.
    Climbing,
    /// G stays 0.
    NoCorner,
    /// F is 0.
    NoFlips,
    /// F is 1 at all times.
    FlipsAlways,
    /// A square is worth the same at all times.
    Timeless,
    /// G is rewarded like T, by margins from a draw.
    CornerFromDraw,
    /// T is rewarded like G, by margins from the usual.
    WorthFromUsual,
    /// Only corners that were closed before count as given.
    Opened,
    /// A hundred times the step: F and G start out small beside T.
    LargeSteps,
    /// One teacher alone.
    Alone(Teacher),
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::Ours,
        Self::Climbing,
        Self::NoCorner,
        Self::NoFlips,
        Self::FlipsAlways,
        Self::Timeless,
        Self::CornerFromDraw,
        Self::WorthFromUsual,
        Self::Opened,
        Self::LargeSteps,
        Self::Alone(Teacher::Noisy),
        Self::Alone(Teacher::Random),
        Self::Alone(Teacher::MostFlips),
        Self::Alone(Teacher::Table),
    ];

    /// Whether what it learned is shown in pictures.
    pub fn is_seen(self) -> bool {
        matches!(self, Self::Ours | Self::Climbing)
    }

    /// What is different, in words.
    pub fn describe(self) -> String {
        match self {
            Self::Ours => "the document, and our choices".to_owned(),
            Self::Climbing => "with hill climbing over F".to_owned(),
            Self::NoCorner => "without G".to_owned(),
            Self::NoFlips => "without F".to_owned(),
            Self::FlipsAlways => "F is 1 at all times".to_owned(),
            Self::Timeless => "times are not told apart".to_owned(),
            Self::CornerFromDraw => "G rewarded for games won, like T".to_owned(),
            Self::WorthFromUsual => "T rewarded for games better than usual, like G".to_owned(),
            Self::Opened => "G only for corners newly opened".to_owned(),
            Self::LargeSteps => "steps a hundred times as large".to_owned(),
            Self::Alone(teacher) => format!("taught by {teacher} alone"),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ours => "ours",
            Self::Climbing => "climbing",
            Self::NoCorner => "no-corner",
            Self::NoFlips => "no-flips",
            Self::FlipsAlways => "flips-always",
            Self::Timeless => "timeless",
            Self::CornerFromDraw => "corner-from-draw",
            Self::WorthFromUsual => "worth-from-usual",
            Self::Opened => "opened",
            Self::LargeSteps => "large-steps",
            Self::Alone(Teacher::Noisy) => "alone-noisy",
            Self::Alone(Teacher::Random) => "alone-random",
            Self::Alone(Teacher::MostFlips) => "alone-most-flips",
            Self::Alone(Teacher::Table) => "alone-table",
        })
    }
}

/// One training run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Training {
    pub variant: Variant,
    /// Its number among those of its variant, the first being 0.
    pub replica: usize,
}

impl Training {
    /// The key of its result.
    pub fn key(self) -> String {
        format!("train/{}/{}", self.variant, self.replica)
    }
}

/// Everything the study does.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub seed: u64,
    /// Games of a training.
    pub games: u64,
    /// Edgars of each variant.
    pub replicas: usize,
    /// Pairs of games against each opponent on the way.
    pub pairs: u64,
    /// Pairs of games against each opponent at the end.
    pub last_pairs: u64,
}

impl Plan {
    /// The plan of a scale.
    pub fn new(scale: Scale, seed: u64) -> Self {
        match scale {
            Scale::Smoke => Self { seed, games: 140, replicas: 2, pairs: 2, last_pairs: 4 },
            Scale::Quick => Self { seed, games: 14_000, replicas: 6, pairs: 50, last_pairs: 200 },
            Scale::Full => Self { seed, games: 70_000, replicas: 20, pairs: 100, last_pairs: 500 },
        }
    }

    /// All trainings.
    pub fn trainings(&self) -> Vec<Training> {
        let replicas = |variant| (0..self.replicas).map(move |replica| Training { variant, replica });
        Variant::ALL.into_iter().flat_map(replicas).collect()
    }

    /// When games are played: after a tenth, a seventh, two sevenths … of all lessons, and before the first.
    pub fn points(&self) -> Vec<u64> {
        let mut points = vec![0, self.games / 70, self.games / 28];
        points.extend((1..=7).map(|seventh| seventh * self.games / 7));
        points.dedup();
        points
    }

    /// The seed of a training. Variants share seeds, so that they start alike and differ by what they are.
    pub fn seed_of(&self, training: Training) -> u64 {
        (self.seed << 32) + training.replica as u64
    }

    /// The recipe of a variant.
    pub fn recipe(&self, variant: Variant) -> Recipe {
        let base = Recipe { games: self.games, ..Recipe::default() };
        match variant {
            Variant::Ours => base,
            // 280 attempts at any scale.
            Variant::Climbing => Recipe { climb_every: (self.games / 280).max(1), ..base },
            Variant::NoCorner => Recipe { learn_corner: false, ..base },
            Variant::NoFlips => Recipe { flips_from: 60, ..base },
            Variant::FlipsAlways => Recipe { flips_from: 0, ..base },
            Variant::Timeless => Recipe { times: Times::Together, ..base },
            Variant::CornerFromDraw => Recipe { corner_from: MeasuredFrom::Draw, ..base },
            Variant::WorthFromUsual => Recipe { worth_from: MeasuredFrom::Usual, ..base },
            Variant::Opened => Recipe { gift: Gift::Opened, ..base },
            Variant::LargeSteps => Recipe { rate: 100.0 * base.rate, ..base },
            Variant::Alone(teacher) => {
                let share = |other| if other == teacher { 1.0 } else { 0.0 };
                Recipe {
                    share_noisy: share(Teacher::Noisy),
                    share_random: share(Teacher::Random),
                    share_most_flips: share(Teacher::MostFlips),
                    share_table: share(Teacher::Table),
                    ..base
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_learn::System as _;

    #[test]
    fn the_full_plan_is_that_of_the_document() {
        let plan = Plan::new(Scale::Full, 1);
        assert_eq!(plan.recipe(Variant::Ours), Recipe::default());
        assert_eq!(plan.points(), [0, 1_000, 2_500, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000]);
        assert_eq!(plan.recipe(Variant::Climbing).climb_every, 250);
        for variant in Variant::ALL {
            assert_eq!(plan.recipe(variant).check(), Ok(()), "{variant}");
            assert_eq!(plan.recipe(variant) == Recipe::default(), variant == Variant::Ours);
        }
        let mut keys: Vec<String> = plan.trainings().into_iter().map(Training::key).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), 14 * 20);
    }
}
