//! Steps down a gradient, each weight at a pace of its own.

/// The sizes of steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// How far a weight moves, about.
    pub step: f32,
    /// Which part of itself a weight loses beside, times the step.
    pub decay: f32,
    /// A gradient that is longer than this is made as long.
    pub longest: f32,
}

/// What is kept for each weight: how its slopes were lately, and how large.
// CITE: Kingma and Ba, Adam: a method for stochastic optimization (2014); Loshchilov and Hutter, Decoupled weight decay
// regularization (2017).
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: u64,
}

/// How much of the last means is kept from step to step.
const KEPT_MEAN: f32 = 0.9;
/// How much of the last squares is kept.
const KEPT_SQUARE: f32 = 0.999;
/// What keeps quotients finite.
const LEAST: f32 = 1e-8;

impl Adam {
    /// Before the first step of so many weights.
    pub fn new(weights: usize) -> Self {
        Self { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    /// What was kept: means, squares and the number of steps. None if there are not as many of one as of the other.
    pub fn from_parts(means: Vec<f32>, squares: Vec<f32>, steps: u64) -> Option<Self> {
        (means.len() == squares.len()).then_some(Self { means, squares, steps })
    }

    /// What is to be kept: means, squares and the number of steps.
    pub fn parts(&self) -> (&[f32], &[f32], u64) {
        (&self.means, &self.squares, self.steps)
    }

    /// Moves weights down a gradient. Returns how long that was.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rates: &Rates) -> f64 {
        let length = gradient.iter().map(|&slope| f64::from(slope) * f64::from(slope)).sum::<f64>().sqrt();
        let scale =
            if length > f64::from(rates.longest) { f64::from(rates.longest) / length } else { 1.0 } as f32;
        self.steps += 1;
        let missing = |kept: f32| 1.0 - libm::pow(kept.into(), self.steps as f64);
        let (of_mean, of_square) = (missing(KEPT_MEAN), missing(KEPT_SQUARE));
        let step = (f64::from(rates.step) * of_square.sqrt() / of_mean) as f32;
        let least = LEAST * of_square.sqrt() as f32;
        let decay = rates.step * rates.decay;
        let kept = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(kept) {
            let slope = slope * scale;
            *mean = KEPT_MEAN * *mean + (1.0 - KEPT_MEAN) * slope;
            *square = KEPT_SQUARE * *square + (1.0 - KEPT_SQUARE) * (slope * slope);
            *weight -= step * *mean / (square.sqrt() + least) + decay * *weight;
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_steps_are_those_of_the_paper() {
        let rates = Rates { step: 0.1, decay: 0.0, longest: 100.0 };
        let (mut adam, mut weights) = (Adam::new(1), [1.0]);
        let (mut weight, mut mean, mut square) = (1.0f64, 0.0, 0.0);
        for (step, slope) in [0.5, -0.25, 2.0].into_iter().enumerate() {
            assert!((adam.step(&mut weights, &[slope], &rates) - f64::from(slope.abs())).abs() < 1e-12);
            let slope = f64::from(slope);
            mean = 0.9 * mean + 0.1 * slope;
            square = 0.999 * square + 0.001 * slope * slope;
            let time = step as i32 + 1;
            let corrected = (mean / (1.0 - 0.9f64.powi(time)), square / (1.0 - 0.999f64.powi(time)));
            weight -= 0.1 * corrected.0 / (corrected.1.sqrt() + 1e-8);
            assert!((f64::from(weights[0]) - weight).abs() < 1e-5, "{} and {weight}", weights[0]);
        }
    }

    #[test]
    fn long_gradients_are_made_shorter_and_weights_fade() {
        let rates = Rates { step: 0.1, decay: 0.0, longest: 1.0 };
        let (mut long, mut short) = (Adam::new(2), Adam::new(2));
        let (mut one, mut other) = ([0.0; 2], [0.0; 2]);
        assert_eq!(long.step(&mut one, &[30.0, 40.0], &rates), 50.0);
        short.step(&mut other, &[0.6, 0.8], &rates);
        assert!(long.means.iter().zip(&short.means).all(|(a, b)| (a - b).abs() < 1e-7));
        let mut fading = [2.0];
        Adam::new(1).step(&mut fading, &[0.0], &Rates { decay: 0.5, ..rates });
        assert!((fading[0] - 1.9).abs() < 1e-6);
    }
}
