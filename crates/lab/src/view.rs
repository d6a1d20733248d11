//! What a model has learned, for people to see: one section of a document per system, which the program
//! shows in a terminal and on pages, and reports take over.

use outflank_arena::statistics::Interval;
use outflank_learn::{Model, td};

use crate::CurvePoint;
use crate::league;
use crate::plot::{Curves, HeatMap, Series};
use crate::report::{Definition, Figure, ReportError, Section};

/// What was learned, in pictures and tables.
pub fn of(model: &Model) -> Result<Section, ReportError> {
    match model {
        Model::Td(model) => of_td(model),
    }
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
