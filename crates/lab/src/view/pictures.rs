//! Pictures of what is otherwise told in words and tables: the features that were chosen, and what levels of features were worth.

use outflank_arena::statistics::Interval;
use outflank_learn::winmeasure::{Feature, Heuristic, Level, Middle, Summary};
use outflank_learn::{Model, selection, winmeasure};

use crate::plot::{Curves, IntervalRow, Intervals, Series};
use crate::report::{Figure, ReportError};

/// The picture of a model that has none of its own; none where it has, or has learned nothing yet.
pub(super) fn of(model: &Model) -> Result<Option<Figure>, ReportError> {
    match model {
        Model::Selection(model) => weights(model),
        Model::Winmeasure(model) => levels(model),
        _ => Ok(None),
    }
}

/// The chosen features, the heaviest first, as lines from 0 to their weights.
fn weights(model: &selection::Model) -> Result<Option<Figure>, ReportError> {
    let mut weights: Vec<_> = model.weights().collect();
    weights.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    if weights.is_empty() {
        return Ok(None);
    }
    let empty = Intervals::new("The features it chose", "weight").reference("0", 0.0)?;
    let plot = weights.iter().try_fold(empty, |plot, &(feature, weight)| -> Result<_, ReportError> {
        let from_zero = Interval { low: weight.min(0.0), high: weight.max(0.0) };
        let row = IntervalRow::new(feature.name(), weight, from_zero)?;
        Ok(plot.row(row.written(format!("{weight:+.2}").replace('-', "−"))))
    })?;
    let caption = "The features that were chosen, the heaviest first, each with its weight. All features lie between about −1 and 1.";
    Ok(Some(Figure::new("features", caption, plot)))
}

/// What the levels of each feature were worth on their own, over the moves that were made with them.
fn levels(model: &winmeasure::Model) -> Result<Option<Figure>, ReportError> {
    let mut sums = [[(0.0, 0.0); Level::ALL.len()]; Feature::ALL.len()];
    for ranked in Middle::ALL.into_iter().flat_map(|phase| Summary::ranked(model, phase)) {
        let Some(heuristic) = Heuristic::new(ranked.heuristic) else { continue };
        for (of_feature, level) in sums.iter_mut().zip(heuristic.levels()) {
            let (sum, moves) = &mut of_feature[level as usize];
            *sum += ranked.measure as f64 * ranked.uses as f64;
            *moves += ranked.uses as f64;
        }
    }
    if sums.iter().flatten().all(|&(_, moves)| moves == 0.0) {
        return Ok(None);
    }
    let empty = Curves::new(
        "What a change in each feature was worth",
        "change by the move, from 1 (VeryLow) to 5 (VeryHigh)",
        "mean measure",
    );
    let plot = Feature::ALL.into_iter().zip(&sums).try_fold(empty, |plot, (feature, of_feature)| {
        let points = of_feature.iter().zip(1..).filter(|((_, moves), _)| *moves > 0.0);
        let points = points.map(|(&(sum, moves), level)| (f64::from(level), sum / moves));
        Series::new(feature.name(), points).map(|series| plot.series(series))
    })?;
    let caption = "The mean measure of the moves made, by how much the move changed each feature.";
    Ok(Some(Figure::new("levels", caption, plot)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Plot;
    use crate::report::Block;
    use crate::{Knowledge, PlayerRegistry, view};

    fn shipped(name: &str) -> Model {
        let found = PlayerRegistry::new(None).find(name).expect("a shipped player");
        match found.knowledge {
            Knowledge::Learned(player) => player.model,
            Knowledge::Text(_) => panic!("it has learned"),
        }
    }

    #[test]
    fn both_have_a_picture_of_what_they_learned() {
        for (name, said) in [("selection", "mobility"), ("winmeasure", "VeryHigh")] {
            let section = view::of(&shipped(name)).expect("a section");
            let pictures = section.blocks.iter().filter_map(|block| match block {
                Block::Figure(figure) => Some(figure.plot()),
                _ => None,
            });
            let pictures: Vec<&Plot> = pictures.collect();
            assert_eq!(pictures.len(), 1, "{name}");
            let svg = pictures[0].to_svg_without_styles();
            assert!(svg.contains(said), "{name}: {svg}");
        }
        // Others have one of their own.
        assert!(of(&shipped("td")).expect("no error").is_none());
    }

    #[test]
    fn levels_are_those_of_the_table() {
        // The listing of the player says the same by another way.
        let model = shipped("winmeasure");
        let figure = of(&model).expect("no error").expect("a picture");
        let Plot::Curves(curves) = figure.plot() else { panic!("curves") };
        let text = serde_json::to_string(curves).expect("JSON");
        let listed = format!("{:?}", model.view());
        let (_, listed) = listed.split_once("by feature and level").expect("a listing");
        let points: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for series in points["series"].as_array().expect("series") {
            for point in series["points"].as_array().expect("points") {
                let mean = format!("\"{:.0}\"", point["y"].as_f64().expect("a number"));
                assert!(listed.contains(&mean), "{mean} is not in {listed}");
            }
        }
    }
}
