//! Changes of ratings in five levels, and where one level ends and the next begins.

use std::sync::LazyLock;

use outflank_arena::{Seat, play_alone};
use outflank_engine::players::Random;
use outflank_engine::{Chance, Player};
use outflank_rules::kernel::Kernel;
use outflank_rules::{Game, Turn, with_kernel};
use serde::{Deserialize, Serialize};

use super::corners::CornerWeights;
use super::phases::Phases;
use super::ratings::{Before, Depth, Feature, Ratings};
use super::teachers::WeightedSquares;

/// How much a rating changes by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Among the worst.
    VeryLow,
    /// Below most.
    Low,
    /// As usual.
    Middling,
    /// Above most.
    High,
    /// Among the best.
    VeryHigh,
}

impl Level {
    /// From the lowest to the highest.
    pub const ALL: [Self; 5] = [Self::VeryLow, Self::Low, Self::Middling, Self::High, Self::VeryHigh];

    /// Its name in the document.
    pub const fn name(self) -> &'static str {
        match self {
            Self::VeryLow => "VeryLow",
            Self::Low => "Low",
            Self::Middling => "Middling",
            Self::High => "High",
            Self::VeryHigh => "VeryHigh",
        }
    }
}

/// Where the levels of a feature are cut. The document does not say: these are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cuts {
    /// At the 10, 30, 70 and 90 % quantiles of the changes in random play.
    Usual,
    /// At the 5, 20, 80 and 95 % quantiles: more is Middling.
    Outer,
    /// At the 20, 40, 60 and 80 % quantiles: all levels alike.
    Even,
    /// At the 10, 30, 70 and 90 % quantiles of those changes that are not zero.
    Changed,
    /// At the 10, 30, 70 and 90 % quantiles of the changes in games of weighted squares with themselves.
    Practised,
    /// As usual, but a plain move to an edge is told apart from none.
    EdgeApart,
    /// By hand: nothing, a small gain and a large one are told apart in every feature.
    Apart,
    /// By hand: the commonest change is Middling, and half of the others on each side are the next levels.
    Commonest,
}

impl Cuts {
    /// Those that are written down, in the order of the features.
    const fn by_hand(self) -> Option<[[i32; 4]; 6]> {
        match self {
            Self::Apart => Some([
                [-10, 0, 3, 9],
                [1, 2, 2, 2],
                [0, 1, 3, 9],
                [0, 1, 1, 2],
                [-7, -2, 3, 7],
                [5, 7, 8, 10],
            ]),
            Self::Commonest => {
                Some([[-6, 0, 0, 5], [0, 0, 0, 0], [-1, 0, 0, 2], [-1, 0, 0, 0], [-3, 4, 4, 9], [3, 3, 3, 6]])
            }
            Self::Usual | Self::Outer | Self::Even | Self::Changed | Self::Practised | Self::EdgeApart => {
                None
            }
        }
    }

    fn quantiles(self) -> [usize; 4] {
        match self {
            Self::Outer => [5, 20, 80, 95],
            Self::Even => [20, 40, 60, 80],
            _ => [10, 30, 70, 90],
        }
    }
}

/// Four numbers for each feature, each not below the one before.
///
/// VeryLow is below the first, Low below the second; VeryHigh is above the fourth, High above the third; what is left
/// is Middling. So where most changes are 0 and all four numbers are, 0 is Middling and any gain VeryHigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds(pub [[i32; 4]; 6]);

/// How many games the thresholds are from.
const SAMPLE: u64 = 300;

/// The seed of those games. Every table has the same, so that tables can be compared.
const SAMPLE_SEED: u64 = 1;

impl Thresholds {
    /// The level of a change.
    #[inline(always)]
    pub fn level(&self, feature: usize, change: i32) -> Level {
        let [first, second, third, fourth] = self.0[feature];
        let place = 2 - i32::from(change < first) - i32::from(change < second)
            + i32::from(change > third)
            + i32::from(change > fourth);
        Level::ALL[place as usize]
    }

    /// The thresholds in phases 2 to 4, most of them those of random play from a fixed seed.
    pub fn of(cuts: Cuts, weights: &CornerWeights, depth: Depth) -> Self {
        // Nearly everybody asks for the same.
        static USUAL: LazyLock<Thresholds> =
            LazyLock::new(|| Thresholds::sampled(Cuts::Usual, &CornerWeights::default(), Depth::Move));
        if let Some(by_hand) = cuts.by_hand() {
            return Self(by_hand);
        }
        if cuts == Cuts::EdgeApart {
            let mut usual = Self::of(Cuts::Usual, weights, depth);
            usual.0[Feature::EdgeStability as usize] = [0, 1, 4, 12];
            return usual;
        }
        if cuts == Cuts::Usual && *weights == CornerWeights::default() && depth == Depth::Move {
            *USUAL
        } else {
            Self::sampled(cuts, weights, depth)
        }
    }

    fn sampled(cuts: Cuts, weights: &CornerWeights, depth: Depth) -> Self {
        let mut seen: [Vec<i32>; 6] = Default::default();
        let changes = match cuts {
            Cuts::Practised => changes_in_play(&mut WeightedSquares::new(), weights, depth),
            _ => changes_in_play(&mut Random::new(), weights, depth),
        };
        for changes in changes {
            for (seen, change) in seen.iter_mut().zip(changes) {
                if change != 0 || cuts != Cuts::Changed {
                    seen.push(change);
                }
            }
        }
        Self(seen.map(|mut seen| {
            seen.sort_unstable();
            cuts.quantiles().map(|percent| seen.get(seen.len() * percent / 100).copied().unwrap_or(0))
        }))
    }
}

/// What every legal move would have changed, in games of a player with itself.
fn changes_in_play(player: &mut dyn Player, weights: &CornerWeights, depth: Depth) -> Vec<Ratings> {
    let mut all = Vec::new();
    let phases = Phases::default();
    for number in 0..SAMPLE {
        let chance = Chance::stream(SAMPLE_SEED, "winmeasure thresholds", number);
        let played = play_alone(Game::new(), Seat { player: &mut *player, chance });
        with_kernel!(|kernel| {
            for (board, _) in played.game.history() {
                let position = board.position;
                if phases.middle(position).is_none() {
                    continue;
                }
                let Turn::Play(moves) = kernel.turn(position) else { continue };
                let before = Before::new(kernel, position, weights);
                for placement in kernel.placements(position, moves) {
                    all.push(before.prospect(kernel, placement, weights, depth).changes);
                }
            }
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_lie_between_the_thresholds() {
        let thresholds = Thresholds([[-6, -1, 2, 9]; 6]);
        let level = |change| thresholds.level(0, change);
        assert_eq!(
            [-7, -6, -2, -1, 2, 3, 9, 10].map(level),
            [
                Level::VeryLow,
                Level::Low,
                Level::Low,
                Level::Middling,
                Level::Middling,
                Level::High,
                Level::High,
                Level::VeryHigh,
            ]
        );
        let thresholds = Thresholds([[0; 4]; 6]);
        let level = |change| thresholds.level(5, change);
        assert_eq!([-1, 0, 1].map(level), [Level::VeryLow, Level::Middling, Level::VeryHigh]);
    }

    #[test]
    fn thresholds_are_quantiles() {
        for cuts in [Cuts::Usual, Cuts::Outer, Cuts::Even] {
            let weights = CornerWeights::default();
            let thresholds = Thresholds::of(cuts, &weights, Depth::Move);
            let changes = changes_in_play(&mut Random::new(), &weights, Depth::Move);
            for feature in 0..6 {
                let [first, second, third, fourth] = thresholds.0[feature];
                assert!(first <= second && second <= third && third <= fourth, "{thresholds:?}");
                // What is beyond a threshold is no more than its share, and with those on it no less.
                for (threshold, percent) in [(first, cuts.quantiles()[0]), (third, cuts.quantiles()[2])] {
                    let share = |counts: &dyn Fn(i32) -> bool| {
                        let counted = changes.iter().filter(|changes| counts(changes[feature])).count();
                        100 * counted / changes.len()
                    };
                    assert!(share(&|change| change < threshold) <= percent);
                    assert!(share(&|change| change <= threshold) >= percent);
                }
            }
        }
    }
}
