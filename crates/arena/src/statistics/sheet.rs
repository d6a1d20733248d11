//! Sheets of counted results: of pairs, and of single games. Seen by the first player.

use std::ops::{AddAssign, Neg};

use outflank_rules::Outcome;

/// What the results are made of: what is counted once and taken as independent of the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Two games from one opening with colours exchanged.
    Pair,
    /// A game by itself.
    Game,
}

impl Unit {
    /// The games in one unit.
    pub const fn games(self) -> u64 {
        match self {
            Self::Pair => 2,
            Self::Game => 1,
        }
    }
}

/// Pairs, counted by what the first player made of their two games.
///
/// Five values of a pair matter to the statistics, its points from 0 to 2. Two kinds of pair are worth one
/// point and are kept apart, so that wins, draws and losses are not forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial {
    /// 0 points: both games lost.
    pub lost_both: u64,
    /// ½ point: one lost, one drawn.
    pub lost_and_drew: u64,
    /// 1 point: one won, one lost.
    pub shared: u64,
    /// 1 point: both drawn.
    pub drew_both: u64,
    /// 1½ points: one won, one drawn.
    pub won_and_drew: u64,
    /// 2 points: both games won.
    pub won_both: u64,
}

impl Pentanomial {
    /// Counts a pair by the first player's outcomes in its two games, in either order.
    pub fn add(&mut self, one: Outcome, other: Outcome) {
        use Outcome::{Draw, Loss, Win};
        *match (one, other) {
            (Loss, Loss) => &mut self.lost_both,
            (Loss, Draw) | (Draw, Loss) => &mut self.lost_and_drew,
            (Win, Loss) | (Loss, Win) => &mut self.shared,
            (Draw, Draw) => &mut self.drew_both,
            (Win, Draw) | (Draw, Win) => &mut self.won_and_drew,
            (Win, Win) => &mut self.won_both,
        } += 1;
    }

    /// Pairs by points: 0, ½, 1, 1½, 2.
    pub const fn by_points(&self) -> [u64; 5] {
        [self.lost_both, self.lost_and_drew, self.shared + self.drew_both, self.won_and_drew, self.won_both]
    }

    /// The points of the first player in all games.
    pub fn points(&self) -> f64 {
        let games = self.games();
        games.wins as f64 + games.draws as f64 / 2.0
    }

    /// The same games without their pairing.
    pub const fn games(&self) -> Trinomial {
        Trinomial {
            losses: 2 * self.lost_both + self.lost_and_drew + self.shared,
            draws: 2 * self.drew_both + self.lost_and_drew + self.won_and_drew,
            wins: 2 * self.won_both + self.won_and_drew + self.shared,
        }
    }
}

impl AddAssign for Pentanomial {
    /// Adds the pairs of another sheet.
    fn add_assign(&mut self, other: Self) {
        self.lost_both += other.lost_both;
        self.lost_and_drew += other.lost_and_drew;
        self.shared += other.shared;
        self.drew_both += other.drew_both;
        self.won_and_drew += other.won_and_drew;
        self.won_both += other.won_both;
    }
}

impl Neg for Pentanomial {
    type Output = Self;
    /// The same pairs seen by the second player.
    fn neg(self) -> Self {
        Self {
            lost_both: self.won_both,
            lost_and_drew: self.won_and_drew,
            won_and_drew: self.lost_and_drew,
            won_both: self.lost_both,
            ..self
        }
    }
}

/// Single games, counted by their outcome for the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Trinomial {
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games won.
    pub wins: u64,
}

impl Trinomial {
    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Loss => &mut self.losses,
            Outcome::Draw => &mut self.draws,
            Outcome::Win => &mut self.wins,
        } += 1;
    }
}

impl AddAssign for Trinomial {
    /// Adds the games of another sheet.
    fn add_assign(&mut self, other: Self) {
        self.losses += other.losses;
        self.draws += other.draws;
        self.wins += other.wins;
    }
}

impl Neg for Trinomial {
    type Output = Self;
    /// The same games seen by the second player.
    fn neg(self) -> Self {
        Self { losses: self.wins, draws: self.draws, wins: self.losses }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::ScoreSheet;
    use Outcome::{Draw, Loss, Win};

    #[test]
    fn a_sheet_remembers_points_and_games() {
        let mut sheet = Pentanomial::default();
        let mut games = Trinomial::default();
        for one in [Loss, Draw, Win] {
            for other in [Loss, Draw, Win] {
                sheet.add(one, other);
                games.add(one);
                games.add(other);
            }
        }
        assert_eq!(sheet.by_points(), [1, 2, 3, 2, 1]);
        assert_eq!((sheet.units(), games.units()), (9, 18));
        assert_eq!(sheet.games(), games);
        assert_eq!(games, Trinomial { losses: 6, draws: 6, wins: 6 });

        sheet.add(Win, Win);
        assert_eq!((-sheet).by_points(), [2, 2, 3, 2, 1]);
        assert_eq!((-sheet).games(), -sheet.games());
        sheet += -sheet;
        assert_eq!(sheet.by_points(), [3, 4, 6, 4, 3]);
    }
}
