//! Champions measured again, and what is the book's doing.

use outflank_arena::statistics::{Confidence, MeanEstimate, mean_interval};
use outflank_learn::evolution::study::{Evolved, Experiment, Plan, Results, Scored};

use super::ReportError;
use crate::report::{Cell, Column, Estimate, Section, Table};

pub(super) fn section(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let columns = [
        Column::left("experiment"),
        Column::right("runs"),
        Column::right("document"),
        Column::right("highest fitness"),
        Column::right("best of the last generation"),
        Column::right("champion in fresh games"),
        Column::right("flattered by"),
        Column::right("against strangers"),
    ];
    let mut table = Table::new("Points of 1,000 games, with 95 % intervals over the runs", columns);
    for experiment in Experiment::OF_DOCUMENT.into_iter().chain(Experiment::OPTIONS) {
        let runs = results.of(experiment);
        if runs.is_empty() {
            continue;
        }
        let theirs = match experiment {
            Experiment::Wpc => "450",
            Experiment::Mlp => "400",
            Experiment::WpcLarge => "500",
            Experiment::Openings => "540",
            _ => "—",
        };
        let is_against_swh = !matches!(experiment, Experiment::RoundRobin | Experiment::Tournament);
        let against_swh = |number: fn(&Evolved, &Scored) -> f64| match is_against_swh {
            true => points(results.mean(experiment, number)),
            false => Ok(Cell::from("—").note("not against the heuristic")),
        };
        table = table.row([
            experiment.describe().into(),
            runs.len().to_string().into(),
            theirs.into(),
            against_swh(|run, _| run.highest())?,
            against_swh(|run, _| run.best.last().copied().unwrap_or(0.0))?,
            points(results.mean(experiment, |_, scored| scored.as_evolved))?.strong(),
            against_swh(|run, scored| run.highest() - scored.as_evolved)?,
            points(results.mean(experiment, |_, scored| scored.elsewhere))?,
        ])?;
    }
    Ok(Section::new("Champions in fresh games")
        .paragraph(format!(
            "The highest of many fitnesses is a lucky one: each is won in {} games. So every champion, the best of the \
             last generation, was measured again in {} fresh games against the heuristic, under the same conditions. Who \
             is bred to beat one player may beat that one alone: against strangers is the mean of the scores, under the \
             same conditions, against Korman's, Norvig's and Edgar's tables, which nobody met in evolution. That column \
             was added when the champions were known; no verdict rests on it.",
            plan.games,
            2 * plan.pairs
        ))
        .table(table)
        .paragraph(
            "Is it the evolution that openings help, or the play? Champions that were evolved without openings were made \
             to follow them, and the other way round.",
        )
        .table(crossed(results)?))
}

/// Evolved with and without openings, playing with and without.
fn crossed(results: &Results) -> Result<Table, ReportError> {
    let columns = ["evolved", "plays without openings", "plays with openings", "with minus without"];
    let mut table = Table::new(
        "Champions in fresh games, points of 1,000",
        columns.into_iter().enumerate().map(|(place, heading)| match place {
            0 => Column::left(heading),
            _ => Column::right(heading),
        }),
    );
    for (experiment, words) in
        [(Experiment::Wpc, "without openings"), (Experiment::Openings, "with openings")]
    {
        let [without, with]: [fn(&Scored) -> f64; 2] = match experiment.has_openings() {
            true => [|scored| scored.otherwise.unwrap_or(scored.as_evolved), |scored| scored.as_evolved],
            false => [|scored| scored.as_evolved, |scored| scored.otherwise.unwrap_or(scored.as_evolved)],
        };
        let estimate = |number: &dyn Fn(&Scored) -> f64| {
            let sample: Vec<f64> = results.of(experiment).iter().map(|(_, scored)| number(scored)).collect();
            points(mean_interval(&sample, Confidence::USUAL))
        };
        table = table.row([
            words.into(),
            estimate(&without)?,
            estimate(&with)?,
            estimate(&|scored| with(scored) - without(scored))?,
        ])?;
    }
    Ok(table)
}

/// Points per game as points of 1,000 games, with their interval.
pub(super) fn points(estimate: Option<MeanEstimate>) -> Result<Cell, ReportError> {
    Ok(match estimate {
        Some(MeanEstimate { mean, interval }) => {
            Estimate::new(1000.0 * mean, interval.rescale(|value| 1000.0 * value))?.to_string().into()
        }
        None => "—".into(),
    })
}
