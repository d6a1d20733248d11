//! The page of `patterns`: the first games, shapes, parts.

use outflank_learn::Recipe;

use super::{LEAGUE, OTHERS, OURS, Page, Patterns, Results, SHAPES, Trained, Variant};
use crate::claims::Statistic;
use crate::plot::Curves;
use crate::recipes;
use crate::report::{Cell, Definition, Figure, ReportError, Section};
use crate::studies::page::{cost, mean_curve, numbers_table};

impl Patterns {
    pub(super) fn report(&self, results: &Results<'_>) -> Result<Page, ReportError> {
        let variants = self.variants();
        Ok(Page {
            title: "patterns: networks of n-tuples by self-play",
            lead: format!(
                "Lucas let a network of random n-tuples learn Othello by temporal differences and beat the best piece \
                 counter within a few hundred games; Jaśkowski bred systematic short tuples; Szubert, Jaśkowski and \
                 Krawiec joined both. What can be rebuilt here is learned by self-play, {} networks of each kind, and the \
                 parts of our own learner are left out one at a time ({} games each).",
                self.replicas, self.games,
            ),
            numbers: "Scores are points a game at one ply, from 0 to 1. Intervals are for 95 % and count networks, not \
                      games: they say where the mean of as many other networks would lie (Student's t). Where two kinds \
                      are compared, networks of the same seed are."
                .to_owned(),
            sections: vec![
                self.first_games(results)?,
                self.of_shapes(results)?,
                self.of_the_league(results)?,
                self.of_parts(results)?,
                self.choices(),
                cost(results.done, "train", &variants, "")?,
            ],
            facts: vec![
                ("networks", format!("{} of each kind", self.replicas)),
                (
                    "documents",
                    "S. M. Lucas 2008; W. Jaśkowski 2014; M. Szubert, W. Jaśkowski and K. Krawiec 2013; W. Jaśkowski and \
                     M. Szubert 2015: known by what others tell of them, not at hand"
                        .to_owned(),
                ),
            ],
            recipe: self.parts().first().map(|variant| recipes::write(&variant.recipe)),
        })
    }

    /// How soon the best piece counter is beaten.
    fn first_games(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let mut plot =
            Curves::new("The first games, against the best piece counter", "games learned", "score")
                .reference("even", 0.5)?;
        for variant in self.early() {
            let trained: Vec<Trained> = variant.results(results.done, "train")?;
            let points = trained.iter().flat_map(|trained| &trained.curve);
            let scores = points.filter_map(|(games, scores)| Some((*games, *scores.get(OTHERS[0])?)));
            plot = plot.series(mean_curve(&variant.words, scores)?);
        }
        Ok(Section::new("The first games").figure(Figure::new(
            "first-games",
            "The score against lr06 from openings of 6 random plies with both colours: mean over the networks and 95 % \
             interval of the mean. The recipe for few games was found by looking at other seeds than these.",
            plot,
        )))
    }

    /// Systematic and random shapes.
    fn of_shapes(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let heads = ["shapes", "weights", LEAGUE, OTHERS[0], OTHERS[1], "lead of systematic, League"];
        let mut table = numbers_table(format!("After {} games", self.games), heads);
        for variant in self.shapes() {
            let mut row = self.row(results, &variant)?;
            let pair = SHAPES.iter().find(|[(short, _), _]| *short == variant.name);
            row.push(match pair {
                Some([(short, _), (random, _)]) => results.cell(&Statistic::paired(*short, *random, LEAGUE)),
                None => "—".into(),
            });
            table = table.row(row)?;
        }
        Ok(Section::new("Systematic and random shapes")
            .paragraph(
                "Tuples alone, one stage, no tables beside. Every random network has walks of its own. Weights are counted \
                 after symmetric configurations are joined; of random networks those of the first are told.",
            )
            .table(table))
    }

    /// Those that are made for the League.
    fn of_the_league(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let heads = ["network", "weights", "games", LEAGUE, OTHERS[0], OTHERS[1]];
        let mut table = numbers_table("Made for the Othello League", heads);
        for variant in self.for_the_league() {
            let games = match &variant.recipe {
                Recipe::Evolution(recipe) => recipe.games_in_all(),
                recipe => recipe.lessons(),
            };
            let mut row = self.row(results, &variant)?;
            row.insert(2, games.to_string().into());
            table = table.row(row)?;
        }
        Ok(Section::new("For the League alone")
            .paragraph(
                "Bred or taught against swh, the opponent of the League, with its share of random moves on both sides. What \
                 they are worth against others is in the last two columns.",
            )
            .table(table))
    }

    /// What hangs on which part.
    fn of_parts(&self, results: &Results<'_>) -> Result<Section, ReportError> {
        let heads = [
            "network",
            "weights",
            LEAGUE,
            OTHERS[0],
            OTHERS[1],
            "lead over ours, League",
            "lead over ours, selection",
        ];
        let mut table = numbers_table(format!("After {} games", self.games), heads);
        for variant in self.parts() {
            let mut row = self.row(results, &variant)?;
            row.extend([LEAGUE, OTHERS[1]].map(|number| match variant.name.as_str() {
                OURS => "—".into(),
                name => results.cell(&Statistic::paired(name, OURS, number)),
            }));
            table = table.row(row)?;
        }
        Ok(Section::new("What each part is worth")
            .paragraph(
                "One thing is left out or done otherwise at a time. An interval that reaches across zero decides nothing. \
                 After so few games a part may count for something else than at the end of a long run.",
            )
            .table(table))
    }

    /// Where the documents are silent, or are not at hand.
    fn choices(&self) -> Section {
        let breeding = format!(
            "a separable CMA-ES over the weights of all pairs, fitness against swh with a tenth of random moves on both sides \
             ({}: games for each member in every generation); the middle of the distribution is the player",
            self.breeding
        );
        Section::new("What we decided").definitions([
            Definition::new(
                "steps",
                "the part alpha of an error is removed, divided over the weights that are looked up",
            ),
            Definition::new(
                "Lucas's network",
                "30 random walks of 6 squares, shared by the eight symmetries; values of ±32 for who won instead of a \
                 squashed sum; a tenth of random moves",
            ),
            Definition::new(
                "openings",
                "6 random plies, drawn from a seed, instead of a list of 1,000 boards that is not part of this program",
            ),
            Definition::new("breeding", breeding),
        ])
    }

    /// Words, weights and scores.
    fn row(&self, results: &Results<'_>, variant: &Variant) -> Result<Vec<Cell>, ReportError> {
        let trained: Vec<Trained> = variant.results(results.done, "train")?;
        let weights = trained.first().map_or("—".to_owned(), |trained| trained.weights.to_string());
        let mut row = vec![Cell::from(variant.words.as_str()), weights.into()];
        let opponents = [LEAGUE].into_iter().chain(OTHERS);
        row.extend(opponents.map(|opponent| results.cell(&Statistic::mean(&variant.name, opponent))));
        Ok(row)
    }
}
