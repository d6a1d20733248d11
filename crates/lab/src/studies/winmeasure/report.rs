//! The page of `winmeasure`: scores against the panel, what hangs on our choices, what was learned.

use outflank_learn::winmeasure::Middle;

use super::{
    AS_TAUGHT, LONGER, NIM, NimCurve, PANEL, Page, Results, SELF_TAUGHT, Taught, UNTAUGHT, WAYS, WinMeasure,
    settings,
};
use crate::claims::Statistic;
use crate::plot::{Curves, IntervalRow, Intervals};
use crate::report::{Cell, Column, Figure, ReportError, Section, Table};
use crate::studies::page::{cost, is_above_zero, mean_curve, shown};
use crate::{league, recipes, view};

impl WinMeasure {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        let usual = &variants[0];
        let seconds = results.done.mean_seconds(usual.keys("teach"));
        let per_ten_thousand = seconds
            .map_or("unknown".to_owned(), |seconds| format!("{:.1}", seconds * 10_000.0 / self.games as f64));
        Ok(Page {
            title: "winmeasure: which heuristics to follow",
            lead: format!(
                "A learner weighed 46,875 heuristics for Othello by the final disc differences of the games in which they \
                 were used. Its experiments were run again here: {} tables, {} of each kind, taught by up to {} games \
                 each, with a panel of players in the role of the author. Where its levels are cut and how its measures become \
                 likelihoods is lost, and decides many verdicts: three readings of equal rank were run whole and {} more for \
                 self-taught tables. The first was calibrated: of thirty readings, tried on a table or two each before this run, it \
                 alone put three heuristics of VeryHigh on top, had phase 4 grow fastest and gained by learning. Its claims of \
                 these are no test.",
                variants.len() * self.replicas,
                self.replicas,
                self.games / 5 * 6,
                WAYS.iter().filter(|way| !way.is_whole).count(),
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
                self.scores(results)?,
                readings(results)?,
                self.learned(results)?,
                self.nim(results)?,
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
        let taught: Vec<Taught> = self.variants()[0].results(results.done, "teach")?;
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

    /// The scores against the panel, and how they grew.
    fn scores(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut columns = vec![Column::left("tables"), Column::left("playing")];
        columns.extend(PANEL.map(|member| Column::right(format!("against {member}"))));
        columns.push(Column::right("mean, 95 % interval"));
        let mut table = Table::new("Scores against the panel, a draw counting half", columns);
        let mut figure = Intervals::new("Score against the panel", "score");
        let teachings = WAYS[0].teachings().len();
        for variant in &self.variants()[..teachings] {
            for (setting, playing, _) in settings(&variant.name) {
                let against = |member: &str| {
                    let number = format!("{setting} against {member}");
                    let score = Statistic::mean(&*variant.name, number).estimate(results.data);
                    score.map_or("—".into(), |score| Cell::from(format!("{:.3}", score.value())))
                };
                let score = Statistic::mean(&*variant.name, *setting).estimate(results.data);
                let cells = [variant.words.as_str().into(), (*playing).into()].into_iter();
                table = table.row(cells.chain(PANEL.map(against)).chain([shown(score)]))?;
                // The picture has how tables play, and what else was tried with one kind of them.
                if let Some(score) = score.filter(|_| *setting == AS_TAUGHT || variant.name == LONGER) {
                    let label = format!("{}, {playing}", variant.words);
                    figure = figure.row(IntervalRow::new(label, score.value(), score.interval())?);
                }
            }
        }
        let taught: Vec<Taught> = self.variants()[0].results(results.done, "teach")?;
        let points =
            taught.iter().flat_map(|table| &table.curve).filter(|(_, name, _)| name == league::CURVE);
        let points = points.map(|(games, _, value)| (*games, *value));
        let progress = Curves::new("The course of learning", "games learned", "score against SWH")
            .series(mean_curve("self-taught", points)?);
        let caption = "The mean score of the tables of each kind, with its 95 % interval.";
        let charted = "The document charts progress by ten games with the author after every 10,000. Here it is the score \
                       against SWH, with 10 % random moves of both: mean of the self-taught tables and 95 % interval.";
        Ok(Section::new("Scores against the panel")
            .figure(Figure::new("scores", caption, figure))
            .figure(Figure::new("progress", charted, progress))
            .table(table))
    }

    /// The game that the algorithm was made for.
    fn nim(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut curves = Curves::new("NIM", "games learned", "right moves");
        for (name, words, _) in NIM {
            let keys = (0..self.replicas).map(|replica| self.nim_key(name, replica));
            let learned: Vec<NimCurve> = results.done.each(keys)?;
            curves = curves.series(mean_curve(words, learned.into_iter().flatten())?);
        }
        let caption =
            "The share of right moves from piles that can be won: mean of the learners and 95 % interval.";
        Ok(Section::new("NIM")
            .paragraph(
                "The algorithm was first shown with NIM: 21 matches at most, one to three are taken, and who takes the last \
                 one wins. Where a move can win, a random one does in 40 of 100 cases. The document tells that a learner \
                 became very proficient within several minutes, against a semi-skilled teacher (here right three times out of \
                 four) and against a copy of itself, and that eventually may be a very long time.",
            )
            .figure(Figure::new("nim", caption, curves)))
    }
}

/// What was found under each reading.
fn readings(results: &Results<'_>) -> Result<Section, ReportError> {
    let columns = [
        Column::left("reading"),
        Column::right("score against the panel"),
        Column::right("more than before its first game"),
        Column::left("learning helps"),
        Column::right("used in 2"),
        Column::right("used in 3"),
        Column::right("used in 4"),
        Column::right("nearly all VeryHigh in the top ten"),
        Column::right("phase 4 over 3"),
        Column::right("measure beside corners, minus others"),
    ];
    let mut table = Table::new("Self-taught tables under each reading", columns);
    for way in &WAYS {
        let name = format!("{SELF_TAUGHT}{}", way.suffix);
        let gain = Statistic::within(&name, AS_TAUGHT, UNTAUGHT).estimate(results.data);
        let mean = |number: &str| results.cell(&Statistic::mean(&*name, number));
        table = table.row([
            way.words.into(),
            mean(AS_TAUGHT),
            shown(gain),
            is_above_zero(gain, ["yes", "it hurts", "undecided"]).into(),
            mean("used in phase 2"),
            mean("used in phase 3"),
            mean("used in phase 4"),
            mean("nearly all VeryHigh"),
            mean("phase 4 over 3"),
            results.cell(&Statistic::within(&name, "measure beside corners", "other measures")),
        ])?;
    }
    Ok(Section::new("Where levels are cut, and how measures become likelihoods")
        .paragraph(
            "The document does not say where levels are cut, how measures are made positive (usually: all at hand are \
             shifted so that the least is 1, if it is not positive already), what the corner regions are rated by (50 for a \
             corner; −12, −6, 4 and 3 for discs on X, C, A and c3 squares of an empty one), or what a heuristic gets that was \
             used several times in a game (the difference once). The first reading was \
             calibrated on what ends on top and which phase grows fastest; the third comes nearest to how many heuristics are \
             used. No reading tried meets all of the document's numbers.",
        )
        .paragraph(
            "Further choices are the same everywhere: the order of kinds of squares in phase 1, Norvig's weights for the \
             teacher that plays by weighted squares, both ends of a diagonal for corner stability, the reply that turns \
             over most discs as the most aggressive one, empty squares given to the winner in the search of the last \
             phase, and a draw among moves that the tie-breaker leaves equal.",
        )
        .table(table))
}
