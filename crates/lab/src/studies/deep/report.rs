//! The page of `deep`: game for game, second for second, part by part.

use super::{Deep, OTHERS, OURS, Page, Results, Trained, Variant, WITH_SEARCH, YARDSTICK};
use crate::claims::Statistic;
use crate::plot::Curves;
use crate::recipes;
use crate::report::{Cell, Definition, Figure, ReportError, Section};
use crate::studies::page::{cost, mean_curve, numbers_table};

impl Deep {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        Ok(Page {
            title: "deep: a network that finds its own features",
            lead: format!(
                "Fry, Zheng and Li hoped for deep learning that would come up with its own features, free of the biases of those \
                 who made theirs. Here a residual network of convolutions is shown the discs alone and learns from {} games \
                 against itself; it is compared with what hand-made features and patterns learn from as many games, and patterns \
                 also within the seconds of the processor that it was expected to take; and the parts of its learner are left out one at a time, {} networks \
                 of each kind.",
                self.games, self.replicas,
            ),
            numbers: "Scores are points a game, from 0 to 1, at one ply from openings of 6 random plies with both colours, but \
                      where simulations are named. Intervals are for 95 % and count networks, not games (Student's t). Where \
                      two kinds are compared, networks of the same seed are."
                .to_owned(),
            sections: vec![
                self.by_games(results)?,
                self.of_rivals(results)?,
                self.of_parts(results)?,
                marks(),
                cost(results.done, "train", &variants, "")?,
            ],
            facts: vec![
                ("networks", format!("{} of each kind", self.replicas)),
                ("games of learning", self.games.to_string()),
                ("document", "Fry, Zheng and Li, section 8.c: a wish, with no experiment".to_owned()),
            ],
            recipe: self.parts().first().map(|variant| recipes::write(&variant.recipe)),
        })
    }

    /// Scores on the way.
    fn by_games(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut plot =
            Curves::new("Against selection at one ply", "games learned", "score").reference("even", 0.5)?;
        for variant in self.parts().into_iter().take(2).chain(self.rivals().into_iter().take(1)) {
            let trained: Vec<Trained> = variant.results(results.done, "train")?;
            let points = trained.iter().flat_map(|trained| &trained.curve);
            let scores = points.filter_map(|(games, scores)| Some((*games, *scores.get(YARDSTICK)?)));
            plot = plot.series(mean_curve(&variant.words, scores)?);
        }
        Ok(Section::new("Game for game").figure(Figure::new(
            "by-games",
            "The score against selection at one ply after a quarter, a half and all of the games: mean over the networks and 95 % \
             interval of the mean.",
            plot,
        )))
    }

    /// Everybody against everybody's opponents.
    fn of_rivals(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let heads: Vec<&str> = ["learner"].into_iter().chain(OTHERS).collect();
        let mut table = numbers_table(format!("After {} games, or as many seconds", self.games), heads);
        for variant in self.parts().into_iter().take(1).chain(self.rivals()) {
            table = table.row(self.row(results, &variant, &OTHERS))?;
        }
        Ok(Section::new("Game for game and second for second").table(table))
    }

    /// What hangs on which part.
    fn of_parts(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let numbers = ["swh", "linear4:depth=1", YARDSTICK, WITH_SEARCH];
        let heads = ["network"]
            .into_iter()
            .chain(numbers)
            .chain(["lead over ours, selection", "lead over ours, with search"]);
        let mut table = numbers_table(format!("After {} games", self.games), heads.collect::<Vec<_>>());
        for variant in self.parts() {
            let mut row = self.row(results, &variant, &numbers);
            row.extend([YARDSTICK, WITH_SEARCH].map(|number| match variant.name.as_str() {
                OURS => "—".into(),
                name => results.cell(&Statistic::paired(name, OURS, number)),
            }));
            table = table.row(row)?;
        }
        Ok(Section::new("What each part is worth")
            .paragraph(
                "One thing is left out or done otherwise at a time. An interval that reaches across zero decides nothing. What is \
                 done for half of the games (imitation, search) takes more or less of the processor's time: see the costs.",
            )
            .table(table))
    }

    /// Words and scores.
    fn row(&self, results: &Results<'_>, variant: &Variant, numbers: &[&str]) -> Vec<Cell> {
        let mut row = vec![Cell::from(variant.words.as_str())];
        row.extend(numbers.iter().map(|number| results.cell(&Statistic::mean(&variant.name, *number))));
        row
    }
}

/// What others published, to stand beside.
fn marks() -> Section {
    Section::new("Published marks")
        .paragraph("What others reached with networks and tree search, by what they tell of it. None of it was run here.")
        .definitions([
            Definition::new(
                "alpha-zero-general, 8 × 8",
                "20 of 20 games against a greedy player, 18 of 20 against a random one, 29 of 30 against minimax, after three days on \
                 a graphics processor",
            ),
            Definition::new(
                "neuralothello, 4 × 32",
                "more than 200 rounds of 2,500 games at about 2,000 evaluations a move; 800 evaluations a move were about equal to \
                 80,000 of Edax",
            ),
            Definition::new("GBG", "agents of n-tuples with tree search on a plain processor"),
        ])
}
