//! The score in the manner of the Othello League: one ply of look-ahead against the standard weighted
//! heuristic at one ply, each move of either being drawn at random one time in ten, colours in pairs.
// CITE: Lucas and Runarsson, Temporal difference learning versus co-evolution for acquiring Othello
// position evaluation (2006), and the trial league of the same authors.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use outflank_arena::statistics::{Confidence, Interval, Pentanomial, ScoreSheet};
use outflank_arena::{Contest, Entrant, Played, Style};
use outflank_engine::Chance;
use outflank_engine::players::Random;
use outflank_learn::Model;
use outflank_rules::Color;
use outflank_value::PieceCounter;

use crate::CurvePoint;

/// The name of the curve.
pub const CURVE: &str = "league";

/// The names of what is measured beside it, where a learner is watched closely.
pub const RANDOM_CURVE: &str = "score against random";
/// The part of the League's games in which the learner lost its last disc.
pub const WIPED_OUT_CURVE: &str = "wiped out by swh";

/// How often a move of either side is drawn at random.
pub const EPSILON: f64 = 0.1;

/// How the games are played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Pairs of games.
    pub pairs: u64,
    /// What names the streams of chance, with the number of games learned.
    pub seed: u64,
    /// How many games are played at a time, which changes nothing but the time it takes.
    pub threads: usize,
}

/// A score and how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeagueScore {
    /// Points per game, from 0 to 1.
    pub score: f64,
    /// The scores that the results allow, 95 times in 100.
    pub interval: Interval,
}

/// Measures what was learned in so many games, or `None` if that was stopped.
pub fn measure(model: &Model, games: u64, conditions: Conditions, stop: &AtomicBool) -> Option<Measured> {
    let style = Style { epsilon: EPSILON, ..Style::plies(1) };
    let swh = style.entrant("swh", PieceCounter::swh());
    against(&swh, &style, model, games, conditions, stop)
}

/// The same against random without forced moves.
pub fn against_random(
    model: &Model,
    games: u64,
    conditions: Conditions,
    stop: &AtomicBool,
) -> Option<Measured> {
    let random = Entrant::new("random", || Box::new(Random::new()));
    against(&random, &Style::plies(1), model, games, conditions, stop)
}

fn against(
    opponent: &Entrant,
    style: &Style,
    model: &Model,
    games: u64,
    Conditions { pairs, seed, threads }: Conditions,
    stop: &AtomicBool,
) -> Option<Measured> {
    let first = model.entrant("learner", style).expect("every player has one ply");
    // Games of their own for each point of a curve, or the luck of one would be the luck of all.
    let seed = Chance::stream(seed, "league", games).seed();
    let contest = Contest { first: &first, second: opponent, openings: &[], pairs, seed, threads };
    let mut sheet = Pentanomial::default();
    let mut wiped_out = 0;
    contest.run(stop, |pair| {
        let [one, other] = pair.outcomes();
        sheet.add(one, other);
        let has_none = |(played, color): &(&Played, Color)| played.game.board().discs(*color).is_empty();
        wiped_out += pair.seen_by_first().filter(has_none).count();
        ControlFlow::Continue(())
    });
    if sheet.units() != pairs {
        return None;
    }
    let score = LeagueScore { score: sheet.score()?, interval: sheet.interval(Confidence::USUAL) };
    Some(Measured { score, wiped_out: wiped_out as f64 / (2 * pairs) as f64 })
}

/// What games brought out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The score.
    pub score: LeagueScore,
    /// The part of all games that ended without a disc of the learner's.
    pub wiped_out: f64,
}

impl LeagueScore {
    /// The score as a point of the curve.
    pub fn point(&self, games: u64) -> CurvePoint {
        self.point_of(CURVE, games)
    }

    /// The score as a point of a curve.
    pub fn point_of(&self, name: &str, games: u64) -> CurvePoint {
        CurvePoint {
            games,
            name: name.to_owned(),
            value: self.score,
            low: Some(self.interval.low),
            high: Some(self.interval.high),
        }
    }

    /// The score from a point of the curve.
    pub fn of_point(point: &CurvePoint) -> Option<Self> {
        match point {
            CurvePoint { name, value, low: Some(low), high: Some(high), .. } if name == CURVE => {
                Some(Self { score: *value, interval: Interval { low: *low, high: *high } })
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_learn::td;

    fn score(weights: [f64; 64], threads: usize) -> LeagueScore {
        let model = Model::Td(td::Model::new(weights, 0.0));
        let conditions = Conditions { pairs: 150, seed: 3, threads };
        measure(&model, 100, conditions, &AtomicBool::new(false)).expect("not stopped").score
    }

    #[test]
    fn the_standard_opponent_is_its_own_match() {
        let equal = score(*PieceCounter::swh().weights(), 1);
        assert!(equal.interval.contains(0.5), "{equal:?}");
        assert_eq!(score(*PieceCounter::swh().weights(), 2), equal, "threads change nothing");
        let worse = score(PieceCounter::swh().weights().map(|weight| -weight), 1);
        assert!(worse.interval.high < 0.35, "{worse:?}");
        assert_eq!(LeagueScore::of_point(&equal.point(7)), Some(equal));
    }

    #[test]
    fn who_is_wiped_out_is_counted() {
        // Whoever gives discs away and wants no more of them is left without one now and then.
        let conditions = Conditions { pairs: 150, seed: 3, threads: 1 };
        let wiped_out = |weights| {
            let model = Model::Td(td::Model::new(weights, 0.0));
            let stop = AtomicBool::new(false);
            let measured = measure(&model, 0, conditions, &stop).expect("not stopped");
            let random = against_random(&model, 0, conditions, &stop).expect("not stopped");
            (measured.wiped_out, random.score.score)
        };
        let (few, strong) = wiped_out(*PieceCounter::swh().weights());
        let (many, weak) = wiped_out([-1.0; 64]);
        assert!(many > few + 0.05, "{many} and {few}");
        assert!(strong > 0.7 && weak < 0.7, "{strong} and {weak}");
    }

    #[test]
    fn a_stopped_measurement_is_none() {
        let model = Model::Td(td::Model::new([0.0; 64], 0.0));
        let conditions = Conditions { pairs: 150, seed: 3, threads: 1 };
        assert_eq!(measure(&model, 0, conditions, &AtomicBool::new(true)), None);
    }
}
