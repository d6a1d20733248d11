//! The page of `linear4`: the document's figures, what hangs on our choices, and its plans.

use outflank_learn::linear4::{Benchmark, FEATURES, Opponent};
use outflank_learn::selection::{self, Feature};

use super::{
    ARMS, CHOICES, EXTENSIONS, FINAL, LEARNED, LINEAR4, Linear4, OPENING_PLIES, PRINTED, Page, Results,
    Trained, benchmarks,
};
use crate::claims::{Statistic, mean};
use crate::plot::{Curves, IntervalRow, Intervals};
use crate::report::{Cell, Figure, ReportError, Section, Table};
use crate::studies::page::{cost, mean_curve, numbers_table, shown};
use crate::{league, recipes};

impl Linear4 {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        Ok(Page {
            title: "linear4: four features, weighted by reinforcement",
            lead: format!(
                "Fry, Zheng and Li weigh four features of a position, learn the weights against frozen copies, and play \
                 with minimax. One feature is a matrix that was learned before: they print one and tell how such a matrix is \
                 learned, but not from whose games. So three agents of equal rank were trained again, {} times each, from other \
                 random weights each time, and met the benchmark agents: with the printed matrix, with one learned anew by \
                 self-play, and with one learned anew against random moves. The first study had only self-play and then, after \
                 a look at its results, the printed matrix as its main line; now none is. Of what they planned and did not build, a \
                 network that imitates the agent, a population of networks and a search for better features are here; the \
                 deep network of their section 8.c is the system deep, with a study of its own.",
                self.replicas,
            ),
            numbers: format!(
                "Scores are points a game, a draw being half. Each number is the mean of {} replicas, each with a \
                 training of its own and {} pairs of games; intervals are for 95 % (Student's t over replicas): they \
                 say where the mean of another {} would lie, and are never narrower than the games alone allow. Every \
                 pair starts after {} random plies, which is our choice: the document does not say how games between two \
                 players of fixed habits came to differ.",
                self.replicas, self.pairs, self.replicas, OPENING_PLIES,
            ),
            sections: vec![
                figure_3(results)?,
                figure_4(results)?,
                figure_5(results)?,
                self.figure_6(results)?,
                choices(results)?,
                self.extensions(results)?,
                cost(results.done, "train", &variants, "")?,
            ],
            facts: vec![
                ("replicas", format!("{}, of extensions {}", self.replicas, self.extension_replicas)),
                (
                    "document",
                    "K. Fry, F. Zheng and X. Li, CS 229 Final Project: Using Reinforcement Learning to Play Othello, 2016"
                        .to_owned(),
                ),
            ],
            recipe: variants.first().map(|variant| recipes::write(&variant.recipe)),
        })
    }

    fn trained(&self, results: &Results<'_>, name: &str) -> Result<Vec<Trained>, ReportError> {
        let variants = self.variants();
        let variant = variants.iter().find(|variant| variant.name == name);
        Ok(variant.map_or(Ok(Vec::new()), |variant| variant.results(results.done, "train"))?)
    }

    /// The final agent while it learned, with each matrix, and its weights.
    fn figure_6(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let curve = |trained: &[Trained], name: &str, words: &str| {
            let points =
                trained.iter().flat_map(|trained| &trained.curve).filter(|(_, known, _)| known == name);
            mean_curve(words, points.map(|(games, _, value)| (*games, *value)))
        };
        let mut growth = Curves::new("Score in the Othello League", "games learned", "score at 1 ply")
            .reference("SWH", 0.5)?;
        for (arm, words) in
            ARMS.into_iter().zip(["printed", "learned by self-play", "learned against random"])
        {
            growth = growth.series(curve(&self.trained(results, arm)?, league::CURVE, words)?);
        }
        let trained = self.trained(results, FINAL)?;
        let mut weights = Curves::new("The weights θ", "games learned", "weight").reference("none", 0.0)?;
        for feature in FEATURES {
            weights = weights.series(curve(&trained, feature, feature)?);
        }
        Ok(Section::new("Figure 6: learning")
            .figure(Figure::new(
                "learning",
                "The score of the final agent with each matrix, at 1 ply against SWH at 1 ply, both with 10 % random moves, \
                 while it learned: mean of the replicas and 95 % interval. What the document's own curve measured is lost.",
                growth,
            ))
            .figure(Figure::new(
                "weights",
                "The weight of each feature while the final agents with the printed matrix learned: mean of the replicas and \
                 95 % interval. The features are seen by the mover and lie within ±1.",
                weights,
            )))
    }

    /// What the document plans.
    fn extensions(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut plot =
            Intervals::new("Score against linear4 at the same depth", "score").reference("equal", 0.5)?;
        for (name, words, ..) in EXTENSIONS {
            for (plies, depth) in [(1, "1 ply"), (3, "3 plies")] {
                let label = format!("{words}, {depth}");
                plot =
                    add_row(plot, results, label, &format!("{name}@{plies}"), &format!("{FINAL}@{plies}"))?;
            }
        }
        let rows = EXTENSIONS.map(|(name, words, ..)| (words, format!("{name}@3")));
        let rows = [("linear4", LINEAR4.to_owned())].into_iter().chain(rows);
        let table = against_benchmarks(
            "The score of the extensions at 3 plies against the benchmarks",
            "",
            results,
            rows,
        )?;
        let recipes = self
            .variants()
            .into_iter()
            .filter(|variant| ["self-play", "population", "forward"].contains(&variant.name.as_str()));
        Ok(Section::new("Extensions")
            .paragraph(format!(
                "A network with 43 hidden neurons is shown the positions of games of linear4 with its values and then plays \
                 its copy, a quick win being worth more. A population of networks, some of them descended from the first, \
                 plays all against all; the best stay and are mutated, until a benchmark shows no improvement. And features \
                 are chosen one by one, forwards and backwards, by how well they predict who wins. Each was done {} times; \
                 their systems are imitator, population and selection.",
                self.extension_replicas
            ))
            .figure(Figure::new(
                "extensions",
                "The score of each extension against linear4 at the same depth: mean of the replicas and 95 % interval.",
                plot,
            ))
            .table(table)
            .table(self.chosen(results)?)
            .paragraph("The recipes of the extensions.")
            .code(recipes.map(|variant| recipes::write(&variant.recipe)).collect::<Vec<_>>().join("\n")))
    }

    /// Which features were chosen how often, and their weights.
    fn chosen(&self, results: &Results<'_>) -> Result<Table, ReportError> {
        let mut table = numbers_table(
            "The features: in how many replicas they were chosen, and their weights",
            ["feature", "forwards", "weight", "backwards", "weight"],
        );
        let models = |name| -> Result<Vec<selection::Model>, ReportError> {
            let trained = self.trained(results, name)?;
            Ok(trained.iter().filter_map(|it| selection::Model::try_from(it.model().ok()?).ok()).collect())
        };
        let both = [models("forward")?, models("backward")?];
        for feature in Feature::ALL {
            let mut cells = vec![Cell::from(feature.name())];
            for models in &both {
                let chosen = models.iter().filter_map(|model| model.weights().find(|(it, _)| *it == feature));
                let weights: Vec<f64> = chosen.map(|(_, weight)| weight).collect();
                cells.push(format!("{} of {}", weights.len(), models.len()).into());
                cells.push(shown(mean(&weights)));
            }
            table = table.row(cells)?;
        }
        Ok(table)
    }
}

/// With a row for the score of one player against another.
fn add_row(
    plot: Intervals,
    results: &Results<'_>,
    label: impl Into<String>,
    first: &str,
    second: &str,
) -> Result<Intervals, ReportError> {
    Ok(match Statistic::score(first, second).estimate(results.data) {
        Some(score) => plot.row(IntervalRow::new(label, score.value(), score.interval())?),
        None => plot,
    })
}

/// The benchmarks among each other.
fn figure_3(results: &Results<'_>) -> Result<Section, ReportError> {
    let columns = [""].into_iter().chain(benchmarks().map(|(_, words)| words));
    let mut table = numbers_table("The score of each row against each column", columns);
    for (one, words) in benchmarks() {
        let scores = benchmarks().map(|(other, _)| results.score(one, other));
        table = table.row([Cell::from(words)].into_iter().chain(scores))?;
    }
    Ok(Section::new("Figure 3: the benchmark agents")
        .paragraph(
            "Its caption in the document is that of Figure 4; the text says that it shows how the basic agents stacked up \
             against each other. The numbers of all figures are lost. The document has five agents; its own matrix is added here.",
        )
        .table(table))
}

/// Training opponents.
fn figure_4(results: &Results<'_>) -> Result<Section, ReportError> {
    let title = "Score against the value matrix, by training opponent";
    let mut plot = Intervals::new(title, "score").reference("equal", 0.5)?;
    let columns = ["trained against"].into_iter().chain(benchmarks().map(|(_, words)| words));
    let mut table = numbers_table("The same against all benchmarks", columns);
    for opponent in Opponent::ALL.map(Opponent::name) {
        let trained = format!("against-{opponent}@3");
        plot = add_row(plot, results, opponent, &trained, PRINTED)?;
        let scores = benchmarks().map(|(benchmark, _)| results.score(&trained, benchmark));
        table = table.row([Cell::from(opponent)].into_iter().chain(scores))?;
    }
    Ok(Section::new("Figure 4: training opponents")
        .figure(Figure::new(
            "opponents",
            "The score of linear4 at 3 plies against the printed matrix, greedy, by whom it was trained against: mean \
             of the replicas and 95 % interval. Which opponents the document tried is lost, and whether its “value matrix” is \
             this one or Korman's is not said.",
            plot,
        ))
        .table(table))
}

/// The final agent.
fn figure_5(results: &Results<'_>) -> Result<Section, ReportError> {
    let mut plot = Intervals::new("Score of linear4", "score").reference("equal", 0.5)?;
    for (benchmark, words) in benchmarks() {
        plot = add_row(plot, results, words, LINEAR4, benchmark)?;
    }
    Ok(Section::new("Figure 5: the final agent").figure(Figure::new(
        "final-agent",
        "The score of linear4 at 3 plies against the benchmark agents: mean of the replicas and 95 % interval.",
        plot,
    )))
}

/// A row for each player: its score against each benchmark.
fn against_benchmarks(
    caption: &str,
    head: &str,
    results: &Results<'_>,
    rows: impl IntoIterator<Item = (&'static str, String)>,
) -> Result<Table, ReportError> {
    let columns = [head].into_iter().chain(Benchmark::ALL.map(Benchmark::describe));
    let mut table = numbers_table(caption, columns);
    for (words, name) in rows {
        let scores = Benchmark::ALL.map(|benchmark| results.score(&name, benchmark.name()));
        table = table.row([Cell::from(words)].into_iter().chain(scores))?;
    }
    Ok(table)
}

/// What our choices change.
fn choices(results: &Results<'_>) -> Result<Section, ReportError> {
    let others = CHOICES.map(|(name, words, _)| (words, format!("{name}@3")));
    let rows = [("the printed matrix, and our choices", LINEAR4.to_owned())].into_iter().chain(others);
    let caption = "The score of the final agent, and with one of our choices made the other way";
    let table = against_benchmarks(caption, "choice", results, rows)?;
    let thetas = results.data.sample(LEARNED, &format!("θ of {}", FEATURES[3]));
    Ok(Section::new("What hangs on our choices")
        .paragraph(format!(
            "The document does not say how many games its agent learned from, how far it looked ahead, what its rates \
             were, what a finished game was worth, or which colour it had while learning (its features are told from Black's \
             side). Three features it has in ±100, the matrix score as a plain sum. Here: 5,000 \
             games, 3 plies, a step size of 0.02 that falls by 15 % every 250 games, a tenth of the moves at random, 1 \
             for a won game, both colours in turn, and the matrix score divided by the sum of the matrix so that all \
             four features lie within ±100 and are taken in parts of 100. These were settled while the study was built, by \
             looking at how the agent with the printed matrix did. With a matrix learned anew by self-play the learner may \
             come to weigh the matrix against itself, since the copy that it plays against makes the same mistake: in {} of \
             {} replicas the matrix ended with a negative weight. A reviewer found that this does not happen where White moves \
             at random while the matrix is learned; that reading was tried after looking at nine. Its line for the update, θ := \
             α(v′ − v)f, has lost the θ that is added to.",
            thetas.iter().filter(|theta| **theta < 0.0).count(),
            thetas.len(),
        ))
        .table(table))
}
