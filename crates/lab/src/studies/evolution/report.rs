//! The page of `evolution`: the figures, champions in fresh games, and the document's future work.

use super::regions::{centre, separation};
use super::{EXPERIMENTS, Evolutions, Evolved, MLP, OPENINGS, Page, Results, Scored, WPC, WPC_LARGE, runs};
use crate::claims::Statistic;
use crate::plot::{Curves, HeatMap, IntervalRow, Intervals, Series, readable};
use crate::recipes;
use crate::report::{Cell, Column, Definition, Figure, ReportError, Section, Table};
use crate::studies::page::{cost, is_above_zero, mean_curve, numbers_table, shown};

/// A curve of a run, and what it is multiplied by to be shown.
type Curve = (fn(&Evolved) -> &[f64], f64);

const BEST: Curve = (|run| &run.best, 1000.0);
const MEAN: Curve = (|run| &run.mean, 1000.0);
const DIVERSITY: Curve = (|run| &run.diversity, 1.0);

impl Evolutions {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        Ok(Page {
            title: "evolution: players that are bred, and what openings do for them",
            lead: format!(
                "Kim and Cho evolved Othello players by playing against a standard heuristic, and found that they become \
                 better if they follow named openings. The document shows one run of each experiment; here each of its four was \
                 run {} times, with {} generations and {} games for each fitness, and most options that it names as \
                 future work were tried. {}",
                self.replicas,
                self.generations,
                self.games,
                main_result(results),
            ),
            numbers: "Fitness is in points of 1,000 games, a draw being half a point. Numbers are means over runs that \
                      differ in their seeds, with 95 % intervals of the mean (Student's t); differences are taken run by \
                      run of the same seed. The document shows one run of each experiment, and 1,000 games have a luck of ± 31 \
                      points: its own numbers are no surer than that. Shorter runs than 100 generations are stretched."
                .to_owned(),
            sections: vec![
                self.figures(results)?,
                self.champions(results)?,
                self.options(results)?,
                choices(),
                cost(results.done, "evolve", &variants, "")?,
            ],
            facts: vec![
                (
                    "runs",
                    format!(
                        "{} of each experiment of the document, {} of each option",
                        self.replicas, self.option_replicas
                    ),
                ),
                (
                    "document",
                    "K.-J. Kim and S.-B. Cho, Evolutionary Othello players boosted by opening knowledge, 2006".to_owned(),
                ),
            ],
            recipe: variants.first().map(|variant| recipes::write(&variant.recipe)),
        })
    }

    fn runs(&self, results: &Results<'_>, name: &str) -> Result<Vec<(Evolved, Scored)>, ReportError> {
        let variants = self.variants();
        let variant = variants.iter().find(|variant| variant.name == name);
        Ok(variant.map_or(Ok(Vec::new()), |variant| runs(results.done, variant))?)
    }

    /// The mean of a curve over all runs.
    fn curve(
        &self,
        results: &Results<'_>,
        words: &str,
        name: &str,
        curve: Curve,
    ) -> Result<Series, ReportError> {
        let runs = self.runs(results, name)?;
        let (of, scale) = curve;
        let points = runs.iter().flat_map(|(run, _)| (1..).zip(of(run).iter().copied()));
        mean_curve(words, points.map(|(generation, value)| (generation, scale * value)))
    }

    /// Figures 10 to 17, and how alike the members become.
    fn figures(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut section = Section::new("The figures").folded();
        for (number, name, theirs) in
            [(10, WPC, 450.0), (11, MLP, 400.0), (12, WPC_LARGE, 500.0), (13, OPENINGS, 540.0)]
        {
            let title = format!("Figure {number}: {}", words(name));
            let mut curves = Curves::new(title, "generation", "points of 1,000 games")
                .reference("the document's best", theirs)?;
            for (words, curve) in [("best", BEST), ("mean", MEAN)] {
                curves = curves.series(self.curve(results, words, name, curve)?);
            }
            let caption = "The best and the mean fitness of each generation: mean over the runs and its 95 % interval. \
                           The line is the highest that the document reports.";
            section = section.figure(Figure::new(&format!("figure-{number}"), caption, curves));
        }
        for (number, name, curve) in [(14, "best", BEST), (15, "mean", MEAN)] {
            let title = format!("Figure {number}: the {name} fitness with openings and without");
            let curves = Curves::new(title, "generation", "points of 1,000 games")
                .series(self.curve(results, "with openings", OPENINGS, curve)?)
                .series(self.curve(results, "without", WPC, curve)?);
            let caption = "Mean over the runs and its 95 % interval.";
            section = section.figure(Figure::new(&format!("figure-{number}"), caption, curves));
        }
        for (number, name, words) in [(16, WPC, "without openings"), (17, OPENINGS, "with openings")] {
            section = section.figure(weights(number, &self.runs(results, name)?, words)?);
        }
        // Genes of the options have no bounds, so that the others would be a line at the bottom.
        for (name, title, experiments, more) in [
            (
                "diversity",
                "How much the members differ",
                &[WPC, MLP, WPC_LARGE, OPENINGS][..],
                "relative to that of fresh genes: 0 where all members are alike.",
            ),
            (
                "diversity-unbounded",
                "How much the members differ where genes have no bounds",
                &["self-adaptive", "cma-es"],
                "relative to that of fresh genes of the plain version. Only the directions of the weights decide moves, \
                 so they may grow without end.",
            ),
        ] {
            let mut curves = Curves::new(title, "generation", "diversity");
            for experiment in experiments {
                curves = curves.series(self.curve(results, words(experiment), experiment, DIVERSITY)?);
            }
            let caption = format!(
                "The standard deviation of a gene over the members, as the root of the mean square over all genes, {more} \
                 Mean over the runs and its 95 % interval."
            );
            section = section.figure(Figure::new(name, caption, curves));
        }
        Ok(section)
    }

    /// Champions measured again, and what is the book's doing.
    fn champions(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let columns = [
            "experiment",
            "runs",
            "document",
            "highest fitness",
            "best of the last generation",
            "champion in fresh games",
            "flattered by",
            "against strangers",
        ];
        let mut table = numbers_table("Points of 1,000 games, with 95 % intervals over the runs", columns);
        for (name, words, ..) in EXPERIMENTS {
            let theirs = match name {
                WPC => "450",
                MLP => "400",
                WPC_LARGE => "500",
                OPENINGS => "540",
                _ => "—",
            };
            let against_swh = |statistic: Statistic| match name {
                "round-robin" | "tournament" => Cell::from("—").note("not against the heuristic"),
                _ => results.cell(&statistic),
            };
            table = table.row([
                words.into(),
                results.data.sample(name, "fresh").len().to_string().into(),
                theirs.into(),
                against_swh(Statistic::mean(name, "highest")),
                against_swh(Statistic::mean(name, "last")),
                results.cell(&Statistic::mean(name, "fresh")).strong(),
                against_swh(Statistic::within(name, "highest", "fresh")),
                results.cell(&Statistic::mean(name, "strangers")),
            ])?;
        }
        let columns = ["evolved", "plays without openings", "plays with openings", "with minus without"];
        let mut crossed = numbers_table("Champions in fresh games, points of 1,000", columns);
        for (name, words, [without, with]) in [
            (WPC, "without openings", ["fresh", "otherwise"]),
            (OPENINGS, "with openings", ["otherwise", "fresh"]),
        ] {
            crossed = crossed.row([
                words.into(),
                results.cell(&Statistic::mean(name, without)),
                results.cell(&Statistic::mean(name, with)),
                results.cell(&Statistic::within(name, with, without)),
            ])?;
        }
        Ok(Section::new("Champions in fresh games")
            .paragraph(format!(
                "The highest of many fitnesses is a lucky one: each is won in {} games. So every champion, the best of the \
                 last generation, was measured again in {} fresh games against the heuristic, under the same conditions. \
                 Who is bred to beat one player may beat that one alone: against strangers is the mean of the scores, \
                 under the same conditions, against Korman's, Norvig's and Edgar's tables, which nobody met in evolution. \
                 That column was added when the champions were known; no verdict rests on it.",
                self.games,
                2 * self.pairs
            ))
            .table(table)
            .paragraph(
                "Is it the evolution that openings help, or the play? Champions that were evolved without openings were \
                 made to follow them, and the other way round.",
            )
            .table(crossed)
            .folded())
    }

    /// The options against their plain versions.
    fn options(&self, results: &Results<'_>) -> Result<Section, ReportError> {
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
        for (name, option, plain, _) in EXPERIMENTS.into_iter().filter(|(name, _, plain, _)| name != plain) {
            let lead = Statistic::paired(name, plain, "fresh").estimate(results.data);
            table = table.row([
                option.into(),
                words(plain).into(),
                results.data.sample(name, "fresh").len().to_string().into(),
                results.cell(&Statistic::mean(name, "fresh")),
                shown(lead).strong(),
                is_above_zero(lead, ["yes", "no", "undecided"]).into(),
            ])?;
            if let Some(lead) = lead {
                plot = plot.row(IntervalRow::new(name, lead.value(), lead.interval())?);
            }
        }
        Ok(Section::new("Options")
            .paragraph(format!(
                "Each option differs from its plain version as it says, starts from the same members and plays as many \
                 games, unless more are what it tries. The champions are compared in {} fresh games each; the intervals (95 %, Student's t) are over \
                 pairs of runs, so that few runs decide only large differences.",
                2 * self.pairs
            ))
            .table(table)
            .figure(Figure::new(
                "options",
                "How many points of 1,000 the champions of an option win more than those of its plain version.",
                plot,
            ))
            .folded())
    }
}

/// What openings do for the best player, by what a rate of mutation is for, in a sentence.
fn main_result(results: &Results<'_>) -> String {
    let lead = |suffix: &str| {
        let (with, without) = (format!("{OPENINGS}{suffix}"), format!("{WPC}{suffix}"));
        let lead = Statistic::paired(with, without, "highest").estimate(results.data);
        lead.map_or("a number that was not measured".to_owned(), |lead| lead.to_string())
    };
    format!(
        "Openings change the highest fitness of a run by {} points of 1,000 where 0.01 is how often a gene is mutated, and by {} \
         where it is how often a member is; the document has about 90.",
        lead(""),
        lead("-per-member"),
    )
}

/// What is evolved, in words.
fn words(name: &str) -> &'static str {
    EXPERIMENTS.iter().find(|(known, ..)| *known == name).map_or("", |(_, words, ..)| words)
}

/// The weights of the champions: that of the first run, and the mean of all.
fn weights(number: usize, runs: &[(Evolved, Scored)], words: &str) -> Result<Figure, ReportError> {
    let champions: Vec<&[f64; 64]> = runs.iter().filter_map(|(run, _)| run.weights()).collect();
    let mean = |of: &dyn Fn(&[f64; 64]) -> f64| {
        champions.iter().map(|weights| of(weights)).sum::<f64>() / champions.len().max(1) as f64
    };
    let mut map = HeatMap::new(format!("Figure {number}: weights {words}"));
    if let Some(first) = champions.first() {
        let all = std::array::from_fn(|square| mean(&|weights| weights[square]));
        map = map.board("first run", **first)?.board("mean of all runs", all)?;
    }
    let caption = format!(
        "The weights of the best of the last generation, evolved {words}. Over all runs, safe squares near a corner lie {} \
         standard deviations above dangerous ones, and the centre {} above the board.",
        readable(mean(&separation)),
        readable(mean(&centre)),
    );
    Ok(Figure::new(&format!("figure-{number}"), caption, map))
}

/// Where the document is silent.
fn choices() -> Section {
    let choice = Definition::new;
    Section::new("Our choices")
        .folded()
        .paragraph("Where the document is silent, these are ours; all are keys of the recipe or stated in its documentation.")
        .definitions([
            choice("elites", "One, which plays its games again in every generation: that is why the best can fall."),
            choice("mutation", "The rate is for each gene by itself."),
            choice("roulette wheel", "Sectors as wide as fitness is high, without scaling."),
            choice("mlp", "tanh in the hidden layer; White looks for the smallest output, as in Figure 7; genes go neuron by neuron."),
            choice("equal moves", "Moves within 0.000001 of the best are drawn at random."),
            choice("openings", "Drawn among the openings that match and go on. Games: as often as they were played in the WTHOR database. \
                    Engine: what outflank's own engine expects 10 plies on, in discs: e times as probable for two discs more, seen by the player."),
            choice("spatial layer", "91 neurons, one for each square part of the board from 3×3 to 8×8, before the 32 of the MLP."),
            choice("self-adaptive mutation", "Steps start at 0.05, τ = 1/√(2√n), in place of fresh genes."),
            choice("co-evolution", "Fitness is the share of points against the others; as many games in all as against the heuristic, \
                    so in a round robin 40 for each pair of members."),
            choice("CMA-ES", "Starts at 0 with σ = 0.5, with the same population, generations and games; separable for the MLP. \
                    Its champion is the mean of the last distribution."),
            choice("separation and centre", "Safe near a corner: itself and the edge squares two from it; dangerous: the three next to it. \
                    Centre: the sixteen squares in the middle. In standard deviations of the 64 weights."),
        ])
}
