//! The operators of the genetic algorithm, as the document has them.

use outflank_engine::Chance;

/// The member on whose sector of the wheel a point lies: sectors are as wide as fitness is high, the whole
/// wheel being 1. Where nobody has any fitness, all sectors are alike.
///
/// ```
/// use outflank_learn::evolution::sector;
///
/// // Sectors end at 0.2, 0.7 and 1.
/// let fitness = [0.1, 0.25, 0.15];
/// assert_eq!([0.0, 0.19, 0.21, 0.69, 0.71, 0.99].map(|point| sector(&fitness, point)), [0, 0, 1, 1, 2, 2]);
/// ```
pub fn sector(fitness: &[f64], point: f64) -> usize {
    let total: f64 = fitness.iter().sum();
    if total <= 0.0 {
        return ((point * fitness.len() as f64) as usize).min(fitness.len() - 1);
    }
    let mut end = 0.0;
    for (member, fitness) in fitness.iter().enumerate() {
        end += fitness;
        if point * total < end {
            return member;
        }
    }
    // Rounding may leave a sliver at the very end: it belongs to the last who has a sector.
    fitness.iter().rposition(|&fitness| fitness > 0.0).expect("somebody has fitness")
}

/// Turns the wheel: a member drawn in proportion to its fitness.
pub fn roulette(fitness: &[f64], chance: &mut Chance) -> usize {
    sector(fitness, chance.unit())
}

/// Fitness scaled for the wheel: the mean stays, and the best has twice as much. Where that would leave somebody less
/// than nothing, the least has nothing instead, and the best what then comes out.
///
/// ```
/// use outflank_learn::evolution::scaled;
///
/// assert_eq!(scaled(&[0.25, 0.5, 0.75]), [0.0, 0.5, 1.0]);
/// assert_eq!(scaled(&[0.5, 0.5]), [0.5, 0.5]);
/// ```
// CITE: linear scaling, David Goldberg, Genetic Algorithms in Search, Optimization and Machine Learning, 1989.
pub fn scaled(fitness: &[f64]) -> Vec<f64> {
    let mean = fitness.iter().sum::<f64>() / fitness.len() as f64;
    let most = fitness.iter().copied().fold(mean, f64::max);
    let least = fitness.iter().copied().fold(mean, f64::min);
    if most <= mean || least >= mean {
        return fitness.to_vec();
    }
    let slope = (mean / (most - mean)).min(mean / (mean - least));
    fitness.iter().map(|fitness| (mean + slope * (fitness - mean)).max(0.0)).collect()
}

/// One-point crossover: from the cut on, the two change places.
///
/// ```
/// let (mut one, mut other) = ([1, 2, 3, 4], [5, 6, 7, 8]);
/// outflank_learn::evolution::crossover(&mut one, &mut other, 3);
/// assert_eq!((one, other), ([1, 2, 3, 8], [5, 6, 7, 4]));
/// ```
pub fn crossover<T>(one: &mut [T], other: &mut [T], cut: usize) {
    one[cut..].swap_with_slice(&mut other[cut..]);
}

/// A fresh gene: anything from −1 to 1, each as likely.
pub fn fresh(chance: &mut Chance) -> f64 {
    2.0 * chance.unit() - 1.0
}

/// Mutation: each gene is replaced by a fresh one with this probability.
pub(super) fn mutate(genes: &mut [f64], rate: f64, chance: &mut Chance) {
    for gene in genes {
        if chance.happens(rate) {
            *gene = fresh(chance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_is_fair() {
        let fitness = [0.3, 0.0, 0.1, 0.6];
        let mut chance = Chance::stream(2, "wheel", 0);
        let mut counts = [0f64; 4];
        for _ in 0..100_000 {
            counts[roulette(&fitness, &mut chance)] += 1.0;
        }
        for (count, probability) in counts.iter().zip([0.3f64, 0.0, 0.1, 0.6]) {
            // Within four standard errors.
            let error = 1e5 * probability * (1.0 - probability);
            assert!((count - 1e5 * probability).abs() <= 4.0 * error.sqrt(), "{counts:?}");
        }
        assert_eq!(sector(&[0.0, 0.0, 0.0, 0.0], 0.6), 2, "without fitness all are alike");
        assert_eq!(sector(&[0.1, 0.0], 1.0), 0, "nobody without fitness is drawn");
    }

    #[test]
    fn mutation_is_as_rare_as_it_should_be_and_keeps_the_range() {
        let mut chance = Chance::stream(3, "mutation", 0);
        let mut genes = vec![5.0; 100_000];
        mutate(&mut genes, 0.01, &mut chance);
        let changed: Vec<f64> = genes.into_iter().filter(|&gene| gene != 5.0).collect();
        assert!((870..1130).contains(&changed.len()), "{}", changed.len());
        assert!(changed.iter().all(|gene| (-1.0..1.0).contains(gene)));
        let mean = changed.iter().sum::<f64>() / changed.len() as f64;
        assert!(mean.abs() < 0.075, "{mean}");
        let mut genes = [0.5; 8];
        mutate(&mut genes, 0.0, &mut chance);
        assert_eq!(genes, [0.5; 8]);
    }
}
