//! How a contest stands: everything that is counted from its pairs, seen by the first player.
//!
//! Players without chance that meet again from the same board play the same games again. These prove nothing
//! new, however many they are: scores, intervals, ratings and tests rest on the pairs that are different.

use std::collections::BTreeMap;

use crate::outside::is_resignation;
use crate::statistics::{Pentanomial, ScoreSheet, Trinomial};
use crate::{Ending, Entrant, Evidence, Pair, SeenGames};

/// The results of a contest so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// All pairs that were played.
    pub pairs: Pentanomial,
    /// The pairs of two games that were not seen before in this contest: what scores and their intervals are
    /// computed from.
    pub distinct: Pentanomial,
    /// The games that the first player had Black in.
    pub as_black: Trinomial,
    /// The games that the first player had White in.
    pub as_white: Trinomial,
    /// Games that were given up, by who did it and why.
    pub forfeits: BTreeMap<(Side, String), u64>,
    /// The games that were played to the end, and the sum of their margins.
    counted: u64,
    margins: i64,
    /// Pairs since the last one with a new game.
    repeats: u64,
    /// All games.
    seen: SeenGames,
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
        let [one, other] = self.seen.add(pair.fingerprints());
        if one && other {
            self.distinct.add(as_black, as_white);
        }
        self.repeats = if one || other { 0 } else { self.repeats + 1 };
        self.as_black.add(as_black);
        self.as_white.add(as_white);
        for (game, color) in pair.seen_by_first() {
            match &game.ending {
                Ending::Counted(tally) => {
                    let for_black = tally.empties_to_winner().discs();
                    self.margins += i64::from(color.signed(for_black));
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

    /// The player that failed so often that there is no use in going on, if one of the two did. Who resigns does not
    /// fail.
    pub fn given_up(&self, first: &Entrant, second: &Entrant) -> Option<Side> {
        let failures = |side: Side| -> u64 {
            let failed = |((by, reason), _): &(&(Side, String), &u64)| *by == side && !is_resignation(reason);
            self.forfeits.iter().filter(failed).map(|(_, games)| games).sum()
        };
        [(Side::First, first), (Side::Second, second)]
            .into_iter()
            .find(|(side, player)| player.gives_up().is_some_and(|most| failures(*side) >= most))
            .map(|(side, _)| side)
    }

    /// How many pairs without a new game came one after the other, up to now.
    pub fn repeats_in_a_row(&self) -> u64 {
        self.repeats
    }

    /// How many of the games are different.
    pub fn distinct_games(&self) -> u64 {
        self.seen.count()
    }

    /// What the score rests on.
    pub fn evidence(&self) -> Evidence {
        Evidence {
            games: self.pairs.units() * Pentanomial::UNIT.games(),
            distinct_games: self.distinct_games(),
            distinct_pairs: self.distinct.units(),
        }
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
    use outflank_rules::{Color, Game, GameRecord, Tally};

    #[test]
    fn everything_is_seen_by_the_first_player() {
        let counted = |mover, opponent| Ending::Counted(Tally { mover, opponent });
        let forfeited = |by| Ending::Forfeited { by, reason: "it resigned".to_owned() };
        let mut standing = Standing::default();
        assert_eq!(standing.mean_margin(), None);
        let mut add = |endings: [Ending; 2]| {
            let games = endings.map(|ending| Played { game: Game::new(), ending });
            standing.add(&Pair { number: 0, opening: 0, games });
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

    #[test]
    fn who_fails_often_enough_gives_up() {
        use outflank_engine::players::Random;
        let player = Entrant::new("program", || Box::new(Random::new()));
        let (patient, hasty) = (player.clone(), player.giving_up(2));
        let mut standing = Standing::default();
        let mut add = |reason: &str| {
            let ending = Ending::Forfeited { by: Color::Black, reason: reason.to_owned() };
            let games = [ending.clone(), ending].map(|ending| Played { game: Game::new(), ending });
            standing.add(&Pair { number: 0, opening: 0, games });
            [standing.given_up(&patient, &hasty), standing.given_up(&hasty, &patient)]
        };
        assert_eq!(add("it resigned"), [None, None]);
        assert_eq!(add("it crashed"), [None, None]);
        assert_eq!(add("it hangs"), [Some(Side::Second), Some(Side::First)]);
    }

    #[test]
    fn a_repeated_game_carries_no_weight() {
        let won = Ending::Counted(Tally { mover: 40, opponent: 24 });
        let pair = |one: &str, other: &str| {
            let games = [one, other].map(|text| {
                let game = text.parse::<GameRecord>().expect("a game").game();
                Played { game, ending: won.clone() }
            });
            Pair { number: 0, opening: 0, games }
        };
        let mut standing = Standing::default();
        for _ in 0..50 {
            standing.add(&pair("f5d6c3", "f5f6e6"));
        }
        assert_eq!(
            (standing.pairs.units(), standing.distinct.units(), standing.distinct_games()),
            (50, 1, 2)
        );
        standing.add(&pair("f5d6c4", "f5f6e6"));
        assert_eq!((standing.distinct.units(), standing.distinct_games()), (1, 3), "half of it is known");
        standing.add(&pair("f5f4", "f5d6"));
        assert_eq!((standing.distinct.units(), standing.distinct_games()), (2, 5));
    }
}
