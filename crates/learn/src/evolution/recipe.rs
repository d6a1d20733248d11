//! What decides a run of `evolution`.

use outflank_rules::openings::Weights;
use serde::{Deserialize, Serialize};

use super::fitness::games_of_generation;
use super::population::best_first;
use super::{Following, Genome, Learner, Model, Pick};
use crate::schema::{Range, recipe};
use crate::{RecipeError, System, Tensors, TensorsError};

recipe! {
    /// The parameters of the document, and under them our choices where it is silent.
    pub struct Recipe {
        /// What is evolved.
        pub genome: Genome = Genome::Wpc;
        /// Members of the population, 50 or 100 in the document.
        pub population: usize = 50, Range::new(2.0, 1e4).of("members");
        /// Generations that play.
        pub generations: u64 = 100, Range::new(1.0, 1e6).of("generations");
        /// Games that decide the fitness of a member.
        pub games: u64 = 1_000, Range::new(1.0, 1e6).of("games");
        /// The probability of a random move, for both sides, outside the openings.
        pub epsilon: f64 = 0.1, Range::PROBABILITY;
        /// The probability that two parents exchange genes.
        pub crossover_rate: f64 = 0.8, Range::PROBABILITY;
        /// The probability that a gene is replaced by a fresh one.
        pub mutation_rate: f64 = 0.01, Range::PROBABILITY;
        /// How the members play their openings.
        pub openings: Openings = Openings::None;

        /// How many of the best go on unchanged (our choice).
        pub elites: usize = 1, Range::new(0.0, 1e4).of("members");
        /// Which fitness elites have in the next generation (our choice).
        pub elite_fitness: EliteFitness = EliteFitness::New;
        /// How wide the sectors of the roulette wheel are (our choice).
        pub wheel: Wheel = Wheel::Plain;
        /// Where the probabilities of openings come from (named as future work).
        pub opening_weights: OpeningWeights = OpeningWeights::List;
        /// How many discs better an opening has to be, by evaluations, to be e times as probable (our choice).
        pub temperature: f64 = 2.0, Range::above(0.0, 100.0).of("discs");
        /// How genes change (named as future work).
        pub mutation: Mutation = Mutation::Fresh;
        /// Against whom fitness is won (named as future work).
        pub fitness: Fitness = Fitness::Swh;
        /// Opponents of a member in a tournament, drawn anew in every generation (our choice).
        pub opponents: usize = 5, Range::from(0.0).of("members");
        /// What makes the next generation (beyond the document).
        pub search: Optimizer = Optimizer::Genetic;
        /// How far genes spread at the start of a CMA-ES, around 0 (our choice).
        pub sigma: f64 = 0.5, Range::above(0.0, 100.0);
        /// The step size that self-adaptive mutation starts from (our choice).
        pub step: f64 = 0.05, Range::above(0.0, 100.0);
    }
}

/// How the members play their openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// By themselves from the first move on.
    None,
    /// While the game matches openings of the book: one of these is drawn and its next move played.
    Drawn,
    /// While the game matches openings of the book: the most probable next move.
    Best,
}

/// Which fitness elites have in the next generation. They play in any case: others may need them as opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EliteFitness {
    /// What they win there.
    New,
    /// That by which they were chosen: the luck in it stays with them.
    Kept,
}

/// How wide the sectors of the roulette wheel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wheel {
    /// As wide as fitness is high.
    Plain,
    /// Scaled, so that the best is drawn twice as often as the mean.
    Scaled,
}

/// Where the probabilities of openings come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningWeights {
    /// From the list: each opening of it is as likely as any other.
    List,
    /// From a database of games between people: as often as they were played.
    Games,
    /// From the evaluations of an engine, seen by the player.
    Engine,
}

/// How genes change from parent to child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// A few are replaced, by anything from −1 to 1.
    Fresh,
    /// All of them move by normal steps, whose sizes are inherited and change themselves.
    // CITE: Chong, Tan and White (2005), after Fogel: τ = 1/√(2√n).
    SelfAdaptive,
}

/// Against whom fitness is won. Points per game, a draw being half a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fitness {
    /// Against the standard weighted heuristic.
    Swh,
    /// Against all other members, as many games in all as against the heuristic.
    RoundRobin,
    /// Against a few other members, drawn anew for each.
    Tournament,
}

/// What makes the next generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimizer {
    /// Roulette wheel, crossover, mutation and elitism.
    Genetic,
    /// Covariance matrix adaptation; the separable form for genomes of more than 200 genes.
    CmaEs,
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    const CARD: crate::CardText =
        crate::CardText { about: include_str!("card.toml"), measured: include_str!("measured.toml") };

    type Model = Model;
    type Learner = Learner;

    fn check_together(&self) -> Result<(), RecipeError> {
        let Self { population, elites, opponents, .. } = *self;
        RecipeError::unless(elites < population, "elites", elites, "fewer than the population")?;
        let meet = (1..population).contains(&opponents) || self.fitness != Fitness::Tournament;
        let expected = "1 or more, fewer than the population";
        RecipeError::unless(meet, "opponents", opponents, expected)?;
        // Every meeting of a generation is written down before the first is played.
        let few = population <= 2_000 || self.fitness != Fitness::RoundRobin;
        RecipeError::unless(few, "population", population, "2,000 at most where everybody meets everybody")?;
        let enough = population >= 4 || self.search != Optimizer::CmaEs;
        RecipeError::unless(enough, "population", population, "4 or more for a CMA-ES")
    }

    fn trial() -> Self {
        Self { population: 8, generations: 12, games: 20, ..Self::default() }
    }

    fn lessons(&self) -> u64 {
        self.generations
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, snapshot: &Tensors) -> Result<Model, TensorsError> {
        let genes = match self.search {
            Optimizer::CmaEs => snapshot.values("mean", &[self.genome.genes()])?,
            Optimizer::Genetic => {
                let all = snapshot.values("genes", &[self.population, self.genome.genes()])?;
                let best = best_first(snapshot.values("fitness", &[self.population])?)[0];
                &all[best * self.genome.genes()..][..self.genome.genes()]
            }
        };
        Ok(Model::new(self.genome, genes.to_vec(), self.following()))
    }
}

impl Recipe {
    /// How many games a whole run plays.
    pub fn games_in_all(&self) -> u64 {
        self.generations * games_of_generation(self)
    }

    /// How the members follow the openings, if they do.
    pub fn following(&self) -> Option<Following> {
        let pick = match self.openings {
            Openings::None => return None,
            Openings::Drawn => Pick::Drawn,
            Openings::Best => Pick::Best,
        };
        let weights = match self.opening_weights {
            OpeningWeights::List => Weights::Uniform,
            OpeningWeights::Games => Weights::Database,
            OpeningWeights::Engine => Weights::Evaluation { temperature: self.temperature },
        };
        Some(Following { pick, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_the_document_and_plays_five_million_games() {
        let recipe = Recipe::default();
        assert_eq!(recipe.check(), Ok(()));
        assert_eq!(recipe.games_in_all(), 5_000_000);
    }

    #[test]
    fn values_out_of_range_are_refused_by_name() {
        let refused = |recipe: Recipe| recipe.check().expect_err("out of range").to_string();
        let base = Recipe::default;
        assert_eq!(refused(Recipe { population: 0, ..base() }), "population is 0, expected 2 to 10,000");
        assert_eq!(refused(Recipe { population: 1, ..base() }), "population is 1, expected 2 to 10,000");
        assert_eq!(
            refused(Recipe { mutation_rate: 1.01, ..base() }),
            "mutation_rate is 1.01, expected 0 to 1"
        );
        assert_eq!(
            refused(Recipe { crossover_rate: -0.1, ..base() }),
            "crossover_rate is -0.1, expected 0 to 1"
        );
        assert_eq!(refused(Recipe { epsilon: f64::NAN, ..base() }), "epsilon is NaN, expected 0 to 1");
        assert_eq!(
            refused(Recipe { elites: 50, ..base() }),
            "elites is 50, expected fewer than the population"
        );
        let tournament = Recipe { fitness: Fitness::Tournament, opponents: 50, ..base() };
        assert_eq!(refused(tournament), "opponents is 50, expected 1 or more, fewer than the population");
        let small = Recipe { search: Optimizer::CmaEs, population: 3, ..base() };
        assert_eq!(refused(small), "population is 3, expected 4 or more for a CMA-ES");
        assert!(refused(Recipe { games: 0, ..base() }).starts_with("games is 0"));
        assert!(refused(Recipe { generations: 0, ..base() }).starts_with("generations is 0"));
        assert!(refused(Recipe { sigma: f64::INFINITY, ..base() }).starts_with("sigma is inf"));
    }
}
