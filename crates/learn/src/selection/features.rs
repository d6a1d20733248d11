//! The features to choose from, each seen by the mover and of a size of about 1.

use std::sync::Arc;

use outflank_engine::endgame::Stability;
use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Position, Squares};
use outflank_value::{PieceCounter, StatelessFeatures, four_features};

use crate::winmeasure::{CornerWeights, rate};

/// A feature of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// As in `linear4`.
    Frontier,
    /// As in `linear4`.
    Mobility,
    /// As in `linear4`.
    Discs,
    /// As in `linear4`.
    Matrix,
    /// Empty squares beside the opponent's discs, less those beside own ones, in parts of both.
    PotentialMobility,
    /// Own corners less the opponent's, in parts of 4.
    Corners,
    /// Own discs beside empty corners less the opponent's, in parts of 12.
    BesideCorners,
    /// Own discs that can never be turned over, less the opponent's, in parts of 64.
    StableDiscs,
    /// 1 if the mover will have the last move unless somebody passes, else −1.
    Parity,
    /// The first rating of `winmeasure`, less the opponent's, in parts of 400.
    CornerStrength,
    /// The second, in parts of 20.
    CornerStability,
    /// The third, in parts of 400.
    EdgeStability,
    /// The fourth, in parts of 36.
    InteriorStability,
    /// The fifth, in parts of 50.
    RatedMobility,
    /// The sixth, in parts of 64.
    SquareAdvantage,
}

impl Feature {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Frontier,
        Self::Mobility,
        Self::Discs,
        Self::Matrix,
        Self::PotentialMobility,
        Self::Corners,
        Self::BesideCorners,
        Self::StableDiscs,
        Self::Parity,
        Self::CornerStrength,
        Self::CornerStability,
        Self::EdgeStability,
        Self::InteriorStability,
        Self::RatedMobility,
        Self::SquareAdvantage,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frontier => "frontier",
            Self::Mobility => "mobility",
            Self::Discs => "discs",
            Self::Matrix => "matrix",
            Self::PotentialMobility => "potential mobility",
            Self::Corners => "corners",
            Self::BesideCorners => "beside corners",
            Self::StableDiscs => "stable discs",
            Self::Parity => "parity",
            Self::CornerStrength => "corner strength and potential",
            Self::CornerStability => "corner stability",
            Self::EdgeStability => "edge stability",
            Self::InteriorStability => "interior stability",
            Self::RatedMobility => "rated mobility",
            Self::SquareAdvantage => "square advantage",
        }
    }

    /// Its place in lists of features.
    pub const fn index(self) -> usize {
        self as usize
    }

    const fn bit(self) -> u32 {
        1 << self.index()
    }
}

/// The features to choose from, all of them or some.
#[derive(Clone, Debug, PartialEq)]
pub struct WideFeatures {
    matrix: PieceCounter,
    stability: Arc<Stability>,
    /// Which are active, one bit each.
    chosen: u32,
}

/// Features that are computed together.
const OF_LINEAR4: u32 =
    Feature::Frontier.bit() | Feature::Mobility.bit() | Feature::Discs.bit() | Feature::Matrix.bit();

/// The ratings of `winmeasure` follow each other.
const RATINGS: u32 = 0b11_1111 << Feature::CornerStrength.index();

/// What a difference of each rating is divided by.
const RATING_UNITS: [f64; 6] = [400.0, 20.0, 400.0, 36.0, 50.0, 64.0];

impl WideFeatures {
    /// All of them, with this value matrix, whose score lies within ±100.
    pub fn new(matrix: PieceCounter) -> Self {
        Self { matrix, stability: Arc::new(Stability::new()), chosen: (1 << Feature::COUNT) - 1 }
    }

    /// Only these, by their places; the others are never active.
    pub fn only(self, chosen: &[usize]) -> Self {
        Self { chosen: chosen.iter().fold(0, |bits, feature| bits | 1 << feature), ..self }
    }

    /// Whether a feature is among those that can be active.
    pub fn contains(&self, feature: Feature) -> bool {
        self.chosen & feature.bit() != 0
    }

    /// The value matrix.
    pub fn matrix(&self) -> &PieceCounter {
        &self.matrix
    }

    /// The chosen features of a position, and perhaps others; what was not computed is 0.
    #[inline(always)]
    pub fn of<K: Kernel>(&self, kernel: K, position: Position) -> [f64; Feature::COUNT] {
        let wanted = self.chosen;
        let mut features = [0.0; Feature::COUNT];
        let count = |squares: Squares| f64::from(squares.count());
        let (own, other) = (position.mover(), position.opponent());
        if wanted & OF_LINEAR4 != 0 {
            let four = four_features(kernel, position, &self.matrix);
            for (feature, value) in features.iter_mut().zip(four) {
                *feature = value / 100.0;
            }
        }
        if wanted & Feature::PotentialMobility.bit() != 0 {
            let (gain, loss) =
                (count(position.empties() & other.spread()), count(position.empties() & own.spread()));
            features[Feature::PotentialMobility.index()] = (gain - loss) / (gain + loss).max(1.0);
        }
        if wanted & Feature::Corners.bit() != 0 {
            let corners = count(own & Squares::CORNERS) - count(other & Squares::CORNERS);
            features[Feature::Corners.index()] = corners / 4.0;
        }
        if wanted & Feature::BesideCorners.bit() != 0 {
            let beside = (position.empties() & Squares::CORNERS).spread();
            features[Feature::BesideCorners.index()] = (count(own & beside) - count(other & beside)) / 12.0;
        }
        if wanted & Feature::StableDiscs.bit() != 0 {
            let stable = count(self.stability.of(own, other)) - count(self.stability.of(other, own));
            features[Feature::StableDiscs.index()] = stable / 64.0;
        }
        if wanted & Feature::Parity.bit() != 0 {
            let odd = position.empties().count() % 2 == 1;
            features[Feature::Parity.index()] = if odd { 1.0 } else { -1.0 };
        }
        if wanted & RATINGS != 0 {
            let weights = CornerWeights::default();
            let (own, other) = (rate(kernel, position, &weights), rate(kernel, position.passed(), &weights));
            for (place, unit) in RATING_UNITS.iter().enumerate() {
                let difference = f64::from(own[place] - other[place]);
                features[Feature::CornerStrength.index() + place] = difference / unit;
            }
        }
        features
    }
}

impl StatelessFeatures for WideFeatures {
    fn count(&self) -> usize {
        Feature::COUNT
    }

    #[inline(always)]
    fn active<K: Kernel>(&self, kernel: K, board: Board, mut each: impl FnMut(usize, f64)) {
        for (place, value) in self.of(kernel, board.position).into_iter().enumerate() {
            if self.chosen >> place & 1 != 0 {
                each(place, value);
            }
        }
    }

    /// Those that were not chosen have no weight: they need not be told apart.
    #[inline(always)]
    fn sum<K: Kernel, W: Copy + Into<f64>>(&self, weights: &[W], kernel: K, board: Board) -> f64 {
        self.of(kernel, board.position)
            .iter()
            .zip(weights)
            .map(|(feature, &weight)| feature * weight.into())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::kernel::Portable;

    fn features(drawing: &str) -> [f64; Feature::COUNT] {
        let board = Board::from_drawing(drawing).expect("a board");
        WideFeatures::new(PieceCounter::korman()).of(Portable, board.position)
    }

    #[test]
    fn features_by_hand() {
        let features = features(
            "
            1 X X X - - - - -
            2 - O - - - - - -
            3 - - O - - - - -
            4 - - - - - - - -
            5 - - - - - - - -
            6 - - - - - - - -
            7 - - - - - - X -
            8 - - - - - - - -
            X to move",
        );
        let is = |feature: Feature, value: f64| {
            assert!((features[feature.index()] - value).abs() < 1e-12, "{}", feature.name());
        };
        is(Feature::Corners, 0.25);
        // g7 stands beside the empty corner h8; b2 stands beside a1, which is taken.
        is(Feature::BesideCorners, 1.0 / 12.0);
        // a1, b1 and c1 hang on the corner.
        is(Feature::StableDiscs, 3.0 / 64.0);
        // 58 empty squares.
        is(Feature::Parity, -1.0);
        // Beside White's b2 and c3: a2 c2 a3 b3, d2 d3 b4 c4 d4. Beside Black's: a2 c2 d1 d2 and the eight around g7.
        is(Feature::PotentialMobility, (9.0 - 12.0) / 21.0);
        is(Feature::Discs, 4.0 / 6.0);
        is(Feature::SquareAdvantage, 2.0 * 2.0 / 64.0);
        // a1, and b1 of the next diagonal, which is not whole: the search ends there.
        is(Feature::CornerStability, 2.0 / 20.0);
    }

    #[test]
    fn both_sides_see_the_opposite_but_for_parity() {
        let mut chance = outflank_engine::Chance::stream(1, "features", 0);
        let features = WideFeatures::new(PieceCounter::korman());
        let mut board = Board::START;
        while let outflank_rules::Turn::Play(moves) = board.turn() {
            let one = features.of(Portable, board.position);
            let other = features.of(Portable, board.passed().position);
            let parity = if board.position.empties().count() & 1 == 1 { 1.0 } else { -1.0 };
            assert_eq!(one[Feature::Parity.index()], parity);
            for feature in Feature::ALL {
                let alone = features.clone().only(&[feature.index()]).of(Portable, board.position);
                assert_eq!(alone[feature.index()], one[feature.index()], "{} on {board}", feature.name());
                let (one, other) = (one[feature.index()], other[feature.index()]);
                let expected = if feature == Feature::Parity { one } else { -one };
                assert!((other - expected).abs() < 1e-12, "{} on {board}", feature.name());
                assert!(one.abs() <= 1.5, "{} is {one} on {board}", feature.name());
            }
            let square = chance.pick(Portable, moves);
            board = board.after(board.position.placement(square).expect("legal"));
        }
    }
}
