//! Many games between two players, in colour-swapped pairs.
//!
//! Every pair has a number, and everything random in it comes from streams named by that number: the same
//! seed gives the same games for any number of threads. Pairs are reported in order.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_engine::{Chance, Player};
use outflank_rules::{Color, Game, GameRecord, Outcome, Symmetry};

use crate::playing::play_unless;
use crate::schedule::{self, Over};
use crate::statistics::{Pentanomial, ScoreSheet};
use crate::{Entrant, Played, Seat};

/// What is to be played.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The player whose points are counted.
    pub first: &'a Entrant,
    /// Its opponent.
    pub second: &'a Entrant,
    /// Where games start: pair n from opening n, and around again. None is the usual start.
    pub openings: &'a [GameRecord],
    /// How many pairs.
    pub pairs: u64,
    /// What names the streams of chance.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

/// Two games from one opening: in the first, the first player is Black, in the second White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the pair, the first being 0.
    pub number: u64,
    /// The plies at the beginning of both games that neither player chose.
    pub opening: usize,
    /// The two games.
    pub games: [Played; 2],
}

impl Pair {
    /// The colours of the first player in the two games.
    pub const COLORS: [Color; 2] = [Color::Black, Color::White];

    /// The games with the colour of the first player.
    pub fn seen_by_first(&self) -> impl Iterator<Item = (&Played, Color)> {
        self.games.iter().zip(Self::COLORS)
    }

    /// The results of the two games for the first player.
    pub fn outcomes(&self) -> [Outcome; 2] {
        [0, 1].map(|game| self.games[game].ending.outcome(Self::COLORS[game]))
    }

    /// The points of the first player, 0 to 2.
    pub fn points_of_first(&self) -> f64 {
        self.outcomes().map(Outcome::points).iter().sum()
    }

    /// A number for each of the two games that tells different ones apart. Games are the same if the players met on
    /// the same board and made the same moves, turned and mirrored as one likes and whatever moves led there.
    pub fn fingerprints(&self) -> [u64; 2] {
        [0, 1].map(|game| fingerprint(&self.games[game].game, self.opening))
    }
}

/// What tells a game from others by its moves after the opening.
fn fingerprint(game: &Game, opening: usize) -> u64 {
    let board = game.history().nth(opening).map_or(game.board(), |(board, _)| board);
    let images = Symmetry::ALL.map(|way| (way.position(board.position), way));
    let canonical = images.iter().map(|(image, _)| *image).min().expect("eight images");
    let start = [canonical.mover().bits(), canonical.opponent().bits(), board.mover as u64];
    let start = start.into_iter().fold(0, mixed);
    // A board that is symmetric itself can be turned to its canonical form in several ways.
    let ways = images.into_iter().filter(|(image, _)| *image == canonical);
    let mut hashes: Vec<(Symmetry, u64)> = ways.map(|(_, way)| (way, start)).collect();
    for ply in game.plies().iter().skip(opening) {
        // Each waits for its own last product only: side by side they take little longer than one.
        for (way, hash) in &mut hashes {
            let word = ply.square().map_or(64, |square| way.square(square).index() as u64);
            *hash = mixed(*hash, word);
        }
    }
    hashes.into_iter().map(|(_, hash)| hash).min().expect("some way leads to the canonical board")
}

/// A hash after one more word.
// CITE: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014).
#[inline(always)]
fn mixed(hash: u64, word: u64) -> u64 {
    let mixed = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl Contest<'_> {
    /// Plays the pairs and hands them over in order, until all are played, `each` breaks off, or `stop` is set.
    /// Games that are under way then are broken off.
    pub fn run(&self, stop: &AtomicBool, each: impl FnMut(Pair) -> ControlFlow<()>) {
        if self.threads > 1 {
            return self.run_apart(0, stop, each);
        }
        let mut sitting = self.sitting();
        let is_over = || stop.load(Ordering::Relaxed);
        schedule::here(0..self.pairs, stop, |number| sitting.pair(number, &is_over), each);
    }

    /// The same on threads of their own, even where it is one: `stop` is then obeyed at once, in the middle of a
    /// thought. Without the pairs before a number, which were played at another time: those that follow are
    /// the same as if all were played at once.
    pub fn run_apart(&self, from: u64, stop: &AtomicBool, each: impl FnMut(Pair) -> ControlFlow<()>) {
        let numbers = from.min(self.pairs)..self.pairs;
        let worker = |over: Over| {
            let mut sitting = self.sitting();
            move |number| sitting.pair(number, &|| over.is_set())
        };
        schedule::apart(numbers, self.threads, stop, worker, each);
    }

    /// Plays all pairs and counts them, unless `stop` is set before the last.
    pub fn count(&self, stop: &AtomicBool) -> Option<Pentanomial> {
        let mut sheet = Pentanomial::default();
        self.run(stop, |pair| {
            let [one, other] = pair.outcomes();
            sheet.add(one, other);
            ControlFlow::Continue(())
        });
        (sheet.units() == self.pairs).then_some(sheet)
    }

    fn sitting(&self) -> Sitting {
        Sitting {
            players: [self.first.seat(), self.second.seat()],
            openings: self.openings.into(),
            seed: self.seed,
        }
    }
}

/// Two players at a board, and what they play from.
struct Sitting {
    players: [Box<dyn Player>; 2],
    openings: Arc<[GameRecord]>,
    seed: u64,
}

impl Sitting {
    /// Plays the two games of one pair, unless the contest is over before.
    fn pair(&mut self, number: u64, is_over: &dyn Fn() -> bool) -> Option<Pair> {
        let opening = match &*self.openings {
            [] => Game::new(),
            openings => openings[(number % openings.len() as u64) as usize].game(),
        };
        let [first, second] = &mut self.players;
        let plies = opening.plies().len();
        let seed = self.seed;
        let chance = |purpose| Chance::stream(seed, purpose, number);
        let one = play_unless(
            is_over,
            opening.clone(),
            Seat { player: first, chance: chance("first as Black") },
            Seat { player: second, chance: chance("second as White") },
        )?;
        let other = play_unless(
            is_over,
            opening,
            Seat { player: second, chance: chance("second as Black") },
            Seat { player: first, chance: chance("first as White") },
        )?;
        Some(Pair { number, opening: plies, games: [one, other] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::players::Random;

    fn random() -> Entrant {
        Entrant::new("random", || Box::new(Random::new()))
    }

    fn pairs(threads: usize, most: usize, openings: &[GameRecord]) -> Vec<Pair> {
        let (first, second) = (random(), random());
        let contest = Contest { first: &first, second: &second, openings, pairs: 300, seed: 5, threads };
        let mut pairs = Vec::new();
        contest.run(&AtomicBool::new(false), |pair| {
            pairs.push(pair);
            if pairs.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        pairs
    }

    #[test]
    fn threads_change_nothing() {
        let alone = pairs(1, 300, &[]);
        assert_eq!(alone.len(), 300);
        assert!(alone.iter().enumerate().all(|(index, pair)| pair.number == index as u64));
        assert_eq!(pairs(2, 300, &[]), alone);
        assert_eq!(pairs(7, 300, &[]), alone);
        assert_eq!(pairs(3, 10, &[]), alone[..10], "broken off after ten");
    }

    #[test]
    fn the_same_game_is_known_from_every_side() {
        // Tiger by two orders of moves and in another orientation; then another reply.
        let pair = |text: &str, opening| {
            let game = text.parse::<GameRecord>().expect("a game").game();
            let played = Played {
                game,
                ending: crate::Ending::Counted(outflank_rules::Tally { mover: 1, opponent: 0 }),
            };
            Pair { number: 0, opening, games: [played.clone(), played] }.fingerprints()[0]
        };
        let tiger = pair("f5d6c3d3c4f4c5", 5);
        assert_eq!(pair("c4e3f6e6f5c5f4", 5), tiger, "turned by half");
        assert_eq!(pair("f5d6c4d3c3f4c5", 5), tiger, "another order");
        assert_ne!(pair("f5d6c4d3c3f4c5", 0), pair("f5d6c3d3c4f4c5", 0), "chosen by the players");
        assert_ne!(pair("f5d6c3d3c4f4f6", 5), tiger);
        assert_ne!(pair("f5d6c3d3c4f4", 5), tiger);
    }

    /// What stores keep must stay what it was: the least hash of the moves, each way on its own.
    #[test]
    fn fingerprints_are_the_least_over_all_ways_to_the_canonical_board() {
        for pair in pairs(1, 40, &[]) {
            for opening in [0, 1, 2, 7, 30, 99] {
                let games = pair.games.each_ref().map(|played| {
                    let board = played.game.history().nth(opening).map_or(played.game.board(), |step| step.0);
                    let (canonical, _) = board.position.canonical_by();
                    let start = [canonical.mover().bits(), canonical.opponent().bits(), board.mover as u64];
                    let ways =
                        Symmetry::ALL.into_iter().filter(|way| way.position(board.position) == canonical);
                    let hash = |way: Symmetry| {
                        let plies = played.game.plies().iter().skip(opening).map(|ply| match ply.square() {
                            Some(square) => way.squares(square.set()).bits().trailing_zeros().into(),
                            None => 64,
                        });
                        start.into_iter().chain(plies).fold(0, mixed)
                    };
                    ways.map(hash).min()
                });
                let pair = Pair { opening, ..pair.clone() };
                assert_eq!(pair.fingerprints().map(Some), games, "after {opening}");
            }
        }
    }

    #[test]
    fn openings_come_around() {
        let openings: Vec<GameRecord> =
            ["f5d6c3", "f5f6e6"].map(|transcript| transcript.parse().expect("a game")).to_vec();
        for pair in pairs(2, 300, &openings) {
            for game in &pair.games {
                let record = game.game.record();
                assert!(record.to_string().starts_with(&openings[pair.number as usize % 2].to_string()));
            }
        }
    }

    #[test]
    fn a_set_flag_stops_the_contest() {
        let (first, second) = (random(), random());
        let contest =
            Contest { first: &first, second: &second, openings: &[], pairs: u64::MAX, seed: 0, threads: 2 };
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        contest.run(&stop, |_| {
            seen += 1;
            stop.store(seen == 20, Ordering::Relaxed);
            ControlFlow::Continue(())
        });
        assert_eq!(seen, 20);
    }
}
