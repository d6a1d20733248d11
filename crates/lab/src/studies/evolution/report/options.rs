//! The options against their plain versions.

use outflank_learn::evolution::study::{Experiment, Plan, Results};

use super::ReportError;
use super::scores::points;
use crate::plot::{IntervalRow, Intervals};
use crate::report::{Claim, Column, Figure, Section, Table, Verdict};

pub(super) fn section(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let columns = [
        Column::left("option"),
        Column::left("plain version"),
        Column::right("runs"),
        Column::right("champion in fresh games"),
        Column::right("option minus plain"),
        Column::left("better"),
    ];
    let mut table = Table::new("Points of 1,000 games, run by run of the same seed", columns);
    let mut plot = Intervals::new("Options minus their plain versions", "points of 1,000 games")
        .reference("as good as plain", 0.0)?;
    for option in Experiment::OPTIONS {
        let fresh = results.mean(option, |_, scored| scored.as_evolved);
        let Some(lead) = results.lead(option, option.plain(), |_, scored| scored.as_evolved) else {
            continue;
        };
        let better = match Claim::above(0.0).judge(lead.interval) {
            Verdict::Replicated => "yes",
            Verdict::NotReplicated => "no",
            Verdict::Undecided => "undecided",
        };
        table = table.row([
            option.describe().into(),
            option.plain().describe().into(),
            results.of(option).len().to_string().into(),
            points(fresh)?,
            points(Some(lead))?.strong(),
            better.into(),
        ])?;
        let interval = lead.interval.rescale(|value| 1000.0 * value);
        plot = plot.row(IntervalRow::new(option.to_string(), 1000.0 * lead.mean, interval)?);
    }
    Ok(Section::new("Future work, tried")
        .paragraph(format!(
            "Each option differs from its plain version in one thing, starts from the same members and plays as many \
             games. The champions are compared in {} fresh games each; the intervals (95 %, Student's t) are over pairs \
             of runs, so that few runs decide only large differences.",
            2 * plan.pairs
        ))
        .table(table)
        .figure(Figure::new(
            "options",
            "How many points of 1,000 the champions of an option win more than those of its plain version.",
            plot,
        )))
}
