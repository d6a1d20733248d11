//! The scores against the panel.

use outflank_arena::statistics::{Confidence, mean_interval};
use outflank_learn::winmeasure::study::{Plan, Variant};

use super::super::PANEL;
use super::super::results::Results;
use super::{describe, mean_cell};
use crate::plot::{IntervalRow, Intervals};
use crate::report::{Cell, Column, Figure, ReportError, Section, Table};

pub(super) fn section(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let mut columns = vec![Column::left("tables"), Column::left("playing")];
    columns.extend(PANEL.map(|member| Column::right(format!("against {member}"))));
    columns.push(Column::right("mean, 95 % interval"));
    let mut table = Table::new("Scores against the panel, a draw counting half", columns);
    let mut figure = Intervals::new("Score against the panel", "score");
    for variant in Variant::ALL {
        for setting in plan.settings(variant) {
            let scores = results.scores(variant, setting);
            let against = |member: usize| {
                let of_member = results.sample(variant, |taught| {
                    let scores = taught.scores.iter().find(|(name, _)| *name == setting.to_string())?;
                    scores.1.get(member).copied()
                });
                let mean = of_member.iter().sum::<f64>() / of_member.len().max(1) as f64;
                Cell::from(format!("{mean:.3}"))
            };
            let cells = [variant.describe().into(), describe(setting).into()];
            let cells = cells.into_iter().chain((0..PANEL.len()).map(against)).chain([mean_cell(&scores)?]);
            table = table.row(cells)?;
            if let Some(estimate) = mean_interval(&scores, Confidence::USUAL) {
                let label = format!("{}, {}", variant.describe(), describe(setting));
                figure = figure.row(IntervalRow::new(label, estimate.mean, estimate.interval)?);
            }
        }
    }
    Ok(Section::new("Scores against the panel")
        .figure(Figure::new(
            "scores",
            "The mean score of the tables of each kind, with its 95 % interval.",
            figure,
        ))
        .table(table))
}
