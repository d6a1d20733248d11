//! What was learned: weights as pictures, and how the players grew.

use outflank_arena::statistics::{Confidence, Interval, mean_interval};
use outflank_learn::td::study::{Group, Plan, Rate, Variant};

use super::{ReportError, Results};
use crate::plot::{Curves, HeatMap, Series};
use crate::report::{Figure, Section};
use crate::studies::td::Trained;

pub(super) fn section(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let mut section = Section::new("What was learned");
    for (rate, name, words) in [(Rate::Fixed, "fixed", "fixed ε"), (Rate::Reduced, "reduced", "reduced ε")]
    {
        let group = |plies| Group { rate, plies, variant: Variant::Ours };
        let mut map = HeatMap::new(format!("Mean weights of the players, {words}"));
        let mut curves =
            Curves::new(format!("Score in the Othello League, {words}"), "games learned", "score at 1 ply")
                .reference("SWH", 0.5)?;
        for plies in 1..=plan.plies {
            let Some(trained) = results.trained.get(&group(plies)) else { continue };
            map = map.board(format!("{plies}-ply"), mean_weights(trained))?;
            curves = curves.series(growth(format!("{plies}-ply"), trained)?);
        }
        section = section
            .figure(Figure::new(
                &format!("weights-{name}"),
                format!("The weights learned with {words}, averaged over the players of each ply, from Black's side."),
                map,
            ))
            .figure(Figure::new(
                &format!("curves-{name}"),
                format!(
                    "The score of the players at 1 ply against SWH at 1 ply, both with 10 % random moves, while they \
                     learned with {words}: mean of the players and 95 % interval of the mean. Those that look further \
                     ahead while learning are not made to play at 1 ply."
                ),
                curves,
            ));
    }
    Ok(section)
}

fn mean_weights(trained: &[Trained]) -> [f64; 64] {
    std::array::from_fn(|square| {
        trained.iter().map(|player| player.weights[square]).sum::<f64>() / trained.len() as f64
    })
}

/// The mean curve of some players.
fn growth(name: String, trained: &[Trained]) -> Result<Series, ReportError> {
    let points = trained.iter().map(|player| player.curve.len()).min().unwrap_or(0);
    let mut means = Vec::with_capacity(points);
    let mut bands = Vec::with_capacity(points);
    for point in 0..points {
        let scores: Vec<f64> = trained.iter().map(|player| player.curve[point].1).collect();
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let spread = mean_interval(&scores, Confidence::USUAL).map(|estimate| estimate.interval);
        means.push((trained[0].curve[point].0 as f64, mean));
        bands.push(spread.unwrap_or(Interval::around(mean, 0.0)));
    }
    Ok(Series::new(name, means)?.with_band(bands)?)
}
