//! Covariance matrix adaptation: a search that learns which way and how far to step.
//!
//! It keeps a normal distribution of genomes, draws a population from it, and moves and shapes it towards
//! the better half. It knows nothing of games, so it can be tried on functions whose minimum is known.
// CITE: Hansen, The CMA evolution strategy: a tutorial (2016), with weights for the better half only; for
// many genes the separable form of Ros and Hansen, A simple modification in CMA-ES achieving linear time and
// space complexity (2008).

use outflank_engine::Chance;

use super::eigen::Eigen;
use super::normal::normal;
use crate::{Tensor, Tensors, TensorsError};

/// A normal distribution of genomes that learns from samples of itself.
///
/// ```
/// use outflank_engine::Chance;
/// use outflank_learn::evolution::{Cma, Spread};
///
/// // The highest point of this hill is at (1, −2).
/// let height = |genes: &[f64]| -(genes[0] - 1.0).powi(2) - 10.0 * (genes[1] + 2.0).powi(2);
/// let mut search = Cma::new(2, 10, 0.5, Spread::Full);
/// let mut chance = Chance::stream(1, "hill", 0);
/// for _ in 0..60 {
///     let samples: Vec<Vec<f64>> = (0..10).map(|_| search.sample(&mut chance)).collect();
///     let heights: Vec<f64> = samples.iter().map(|genes| height(genes)).collect();
///     search.learn(&samples, &heights);
/// }
/// assert!((search.mean()[0] - 1.0).abs() < 1e-3 && (search.mean()[1] + 2.0).abs() < 1e-3);
/// ```
pub struct Cma {
    rates: Rates,
    mean: Vec<f64>,
    /// The size of a step.
    sigma: f64,
    /// The way of the mean, in steps that no direction makes longer.
    sigma_path: Vec<f64>,
    /// The way of the mean, as it was.
    path: Vec<f64>,
    covariance: Covariance,
    /// How often it has learned.
    learned: u64,
}

/// What is learned about the spread of a distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// All of it: n² numbers, and which genes go together.
    Full,
    /// How far each gene spreads by itself: n numbers, learned faster.
    Separable,
}

/// The spread, and what follows from it.
enum Covariance {
    Full {
        matrix: Vec<Vec<f64>>,
        /// Follows from the matrix; made when it is needed and not kept.
        axes: Axes,
    },
    Separable(Vec<f64>),
}

/// The axes along which a distribution spreads, and how far.
struct Axes {
    directions: Vec<Vec<f64>>,
    lengths: Vec<f64>,
}

impl Axes {
    fn of(matrix: &[Vec<f64>]) -> Self {
        let Eigen { values, vectors } = Eigen::of(matrix);
        // Rounding must not make a direction vanish: nothing would be drawn along it any more.
        let lengths = values.into_iter().map(|value| value.max(1e-20).sqrt()).collect();
        Self { directions: vectors, lengths }
    }

    /// The sum of the directions, each as long as `length` makes it.
    fn sum(&self, length: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sum = vec![0.0; self.directions.len()];
        for (axis, direction) in self.directions.iter().enumerate() {
            let length = length(axis);
            sum.iter_mut().zip(direction).for_each(|(sum, part)| *sum += length * part);
        }
        sum
    }
}

/// The constants of the method, which follow from the numbers of genes and samples.
struct Rates {
    weights: Vec<f64>,
    mass: f64,
    sigma_path: f64,
    damping: f64,
    path: f64,
    rank_one: f64,
    rank_many: f64,
    /// The length of a vector of standard normal draws, on average.
    usual_length: f64,
    /// Above this length the way says that the step size still grows fast.
    steady_length: f64,
}

impl Rates {
    fn new(genes: usize, samples: usize, spread: Spread) -> Self {
        let n = genes as f64;
        let parents = (samples / 2).max(1);
        let raw: Vec<f64> =
            (1..=parents).map(|rank| libm::log(parents as f64 + 0.5) - libm::log(rank as f64)).collect();
        let total: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let sigma_path = (mass + 2.0) / (n + mass + 5.0);
        // What has fewer numbers to learn can learn them faster.
        let faster = if spread == Spread::Separable { (n + 2.0) / 3.0 } else { 1.0 };
        let rank_one = (faster * 2.0 / ((n + 1.3).powi(2) + mass)).min(1.0);
        let rank_many = faster * 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0).powi(2) + mass);
        let usual_length = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));
        Self {
            weights,
            mass,
            sigma_path,
            damping: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + sigma_path,
            path: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            rank_one,
            rank_many: rank_many.clamp(0.0, 1.0 - rank_one),
            usual_length,
            steady_length: (1.4 + 2.0 / (n + 1.0)) * usual_length,
        }
    }
}

impl Cma {
    /// A distribution around 0 that spreads by sigma along every gene, to be sampled so often at a time.
    pub fn new(genes: usize, samples: usize, sigma: f64, spread: Spread) -> Self {
        let covariance = match spread {
            Spread::Separable => Covariance::Separable(vec![1.0; genes]),
            Spread::Full => {
                let unit = |row| (0..genes).map(|column| f64::from(u8::from(row == column))).collect();
                Covariance::full((0..genes).map(unit).collect())
            }
        };
        Self {
            rates: Rates::new(genes, samples, spread),
            mean: vec![0.0; genes],
            sigma,
            sigma_path: vec![0.0; genes],
            path: vec![0.0; genes],
            covariance,
            learned: 0,
        }
    }

    /// The middle of the distribution: the best guess, once it has learned.
    pub fn mean(&self) -> &[f64] {
        &self.mean
    }

    /// The size of a step.
    pub fn sigma(&self) -> f64 {
        self.sigma
    }

    /// A genome drawn from the distribution.
    pub fn sample(&self, chance: &mut Chance) -> Vec<f64> {
        let draws: Vec<f64> = self.mean.iter().map(|_| normal(chance)).collect();
        let steps = self.covariance.stretch(&draws);
        self.mean.iter().zip(steps).map(|(mean, step)| mean + self.sigma * step).collect()
    }

    /// Learns from samples and how fit they were, the higher the better.
    pub fn learn(&mut self, samples: &[Vec<f64>], fitness: &[f64]) {
        let Rates {
            weights,
            mass,
            sigma_path,
            damping,
            path,
            rank_one,
            rank_many,
            usual_length,
            steady_length,
        } = &self.rates;
        let mut order: Vec<usize> = (0..samples.len()).collect();
        // The sort keeps equals in their order, and so the result the same everywhere.
        order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
        let steps: Vec<Vec<f64>> = order[..weights.len()]
            .iter()
            .map(|&best| samples[best].iter().zip(&self.mean).map(|(gene, mean)| (gene - mean) / self.sigma))
            .map(Iterator::collect)
            .collect();
        let mut step = vec![0.0; self.mean.len()];
        for (weight, one) in weights.iter().zip(&steps) {
            step.iter_mut().zip(one).for_each(|(sum, part)| *sum += weight * part);
        }

        self.mean.iter_mut().zip(&step).for_each(|(mean, step)| *mean += self.sigma * step);
        let reach = (sigma_path * (2.0 - sigma_path) * mass).sqrt();
        let whitened = self.covariance.whiten(&step);
        for (way, step) in self.sigma_path.iter_mut().zip(whitened) {
            *way = (1.0 - sigma_path) * *way + reach * step;
        }
        let length = self.sigma_path.iter().map(|way| way * way).sum::<f64>().sqrt();

        // While the step size still grows fast, the way says more about it than about the shape.
        self.learned += 1;
        let settled = 1.0 - (1.0 - sigma_path).powi(2 * self.learned.min(1 << 20) as i32);
        let steady = length / settled.sqrt() < *steady_length;
        let reach = if steady { (path * (2.0 - path) * mass).sqrt() } else { 0.0 };
        for (way, step) in self.path.iter_mut().zip(&step) {
            *way = (1.0 - path) * *way + reach * step;
        }

        let lost = if steady { 0.0 } else { rank_one * path * (2.0 - path) };
        let snapshot = 1.0 - rank_one - rank_many + lost;
        let parts: Vec<(f64, &[f64])> = std::iter::once((*rank_one, self.path.as_slice()))
            .chain(weights.iter().zip(&steps).map(|(weight, step)| (rank_many * weight, step.as_slice())))
            .collect();
        self.covariance.learn(snapshot, &parts);
        self.sigma *= libm::exp((sigma_path / damping * (length / usual_length - 1.0)).min(1.0));
    }

    /// All that it has learned.
    pub(super) fn snapshot(&self) -> Tensors {
        let covariance = match &self.covariance {
            Covariance::Full { matrix, .. } => Tensor::shaped(vec![matrix.len(); 2], matrix.concat()),
            Covariance::Separable(variances) => Tensor::list(variances.clone()),
        };
        Tensors::new()
            .with("mean", Tensor::list(self.mean.clone()))
            .with("sigma", Tensor::list([self.sigma]))
            .with("sigma_path", Tensor::list(self.sigma_path.clone()))
            .with("path", Tensor::list(self.path.clone()))
            .with("covariance", covariance)
            .with("learned", Tensor::list([self.learned as f64]))
    }

    /// Goes on from what was kept.
    pub(super) fn restore(&mut self, snapshot: &Tensors) -> Result<(), TensorsError> {
        let genes = self.mean.len();
        let list = |name: &str| Ok(snapshot.values(name, &[genes])?.to_vec());
        let covariance = match self.covariance {
            Covariance::Full { .. } => {
                let values = snapshot.values("covariance", &[genes, genes])?;
                Covariance::full(values.chunks(genes).map(<[f64]>::to_vec).collect())
            }
            Covariance::Separable(_) => Covariance::Separable(list("covariance")?),
        };
        let (mean, sigma_path, path) = (list("mean")?, list("sigma_path")?, list("path")?);
        let sigma = snapshot.values("sigma", &[1])?[0];
        let learned = snapshot.whole("learned")?;
        (self.mean, self.sigma, self.learned) = (mean, sigma, learned);
        (self.sigma_path, self.path, self.covariance) = (sigma_path, path, covariance);
        Ok(())
    }
}

impl Covariance {
    fn full(matrix: Vec<Vec<f64>>) -> Self {
        Self::Full { axes: Axes::of(&matrix), matrix }
    }

    /// Standard normal draws as draws from this spread.
    fn stretch(&self, draws: &[f64]) -> Vec<f64> {
        match self {
            Self::Full { axes, .. } => axes.sum(|axis| axes.lengths[axis] * draws[axis]),
            Self::Separable(variances) => {
                draws.iter().zip(variances).map(|(draw, variance)| draw * variance.sqrt()).collect()
            }
        }
    }

    /// A step as it would have been if no direction were longer than others.
    fn whiten(&self, step: &[f64]) -> Vec<f64> {
        match self {
            Self::Full { axes, .. } => axes.sum(|axis| {
                let along = axes.directions[axis].iter().zip(step).map(|(a, b)| a * b).sum::<f64>();
                along / axes.lengths[axis]
            }),
            Self::Separable(variances) => {
                step.iter().zip(variances).map(|(step, variance)| step / variance.sqrt()).collect()
            }
        }
    }

    /// Keeps a part of itself and adds that of some steps.
    fn learn(&mut self, kept: f64, parts: &[(f64, &[f64])]) {
        match self {
            Self::Separable(variances) => {
                for (gene, variance) in variances.iter_mut().enumerate() {
                    let added: f64 =
                        parts.iter().map(|(weight, step)| weight * step[gene] * step[gene]).sum();
                    *variance = (kept * *variance + added).max(1e-20);
                }
            }
            Self::Full { matrix, axes } => {
                for row in 0..matrix.len() {
                    for column in 0..=row {
                        let part = |(weight, step): &(f64, &[f64])| weight * step[row] * step[column];
                        let added: f64 = parts.iter().map(part).sum();
                        matrix[row][column] = kept * matrix[row][column] + added;
                        matrix[column][row] = matrix[row][column];
                    }
                }
                *axes = Axes::of(matrix);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's bent valley: its minimum, 0, is where all genes are 1, and genes go together.
    fn valley(genes: &[f64]) -> f64 {
        genes.windows(2).map(|g| 100.0 * (g[1] - g[0] * g[0]).powi(2) + (1.0 - g[0]).powi(2)).sum()
    }

    /// An ellipsoid along the axes, a thousand times as long as it is thick.
    fn ellipsoid(genes: &[f64]) -> f64 {
        let n = genes.len() as f64 - 1.0;
        genes.iter().enumerate().map(|(i, gene)| 1e6f64.powf(i as f64 / n) * (gene - 1.0).powi(2)).sum()
    }

    fn lowest(function: fn(&[f64]) -> f64, spread: Spread, generations: usize) -> f64 {
        let mut search = Cma::new(8, 12, 0.5, spread);
        let mut chance = Chance::stream(4, "function", 0);
        for _ in 0..generations {
            let samples: Vec<Vec<f64>> = (0..12).map(|_| search.sample(&mut chance)).collect();
            let fitness: Vec<f64> = samples.iter().map(|genes| -function(genes)).collect();
            search.learn(&samples, &fitness);
        }
        function(search.mean())
    }

    #[test]
    fn the_constants_are_those_of_the_method() {
        // Three genes and four samples, of which two are parents, worked out beside the formulas of the tutorial.
        let rates = Rates::new(3, 4, Spread::Full);
        let expected = [
            0.8041628599,
            0.1958371401,
            1.4597898889,
            0.3657364412,
            1.3657364412,
            0.5627101318,
            0.1002516824,
            0.0109464195,
            1.5968775303,
            3.0340673075,
        ];
        let found = [
            rates.weights[0],
            rates.weights[1],
            rates.mass,
            rates.sigma_path,
            rates.damping,
            rates.path,
            rates.rank_one,
            rates.rank_many,
            rates.usual_length,
            rates.steady_length,
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} where {expected} was expected");
        }
    }

    #[test]
    fn it_finds_the_minimum_of_known_functions() {
        for spread in [Spread::Full, Spread::Separable] {
            let found = lowest(ellipsoid, spread, 500);
            assert!(found < 1e-9, "{spread:?}: {found}");
        }
        let found = lowest(valley, Spread::Full, 900);
        assert!(found < 1e-9, "{found}");
        // Without a matrix that learns which genes go together, the bend takes far longer.
        let found = lowest(valley, Spread::Separable, 900);
        assert!(found > 1e-3, "{found}");
    }

    #[test]
    fn what_was_kept_goes_on_to_the_same_bits() {
        for spread in [Spread::Full, Spread::Separable] {
            let mut search = Cma::new(6, 8, 0.5, spread);
            let generation = |search: &mut Cma, number| {
                let mut chance = Chance::stream(1, "generation", number);
                let samples: Vec<Vec<f64>> = (0..8).map(|_| search.sample(&mut chance)).collect();
                let fitness: Vec<f64> = samples.iter().map(|genes| -valley(genes)).collect();
                search.learn(&samples, &fitness);
            };
            (0..7).for_each(|number| generation(&mut search, number));
            let mut other = Cma::new(6, 8, 0.5, spread);
            other.restore(&search.snapshot()).expect("what was kept");
            (7..20).for_each(|number| generation(&mut search, number));
            (7..20).for_each(|number| generation(&mut other, number));
            assert_eq!(search.snapshot(), other.snapshot());
        }
    }
}
