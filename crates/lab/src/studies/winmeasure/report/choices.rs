//! Whether results hang on our choices.

use outflank_learn::winmeasure::Middle;
use outflank_learn::winmeasure::study::{Setting, Variant};

use super::super::results::{Results, lead};
use super::mean_cell;
use crate::report::{Cell, Claim, Column, ReportError, Section, Table, Verdict};

pub(super) fn section(results: &Results) -> Result<Section, ReportError> {
    let columns = [
        Column::left("choice"),
        Column::right("score against the panel"),
        Column::right("more than with ours"),
        Column::left("differs"),
        Column::right("used in 2"),
        Column::right("used in 3"),
        Column::right("used in 4"),
        Column::right("nearly all VeryHigh in the top ten"),
        Column::right("phase 4 over 3"),
        Column::right("measure beside corners, minus others"),
    ];
    let mut table = Table::new("Our choices, and each of them made the other way", columns);
    for variant in [Variant::SelfTaught].into_iter().chain(Variant::CHOICES) {
        let scores = results.scores(variant, Setting::AsTaught);
        let (more, differs) = match variant {
            Variant::SelfTaught => ("—".to_owned(), "—"),
            _ => {
                let ours = results.scores(Variant::SelfTaught, Setting::AsTaught);
                match lead(&scores, &ours)? {
                    Some(lead) => (lead.to_string(), word(lead.judge(Claim::above(0.0)))),
                    None => ("—".to_owned(), "—"),
                }
            }
        };
        let used = |phase: Middle| {
            mean_cell(&results.sample(variant, |taught| Some(taught.summary.used[phase as usize] as f64)))
        };
        let high = results.sample(variant, |taught| Some(taught.summary.nearly_all_very_high as f64));
        let growth = results.sample(variant, |taught| {
            Some(taught.summary.height(Middle::Four) / taught.summary.height(Middle::Three).max(1.0))
        });
        let risky = results.sample(variant, |taught| {
            Some(taught.habits.risky_measures.mean() - taught.habits.other_measures.mean())
        });
        let name = if variant == Variant::SelfTaught { "ours" } else { variant.describe() };
        table = table.row([
            Cell::from(name),
            mean_cell(&scores)?,
            more.into(),
            differs.into(),
            used(Middle::Two)?,
            used(Middle::Three)?,
            used(Middle::Four)?,
            mean_cell(&high)?,
            mean_cell(&growth)?,
            mean_cell(&risky)?,
        ])?;
    }
    Ok(Section::new("What hangs on our choices")
        .paragraph(
            "The document does not say where levels are cut (ours: at the 10, 30, 70 and 90 % quantiles of the changes \
             in random play), how measures are made positive (ours: all at hand are shifted so that the least is 1, if \
             it is not positive already), what the corner regions are rated by (ours: 50 for a corner; −12, −6, 4 and 3 \
             for discs on X, C, A and c3 squares of an empty one), or what a heuristic gets that was used several times \
             in a game (ours: the difference once). Each was decided the other way while the others stayed.",
        )
        .paragraph(
            "Further choices are the same everywhere: the order of kinds of squares in phase 1, Norvig's weights for the \
             teacher that plays by weighted squares, both ends of a diagonal for corner stability, the reply that turns \
             over most discs as the most aggressive one, empty squares given to the winner in the search of the last \
             phase, and a draw among moves that the tie-breaker leaves equal.",
        )
        .table(table))
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Replicated => "better",
        Verdict::NotReplicated => "worse",
        Verdict::Undecided => "undecided",
    }
}
