//! How a contest stands: everything that is counted from its pairs, seen by the first player.

use std::collections::BTreeMap;

use outflank_rules::Color;

use crate::statistics::{Pentanomial, Trinomial};
use crate::{Ending, Pair};

/// The results of a contest so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The pairs: what scores and their intervals are computed from.
    pub pairs: Pentanomial,
    /// The games that the first player had Black in.
    pub as_black: Trinomial,
    /// The games that the first player had White in.
    pub as_white: Trinomial,
    /// Games that were given up, by who did it and why.
    pub forfeits: BTreeMap<(Side, String), u64>,
    /// The games that were played to the end, and the sum of their margins.
    counted: u64,
    margins: i64,
}

/// One of the two players of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player whose points are counted.
    First,
    /// Its opponent.
    Second,
}

impl Standing {
    /// Counts a pair.
    pub fn add(&mut self, pair: &Pair) {
        let [as_black, as_white] = pair.outcomes();
        self.pairs.add(as_black, as_white);
        self.as_black.add(as_black);
        self.as_white.add(as_white);
        for (game, color) in pair.seen_by_first() {
            match &game.ending {
                Ending::Counted(tally) => {
                    let for_black = tally.empties_to_winner().discs();
                    self.margins += i64::from(if color == Color::Black { for_black } else { -for_black });
                    self.counted += 1;
                }
                Ending::Forfeited { by, reason } => {
                    let side = if *by == color { Side::First } else { Side::Second };
                    *self.forfeits.entry((side, reason.clone())).or_default() += 1;
                }
            }
        }
    }

    /// All games, without their pairing.
    pub fn games(&self) -> Trinomial {
        self.pairs.games()
    }

    /// The mean margin of the games that were played to the end, empty squares to the winner.
    pub fn mean_margin(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.margins as f64 / self.counted as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Played;
    use outflank_rules::{Game, Tally};

    #[test]
    fn everything_is_seen_by_the_first_player() {
        let counted = |mover, opponent| Ending::Counted(Tally { mover, opponent });
        let forfeited = |by| Ending::Forfeited { by, reason: "it resigned".to_owned() };
        let mut standing = Standing::default();
        assert_eq!(standing.mean_margin(), None);
        let mut add = |endings: [Ending; 2]| {
            let games = endings.map(|ending| Played { game: Game::new(), ending });
            standing.add(&Pair { number: 0, games });
        };
        add([counted(40, 24), counted(30, 33)]);
        add([counted(32, 32), counted(40, 24)]);
        add([forfeited(Color::Black), forfeited(Color::Black)]);
        assert_eq!(standing.as_black, Trinomial { wins: 1, draws: 1, losses: 1 });
        assert_eq!(standing.as_white, Trinomial { wins: 2, draws: 0, losses: 1 });
        assert_eq!(standing.pairs.by_points(), [0, 1, 1, 0, 1]);
        assert_eq!(standing.games(), Trinomial { wins: 3, draws: 1, losses: 2 });
        // 16, 4 with the empty square, 0, −16.
        assert_eq!(standing.mean_margin(), Some(1.0));
        let given_up: Vec<_> = standing.forfeits.iter().map(|((side, _), games)| (*side, *games)).collect();
        assert_eq!(given_up, [(Side::First, 1), (Side::Second, 1)]);
    }
}
