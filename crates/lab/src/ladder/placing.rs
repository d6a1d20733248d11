//! The place of a player among anchors whose ratings are fixed.
//!
//! Whoever is placed meets those anchors most whose games are the most uncertain, and therefore tell the most; in the
//! time that one slow game takes many quick ones are played. Nobody is met exclusively: players beat each other in
//! circles, and a rating from one opponent would say little about the next.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_arena::openings::{DRAWN_PLIES, drawn_apart};
use outflank_arena::statistics::{Confidence, EloEstimate, Pentanomial, ScoreSheet, place, score_from_elo};
use outflank_arena::{Contest, Entrant, Pair, Standing, seconds_worked};
use outflank_engine::Chance;
use outflank_rules::GameRecord;

use super::{Anchor, Ladder};

/// Pairs after which it is asked again who should be met.
const ROUND: u64 = 10;

/// The most pairs against one anchor: so many openings are drawn.
const MOST_PAIRS: u64 = 5_000;

/// Before so many different games nothing is decided: a few may agree by chance.
const FEWEST_GAMES: u64 = 200;

/// Nor before so many opponents were met, where there are so many.
const FEWEST_OPPONENTS: usize = 3;

/// Pairs in a row that repeat earlier ones, after which an opponent has nothing more to tell.
const REPEATS: u64 = 100;

/// How a player is placed.
#[derive(Clone, Copy, Debug)]
pub struct Placing {
    /// The 95 % interval is to reach no farther than this to both sides, in Elo.
    pub within: f64,
    /// But it is not to take longer.
    pub limit: Duration,
    /// What names the streams of chance.
    pub seed: u64,
    /// How many games are played at a time.
    pub threads: usize,
}

/// Where a player stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its rating, with its 95 % interval, the anchors taken as they are; `None` before any game.
    pub estimate: Option<EloEstimate>,
    /// What it made of its games against each anchor that it met, in their order.
    pub met: Vec<Met>,
    /// Why no more games were played.
    pub ended: PlaceEnd,
}

/// What a player made of its games against an anchor.
#[derive(Clone, Debug)]
pub struct Met {
    /// The anchor.
    pub anchor: Anchor,
    /// The games.
    pub standing: Standing,
}

/// Why a placing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceEnd {
    /// The interval is as narrow as it was to be.
    Reached,
    /// The time is up.
    TimeUp,
    /// Nobody is left to be met: all openings are used up, or nothing but repeated games came.
    Exhausted,
    /// The player failed too often.
    GivenUp,
    /// It was stopped.
    Stopped,
}

impl Place {
    /// How far the ratings that the single opponents suggest lie apart, beyond what chance explains: the standard
    /// deviation in Elo. Players beat each other in circles, and no number of games changes that. `None` where fewer
    /// than two opponents have a say.
    pub fn scatter(&self) -> Option<f64> {
        let estimate = self.estimate?;
        let known: Vec<(f64, f64)> = self
            .met
            .iter()
            .filter_map(|met| {
                let alone = place(&[(met.anchor.elo, met.standing.distinct)], Confidence::USUAL)?;
                let error = alone.interval.width() / 2.0 / Confidence::USUAL.normal_reach();
                let score = met.standing.distinct.score()?;
                // Who wins everything says only that the other is far away.
                (met.standing.distinct.units() >= 10 && (0.02..0.98).contains(&score))
                    .then_some((alone.elo - estimate.elo, error))
            })
            .collect();
        if known.len() < 2 {
            return None;
        }
        // CITE: R. DerSimonian, N. Laird, Meta-analysis in clinical trials (1986), for the excess over chance.
        let weight = |error: f64| 1.0 / (error * error);
        let weights: f64 = known.iter().map(|(_, error)| weight(*error)).sum();
        let mean = known.iter().map(|(away, error)| away * weight(*error)).sum::<f64>() / weights;
        let excess: f64 =
            known.iter().map(|(away, error)| (away - mean).powi(2) * weight(*error)).sum::<f64>()
                - (known.len() - 1) as f64;
        let squares: f64 = known.iter().map(|(_, error)| weight(*error).powi(2)).sum();
        Some((excess / (weights - squares / weights)).max(0.0).sqrt())
    }

    /// All games, and how many of them are different.
    pub fn games(&self) -> (u64, u64) {
        self.met.iter().fold((0, 0), |(games, distinct), met| {
            (games + 2 * met.standing.pairs.units(), distinct + met.standing.distinct_games())
        })
    }

    /// Whether the interval reaches no farther than this, from games enough.
    fn is_within(&self, reach: f64, anchors: usize) -> bool {
        self.estimate.is_some_and(|estimate| estimate.interval.width() <= 2.0 * reach)
            && self.met.len() >= FEWEST_OPPONENTS.min(anchors)
            && self.games().1 >= FEWEST_GAMES
    }
}

impl Ladder {
    /// Finds the place of a player. The entrants are the anchors, in order; what is known is told after every round.
    pub fn place(
        &self,
        player: &Entrant,
        anchors: &[Entrant],
        how: &Placing,
        stop: &AtomicBool,
        each: impl FnMut(&Place),
    ) -> Place {
        self.place_with_games(player, anchors, how, stop, each, |_, _| {})
    }

    /// The same, and hands over every pair of games as it ends, with the anchor that the player met.
    pub fn place_with_games(
        &self,
        player: &Entrant,
        anchors: &[Entrant],
        how: &Placing,
        stop: &AtomicBool,
        mut each: impl FnMut(&Place),
        mut games: impl FnMut(&Entrant, &Pair),
    ) -> Place {
        let began = Instant::now();
        let openings = drawn_apart(MOST_PAIRS as usize, DRAWN_PLIES, how.seed);
        let mut seats = self.seats(anchors);
        loop {
            let mut place = Place::of(&seats);
            each(&place);
            let has_failed = |seat: &Opponent| seat.standing.given_up(player, seat.entrant).is_some();
            place.ended = if stop.load(Ordering::Relaxed) {
                PlaceEnd::Stopped
            } else if seats.iter().any(has_failed) {
                PlaceEnd::GivenUp
            } else if place.is_within(how.within, seats.len()) {
                PlaceEnd::Reached
            } else if began.elapsed() >= how.limit {
                PlaceEnd::TimeUp
            } else if let Some(next) = next(&seats, place.estimate) {
                seats[next].meet(player, &openings, how, stop, began + how.limit, &mut games);
                continue;
            } else {
                PlaceEnd::Exhausted
            };
            return place;
        }
    }
}

/// How much is played to find the place of somebody who goes on learning: games and not seconds, so that the same
/// player gets the same place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// Pairs of games.
    pub pairs: u64,
    /// Fewer, where the opponents would take longer than so many milliseconds of the processor by what was once measured of
    /// them; but [`FEWEST_PAIRS`](Self::FEWEST_PAIRS) in any case.
    pub milliseconds: f64,
}

impl Budget {
    /// With fewer pairs nothing can be said.
    pub const FEWEST_PAIRS: u64 = 20;

    /// Whether so much is enough.
    fn is_spent(self, pairs: u64, milliseconds: f64) -> bool {
        pairs >= self.pairs || (pairs >= Self::FEWEST_PAIRS && milliseconds >= self.milliseconds)
    }
}

impl Ladder {
    /// The place of a player by a number of games that is fixed before, or `None` if that was stopped.
    pub fn place_within(
        &self,
        player: &Entrant,
        anchors: &[Entrant],
        budget: Budget,
        seed: u64,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Place> {
        // No clock: what is played follows from the budget alone.
        let how = Placing { within: 0.0, limit: Duration::from_secs(1 << 30), seed, threads };
        let until = Instant::now() + how.limit;
        let openings = drawn_apart((budget.pairs + ROUND) as usize, DRAWN_PLIES, seed);
        let mut seats = self.seats(anchors);
        loop {
            let pairs: u64 = seats.iter().map(|seat| seat.standing.pairs.units()).sum();
            let cost = |seat: &Opponent| 2.0 * seat.standing.pairs.units() as f64 * seat.anchor.milliseconds;
            let milliseconds: f64 = seats.iter().map(cost).sum();
            let place = Place::of(&seats);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let next = next(&seats, place.estimate);
            let (Some(next), false) = (next, budget.is_spent(pairs, milliseconds)) else {
                return Some(place);
            };
            seats[next].meet(player, &openings, &how, stop, until, &mut |_, _| {});
        }
    }

    /// The place of a player for about so many seconds of the processor: as many pairs of games as fit, from 20 to 320 by
    /// doubling. Slow players get fewer games and a wider interval. `None` if it was stopped.
    pub fn place_in_seconds(
        &self,
        player: &Entrant,
        anchors: &[Entrant],
        seconds: f64,
        threads: usize,
        stop: &AtomicBool,
    ) -> Option<Place> {
        let place = |pairs| {
            let budget = Budget { pairs, milliseconds: f64::INFINITY };
            self.place_within(player, anchors, budget, 1, threads, stop)
        };
        let began = seconds_worked();
        let first = place(Budget::FEWEST_PAIRS)?;
        let spent = seconds_worked() - began;
        let most = (1..=4).map(|doublings| Budget::FEWEST_PAIRS << doublings).rfind(|pairs| {
            let times = (pairs / Budget::FEWEST_PAIRS) as f64;
            spent * (1.0 + times) <= seconds
        });
        most.map_or(Some(first), place)
    }

    fn seats<'a>(&'a self, anchors: &'a [Entrant]) -> Vec<Opponent<'a>> {
        let seat = |(anchor, entrant)| Opponent { anchor, entrant, standing: Standing::default() };
        self.anchors.iter().zip(anchors).map(seat).collect()
    }
}

impl Place {
    /// What is known from these games.
    fn of(seats: &[Opponent]) -> Self {
        let results: Vec<(f64, Pentanomial)> =
            seats.iter().map(|seat| (seat.anchor.elo, seat.standing.distinct)).collect();
        let met = seats.iter().filter(|seat| seat.standing.pairs.units() > 0);
        let met = met.map(|seat| Met { anchor: seat.anchor.clone(), standing: seat.standing.clone() });
        Self { estimate: place(&results, Confidence::USUAL), met: met.collect(), ended: PlaceEnd::Stopped }
    }
}

/// An anchor and what was played against it.
struct Opponent<'a> {
    anchor: &'a Anchor,
    entrant: &'a Entrant,
    standing: Standing,
}

impl Opponent<'_> {
    /// A few pairs more, unless the time is up.
    fn meet(
        &mut self,
        player: &Entrant,
        openings: &[GameRecord],
        how: &Placing,
        stop: &AtomicBool,
        until: Instant,
        games: &mut impl FnMut(&Entrant, &Pair),
    ) {
        let before = self.standing.pairs.units();
        let contest = Contest {
            first: player,
            second: self.entrant,
            openings,
            pairs: before + ROUND,
            seed: Chance::stream(how.seed, &format!("ladder {}", self.anchor.player), 0).seed(),
            threads: how.threads,
        };
        contest.run_apart(before, stop, |pair| {
            self.standing.add(&pair);
            games(self.entrant, &pair);
            let is_over = Instant::now() >= until || self.standing.given_up(player, self.entrant).is_some();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }

    /// Whether more games can tell more.
    fn is_worth_meeting(&self) -> bool {
        self.standing.pairs.units() < MOST_PAIRS && self.standing.repeats_in_a_row() < REPEATS
    }
}

/// Whom to meet next: whose games are the least certain, for the time that they take; and rather somebody new.
fn next(seats: &[Opponent], estimate: Option<EloEstimate>) -> Option<usize> {
    let played: u64 = seats.iter().map(|seat| seat.standing.pairs.units()).sum();
    let Some(estimate) = estimate else { return (!seats.is_empty()).then_some(seats.len() / 2) };
    // Not more exact than it is known: at first many anchors are near enough.
    let expected = |elo: f64| {
        let reach = estimate.interval.width() / 2.0;
        let nearest = elo.clamp(estimate.elo - reach, estimate.elo + reach);
        score_from_elo((nearest + estimate.elo) / 2.0 - elo)
    };
    // Costs as they were measured once, not those of now: the same seed is to give the same games.
    let away = |seat: &&Opponent| (seat.anchor.elo - estimate.elo).abs();
    let nearest = seats.iter().min_by(|one, other| away(one).total_cmp(&away(other)))?;
    let value = |seat: &Opponent| {
        let score = expected(seat.anchor.elo);
        let cost = (seat.anchor.milliseconds + nearest.anchor.milliseconds).max(1e-3);
        let share = seat.standing.pairs.units() as f64 / played.max(1) as f64;
        // The root: a slow opponent that is near is worth more than quick ones that are far away.
        score * (1.0 - score) / cost.sqrt() / (1.0 + 4.0 * share)
    };
    let worth = (0..seats.len()).filter(|&seat| seats[seat].is_worth_meeting());
    worth.max_by(|&one, &other| value(&seats[one]).total_cmp(&value(&seats[other])))
}
