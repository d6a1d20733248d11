//! How `population` learns: the network that some descend from, then generation after generation.

use std::sync::atomic::AtomicBool;

use outflank_arena::{Contest, Entrant, Style, on_threads};
use outflank_engine::{Chance, Stopped};

use super::{Model, Recipe};
use crate::stop::look_at;
use crate::{Gauge, Learned, Measurement, Schedule, System, Tensor, Tensors, TensorsError, imitator};

/// A population of networks.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    first: imitator::Learner,
    /// Generations that have played.
    generation: u64,
    /// The networks that play next, none before the first network is there. Those that stayed come first.
    networks: Vec<Model>,
    champion: Champion,
}

/// The best network that was measured.
#[derive(Clone)]
struct Champion {
    network: Model,
    /// Its score against the benchmark.
    score: f64,
    /// The score at the last measurement.
    last: f64,
    /// Measurements since there was a new best.
    failures: u64,
}

impl Learner {
    /// A population that is still to be drawn.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let first = imitator::Learner::new(recipe.first(), seed);
        let champion = Champion { network: first.network().clone(), score: 0.0, last: 0.0, failures: 0 };
        Self { recipe, seed, first, generation: 0, networks: Vec::new(), champion }
    }

    /// The first generation: the first network, mutated copies of it, and random ones.
    fn draw(&self) -> Vec<Model> {
        let descend = |number: usize| {
            let mut chance = Chance::stream(self.seed, "population draw", number as u64);
            match number {
                0 => self.first.network().clone(),
                _ if number < self.recipe.descended => self.mutated(self.first.network(), &mut chance),
                _ => Model::drawn(self.recipe.neurons, self.recipe.reach, || chance.unit()),
            }
        };
        (0..self.recipe.networks).map(descend).collect()
    }

    /// A copy, some of whose genes are changed.
    fn mutated(&self, network: &Model, chance: &mut Chance) -> Model {
        let mut genes = network.genes();
        for gene in &mut genes {
            if chance.happens(self.recipe.mutation) {
                *gene += self.recipe.spread * (2.0 * chance.unit() - 1.0);
            }
        }
        Model::from_genes(&genes).expect("as many genes as before")
    }

    /// The points of all networks after everybody has met everybody, once with each colour.
    fn round_robin(&self, stop: &AtomicBool, threads: usize) -> Result<Vec<f64>, Stopped> {
        let players: Vec<Entrant> =
            self.networks.iter().map(|network| Style::plies(1).entrant("network", network.clone())).collect();
        let count = players.len();
        let meetings: Vec<(usize, usize)> =
            (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect();
        let won = on_threads(threads, meetings.len(), |meeting| {
            let (one, other) = meetings[meeting];
            let number = self.generation * (count * count) as u64 + (one * count + other) as u64;
            let seed = Chance::stream(self.seed, "population meeting", number).seed();
            points_of_first(&players[one], &players[other], 1, seed, stop, 1)
        });
        let mut points = vec![0.0; count];
        for ((one, other), won) in meetings.into_iter().zip(won) {
            let won = won?;
            points[one] += won;
            points[other] += 2.0 - won;
        }
        Ok(points)
    }

    /// One generation: everybody plays, the best stay and have mutated copies.
    fn breed(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        let points = self.round_robin(stop, threads)?;
        let mut ranking: Vec<usize> = (0..points.len()).collect();
        ranking.sort_by(|&a, &b| points[b].total_cmp(&points[a]));
        let generation = self.generation + 1;
        if self.is_measured(generation) {
            self.measure(ranking[0], generation, stop, threads)?;
        }
        self.generation = generation;
        let survivors = &ranking[..self.recipe.survivors];
        let descend = |place: usize| {
            let parent = &self.networks[survivors[place % survivors.len()]];
            let number = self.generation * self.recipe.networks as u64 + place as u64;
            let mut chance = Chance::stream(self.seed, "population mutation", number);
            if place < survivors.len() { parent.clone() } else { self.mutated(parent, &mut chance) }
        };
        self.networks = (0..self.recipe.networks).map(descend).collect();
        Ok(())
    }

    /// Whether the best network plays the benchmark after so many generations.
    fn is_measured(&self, generation: u64) -> bool {
        generation.is_multiple_of(self.recipe.benchmark_every) || generation == self.recipe.generations
    }

    /// Has the best network of a generation play the benchmark.
    fn measure(
        &mut self,
        best: usize,
        generation: u64,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<(), Stopped> {
        let network = &self.networks[best];
        let player = Style::plies(1).entrant("best", network.clone());
        let seed = Chance::stream(self.seed, "population benchmark", generation).seed();
        let pairs = self.recipe.benchmark_pairs;
        let points = points_of_first(&player, &self.recipe.benchmark.entrant(), pairs, seed, stop, threads)?;
        self.champion.last = points / (2 * pairs) as f64;
        if self.champion.last > self.champion.score {
            self.champion.score = self.champion.last;
            self.champion.network = network.clone();
            self.champion.failures = 0;
        } else {
            self.champion.failures += 1;
        }
        Ok(())
    }

    fn has_ended(&self) -> bool {
        self.champion.failures >= self.recipe.patience
    }

    /// Games of one round robin.
    fn meetings(&self) -> u64 {
        (self.recipe.networks * (self.recipe.networks - 1)) as u64
    }

    fn measurements_done(&self) -> u64 {
        let at_the_end = self.generation == self.recipe.generations
            && !self.generation.is_multiple_of(self.recipe.benchmark_every);
        self.generation / self.recipe.benchmark_every + u64::from(at_the_end)
    }
}

fn points_of_first(
    first: &Entrant,
    second: &Entrant,
    pairs: u64,
    seed: u64,
    stop: &AtomicBool,
    threads: usize,
) -> Result<f64, Stopped> {
    look_at(stop)?;
    let contest = Contest { first, second, openings: &[], pairs, seed, threads };
    Ok(contest.count(stop).ok_or(Stopped)?.points())
}

impl crate::Learner for Learner {
    fn schedule(&self) -> Schedule {
        let done = self.first.schedule().done + self.generation;
        Schedule { done, total: if self.has_ended() { done } else { self.recipe.lessons() } }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        if !self.first.schedule().is_finished() {
            self.first.learn_unless(stop, threads)?;
            if self.first.schedule().is_finished() {
                self.networks = self.draw();
                self.champion.network = self.first.network().clone();
            }
            return Ok(());
        }
        self.breed(stop, threads)
    }

    fn games(&self) -> u64 {
        let measured = 2 * self.recipe.benchmark_pairs * self.measurements_done();
        self.first.games() + self.generation * self.meetings() + measured
    }

    fn games_in_all(&self) -> Option<u64> {
        let recipe = &self.recipe;
        let measured = recipe.generations.div_ceil(recipe.benchmark_every);
        let measured = measured.saturating_mul(2 * recipe.benchmark_pairs);
        let bred = recipe.generations.saturating_mul(self.meetings());
        Some(self.first.games_in_all()?.saturating_add(bred).saturating_add(measured))
    }

    fn gauges(&self) -> Vec<Gauge> {
        vec![Gauge { name: "generation", value: self.generation as f64 }]
    }

    /// The score of the best network against the benchmark, after the generations in which it was measured.
    fn measurements(&self) -> Vec<Measurement> {
        if self.generation == 0 || !self.is_measured(self.generation) {
            return Vec::new();
        }
        vec![Measurement { name: "benchmark", value: self.champion.last, band: None }]
    }

    fn model(&self) -> crate::Model {
        if self.generation == 0 {
            return crate::Model::Population(self.first.network().clone());
        }
        crate::Model::Population(self.champion.network.clone())
    }

    fn snapshot(&self) -> Tensors {
        let Champion { network, score, last, failures } = &self.champion;
        let progress = [self.generation as f64, *score, *last, *failures as f64];
        let genes: Vec<f64> = self.networks.iter().flat_map(Model::genes).collect();
        let shape = vec![self.networks.len(), Model::genes_of(self.recipe.neurons)];
        Tensors::new()
            .with("progress", Tensor::list(progress))
            .with("networks", Tensor::shaped(shape, genes))
            .with_all("champion", network.tensors())
            .with_all("first", self.first.snapshot())
    }

    fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let [generation, score, last, failures] =
            snapshot.values("progress", &[4])?.try_into().expect("the shape was checked");
        let network = imitator::with_neurons(self.recipe.neurons, &snapshot.under("champion"))?;
        self.first.restore(&snapshot.under("first"))?;
        let count = if self.first.schedule().is_finished() { self.recipe.networks } else { 0 };
        let genes = Model::genes_of(self.recipe.neurons);
        let networks = snapshot.values("networks", &[count, genes])?;
        let network_of = |genes: &[f64]| Model::from_genes(genes).expect("the shape was checked");
        self.networks = networks.chunks(genes).map(network_of).collect();
        self.generation = generation as u64;
        self.champion = Champion { network, score, last, failures: failures as u64 };
        Ok(())
    }
}
