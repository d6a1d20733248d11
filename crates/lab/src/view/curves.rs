//! What was measured while a run learned.

use outflank_arena::statistics::Interval;
use outflank_learn::linear4;

use crate::plot::{Curves, Series};
use crate::report::{Figure, ReportError, Section};
use crate::{CurvePoint, endgames, ladder, league};

/// What a curve is drawn with: those of one kind are compared with each other, so they share a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// The place on the ladder.
    Ladder,
    /// The score against the standard opponent.
    League,
    /// What is measured beside it where a learner is watched closely, each in units of its own.
    Watched,
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
            ladder::CURVE => Self::Ladder,
            league::CURVE => Self::League,
            league::RANDOM_CURVE | league::WIPED_OUT_CURVE | endgames::CURVE => Self::Watched,
            _ if linear4::FEATURES.contains(&name) => Self::Weights,
            _ if points.iter().all(|point| band(point).is_some()) => Self::Lessons,
            _ => Self::Gauge,
        }
    }

    /// Where a curve of this kind is drawn, before anything is.
    fn figure(self, name: &str) -> Result<(String, Curves, String), ReportError> {
        Ok(match self {
            Self::Ladder => (
                name.to_owned(),
                Curves::new("Place on the ladder while learning", "games", "Elo"),
                "In Elo, the random player having 0; the band is the 95 % interval.".to_owned(),
            ),
            Self::League => (
                name.to_owned(),
                Curves::new("Score while learning", "games", "score").reference("equal", 0.5)?,
                "Against swh, both at one ply with 10 % random moves; the band is the 95 % interval."
                    .to_owned(),
            ),
            Self::Watched => (
                name.to_owned(),
                Curves::new(name, "games", name),
                match name {
                    league::RANDOM_CURVE => "At one ply; the band is the 95 % interval.",
                    league::WIPED_OUT_CURVE => {
                        "The part of the games of the League that ended without a disc of its own."
                    }
                    _ => {
                        "The discs that a move at one ply gives away, over positions with ten empty squares from games of \
                         swh; the band is the 95 % interval of the mean."
                    }
                }
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
                format!("What {name} was while it learned."),
            ),
        })
    }
}

/// What was measured while a run learned: the score against the standard opponent first.
pub fn of_curves(points: &[CurvePoint]) -> Result<Section, ReportError> {
    let mut names: Vec<&str> = points.iter().map(|point| point.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    // How much a place rests on is told with it.
    names.retain(|name| *name != ladder::GAMES_CURVE);
    let mut curves: Vec<(Kind, &str, Vec<&CurvePoint>)> = names
        .into_iter()
        .map(|name| {
            let points: Vec<_> = points.iter().filter(|point| point.name == name).collect();
            (Kind::of(name, &points), name, points)
        })
        .collect();
    curves.sort_by_key(|(kind, name, _)| (*kind, *name));
    // What never changed is no curve: it is told. What is the same under another name is drawn once.
    let constant: Vec<String> = curves
        .iter()
        .filter(|(kind, _, points)| *kind == Kind::Gauge && points.len() > 1 && is_constant(points))
        .map(|(_, name, points)| format!("{name} was {} throughout", points[0].value))
        .collect();
    curves.retain(|(kind, _, points)| *kind != Kind::Gauge || points.len() < 2 || !is_constant(points));
    let drawn = curves.clone();
    curves.retain(|(_, name, points)| {
        !drawn
            .iter()
            .take_while(|(_, before, _)| before != name)
            .any(|(_, before, others)| name.starts_with(before) && is_part_of(points, others))
    });
    let together = |one: &(Kind, _, _), next: &(Kind, _, _)| {
        one.0 == next.0 && !matches!(one.0, Kind::Gauge | Kind::Watched)
    };
    let mut section = Section::new("Curves");
    for curves in curves.chunk_by(together) {
        let (kind, name, _) = &curves[0];
        let (name, mut plot, caption) = kind.figure(name)?;
        for (_, name, points) in curves {
            plot = plot.series(series(name, points)?);
        }
        section = section.figure(Figure::new(&name, caption, plot));
    }
    if !constant.is_empty() {
        section = section.paragraph(format!("{}.", constant.join("; ")));
    }
    Ok(section)
}

fn is_constant(points: &[&CurvePoint]) -> bool {
    points.windows(2).all(|two| two[0].value == two[1].value)
}

/// Whether all points are among others, under another name.
fn is_part_of(points: &[&CurvePoint], others: &[&CurvePoint]) -> bool {
    let is_there = |point: &&CurvePoint| {
        others.iter().any(|other| other.games == point.games && other.value == point.value)
    };
    points.iter().all(is_there)
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
            CurvePoint { value: 0.7, ..point("alpha", 0, None) },
            CurvePoint { value: 0.1, ..point("epsilon", 0, None) },
            CurvePoint { value: 0.1, ..point("epsilon", 9, None) },
            CurvePoint { value: 0.6, ..point("best", 0, Some(0.1)) },
            CurvePoint { value: 0.6, ..point("best fitness", 0, None) },
            CurvePoint { value: 0.4, ..point("mean", 0, Some(0.2)) },
            point("league", 0, Some(0.4)),
            point("league", 9, Some(0.3)),
            CurvePoint { value: 0.8, ..point(league::RANDOM_CURVE, 9, Some(0.3)) },
            point(league::WIPED_OUT_CURVE, 9, None),
            CurvePoint { value: 0.8, ..point(linear4::FEATURES[0], 0, None) },
            CurvePoint { value: 0.9, ..point(linear4::FEATURES[1], 0, None) },
        ];
        let json = serde_json::to_value(of_curves(&points).expect("numbers")).expect("a section");
        let blocks = json["blocks"].as_array().expect("blocks");
        let names: Vec<_> = blocks.iter().map(|block| &block["content"]["name"]).collect();
        let watched = ["score-against-random", "wiped-out-by-swh"];
        // The last is a paragraph: epsilon never changed. The best fitness is drawn as the best.
        assert_eq!(names[..6], ["league", watched[0], watched[1], "lessons", "theta", "alpha"]);
        assert!(blocks[6].to_string().contains("epsilon was 0.1 throughout"), "{}", blocks[6]);
        let drawn = |block: usize| blocks[block]["content"]["plot"]["series"].as_array().map(Vec::len);
        assert_eq!([0, 3, 4, 5].map(drawn), [1, 2, 2, 1].map(Some));
        assert_eq!(json["blocks"][0]["content"]["plot"]["series"][0]["band"][1]["low"], 0.3);
    }
}
