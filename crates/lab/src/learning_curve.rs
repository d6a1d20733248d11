//! The curve of a run: its places on the ladder, over games and over the time of the processor that they cost.
//!
//! Everything here was measured. Where a checkpoint is gone, the seconds of its point are unknown and left out.

use std::fmt::Write;

use outflank_arena::statistics::{Confidence, mean_interval};
use serde::Serialize;

use crate::{CheckpointMark, CurvePoint, RunId, Store, StoreError, ladder};

/// A place on the ladder that was measured while a run learned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CurveMoment {
    /// Games learned from.
    pub games: u64,
    /// Seconds of the processor that learning them took, if they are known.
    pub seconds: Option<f64>,
    /// The place, in Elo.
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Different games that were played to measure it.
    pub rests_on: Option<u64>,
}

/// The mean of several runs of one recipe at one moment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MeanMoment {
    /// Games learned from.
    pub games: u64,
    /// Seconds of the processor on average, if they are known of all.
    pub seconds: Option<f64>,
    /// The mean of their places.
    pub elo: f64,
    /// The lower end of the 95 % interval of the mean, from the spread between runs.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many runs.
    pub runs: usize,
}

/// The curve of a run.
pub fn curve(store: &Store, run: &RunId) -> Result<Vec<CurveMoment>, StoreError> {
    Ok(moments(&store.curves(run)?, &store.checkpoints(run)?))
}

fn moments(points: &[CurvePoint], marks: &[CheckpointMark]) -> Vec<CurveMoment> {
    let rests_on = |games: u64| {
        let found = points.iter().find(|point| point.name == ladder::GAMES_CURVE && point.games == games);
        found.map(|point| point.value as u64)
    };
    let moment = |point: &CurvePoint| {
        Some(CurveMoment {
            games: point.games,
            seconds: seconds_at(marks, point.games),
            elo: point.value,
            low: point.low?,
            high: point.high?,
            rests_on: rests_on(point.games),
        })
    };
    points.iter().filter(|point| point.name == ladder::CURVE).filter_map(moment).collect()
}

/// The seconds at the last checkpoint after so many games.
fn seconds_at(marks: &[CheckpointMark], games: u64) -> Option<f64> {
    marks.iter().rev().find(|mark| mark.games == games).map(|mark| mark.cpu_seconds)
}

/// The mean of several curves at the moments that all of them have: two runs at least.
pub fn mean_of(curves: &[Vec<CurveMoment>]) -> Vec<MeanMoment> {
    let [first, others @ ..] = curves else { return Vec::new() };
    if others.is_empty() {
        return Vec::new();
    }
    let mean = |moment: &CurveMoment| {
        let same = |curve: &Vec<CurveMoment>| curve.iter().find(|other| other.games == moment.games).cloned();
        let all: Vec<CurveMoment> = curves.iter().map(same).collect::<Option<_>>()?;
        let places: Vec<f64> = all.iter().map(|one| one.elo).collect();
        let estimate = mean_interval(&places, Confidence::USUAL)?;
        let seconds: Option<Vec<f64>> = all.iter().map(|one| one.seconds).collect();
        Some(MeanMoment {
            games: moment.games,
            seconds: seconds.map(|seconds| seconds.iter().sum::<f64>() / seconds.len() as f64),
            elo: estimate.mean,
            low: estimate.interval.low,
            high: estimate.interval.high,
            runs: all.len(),
        })
    };
    first.iter().filter_map(mean).collect()
}

/// Everything that was measured while a run learned, as a table with commas between.
pub fn to_csv(store: &Store, run: &RunId) -> Result<String, StoreError> {
    let (points, marks) = (store.curves(run)?, store.checkpoints(run)?);
    let mut text = "run,curve,games,seconds,value,low,high\n".to_owned();
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    for CurvePoint { games, name, value, low, high } in &points {
        let seconds = number(seconds_at(&marks, *games));
        // A name has neither quotes nor commas unless somebody calls a feature so.
        let name = if name.contains([',', '"']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name.clone()
        };
        let _ = writeln!(text, "{run},{name},{games},{seconds},{value},{},{}", number(*low), number(*high));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Moment;

    fn point(name: &str, games: u64, value: f64) -> CurvePoint {
        let band = (name == ladder::CURVE).then_some(20.0);
        let (low, high) = (band.map(|band| value - band), band.map(|band| value + band));
        CurvePoint { games, name: name.to_owned(), value, low, high }
    }

    fn mark(games: u64, cpu_seconds: f64) -> CheckpointMark {
        CheckpointMark { lesson: games, games, cpu_seconds, made: Moment { seconds: 0 } }
    }

    #[test]
    fn nothing_is_there_that_was_not_measured() {
        let points = [
            point("elo", 0, 5.0),
            point("elo", 100, 80.0),
            point("elo games", 100, 200.0),
            point("alpha", 50, 1.0),
        ];
        let curve = moments(&points, &[mark(0, 0.0), mark(50, 1.0)]);
        assert_eq!(curve.len(), 2);
        assert_eq!((curve[0].seconds, curve[0].rests_on), (Some(0.0), None));
        assert_eq!((curve[1].seconds, curve[1].rests_on, curve[1].low), (None, Some(200), 60.0));
    }

    #[test]
    fn the_mean_of_seeds_has_their_spread() {
        let curve = |places: [f64; 2]| {
            moments(&[point("elo", 0, places[0]), point("elo", 9, places[1])], &[mark(0, 1.0), mark(9, 2.0)])
        };
        let mean = mean_of(&[curve([0.0, 90.0]), curve([0.0, 110.0]), curve([0.0, 100.0])]);
        assert_eq!((mean[0].elo, mean[1].elo, mean[1].runs, mean[1].seconds), (0.0, 100.0, 3, Some(2.0)));
        // Student's 95 % with two degrees of freedom: 4.303 × 10 / √3.
        assert!((mean[1].high - 100.0 - 24.84).abs() < 0.01, "{mean:?}");
        assert!(mean_of(&[curve([0.0, 1.0])]).is_empty(), "one run has no spread");
    }
}
