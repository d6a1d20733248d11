//! What was measured while a run learned.

use outflank_arena::statistics::Interval;
use outflank_learn::linear4;

use crate::plot::{Curves, Series};
use crate::report::{Figure, ReportError, Section};
use crate::{CurvePoint, league};

/// What a curve is drawn with: those of one kind are compared with each other, so they share a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The score against the standard opponent.
    League,
    /// What lessons measured by themselves, with how far it spread.
    Lessons,
    /// The weights of features.
    Weights,
    /// Everything else, each in units of its own.
    Gauge,
}

impl Kind {
    fn of(name: &str, points: &[&CurvePoint]) -> Self {
        match name {
            league::CURVE => Self::League,
            _ if linear4::FEATURES.contains(&name) => Self::Weights,
            _ if points.iter().all(|point| band(point).is_some()) => Self::Lessons,
            _ => Self::Gauge,
        }
    }

    /// Where a curve of this kind is drawn, before anything is.
    fn figure(self, name: &str) -> Result<(String, Curves, String), ReportError> {
        Ok(match self {
            Self::League => (
                name.to_owned(),
                Curves::new("Score while learning", "games", "score").reference("equal", 0.5)?,
                "Against swh, both at one ply with 10 % random moves; the band is the 95 % interval."
                    .to_owned(),
            ),
            Self::Lessons => (
                "lessons".to_owned(),
                Curves::new("What the lessons measured", "games", "measured"),
                "Measured while it learned, lesson by lesson, with their spread.".to_owned(),
            ),
            Self::Weights => (
                "theta".to_owned(),
                Curves::new("The weights θ", "games", "weight").reference("none", 0.0)?,
                "The weight of each feature while it learned.".to_owned(),
            ),
            Self::Gauge => (
                name.to_owned(),
                Curves::new(name, "games", name),
                format!("The {name}, as the run went on."),
            ),
        })
    }
}

/// What was measured while a run learned: the score against the standard opponent first.
pub fn of_curves(points: &[CurvePoint]) -> Result<Section, ReportError> {
    let mut names: Vec<&str> = points.iter().map(|point| point.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    let mut curves: Vec<(Kind, &str, Vec<&CurvePoint>)> = names
        .into_iter()
        .map(|name| {
            let points: Vec<_> = points.iter().filter(|point| point.name == name).collect();
            (Kind::of(name, &points), name, points)
        })
        .collect();
    curves.sort_by_key(|(kind, name, _)| (*kind, *name));
    let together = |one: &(Kind, _, _), next: &(Kind, _, _)| one.0 == next.0 && one.0 != Kind::Gauge;
    let mut section = Section::new("Curves");
    for curves in curves.chunk_by(together) {
        let (kind, name, _) = &curves[0];
        let (name, mut plot, caption) = kind.figure(name)?;
        for (_, name, points) in curves {
            plot = plot.series(series(name, points)?);
        }
        section = section.figure(Figure::new(&name, caption, plot));
    }
    Ok(section)
}

fn series(name: &str, points: &[&CurvePoint]) -> Result<Series, ReportError> {
    let line = Series::new(name, points.iter().map(|point| (point.games as f64, point.value)))?;
    let bands: Option<Vec<Interval>> = points.iter().map(|point| band(point)).collect();
    Ok(match bands {
        Some(bands) => line.with_band(bands)?,
        None => line,
    })
}

fn band(point: &CurvePoint) -> Option<Interval> {
    Some(Interval { low: point.low?, high: point.high? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_comes_first_and_what_is_compared_shares_a_picture() {
        let point = |name: &str, games, low: Option<f64>| CurvePoint {
            games,
            name: name.to_owned(),
            value: 0.5,
            low,
            high: low.map(|low| low + 0.2),
        };
        let points = [
            point("alpha", 0, None),
            point("epsilon", 0, None),
            point("best", 0, Some(0.1)),
            point("mean", 0, Some(0.2)),
            point("league", 0, Some(0.4)),
            point("league", 9, Some(0.3)),
            point(linear4::FEATURES[0], 0, None),
            point(linear4::FEATURES[1], 0, None),
        ];
        let json = serde_json::to_value(of_curves(&points).expect("numbers")).expect("a section");
        let blocks = json["blocks"].as_array().expect("blocks");
        let names: Vec<_> = blocks.iter().map(|block| &block["content"]["name"]).collect();
        assert_eq!(names, ["league", "lessons", "theta", "alpha", "epsilon"]);
        let drawn = |block: usize| blocks[block]["content"]["plot"]["series"].as_array().map(Vec::len);
        assert_eq!([0, 1, 2, 3].map(drawn), [1, 2, 2, 1].map(Some));
        assert_eq!(json["blocks"][0]["content"]["plot"]["series"][0]["band"][1]["low"], 0.3);
    }
}
