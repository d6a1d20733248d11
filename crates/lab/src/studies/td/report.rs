//! The report on the study of `td`.

mod claims;
mod learned;
mod tables;

use outflank_learn::Recipe;
use outflank_learn::td::study::{Plan, Rate, Variant};

use super::Results;
use crate::recipes;
use crate::report::{Cell, Column, Definition, Report, ReportError, Section, Table, Verdict};
use crate::studies::Provenance;

/// Writes the report on what is there.
pub(super) fn report(plan: &Plan, results: &Results, provenance: &Provenance) -> Result<Report, ReportError> {
    let claims = claims::of_document(plan, results)?;
    let count = |verdict| claims.iter().filter(|finding| finding.verdict() == verdict).count();
    let lead = format!(
        "Runarsson and Jonsson let a weighted piece counter learn Othello by temporal differences while looking 1 to 5 \
         plies ahead, and found that looking less far ahead while learning gives better players. Their experiments \
         were run again here: {} players, each taught by {} games of self-play, and all fifteen tables. Of {} claims, \
         {} are replicated, {} are not, and {} are undecided at this size.",
        plan.trainings().len(),
        plan.games,
        claims.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
    );
    let mut report = Report::new("td: how far to look ahead while learning").lead(lead);
    report = report.section(
        Section::new("Claims")
            .paragraph(
                "A claim holds if every number it names is above zero. The number shown is the one that decides: where \
                 all are above zero, the least of them. Numbers are points; a league of two groups of ten has 200. \
                 Intervals are for 95 % and count players, not games: they say how far another ten players of each \
                 kind could be from these, by drawing the players again (1,000 bootstrap draws, Student's t).",
            )
            .claims(claims)
            .table(claims::numbers(plan, results)?),
    );
    report = report.section(choices(plan, results)?);
    report = report.section(tables::section(plan, results)?);
    report = report.section(learned::section(plan, results)?);
    report = report.section(cost(plan, results)?);
    Ok(report.section(provenance_section(plan, provenance)))
}

/// Which claims hang on our choices.
fn choices(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let variants: Vec<Variant> = [Variant::Ours].into_iter().chain(Variant::OTHERS).collect();
    let mut columns = vec![Column::left("claim")];
    columns.extend(variants.iter().map(|variant| Column::left(variant.describe())));
    let mut table = Table::new(
        format!("The claims about leagues, with training at 1 to {} plies and fixed ε", plan.variant_plies),
        columns,
    );
    let by_variant = variants
        .iter()
        .map(|&variant| claims::of_variant(plan, results, variant))
        .collect::<Result<Vec<_>, _>>()?;
    for index in 0..by_variant[0].len() {
        let verdict = |findings: &Vec<claims::Verdicts>| match findings.get(index) {
            Some(found) => {
                Cell::from(format!("{} {}", found.finding.verdict().sign(), found.finding.verdict()))
                    .note(found.number.clone())
            }
            None => Cell::from("—"),
        };
        let statement = Cell::from(by_variant[0][index].statement.clone());
        table = table.row([statement].into_iter().chain(by_variant.iter().map(verdict)))?;
    }
    Ok(Section::new("What hangs on our choices")
        .paragraph(
            "The document is silent on four points. Each was decided here, and then decided the other way while the \
             others stayed: exploratory moves teach nothing, the bias is learned, a pass is not a ply, and among \
             equal moves one is drawn.",
        )
        .table(table))
}

/// What it cost.
fn cost(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let columns = ["plies", "seconds for a player", "games a second", "times the ply before"];
    let mut table =
        Table::new("The cost of learning on one core, fixed ε", columns.into_iter().map(Column::right));
    let mut before: Option<f64> = None;
    for (group, seconds) in &results.training_seconds {
        if group.rate != Rate::Fixed || group.variant != Variant::Ours {
            continue;
        }
        let growth = before.map_or("—".to_owned(), |before| format!("{:.1}", seconds / before));
        table = table.row([
            group.plies.to_string().into(),
            format!("{seconds:.1}").into(),
            format!("{:.0}", plan.games as f64 / seconds).into(),
            growth.into(),
        ])?;
        before = Some(*seconds);
    }
    let branching = results.branching.map_or("unknown".to_owned(), |moves| format!("{moves:.1}"));
    Ok(Section::new("Cost")
        .paragraph(format!(
            "All trainings and games took {:.0} minutes of processor time, so {:.0} minutes on two cores. A position has \
             {branching} legal moves on average; alpha-beta with good ordering searches far fewer a ply.",
            results.cpu_seconds / 60.0,
            results.cpu_seconds / 120.0,
        ))
        .table(table))
}

fn provenance_section(plan: &Plan, provenance: &Provenance) -> Section {
    let recipe = Recipe::Td(plan.recipe(plan.groups()[0]));
    provenance
        .section([
            Definition::new("players", format!("{} of each kind", plan.replicas)),
            Definition::new(
                "document",
                "T. P. Runarsson and E. O. Jonsson, Effect of look-ahead search depth in learning position evaluation \
                 functions for Othello using ε-greedy exploration, 2007",
            ),
        ])
        .paragraph("The recipe of the players trained at 1 ply with fixed ε; the others differ from it as named.")
        .code(recipes::write(&recipe))
}
