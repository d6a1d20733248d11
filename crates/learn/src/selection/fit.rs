//! Least squares on sums: all that is kept of a sample is what its products add up to, from which the best
//! weights of any set of features, and their errors on any other sample, can be worked out.

/// A part of the games, as sums over its positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Fold {
    features: usize,
    /// The sums of the products of every two features, by rows.
    products: Vec<f64>,
    /// The sums of the products of every feature with the target.
    targets: Vec<f64>,
    /// The sum of the squared targets.
    squares: f64,
    /// How many positions there are.
    count: f64,
}

impl Fold {
    /// Nothing yet, with so many features.
    pub fn new(features: usize) -> Self {
        let (products, targets) = (vec![0.0; features * features], vec![0.0; features]);
        Self { features, products, targets, squares: 0.0, count: 0.0 }
    }

    /// Takes in a position.
    pub fn add(&mut self, features: &[f64], target: f64) {
        for (row, one) in features.iter().enumerate() {
            self.targets[row] += one * target;
            for (column, other) in features.iter().enumerate() {
                self.products[row * self.features + column] += one * other;
            }
        }
        self.squares += target * target;
        self.count += 1.0;
    }

    /// All of some folds together.
    pub fn all<'a>(features: usize, folds: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::new(features);
        for fold in folds {
            let add = |sums: &mut [f64], more: &[f64]| {
                sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            };
            add(&mut all.products, &fold.products);
            add(&mut all.targets, &fold.targets);
            all.squares += fold.squares;
            all.count += fold.count;
        }
        all
    }

    /// The weights of the chosen features that predict the target best, in their order.
    pub fn weights(&self, chosen: &[usize]) -> Vec<f64> {
        // A trace of ridge: two features may say the same.
        let ridge = 1e-6 * self.count.max(1.0);
        let size = chosen.len();
        let mut lower = vec![vec![0.0; size]; size];
        for row in 0..size {
            for column in 0..=row {
                let product = self.products[chosen[row] * self.features + chosen[column]];
                let known: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
                let rest = product - known;
                lower[row][column] = if row == column {
                    (rest + ridge).max(ridge).sqrt()
                } else {
                    rest / lower[column][column]
                };
            }
        }
        let mut weights: Vec<f64> = chosen.iter().map(|&feature| self.targets[feature]).collect();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| lower[row][k] * weights[k]).sum();
            weights[row] = (weights[row] - known) / lower[row][row];
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| lower[k][row] * weights[k]).sum();
            weights[row] = (weights[row] - known) / lower[row][row];
        }
        weights
    }

    /// The mean squared error of these weights here.
    pub fn error(&self, chosen: &[usize], weights: &[f64]) -> f64 {
        let mut sum = self.squares;
        for (&row, weight) in chosen.iter().zip(weights) {
            sum -= 2.0 * weight * self.targets[row];
            for (&column, other) in chosen.iter().zip(weights) {
                sum += weight * other * self.products[row * self.features + column];
            }
        }
        sum / self.count.max(1.0)
    }

    /// The sums as numbers: products, targets, squares, count.
    pub(super) fn numbers(&self) -> Vec<f64> {
        [&self.products[..], &self.targets, &[self.squares, self.count]].concat()
    }

    /// How many numbers that are.
    pub(super) fn size(features: usize) -> usize {
        features * features + features + 2
    }

    /// The sums from their numbers, of which there must be [`size`](Self::size).
    pub(super) fn from_numbers(features: usize, numbers: &[f64]) -> Self {
        let (products, rest) = numbers.split_at(features * features);
        let (targets, rest) = rest.split_at(features);
        Self {
            features,
            products: products.to_vec(),
            targets: targets.to_vec(),
            squares: rest[0],
            count: rest[1],
        }
    }
}

/// For each fold, the error there of the weights that all other folds ask for.
pub(super) fn cross_validated(folds: &[Fold], chosen: &[usize]) -> Vec<f64> {
    let features = folds.first().map_or(0, |fold| fold.features);
    let errors = folds.iter().enumerate().map(|(left_out, fold)| {
        let others = folds.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, fold)| fold);
        fold.error(chosen, &Fold::all(features, others).weights(chosen))
    });
    errors.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_engine::Chance;

    #[test]
    fn folds_together_are_one_fold_of_everything() {
        let (mut one, mut other, mut both) = (Fold::new(2), Fold::new(2), Fold::new(2));
        for (number, (features, target)) in
            [([1.0, 2.0], 3.0), ([0.5, -1.0], -2.0), ([4.0, 0.25], 1.0)].into_iter().enumerate()
        {
            if number % 2 == 0 { &mut one } else { &mut other }.add(&features, target);
            both.add(&features, target);
        }
        assert_eq!(Fold::all(2, [&one, &other]), both);
    }

    #[test]
    fn weights_by_hand() {
        // y = 2 a − b, exactly; c is noise that is not chosen.
        let mut fold = Fold::new(3);
        for (a, b, c) in [(1.0, 0.0, 5.0), (0.0, 1.0, -3.0), (1.0, 1.0, 0.5), (2.0, -1.0, 1.0)] {
            fold.add(&[a, b, c], 2.0 * a - b);
        }
        let weights = fold.weights(&[1, 0]);
        assert!((weights[0] + 1.0).abs() < 1e-4 && (weights[1] - 2.0).abs() < 1e-4, "{weights:?}");
        assert!(fold.error(&[1, 0], &weights) < 1e-8);
        // Nothing chosen: the error is the mean of y², (4 + 1 + 1 + 25) / 4.
        assert_eq!(fold.error(&[], &[]), 31.0 / 4.0);
        assert_eq!(Fold::from_numbers(3, &fold.numbers()), fold);
    }

    #[test]
    fn errors_are_those_of_the_samples_one_by_one() {
        let mut chance = Chance::stream(1, "fit", 0);
        let mut draw = || 2.0 * chance.unit() - 1.0;
        let samples: Vec<([f64; 4], f64)> =
            (0..200).map(|_| ([draw(), draw(), draw(), draw()], draw())).collect();
        let mut fold = Fold::new(4);
        samples.iter().for_each(|(features, target)| fold.add(features, *target));
        let chosen = [3, 1];
        let weights = fold.weights(&chosen);
        let error = |weights: &[f64]| {
            let one = |(features, target): &([f64; 4], f64)| {
                let value: f64 =
                    chosen.iter().zip(weights).map(|(&feature, weight)| weight * features[feature]).sum();
                (target - value).powi(2)
            };
            samples.iter().map(one).sum::<f64>() / 200.0
        };
        assert!((fold.error(&chosen, &weights) - error(&weights)).abs() < 1e-9);
        // No other weights do better.
        for (by, place) in [(0.01, 0), (-0.01, 0), (0.01, 1), (-0.01, 1)] {
            let mut moved = weights.clone();
            moved[place] += by;
            assert!(error(&moved) > error(&weights));
        }
    }

    #[test]
    fn what_does_not_help_shows_in_what_was_left_out() {
        let mut chance = Chance::stream(2, "fit", 0);
        let mut folds = vec![Fold::new(2); 5];
        for number in 0..2_000 {
            let (signal, noise) = (2.0 * chance.unit() - 1.0, 2.0 * chance.unit() - 1.0);
            folds[number % 5].add(&[signal, noise], signal + 0.3 * (2.0 * chance.unit() - 1.0));
        }
        let mean = |chosen: &[usize]| cross_validated(&folds, chosen).iter().sum::<f64>() / 5.0;
        assert!(mean(&[0]) < 0.04 && mean(&[]) > 0.3);
        assert!(mean(&[1]) > 0.3);
    }
}
