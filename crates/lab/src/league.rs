//! The score in the manner of the Othello League: one ply of look-ahead against the standard weighted
//! heuristic at one ply, each move of either being drawn at random one time in ten, colours in pairs.
// CITE: Lucas and Runarsson, Temporal difference learning versus co-evolution for acquiring Othello
// position evaluation (2006), and the trial league of the same authors.

use std::sync::atomic::AtomicBool;

use outflank_arena::statistics::{Confidence, Interval, ScoreSheet};
use outflank_arena::{Contest, Style};
use outflank_engine::Chance;
use outflank_learn::Model;
use outflank_value::PieceCounter;

use crate::CurvePoint;

/// The name of the curve.
pub const CURVE: &str = "league";

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
pub fn measure(model: &Model, games: u64, conditions: Conditions, stop: &AtomicBool) -> Option<LeagueScore> {
    let Conditions { pairs, seed, threads } = conditions;
    let style = Style { epsilon: EPSILON, ..Style::plies(1) };
    let first = model.entrant("learner", &style).expect("every player has one ply");
    let second = style.entrant("swh", PieceCounter::swh());
    // Games of their own for each point of a curve, or the luck of one would be the luck of all.
    let seed = Chance::stream(seed, "league", games).seed();
    let contest = Contest { first: &first, second: &second, openings: &[], pairs, seed, threads };
    let sheet = contest.count(stop)?;
    Some(LeagueScore { score: sheet.score()?, interval: sheet.interval(Confidence::USUAL) })
}

impl LeagueScore {
    /// The score as a point of the curve.
    pub fn point(&self, games: u64) -> CurvePoint {
        CurvePoint {
            games,
            name: CURVE.to_owned(),
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
        measure(&model, 100, conditions, &AtomicBool::new(false)).expect("not stopped")
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
    fn a_stopped_measurement_is_none() {
        let model = Model::Td(td::Model::new([0.0; 64], 0.0));
        let conditions = Conditions { pairs: 150, seed: 3, threads: 1 };
        assert_eq!(measure(&model, 0, conditions, &AtomicBool::new(true)), None);
    }
}
