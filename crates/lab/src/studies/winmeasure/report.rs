//! The page of `winmeasure`: scores against the panel, what hangs on our choices, what was learned.

use outflank_learn::winmeasure::Middle;

use super::{AS_TAUGHT, CHOICES, PANEL, Page, Results, SELF_TAUGHT, Taught, VARIANTS, WinMeasure, settings};
use crate::claims::Statistic;
use crate::plot::{Curves, IntervalRow, Intervals};
use crate::report::{Cell, Column, Figure, ReportError, Section, Table};
use crate::studies::page::{cost, is_above_zero, mean_curve, shown};
use crate::{recipes, view};

impl WinMeasure {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        let usual = &variants[2];
        let seconds = results.done.mean_seconds(usual.keys("teach"));
        let per_ten_thousand = seconds
            .map_or("unknown".to_owned(), |seconds| format!("{:.1}", seconds * 10_000.0 / self.games as f64));
        Ok(Page {
            title: "winmeasure: which heuristics to follow",
            lead: format!(
                "A learner weighed 46,875 heuristics for Othello by the final disc differences of the games in which they \
                 were used. Its experiments were run again here: {} tables, {} of each kind, taught by up to {} games \
                 each, with a panel of players in the role of the author.",
                variants.len() * self.replicas,
                self.replicas,
                self.games / 5 * 6,
            ),
            numbers: format!(
                "The author judged tables by ten games or so of his own. His place is taken by a panel, which is our \
                 choice: {}. A score against the panel is the mean of the scores against its members, {} games each. \
                 Intervals are for 95 % and count tables, not games: they say where the mean of other tables, taught \
                 the same way with other seeds, would lie (Student's t).",
                PANEL.join(", "),
                2 * self.pairs,
            ),
            sections: vec![
                scores(results)?,
                choices(results)?,
                self.learned(results)?,
                cost(
                    results.done,
                    "teach",
                    &variants,
                    &format!(
                        "The author reports 12 hours for 10,000 games on a VAX-11/8600; here it is {per_ten_thousand} \
                         seconds, the games against the panel included."
                    ),
                )?,
            ],
            facts: vec![
                ("tables", format!("{} of each kind, each with a seed of its own", self.replicas)),
                ("panel", PANEL.join(", ")),
                (
                    "document",
                    "the report on learning which of 46,875 heuristics to apply when playing Othello, by the goodness of \
                     paths through a state-space; its title page is lost"
                        .to_owned(),
                ),
            ],
            recipe: Some(recipes::write(&usual.recipe)),
        })
    }

    /// What was learned: rules, and how measures grew.
    fn learned(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut section = Section::new("What was learned").folded();
        let taught: Vec<Taught> = self.variants()[2].results(results.done, "teach")?;
        for (name, title, y, caption) in [
            ("top", "How measures grow", "highest measure", "The highest measure of each phase"),
            (
                "used",
                "How many heuristics were ever used",
                "heuristics",
                "The heuristics ever used in each phase",
            ),
        ] {
            let mut curves = Curves::new(title, "games learned", y);
            for phase in Middle::ALL {
                let gauge = format!("{name}-{}", phase.number());
                let points =
                    taught.iter().flat_map(|table| &table.curve).filter(|(_, name, _)| *name == gauge);
                let points = points.map(|(games, _, value)| (*games, *value));
                curves = curves.series(mean_curve(format!("phase {}", phase.number()), points)?);
            }
            let caption = format!("{caption}: mean of the self-taught tables and 95 % interval of the mean.");
            section = section.figure(Figure::new(name, caption, curves));
        }
        if let Some(first) = taught.first() {
            section = section.paragraph("The rules of the first self-taught table.");
            for phase in Middle::ALL {
                section = section.table(view::of_rules(&first.summary, phase)?);
            }
        }
        Ok(section)
    }
}

/// The scores against the panel.
fn scores(results: &Results<'_>) -> Result<Section, ReportError> {
    let mut columns = vec![Column::left("tables"), Column::left("playing")];
    columns.extend(PANEL.map(|member| Column::right(format!("against {member}"))));
    columns.push(Column::right("mean, 95 % interval"));
    let mut table = Table::new("Scores against the panel, a draw counting half", columns);
    let mut figure = Intervals::new("Score against the panel", "score");
    for (name, words, ..) in VARIANTS {
        for (setting, playing, _) in settings(name) {
            let against = |member: &str| {
                let number = format!("{setting} against {member}");
                let score = Statistic::mean(name, number).estimate(results.data);
                score.map_or("—".into(), |score| Cell::from(format!("{:.3}", score.value())))
            };
            let score = Statistic::mean(name, *setting).estimate(results.data);
            let cells = [words.into(), (*playing).into()].into_iter().chain(PANEL.map(against));
            table = table.row(cells.chain([shown(score)]))?;
            if let Some(score) = score {
                let label = format!("{words}, {playing}");
                figure = figure.row(IntervalRow::new(label, score.value(), score.interval())?);
            }
        }
    }
    let caption = "The mean score of the tables of each kind, with its 95 % interval.";
    Ok(Section::new("Scores against the panel").figure(Figure::new("scores", caption, figure)).table(table))
}

/// Whether results hang on our choices.
fn choices(results: &Results<'_>) -> Result<Section, ReportError> {
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
    for (name, words, ..) in [VARIANTS[2]].into_iter().chain(VARIANTS.into_iter().skip(CHOICES)) {
        let more = Statistic::apart(name, SELF_TAUGHT, AS_TAUGHT).estimate(results.data);
        let (more, differs) = match name {
            SELF_TAUGHT => ("—".into(), "—"),
            _ => (shown(more), is_above_zero(more, ["better", "worse", "undecided"])),
        };
        let mean = |number: &str| results.cell(&Statistic::mean(name, number));
        table = table.row([
            if name == SELF_TAUGHT { "ours" } else { words }.into(),
            mean(AS_TAUGHT),
            more,
            differs.into(),
            mean("used in phase 2"),
            mean("used in phase 3"),
            mean("used in phase 4"),
            mean("nearly all VeryHigh"),
            mean("phase 4 over 3"),
            results.cell(&Statistic::within(name, "measure beside corners", "other measures")),
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
