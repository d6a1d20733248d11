//! What a model has learned, for people to see: one section of a document per system, which the program
//! shows in a terminal and on pages, and reports take over.

mod edgar;
mod evolution;
mod value_matrix;
pub(crate) mod winmeasure;

use std::collections::BTreeMap;

use outflank_arena::statistics::Interval;
use outflank_learn::{Explanation, Model, imitator, linear4, selection, td};

use crate::plot::{Curves, HeatMap, Series};
use crate::report::{Cell, Column, Definition, Figure, ReportError, Section, Table};
use crate::{CurvePoint, league};

pub use edgar::{of_times, through_the_game};
pub use value_matrix::beside_the_printed;

/// What was learned, in pictures and tables.
pub fn of(model: &Model) -> Result<Section, ReportError> {
    match model {
        Model::Evolution(model) => evolution::of(model),
        Model::Imitator(model) | Model::Population(model) => of_network(model),
        Model::Linear4(model) => of_linear4(model),
        Model::Selection(model) => of_selection(model),
        Model::Td(model) => of_td(model),
        Model::Edgar(model) => edgar::of(model),
        Model::ValueMatrix(model) => value_matrix::of(model),
        Model::Winmeasure(model) => winmeasure::of(model),
    }
}

/// What a run has learned, and how its numbers changed on the way.
pub fn of_run(model: &Model, curve: &[CurvePoint]) -> Result<Section, ReportError> {
    let section = of(model)?;
    match model {
        Model::Linear4(_) => {
            let mut curves =
                Curves::new("The weights θ", "games learned", "weight").reference("none", 0.0)?;
            for feature in linear4::FEATURES {
                let points = curve.iter().filter(|point| point.name == feature);
                curves = curves
                    .series(Series::new(feature, points.map(|point| (point.games as f64, point.value)))?);
            }
            let words = "The weight of each feature while it learned.";
            Ok(section.figure(Figure::new("weights", words, curves)))
        }
        _ => Ok(match of_lessons(curve)? {
            Some(lessons) => section.figure(lessons),
            None => section,
        }),
    }
}

/// Why a model would make which move: a row for each, with what every part adds to its value.
pub fn of_explanation(explanation: &Explanation) -> Result<Section, ReportError> {
    let names = explanation.moves.iter().map(|explained| &explained.parts).max_by_key(|parts| parts.len());
    let names: Vec<&str> = names.into_iter().flatten().map(|part| part.name).collect();
    let columns = [Column::left("move"), Column::right("value")]
        .into_iter()
        .chain(names.iter().map(|name| Column::right(*name)))
        .chain([Column::left("expected play")]);
    let plies = match explanation.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let caption = format!("The moves, {plies} ahead, and what each part adds to their values");
    let mut table = Table::new(caption, columns);
    for explained in &explanation.moves {
        let part = |name: &&str| explained.parts.iter().find(|part| part.name == *name);
        let parts = names
            .iter()
            .map(|name| part(name).map_or("—".to_owned(), |part| format!("{:+.3}", part.value)));
        let cells = [explained.square.to_string(), explained.value.to_string()].into_iter().chain(parts);
        let line: Vec<String> = explained.line.iter().map(ToString::to_string).collect();
        table = table.row(cells.chain([line.join(" ")]).map(Cell::from))?;
    }
    Ok(Section::new("Why these moves").table(table))
}

/// The curves that the lessons of a run measured by themselves, where they say how far they spread; `None` if
/// they measured nothing.
fn of_lessons(points: &[CurvePoint]) -> Result<Option<Figure>, ReportError> {
    let mut curves: BTreeMap<&str, Vec<(f64, f64, Interval)>> = BTreeMap::new();
    for point in points {
        if let CurvePoint { games, name, value, low: Some(low), high: Some(high) } = point
            && name != league::CURVE
        {
            let band = Interval { low: *low, high: *high };
            curves.entry(name).or_default().push((*games as f64, *value, band));
        }
    }
    if curves.is_empty() {
        return Ok(None);
    }
    let mut plot = Curves::new("What the lessons measured", "games", "measured");
    for (name, points) in curves {
        let line = Series::new(name, points.iter().map(|(games, value, _)| (*games, *value)))?;
        plot = plot.series(line.with_band(points.iter().map(|(_, _, band)| *band))?);
    }
    Ok(Some(Figure::new("lessons", "Measured while it learned, lesson by lesson, with their spread.", plot)))
}

/// A picture of 64 weights, from the side of whose discs they are.
pub fn of_weights(weights: [f64; 64]) -> Result<Figure, ReportError> {
    let map = HeatMap::new("By squares").board("weights", weights)?;
    Ok(Figure::new("weights", "What a disc on each square is worth.", map))
}

/// What was measured while a run learned: the score against the standard opponent first.
pub fn of_curves(points: &[CurvePoint]) -> Result<Section, ReportError> {
    let mut section = Section::new("Curves");
    let mut names: Vec<&str> = points.iter().map(|point| point.name.as_str()).collect();
    names.sort_by_key(|name| (*name != league::CURVE, *name));
    names.dedup();
    for name in names {
        let of_name: Vec<&CurvePoint> = points.iter().filter(|point| point.name == name).collect();
        let line = Series::new(name, of_name.iter().map(|point| (point.games as f64, point.value)))?;
        let band: Option<Vec<Interval>> =
            of_name.iter().map(|point| Some(Interval { low: point.low?, high: point.high? })).collect();
        let line = match band {
            Some(band) => line.with_band(band)?,
            None => line,
        };
        let (plot, caption) = if name == league::CURVE {
            let plot = Curves::new("Score while learning", "games", "score").reference("equal", 0.5)?;
            (
                plot,
                "Against swh, both at one ply with 10 % random moves; the band is the 95 % interval."
                    .to_owned(),
            )
        } else {
            (Curves::new(name, "games", name), format!("The {name}, as the run went on."))
        };
        section = section.figure(Figure::new(name, caption, plot.series(line)));
    }
    Ok(section)
}

fn of_td(model: &td::Model) -> Result<Section, ReportError> {
    Ok(Section::new("What it learned")
        .figure(of_weights(*model.weights())?)
        .definitions([Definition::new("bias", format!("{:.4}", model.bias()))]))
}

fn of_linear4(model: &linear4::Model) -> Result<Section, ReportError> {
    let table = weights_of_features(linear4::FEATURES.into_iter().zip(model.theta()))?;
    let matrix = HeatMap::new("By squares").board("value matrix", *model.matrix().weights())?;
    Ok(Section::new("What it learned").table(table).figure(Figure::new(
        "matrix",
        "The value matrix of the fourth feature, scaled so that its score lies within ±100.",
        matrix,
    )))
}

fn of_selection(model: &selection::Model) -> Result<Section, ReportError> {
    let weights = model.weights().map(|(feature, weight)| (feature.name(), weight));
    Ok(Section::new("What it learned").table(weights_of_features(weights)?))
}

/// What a feature adds to the value of a position where it is 1.
fn weights_of_features(weights: impl Iterator<Item = (&'static str, f64)>) -> Result<Table, ReportError> {
    let columns = [Column::left("feature"), Column::right("weight")];
    let mut table = Table::new("The features and their weights, as the mover sees them", columns);
    for (name, weight) in weights {
        table = table.row([name.into(), format!("{weight:+.4}").into()])?;
    }
    Ok(table)
}

fn of_network(model: &imitator::Model) -> Result<Section, ReportError> {
    let map = HeatMap::new("By squares").board("slopes", model.slopes())?;
    Ok(Section::new("What it learned")
        .figure(Figure::new(
            "slopes",
            "How much a disc of Black's on each square adds to the output where all neurons are at rest.",
            map,
        ))
        .definitions([Definition::new("hidden neurons", model.neurons().to_string())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_comes_first_with_its_band() {
        let point = |name: &str, games, low| CurvePoint {
            games,
            name: name.to_owned(),
            value: 0.5,
            low,
            high: low.map(|low| low + 0.2),
        };
        let points = [point("alpha", 0, None), point("league", 0, Some(0.4)), point("league", 9, Some(0.3))];
        let json = serde_json::to_value(of_curves(&points).expect("numbers")).expect("a section");
        let names: Vec<_> = json["blocks"]
            .as_array()
            .expect("blocks")
            .iter()
            .map(|block| &block["content"]["name"])
            .collect();
        assert_eq!(names, ["league", "alpha"]);
        assert_eq!(json["blocks"][0]["content"]["plot"]["series"][0]["band"][1]["low"], 0.3);
    }
}
