//! How `deep` learns: lessons of games, and then steps over batches from the window.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_arena::on_threads;
use outflank_engine::tree::Tree;
use outflank_engine::{Chance, Stopped};
use outflank_rules::with_kernel;
use outflank_value::patterns::PatternTables;
use outflank_value::residual::{Adam, Instructions, Losses, ResidualNetwork, Sample, gradient};

use super::games::{Table, teacher};
use super::recipe::Stage;
use super::window::Window;
use super::{Model, Recipe};
use crate::patterns::ends::Ends;
use crate::stop::look_at;
use crate::{BeginError, Gauge, Measurement, Schedule, System, Tensor, Tensors, TensorsError};

/// A batch is learned from in so many parts, whose gradients are added up in their order: threads do not change bits.
pub(super) const SHARDS: usize = 8;

/// Values that spread by less than a tenth of a disc over a lesson are those of a dead head.
const DEAD: f64 = 1.0 / 640.0;

/// A network that plays and learns.
pub struct Learner {
    recipe: Recipe,
    seed: u64,
    games: u64,
    lessons: u64,
    /// Positions that were learned from, and steps that were made.
    positions: u64,
    steps: u64,
    weights: Arc<[f32]>,
    /// The running mean of the weights, if there is one.
    mean: Option<Vec<f32>>,
    adam: Adam,
    window: Window,
    /// How far off the last lesson was.
    losses: Losses,
    teacher: Option<Box<PatternTables<64>>>,
}

impl Learner {
    /// A learner that knows nothing: its weights are drawn.
    pub fn new(recipe: Recipe, seed: u64) -> Self {
        let mut chance = Chance::stream(seed, "deep weights", 0);
        let weights = recipe.shape().drawn(|| normal(&mut chance));
        Self {
            adam: recipe.adam(),
            mean: (recipe.average > 0.0).then(|| weights.clone()),
            weights: weights.into(),
            recipe,
            seed,
            games: 0,
            lessons: 0,
            positions: 0,
            steps: 0,
            window: Window::default(),
            losses: Losses::default(),
            teacher: None,
        }
    }

    /// Plays the games of a lesson.
    fn play(&self, count: u64, stop: &AtomicBool, threads: usize) -> Result<Vec<Sample>, Stopped> {
        let stage = self.recipe.stage(self.games);
        let network =
            ResidualNetwork::new(self.recipe.shape(), Arc::clone(&self.weights)).expect("as many weights");
        let teacher = self.teacher.as_deref().filter(|_| stage == Stage::Imitation);
        let table = Table { recipe: &self.recipe, network: &network, teacher, stop };
        let played = on_threads(threads, count as usize, |number| {
            look_at(stop)?;
            let chance = Chance::stream(self.seed, "deep game", self.games + number as u64);
            let mut ends = Ends::of(self.recipe.exact);
            let mut tree = Tree::new(self.recipe.rule());
            with_kernel!(|kernel| table.play(kernel, stage, chance, &mut tree, &mut ends))
        });
        Ok(played.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// A step over one batch.
    fn step(
        &self,
        weights: &mut Arc<[f32]>,
        adam: &mut Adam,
        number: u64,
        games: u64,
        threads: usize,
    ) -> Losses {
        let recipe = &self.recipe;
        let batch = self.window.draw(recipe, &mut Chance::stream(self.seed, "deep batch", number));
        let (shape, instructions) = (recipe.shape(), Instructions::best());
        let shards = on_threads(threads, SHARDS, |shard| {
            let size = batch.len() / SHARDS;
            let samples = &batch[shard * size..(shard + 1) * size];
            let mut slopes = vec![0.0; shape.weights()];
            let losses =
                gradient(instructions, &shape, weights, samples, recipe.policy_weight as f32, &mut slopes);
            (slopes, losses)
        });
        let mut slopes = vec![0.0; shape.weights()];
        let mut losses = Losses::default();
        for (of_shard, losses_of_shard) in &shards {
            slopes.iter_mut().zip(of_shard).for_each(|(slope, of_shard)| *slope += of_shard);
            losses.add(losses_of_shard);
        }
        let part = 1.0 / batch.len() as f32;
        slopes.iter_mut().for_each(|slope| *slope *= part);
        adam.step(Arc::make_mut(weights), &slopes, &recipe.rates_after(games));
        losses
    }

    /// Learns from what is in the window, as many steps as are due. The weights are changed at the end only.
    fn learn_from_window(
        &mut self,
        positions: u64,
        stop: &AtomicBool,
        threads: usize,
    ) -> Result<(), Stopped> {
        let due = self.recipe.steps_after(positions);
        let mut weights: Arc<[f32]> = self.weights.to_vec().into();
        let mut adam = self.adam.clone();
        let mut losses = Losses::default();
        for number in self.steps..due {
            look_at(stop)?;
            losses.add(&self.step(&mut weights, &mut adam, number, self.games, threads));
        }
        (self.weights, self.adam, self.losses) = (weights, adam, losses);
        self.steps = due.max(self.steps);
        self.positions = positions;
        Ok(())
    }

    /// Whether the last lesson found that the network says the same of everything: its head is dead, and nothing will be learned.
    pub fn is_dead(&self) -> bool {
        self.losses.samples > 0 && self.losses.spread() < DEAD
    }

    /// The weights of the player.
    fn played(&self) -> Vec<f32> {
        self.mean.clone().unwrap_or_else(|| self.weights.to_vec())
    }
}

/// A number from a normal distribution, by the polar method.
fn normal(chance: &mut Chance) -> f64 {
    loop {
        let (x, y) = (2.0 * chance.unit() - 1.0, 2.0 * chance.unit() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

impl crate::Learner for Learner {
    /// Counted in games: a lesson has several.
    fn schedule(&self) -> Schedule {
        Schedule { done: self.games, total: self.recipe.lessons() }
    }

    fn learn_unless(&mut self, stop: &AtomicBool, threads: usize) -> Result<(), Stopped> {
        if self.schedule().is_finished() {
            return Ok(());
        }
        let count = self.recipe.batch_after(self.games);
        if self.recipe.stage(self.games) == Stage::Imitation && self.teacher.is_none() {
            self.teacher = Some(Box::new(teacher()));
        }
        let samples = self.play(count, stop, threads)?;
        let new = samples.len();
        let left = self.window.extend(samples, self.recipe.window);
        if let Err(stopped) = self.learn_from_window(self.positions + new as u64, stop, threads) {
            self.window.undo(new, left);
            return Err(stopped);
        }
        self.games += count;
        self.lessons += 1;
        if let Some(mean) = &mut self.mean {
            let part = (1.0 / (self.recipe.average * self.lessons as f64).max(1.0)) as f32;
            mean.iter_mut()
                .zip(self.weights.iter())
                .for_each(|(mean, weight)| *mean += (weight - *mean) * part);
        }
        Ok(())
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn gauges(&self) -> Vec<Gauge> {
        let mut gauges = vec![
            Gauge { name: "rate", value: self.recipe.rates_after(self.games).step.into() },
            Gauge { name: "positions in the window", value: self.window.len() as f64 },
        ];
        if self.losses.samples > 0 {
            let count = self.losses.samples as f64;
            gauges.push(Gauge { name: "error in discs", value: 64.0 * (self.losses.value / count).sqrt() });
            gauges.push(Gauge { name: "spread of values in discs", value: 64.0 * self.losses.spread() });
        }
        if self.losses.policies > 0 {
            let value = self.losses.policy / self.losses.policies as f64;
            gauges.push(Gauge { name: "policy loss in nats", value });
        }
        gauges
    }

    fn measurements(&self) -> Vec<Measurement> {
        if self.losses.samples == 0 {
            return Vec::new();
        }
        let count = self.losses.samples as f64;
        let measured = |name, value| Measurement { name, value, band: None };
        let mut measurements = vec![measured("error in discs", 64.0 * (self.losses.value / count).sqrt())];
        if self.losses.policies > 0 {
            measurements.push(measured("policy loss", self.losses.policy / self.losses.policies as f64));
        }
        measurements
    }

    fn model(&self) -> crate::Model {
        crate::Model::Deep(Model::new(self.recipe.shape(), self.played()))
    }

    fn begin_from(&mut self, model: crate::Model) -> Result<(), BeginError> {
        let model = Model::try_from(model)?;
        if *model.network().shape() != self.recipe.shape() {
            return Err(BeginError::Incomparable {
                reason: "its network is larger or smaller, or sees other things",
            });
        }
        self.weights = Arc::clone(model.network().weights());
        self.mean = self.mean.is_some().then(|| self.weights.to_vec());
        Ok(())
    }

    fn snapshot(&self) -> Tensors {
        let singles = |numbers: &[f32]| Tensor::list(Arc::<[f32]>::from(numbers));
        let (means, squares, adam_steps) = self.adam.parts();
        let counts =
            [self.games, self.lessons, self.positions, self.steps, adam_steps].map(|count| count as f64);
        let losses = [
            self.losses.value,
            self.losses.policy,
            self.losses.values[0],
            self.losses.values[1],
            self.losses.samples as f64,
            self.losses.policies as f64,
        ];
        let mut kept = Tensors::new()
            .with("weights", Tensor::list(Arc::clone(&self.weights)))
            .with("means of slopes", singles(means))
            .with("squares of slopes", singles(squares))
            .with("counts", Tensor::list(counts))
            .with("losses", Tensor::list(losses))
            .with("window", Tensor::list(crate::Values::Bytes(self.window.to_bytes().into())));
        if let Some(mean) = &self.mean {
            kept.insert("mean", singles(mean));
        }
        kept
    }

    fn restore(&mut self, kept: &Tensors) -> Result<(), TensorsError> {
        let shape = [self.recipe.shape().weights()];
        let [games, lessons, positions, steps, adam_steps] = *kept.values("counts", &[5])? else {
            return Err(TensorsError::Missing { name: "counts".to_owned() });
        };
        let [value, policy, sum, squares, samples, policies] = *kept.values("losses", &[6])? else {
            return Err(TensorsError::Missing { name: "losses".to_owned() });
        };
        let weights = Arc::clone(kept.singles("weights", &shape)?);
        let mean = match self.recipe.average > 0.0 {
            true => Some(kept.singles("mean", &shape)?.to_vec()),
            false => None,
        };
        let adam = Adam::from_parts(
            kept.singles("means of slopes", &shape)?.to_vec(),
            kept.singles("squares of slopes", &shape)?.to_vec(),
            adam_steps as u64,
        );
        let window = Window::from_bytes(kept.bytes("window")?).ok_or_else(|| TensorsError::Content {
            name: "window".to_owned(),
            reason: "it is not a list of positions with their values".to_owned(),
        })?;
        self.losses = Losses {
            value,
            policy,
            values: [sum, squares],
            samples: samples as u64,
            policies: policies as u64,
        };
        (self.weights, self.mean, self.window) = (weights, mean, window);
        self.adam = adam.unwrap_or_else(|| self.recipe.adam());
        (self.games, self.lessons) = (games as u64, lessons as u64);
        (self.positions, self.steps) = (positions as u64, steps as u64);
        Ok(())
    }
}
