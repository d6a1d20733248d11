//! Figures 10 to 17, and how alike the members become.

use outflank_arena::statistics::{Confidence, Interval, mean_interval};
use outflank_learn::evolution::study::{Evolved, Experiment, Results, centre, separation};

use super::ReportError;
use crate::plot::{Curves, HeatMap, Series, readable};
use crate::report::{Figure, Section};

/// A curve of a run.
type Part = fn(&Evolved) -> &[f64];

const BEST: Part = |run| &run.best;
const MEAN: Part = |run| &run.mean;
const DIVERSITY: Part = |run| &run.diversity;

pub(super) fn section(results: &Results) -> Result<Section, ReportError> {
    use Experiment::{Mlp, Openings, Wpc, WpcLarge};
    let mut section = Section::new("The figures");
    for (number, experiment, theirs) in
        [(10, Wpc, 450.0), (11, Mlp, 400.0), (12, WpcLarge, 500.0), (13, Openings, 540.0)]
    {
        let title = format!("Figure {number}: {}", experiment.describe());
        let mut curves = Curves::new(title, "generation", "points of 1,000 games")
            .reference("the document's best", theirs)?;
        for (name, part) in [("best", BEST), ("mean", MEAN)] {
            curves = curves.series(series(name, results, experiment, part, 1000.0)?);
        }
        let caption = "The best and the mean fitness of each generation: mean over the runs and its 95 % interval. \
                       The line is the highest that the document reports.";
        section = section.figure(Figure::new(&format!("figure-{number}"), caption, curves));
    }
    for (number, name, part) in [(14, "best", BEST), (15, "mean", MEAN)] {
        let title = format!("Figure {number}: the {name} fitness with openings and without");
        let curves = Curves::new(title, "generation", "points of 1,000 games")
            .series(series("with openings", results, Openings, part, 1000.0)?)
            .series(series("without", results, Wpc, part, 1000.0)?);
        let caption = "Mean over the runs and its 95 % interval.";
        section = section.figure(Figure::new(&format!("figure-{number}"), caption, curves));
    }
    for (number, experiment, words) in [(16, Wpc, "without openings"), (17, Openings, "with openings")] {
        section = section.figure(weights(number, results, experiment, words)?);
    }
    // Genes of the options have no bounds, so that the others would be a line at the bottom.
    for (name, title, experiments, more) in [
        (
            "diversity",
            "How much the members differ",
            &[Wpc, Mlp, WpcLarge, Openings][..],
            "relative to that of fresh genes: 0 where all members are alike.",
        ),
        (
            "diversity-unbounded",
            "How much the members differ where genes have no bounds",
            &[Experiment::SelfAdaptive, Experiment::CmaEs],
            "relative to that of fresh genes of the plain version. Only the directions of the weights decide moves, so \
             they may grow without end.",
        ),
    ] {
        let mut curves = Curves::new(title, "generation", "diversity");
        for &experiment in experiments {
            curves = curves.series(series(experiment.describe(), results, experiment, DIVERSITY, 1.0)?);
        }
        let caption = format!(
            "The standard deviation of a gene over the members, as the root of the mean square over all genes, {more} \
             Mean over the runs and its 95 % interval."
        );
        section = section.figure(Figure::new(name, caption, curves));
    }
    Ok(section)
}

/// The weights of the champions: that of the first run, and the mean of all.
fn weights(
    number: usize,
    results: &Results,
    experiment: Experiment,
    words: &str,
) -> Result<Figure, ReportError> {
    let champions: Vec<&[f64; 64]> =
        results.of(experiment).iter().filter_map(|(run, _)| run.weights()).collect();
    let mean = std::array::from_fn(|square| {
        champions.iter().map(|weights| weights[square]).sum::<f64>() / champions.len().max(1) as f64
    });
    let mut map = HeatMap::new(format!("Figure {number}: weights {words}"));
    if let Some(first) = champions.first() {
        map = map.board("first run", **first)?.board("mean of all runs", mean)?;
    }
    let average = |measure: fn(&[f64; 64]) -> f64| {
        champions.iter().map(|weights| measure(weights)).sum::<f64>() / champions.len().max(1) as f64
    };
    let caption = format!(
        "The weights of the best of the last generation, evolved {words}. Over all runs, safe squares near a corner lie {} \
         standard deviations above dangerous ones, and the centre {} above the board.",
        readable(average(separation)),
        readable(average(centre)),
    );
    Ok(Figure::new(&format!("figure-{number}"), caption, map))
}

/// The mean of a curve over all runs.
fn series(
    name: &str,
    results: &Results,
    experiment: Experiment,
    part: Part,
    scale: f64,
) -> Result<Series, ReportError> {
    let runs: Vec<&[f64]> = results.of(experiment).iter().map(|(run, _)| part(run)).collect();
    let generations = runs.iter().map(|run| run.len()).min().unwrap_or(0);
    let mut means = Vec::with_capacity(generations);
    let mut bands = Vec::with_capacity(generations);
    for generation in 0..generations {
        let values: Vec<f64> = runs.iter().map(|run| scale * run[generation]).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let spread = mean_interval(&values, Confidence::USUAL).map(|estimate| estimate.interval);
        means.push(((generation + 1) as f64, mean));
        bands.push(spread.unwrap_or(Interval::around(mean, 0.0)));
    }
    Ok(Series::new(name, means)?.with_band(bands)?)
}
