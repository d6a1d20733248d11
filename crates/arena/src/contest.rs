//! Many games between two players, in colour-swapped pairs.
//!
//! Every pair has a number, and everything random in it comes from streams named by that number: the same
//! seed gives the same games for any number of threads. Pairs are reported in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use outflank_engine::{Chance, Player};
use outflank_rules::{Color, Game, GameRecord, Outcome};

use crate::playing::play_unless;
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
}

impl Contest<'_> {
    /// Plays the pairs and hands them over in order, until all are played, `each` breaks off, or `stop` is set.
    /// Games that are under way then are broken off.
    pub fn run(&self, stop: &AtomicBool, each: impl FnMut(Pair) -> ControlFlow<()>) {
        self.run_from(0, stop, each);
    }

    /// The same without the pairs before a number, which were played at another time: those that follow are the
    /// same as if all were played at once.
    pub fn run_from(&self, number: u64, stop: &AtomicBool, each: impl FnMut(Pair) -> ControlFlow<()>) {
        if self.threads <= 1 {
            self.run_here(number, stop, each);
        } else {
            self.run_on_threads(number, stop, each);
        }
    }

    /// Plays all pairs on the thread of the caller.
    fn run_here(&self, from: u64, stop: &AtomicBool, mut each: impl FnMut(Pair) -> ControlFlow<()>) {
        let is_over = || stop.load(Ordering::Relaxed);
        let mut players = [self.first.seat(), self.second.seat()];
        for number in from..self.pairs {
            let Some(pair) = self.pair(number, &mut players, &is_over) else { return };
            if is_over() || each(pair).is_break() {
                return;
            }
        }
    }

    /// Plays on several threads, that of the caller among them, which also hands over what is due.
    fn run_on_threads(&self, from: u64, stop: &AtomicBool, mut each: impl FnMut(Pair) -> ControlFlow<()>) {
        let next = AtomicU64::new(from);
        let broken_off = AtomicBool::new(false);
        let is_over = || broken_off.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel::<Vec<Pair>>();
            for _ in 1..self.threads {
                let sender = sender.clone();
                let (next, is_over) = (&next, &is_over);
                scope.spawn(move || self.work(next, is_over, |batch| sender.send(batch).is_ok()));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = from;
            let mut hand_over = |batch: Vec<Pair>| {
                waiting.insert(batch[0].number, batch);
                while let Some(batch) = waiting.remove(&due) {
                    due += batch.len() as u64;
                    for pair in batch {
                        if !is_over() && each(pair).is_break() {
                            broken_off.store(true, Ordering::Relaxed);
                        }
                    }
                }
            };
            self.work(&next, &is_over, |batch| {
                hand_over(batch);
                receiver.try_iter().for_each(&mut hand_over);
                true
            });
            receiver.iter().for_each(hand_over);
        });
    }

    /// Plays batches of pairs that no other thread has taken, until nobody takes them any more. Quick games
    /// come in large batches, which changes nothing but the cost of handing them over.
    fn work(
        &self,
        next: &AtomicU64,
        is_over: &dyn Fn() -> bool,
        mut hand_over: impl FnMut(Vec<Pair>) -> bool,
    ) {
        let mut players = [self.first.seat(), self.second.seat()];
        let mut size = 1;
        while !is_over() {
            let start = next.fetch_add(size, Ordering::Relaxed);
            let end = self.pairs.min(start + size);
            if start >= end {
                return;
            }
            let began = Instant::now();
            let mut batch = Vec::with_capacity((end - start) as usize);
            for number in start..end {
                let Some(pair) = self.pair(number, &mut players, is_over) else { break };
                batch.push(pair);
            }
            if batch.is_empty() || !hand_over(batch) {
                return;
            }
            if began.elapsed() < Duration::from_millis(10) {
                size = (size * 2).min(1024);
            }
        }
    }

    /// Plays the two games of one pair, unless the contest is over before.
    fn pair(
        &self,
        number: u64,
        [first, second]: &mut [Box<dyn Player>; 2],
        is_over: &dyn Fn() -> bool,
    ) -> Option<Pair> {
        let opening = self.opening(number);
        let chance = |purpose| Chance::stream(self.seed, purpose, number);
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
        Some(Pair { number, games: [one, other] })
    }

    fn opening(&self, number: u64) -> Game {
        match self.openings {
            [] => Game::new(),
            openings => openings[(number % openings.len() as u64) as usize].game(),
        }
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
