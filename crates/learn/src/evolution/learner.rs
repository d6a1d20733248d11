//! How `evolution` searches: a generation plays, and the next is made from what it won.

use std::sync::atomic::AtomicBool;

use outflank_arena::statistics::{Confidence, Interval};
use outflank_engine::{Chance, Stopped};

use super::fitness::{Trial, games_of_generation};
use super::population::{self, Member, best_first, diversity};
use super::{Cma, EliteFitness, Model, Mutation, Optimizer, Recipe, Spread};
use crate::{Gauge, Measurement, Schedule, System, Tensor, Tensors, TensorsError};

/// The curves that every generation adds a point to.
pub const CURVES: [&str; 3] = ["best fitness", "mean fitness", "diversity of genes"];

/// Genomes of more genes than this have no full covariance matrix.
const FULL: usize = 200;

/// A population and what it has come to. A lesson is a generation.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games_of_generation: u64,
    generations: u64,
    /// The generation that played last; before the first, the one that will.
    population: Vec<Member>,
    /// What it won: points per game.
    fitness: Vec<f64>,
    /// The distribution that the population is drawn from, if it is.
    strategy: Option<Cma>,
}

impl Learner {
    /// A first population, of fresh genes.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let genes = recipe.genome.genes();
        let spread = if genes > FULL { Spread::Separable } else { Spread::Full };
        let strategy = match recipe.search {
            Optimizer::Genetic => None,
            Optimizer::CmaEs => Some(Cma::new(genes, recipe.population, recipe.sigma, spread)),
        };
        Self {
            games_of_generation: games_of_generation(&recipe),
            generations: 0,
            population: population::start(&recipe, seed),
            fitness: vec![0.0; recipe.population],
            strategy,
            recipe,
            seed,
        }
    }

    /// The genomes that are to play next.
    fn next_population(&self) -> Vec<Member> {
        let mut chance = Chance::stream(self.seed, "evolution breeding", self.generations);
        match &self.strategy {
            Some(strategy) => (0..self.recipe.population)
                .map(|_| Member { genes: strategy.sample(&mut chance), steps: Vec::new() })
                .collect(),
            None if self.generations == 0 => self.population.clone(),
            None => population::next(&self.recipe, &self.population, &self.fitness, &mut chance),
        }
    }

    fn model_of(&self, genes: &[f64]) -> Model {
        Model::new(self.recipe.genome, genes.to_vec(), self.recipe.following())
    }

    /// The best member of the generation that played last; with a CMA-ES the middle of its distribution,
    /// which depends less on the luck of one member's games.
    pub(super) fn learned(&self) -> Model {
        self.model_of(match &self.strategy {
            Some(strategy) => strategy.mean(),
            None => &self.population[best_first(&self.fitness)[0]].genes,
        })
    }

    /// The highest and the mean fitness of the generation that played last.
    fn best_and_mean(&self) -> (f64, f64) {
        let best = self.fitness.iter().copied().fold(0.0, f64::max);
        (best, self.fitness.iter().sum::<f64>() / self.fitness.len() as f64)
    }

    fn diversity(&self) -> f64 {
        let genomes: Vec<&[f64]> = self.population.iter().map(|member| member.genes.as_slice()).collect();
        diversity(&genomes)
    }
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        Schedule { done: self.generations, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        let population = self.next_population();
        let trial = Trial { recipe: &self.recipe, seed: self.seed, generation: self.generations, threads };
        let style = trial.style();
        let members: Vec<_> =
            population.iter().map(|member| self.model_of(&member.genes).entrant("member", &style)).collect();
        let mut fitness = trial.fitness(&members, stop)?;
        if self.recipe.elite_fitness == EliteFitness::Kept && self.strategy.is_none() && self.generations > 0
        {
            // Elites come first, in the order of what they won before.
            for (kept, elite) in fitness.iter_mut().zip(best_first(&self.fitness)).take(self.recipe.elites) {
                *kept = self.fitness[elite];
            }
        }
        (self.population, self.fitness) = (population, fitness);
        if let Some(strategy) = &mut self.strategy {
            let genomes: Vec<Vec<f64>> = self.population.iter().map(|member| member.genes.clone()).collect();
            strategy.learn(&genomes, &self.fitness);
        }
        self.generations += 1;
        Ok(())
    }

    fn games(&self) -> u64 {
        self.generations * self.games_of_generation
    }

    fn gauges(&self) -> Vec<Gauge> {
        let sigma = self.strategy.as_ref().map(|strategy| Gauge { name: "sigma", value: strategy.sigma() });
        if self.generations == 0 {
            return sigma.into_iter().collect();
        }
        let measured = self.measurements().into_iter();
        measured.map(|Measurement { name, value, .. }| Gauge { name, value }).chain(sigma).collect()
    }

    /// Fitness and diversity of the last generation. Around the best fitness what it may be without luck, as far as
    /// the games of one member say; around the mean the middle half of the members.
    fn measurements(&self) -> Vec<Measurement> {
        let (best, mean) = self.best_and_mean();
        let error = (best * (1.0 - best) / self.recipe.games as f64).sqrt();
        let luck = Interval::around(best, Confidence::USUAL.normal_reach() * error);
        let order = best_first(&self.fitness);
        let quarter = order.len() / 4;
        let middle = Interval {
            low: self.fitness[order[order.len() - 1 - quarter]],
            high: self.fitness[order[quarter]],
        };
        let [of_best, of_mean, of_diversity] = CURVES;
        vec![
            Measurement { name: of_best, value: best, band: Some(luck) },
            Measurement { name: of_mean, value: mean, band: Some(middle) },
            Measurement { name: of_diversity, value: self.diversity(), band: None },
        ]
    }

    fn model(&self) -> crate::Model {
        crate::Model::Evolution(self.learned())
    }

    fn snapshot(&self) -> Tensors {
        let shape = [self.recipe.population, self.recipe.genome.genes()];
        let rows = |values: Vec<f64>| Tensor::shaped(shape, values);
        let all = |part: fn(&Member) -> &[f64]| self.population.iter().flat_map(part).copied().collect();
        let mut snapshot = self.strategy.as_ref().map_or_else(Tensors::new, Cma::snapshot);
        snapshot.insert("genes", rows(all(|member| &member.genes)));
        if self.has_steps() {
            snapshot.insert("steps", rows(all(|member| &member.steps)));
        }
        snapshot.insert("fitness", Tensor::list(self.fitness.clone()));
        snapshot.insert("generations", Tensor::list([self.generations as f64]));
        snapshot
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let genes = self.recipe.genome.genes();
        let rows = |name: &str| {
            let values = snapshot.values(name, &[self.recipe.population, genes])?;
            Ok(values.chunks(genes).map(<[f64]>::to_vec).collect::<Vec<_>>())
        };
        let steps = match self.has_steps() {
            true => rows("steps")?,
            false => vec![Vec::new(); self.recipe.population],
        };
        let population =
            rows("genes")?.into_iter().zip(steps).map(|(genes, steps)| Member { genes, steps }).collect();
        let fitness = snapshot.values("fitness", &[self.recipe.population])?.to_vec();
        let generations = snapshot.whole("generations")?;
        if let Some(strategy) = &mut self.strategy {
            strategy.restore(snapshot)?;
        }
        (self.population, self.fitness, self.generations) = (population, fitness, generations);
        Ok(())
    }
}

impl Learner {
    /// Whether members have step sizes of their own.
    fn has_steps(&self) -> bool {
        self.recipe.mutation == Mutation::SelfAdaptive && self.strategy.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Learner as _;

    /// The mean fitness of the first and the last generation, where `outcome` is what breeding is told of a
    /// fitness. Powers make selection sharper, so that few generations are enough.
    fn bred(outcome: fn(f64) -> f64) -> [f64; 2] {
        let recipe = Recipe { population: 20, generations: 25, games: 60, ..Recipe::default() };
        let mut learner = Learner::new(recipe.clone(), 9);
        let mut means = Vec::new();
        for _ in 0..recipe.generations {
            learner.learn(2);
            means.push(learner.best_and_mean().1);
            learner.fitness.iter_mut().for_each(|fitness| *fitness = outcome(*fitness));
        }
        [means[0], means[means.len() - 1]]
    }

    #[test]
    fn flipped_outcomes_breed_losers() {
        let [first, last] = bred(|fitness| fitness.powi(4));
        assert!(last > first + 0.04, "from {first} to {last}");
        let [first, flipped] = bred(|fitness| (1.0 - fitness).powi(4));
        assert!(flipped < first - 0.02 && flipped < last - 0.08, "from {first} to {flipped}");
    }

    #[test]
    fn an_elite_that_keeps_its_fitness_never_falls_back() {
        let best = |elite_fitness| {
            let recipe =
                Recipe { population: 10, generations: 30, games: 10, elite_fitness, ..Recipe::default() };
            let mut learner = Learner::new(recipe, 3);
            let lessons = (0..30).map(|_| {
                learner.learn(2);
                learner.best_and_mean().0
            });
            lessons.collect::<Vec<f64>>()
        };
        assert!(best(EliteFitness::Kept).is_sorted());
        assert!(!best(EliteFitness::New).is_sorted(), "ten games are luck");
    }

    #[test]
    fn bands_are_luck_and_the_middle_half() {
        let recipe = Recipe { population: 8, games: 100, ..Recipe::default() };
        let mut learner = Learner::new(recipe, 1);
        learner.fitness = vec![0.8, 0.1, 0.5, 0.3, 0.7, 0.2, 0.6, 0.4];
        let [best, mean, _] = &learner.measurements()[..] else { panic!("three curves") };
        // 0.8 0.7 | 0.6 0.5 0.4 0.3 | 0.2 0.1: the middle half is from 0.3 to 0.6.
        assert!((mean.value - 0.45).abs() < 1e-12);
        assert_eq!(mean.band, Some(Interval { low: 0.3, high: 0.6 }));
        // 100 games of which 0.8 are won vary by √(0.8 · 0.2 / 100) = 0.04, times 1.96.
        let luck = best.band.expect("a band");
        assert_eq!(best.value, 0.8);
        assert!((luck.high - 0.8784).abs() < 1e-4 && (luck.low - 0.7216).abs() < 1e-4, "{luck:?}");
    }
}
