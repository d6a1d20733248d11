//! The report on the study of `winmeasure`.

mod choices;
mod learned;
mod scores;

use outflank_learn::Recipe;
use outflank_learn::winmeasure::study::{Plan, Setting, Variant};

use super::results::{Results, mean};
use super::{PANEL, claims};
use crate::recipes;
use crate::report::{Cell, Column, Definition, Report, ReportError, Section, Table, Verdict};
use crate::studies::Provenance;

/// Writes the report on what is there.
pub(super) fn report(plan: &Plan, results: &Results, provenance: &Provenance) -> Result<Report, ReportError> {
    let claims = claims::all(plan, results)?;
    let count = |verdict| claims.iter().filter(|finding| finding.verdict() == verdict).count();
    let lead = format!(
        "A learner weighed 46,875 heuristics for Othello by the final disc differences of the games in which they were \
         used. Its experiments were run again here: {} tables, {} of each kind, taught by up \
         to {} games each, with a panel of players in the role of the author. Of {} claims and suggestions, {} are \
         replicated, {} are not, and {} are undecided at this size.",
        plan.teachings().len(),
        plan.replicas,
        plan.games / 5 * 6,
        claims.len(),
        count(Verdict::Replicated),
        count(Verdict::NotReplicated),
        count(Verdict::Undecided),
    );
    Ok(Report::new("winmeasure: which heuristics to follow")
        .lead(lead)
        .section(
            Section::new("Claims")
                .paragraph(format!(
                    "The author judged tables by ten games or so of his own. His place is taken by a panel, which is our \
                     choice: {}. A score against the panel is the mean of the scores against its members, {} games each. \
                     Intervals are for 95 % and count tables, not games: they say where the mean of other tables, taught \
                     the same way with other seeds, would lie (Student's t).",
                    PANEL.join(", "),
                    2 * plan.pairs,
                ))
                .claims(claims),
        )
        .section(scores::section(plan, results)?)
        .section(choices::section(results)?)
        .section(learned::section(results)?)
        .section(cost(plan, results)?)
        .section(provenance_section(plan, provenance)))
}

/// What it cost.
fn cost(plan: &Plan, results: &Results) -> Result<Section, ReportError> {
    let columns = [Column::left("tables"), Column::right("games"), Column::right("seconds for a table")];
    let mut table = Table::new("Processor time, with the games against the panel", columns);
    for (&variant, seconds) in &results.seconds {
        table = table.row([
            Cell::from(variant.describe()),
            plan.recipe(variant).games.to_string().into(),
            format!("{seconds:.1}").into(),
        ])?;
    }
    let usual = results.seconds.get(&Variant::SelfTaught).copied();
    let per_ten_thousand = usual
        .map_or("unknown".to_owned(), |seconds| format!("{:.1}", seconds * 10_000.0 / plan.games as f64));
    Ok(Section::new("Cost")
        .paragraph(format!(
            "Everything took {:.0} minutes of processor time. The author reports 12 hours for 10,000 games on a \
             VAX-11/8600; here it is {per_ten_thousand} seconds, the games against the panel included.",
            results.cpu_seconds / 60.0,
        ))
        .table(table))
}

fn provenance_section(plan: &Plan, provenance: &Provenance) -> Section {
    let recipe = Recipe::Winmeasure(plan.recipe(Variant::SelfTaught));
    provenance
        .section([
            Definition::new("tables", format!("{} of each kind, each with a seed of its own", plan.replicas)),
            Definition::new("panel", PANEL.join(", ")),
            Definition::new(
                "document",
                "the report on learning which of 46,875 heuristics to apply when playing Othello, by the goodness of \
                 paths through a state-space; its title page is lost",
            ),
        ])
        .paragraph("The recipe of the self-taught tables; the others differ from it as named.")
        .code(recipes::write(&recipe))
}

/// A mean with its interval, or a dash.
fn mean_cell(sample: &[f64]) -> Result<Cell, ReportError> {
    Ok(mean(sample)?.map_or("—".to_owned(), |estimate| estimate.to_string()).into())
}

/// The name of a setting for people.
fn describe(setting: Setting) -> String {
    match setting {
        Setting::AsTaught => "as taught".to_owned(),
        Setting::Lookahead(empties) => format!("look-ahead of {empties}"),
        Setting::FrontEnd => "with the corner front end".to_owned(),
    }
}
