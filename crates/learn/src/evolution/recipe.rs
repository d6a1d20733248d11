//! What decides a run of `evolution`.

use documented::DocumentedFields;
use outflank_rules::openings::Weights;
use serde::{Deserialize, Serialize};

use super::fitness::games_of_generation;
use super::population::best_first;
use super::{Following, Genome, Learner, Model, Pick};
use crate::{RecipeError, System, Tensors, TensorsError};

/// The parameters of the document, and under them our choices where it is silent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, DocumentedFields)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// What is evolved.
    pub genome: Genome,
    /// Members of the population, 50 or 100 in the document.
    pub population: usize,
    /// Generations that play.
    pub generations: u64,
    /// Games that decide the fitness of a member.
    pub games: u64,
    /// The probability of a random move, for both sides, outside the openings.
    pub epsilon: f64,
    /// The probability that two parents exchange genes.
    pub crossover_rate: f64,
    /// The probability that a gene is replaced by a fresh one.
    pub mutation_rate: f64,
    /// How the members play their openings.
    pub openings: Openings,

    /// Ours: how many of the best go on unchanged. They play again in every generation.
    pub elites: usize,
    /// Named as future work: where the probabilities of openings come from.
    pub opening_weights: OpeningWeights,
    /// Ours: how many discs better an opening has to be, by evaluations, to be e times as probable.
    pub temperature: f64,
    /// Named as future work: how genes change.
    pub mutation: Mutation,
    /// Named as future work: against whom fitness is won.
    pub fitness: Fitness,
    /// Ours: opponents of a member in a tournament, drawn anew in every generation.
    pub opponents: usize,
    /// Beyond the document: what makes the next generation.
    pub search: Search,
    /// Ours: how far genes spread at the start of a CMA-ES, around 0.
    pub sigma: f64,
    /// Ours: the step size that self-adaptive mutation starts from.
    pub step: f64,
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
pub enum Search {
    /// Roulette wheel, crossover, mutation and elitism.
    Genetic,
    /// Covariance matrix adaptation; the separable form for genomes of more than 200 genes.
    CmaEs,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            genome: Genome::Wpc,
            population: 50,
            generations: 100,
            games: 1_000,
            epsilon: 0.1,
            crossover_rate: 0.8,
            mutation_rate: 0.01,
            openings: Openings::None,
            elites: 1,
            opening_weights: OpeningWeights::List,
            temperature: 2.0,
            mutation: Mutation::Fresh,
            fitness: Fitness::Swh,
            opponents: 5,
            search: Search::Genetic,
            sigma: 0.5,
            step: 0.05,
        }
    }
}

impl System for Recipe {
    const NAME: &'static str = super::SYSTEM;

    type Model = Model;
    type Learner = Learner;

    fn check(&self) -> Result<(), RecipeError> {
        let unless = RecipeError::unless::<f64>;
        let rate = |key, value| unless((0.0..=1.0).contains(&value), key, value, "0 to 1");
        let size = |key, value| unless(value > 0.0 && value <= 100.0, key, value, "above 0, at most 100");
        let fits = |fits, key, value: u64, expected| RecipeError::unless(fits, key, value, expected);

        let population = self.population;
        fits((2..=10_000).contains(&population), "population", population as u64, "2 to 10,000")?;
        fits((1..=1_000_000).contains(&self.generations), "generations", self.generations, "1 to 1,000,000")?;
        fits((1..=1_000_000).contains(&self.games), "games", self.games, "1 to 1,000,000")?;
        rate("epsilon", self.epsilon)?;
        rate("crossover_rate", self.crossover_rate)?;
        rate("mutation_rate", self.mutation_rate)?;
        fits(self.elites < population, "elites", self.elites as u64, "fewer than the population")?;
        fits(
            (1..population).contains(&self.opponents) || self.fitness != Fitness::Tournament,
            "opponents",
            self.opponents as u64,
            "1 or more, fewer than the population",
        )?;
        fits(
            population >= 4 || self.search != Search::CmaEs,
            "population",
            population as u64,
            "4 or more for a CMA-ES",
        )?;
        size("temperature", self.temperature)?;
        size("sigma", self.sigma)?;
        size("step", self.step)
    }

    fn learner(&self, seed: u64) -> Learner {
        Learner::new(self.clone(), seed)
    }

    fn model_in(&self, kept: &Tensors) -> Result<Model, TensorsError> {
        let genes = match self.search {
            Search::CmaEs => kept.values("mean", &[self.genome.genes()])?,
            Search::Genetic => {
                let all = kept.values("genes", &[self.population, self.genome.genes()])?;
                let best = best_first(kept.values("fitness", &[self.population])?)[0];
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
        let small = Recipe { search: Search::CmaEs, population: 3, ..base() };
        assert_eq!(refused(small), "population is 3, expected 4 or more for a CMA-ES");
        assert!(refused(Recipe { games: 0, ..base() }).starts_with("games is 0"));
        assert!(refused(Recipe { generations: 0, ..base() }).starts_with("generations is 0"));
        assert!(refused(Recipe { sigma: f64::INFINITY, ..base() }).starts_with("sigma is inf"));
    }
}
