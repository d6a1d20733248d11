//! The residual network: its bits, its gradient, and a slow reference that was written differently.

use outflank_engine::Chance;
use outflank_rules::kernel::Portable;
use outflank_rules::{Position, Square, Symmetry, Turn};
use outflank_value::Stateless as _;
use outflank_value::residual::{
    Channels, Instructions, Orientation, ResidualNetwork, Sample, Shape, Sight, gradient,
};

fn shape(sight: Sight, channels: Channels, blocks: usize) -> Shape {
    Shape { sight, orientation: Orientation::AsItIs, blocks, channels }
}

/// Weights that are large enough for every part to matter.
fn weights(shape: &Shape, seed: u64) -> Vec<f32> {
    let mut chance = Chance::stream(seed, "weights", 0);
    let mut weights = shape.drawn(|| (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0);
    let mut chance = Chance::stream(seed, "biases", 0);
    weights.iter_mut().for_each(|weight| *weight += 0.05 * (chance.unit() as f32 - 0.5));
    weights
}

/// Positions of random games.
fn positions(count: usize) -> Vec<Position> {
    let mut chance = Chance::stream(3, "positions", 0);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::START;
        loop {
            if chance.happens(0.2) {
                found.push(position);
            }
            position = match position.turn() {
                Turn::Over(_) => break,
                Turn::Pass => position.passed(),
                Turn::Play(moves) => position.after(chance.draw(Portable, position, moves)),
            };
        }
    }
    found.truncate(count);
    found
}

/// Samples with targets that mean nothing.
fn samples(count: usize) -> Vec<Sample> {
    let mut chance = Chance::stream(4, "samples", 0);
    let sample = |position: Position| {
        let moves: Vec<Square> = position.moves().into_iter().collect();
        let parts: Vec<f32> = moves.iter().map(|_| chance.unit() as f32).collect();
        let sum: f32 = parts.iter().sum();
        let policy = moves.into_iter().zip(parts).map(|(square, part)| (square, part / sum)).collect();
        Sample { position, value: (chance.unit() - 0.5) as f32, policy }
    };
    positions(count).into_iter().map(sample).collect()
}

/// The network as a formula, in double precision: parts by name, squares as rows and columns, no border.
struct Slow<'a> {
    shape: Shape,
    weights: &'a [f64],
}

type Planes = Vec<[f64; 64]>;

impl Slow<'_> {
    fn part(&self, name: &str) -> &[f64] {
        let part = self.shape.parts().into_iter().find(|part| part.name == name).expect(name);
        &self.weights[part.range]
    }

    fn convolved(&self, name: &str, input: &Planes) -> Planes {
        let (weights, biases) = (self.part(&format!("{name}.weights")), self.part(&format!("{name}.biases")));
        let (inputs, outputs) = (input.len(), biases.len());
        let mut output = vec![[0.0; 64]; outputs];
        for (out, plane) in output.iter_mut().enumerate() {
            for (square, number) in plane.iter_mut().enumerate() {
                let (row, column) = (square as i32 / 8, square as i32 % 8);
                *number = biases[out];
                for tap in 0..9 {
                    let (y, x) = (row + tap / 3 - 1, column + tap % 3 - 1);
                    if (0..8).contains(&y) && (0..8).contains(&x) {
                        for (channel, input) in input.iter().enumerate() {
                            let weight = weights[(tap as usize * inputs + channel) * outputs + out];
                            *number += weight * input[(y * 8 + x) as usize];
                        }
                    }
                }
            }
        }
        output
    }

    fn leaky(number: f64) -> f64 {
        if number > 0.0 { number } else { number / 16.0 }
    }

    /// The value before its tanh, and the logits of the policy.
    fn of(&self, position: Position) -> (f64, [f64; 64]) {
        let is_in = |squares: outflank_rules::Squares| {
            std::array::from_fn(|square| (squares.bits() >> square & 1) as f64)
        };
        let mut planes = vec![is_in(position.mover()), is_in(position.opponent()), [1.0; 64]];
        if self.shape.sight == Sight::Moves {
            planes.extend([is_in(position.moves()), is_in(position.passed().moves())]);
        }
        let passed_on =
            |planes: Planes| -> Planes { planes.into_iter().map(|plane| plane.map(Self::leaky)).collect() };
        let mut here = passed_on(self.convolved("stem", &planes));
        for block in 0..self.shape.blocks {
            let between = passed_on(self.convolved(&format!("block{block}.first"), &here));
            let mut after = self.convolved(&format!("block{block}.second"), &between);
            for (after, here) in after.iter_mut().flatten().zip(here.iter().flatten()) {
                *after += here;
            }
            here = passed_on(after);
        }
        let (weights, biases) = (self.part("heads.weights"), self.part("heads.biases"));
        let head = |square: usize, plane: usize| {
            let sum: f64 =
                here.iter().enumerate().map(|(c, map)| map[square] * weights[c * 16 + plane]).sum();
            Self::leaky(biases[plane] + sum)
        };
        let full = |name: &str, first: usize, out: usize, outputs: usize| {
            let weights = self.part(&format!("{name}.weights"));
            let mut sum = self.part(&format!("{name}.biases"))[out];
            for square in 0..64 {
                for plane in 0..8 {
                    sum += head(square, first + plane) * weights[(square * 8 + plane) * outputs + out];
                }
            }
            sum
        };
        let policy = std::array::from_fn(|square| full("policy", 0, square, 64));
        let hidden = (0..32).map(|neuron| Self::leaky(full("hidden", 8, neuron, 32)));
        let value: f64 = hidden.zip(self.part("value.weights")).map(|(neuron, weight)| neuron * weight).sum();
        (value + self.part("value.biases")[0], policy)
    }

    fn loss(&self, sample: &Sample, policy_weight: f64) -> f64 {
        let (value, policy) = self.of(sample.position);
        let (value, target) = (value.tanh(), f64::from(sample.value));
        let of_value = -(1.0 + target) / 2.0 * ((1.0 + value) / 2.0).ln()
            - (1.0 - target) / 2.0 * ((1.0 - value) / 2.0).ln();
        let sum: f64 = sample.policy.iter().map(|(square, _)| policy[square.index()].exp()).sum();
        let of_policy: f64 = sample
            .policy
            .iter()
            .map(|&(square, part)| -f64::from(part) * (policy[square.index()] - sum.ln()))
            .sum();
        of_value + policy_weight * of_policy
    }
}

#[test]
fn the_network_is_what_the_formula_says() {
    for (sight, channels, blocks) in
        [(Sight::Discs, Channels::Sixteen, 2), (Sight::Moves, Channels::ThirtyTwo, 1)]
    {
        let shape = shape(sight, channels, blocks);
        let weights = weights(&shape, 1);
        let doubles: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        let network = ResidualNetwork::new(shape, weights).expect("as many");
        for position in positions(10) {
            let (value, policy) = Slow { shape, weights: &doubles }.of(position);
            let answer = network.answer(position);
            assert!(
                (f64::from(answer.value) - value.tanh()).abs() < 1e-5,
                "{} {}",
                answer.value,
                value.tanh()
            );
            assert_eq!(answer.value, network.value_of(position));
            assert_eq!(network.of(Portable, position).value(), 64.0 * f64::from(answer.value));
            for (fast, slow) in answer.policy.iter().zip(policy) {
                assert!((f64::from(*fast) - slow).abs() < 1e-4, "{fast} {slow}");
            }
        }
    }
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    for (sight, channels, blocks) in
        [(Sight::Discs, Channels::Sixteen, 2), (Sight::Moves, Channels::Sixteen, 1)]
    {
        let shape = shape(sight, channels, blocks);
        let weights = weights(&shape, 2);
        let samples = samples(2);
        let mut slopes = vec![0.0; shape.weights()];
        gradient(Instructions::best(), &shape, &weights, &samples, 0.7, &mut slopes);
        let mut doubles: Vec<f64> = weights.iter().copied().map(f64::from).collect();
        let mut chance = Chance::stream(5, "places", 0);
        for part in shape.parts() {
            for _ in 0..4 {
                let place = part.range.start + chance.below(part.range.len() as u32) as usize;
                let loss = |doubles: &[f64]| -> f64 {
                    let slow = Slow { shape, weights: doubles };
                    samples.iter().map(|sample| slow.loss(sample, 0.7)).sum()
                };
                let kept = doubles[place];
                doubles[place] = kept + 1e-5;
                let above = loss(&doubles);
                doubles[place] = kept - 1e-5;
                let slope = (above - loss(&doubles)) / 2e-5;
                doubles[place] = kept;
                let found = f64::from(slopes[place]);
                assert!(
                    (found - slope).abs() < 1e-4 + 1e-3 * slope.abs(),
                    "{} at {place}: {found} and not {slope}",
                    part.name
                );
            }
        }
    }
}

#[test]
fn all_instructions_give_the_same_bits() {
    for channels in [Channels::Sixteen, Channels::ThirtyTwo, Channels::SixtyFour] {
        let shape = shape(Sight::Discs, channels, 2);
        let weights = weights(&shape, 6);
        let network = ResidualNetwork::new(shape, weights.clone()).expect("as many");
        let samples = samples(6);
        let learned = |instructions: Instructions| {
            let mut slopes = vec![0.0; shape.weights()];
            let losses = gradient(instructions, &shape, &weights, &samples, 0.5, &mut slopes);
            (slopes.iter().map(|slope: &f32| slope.to_bits()).collect::<Vec<_>>(), losses)
        };
        for instructions in Instructions::all() {
            let other = network.clone().with_instructions(instructions);
            for sample in &samples {
                let (a, b) = (network.answer(sample.position), other.answer(sample.position));
                assert_eq!(a.value.to_bits(), b.value.to_bits(), "{}", instructions.name());
                assert_eq!(a.policy.map(f32::to_bits), b.policy.map(f32::to_bits), "{}", instructions.name());
            }
            assert!(learned(instructions) == learned(Instructions::Portable), "{}", instructions.name());
        }
    }
}

/// A gradient of many samples is the sum, in order, of those of its samples: batches change no bit but by this order.
#[test]
fn a_batch_is_its_samples_one_after_the_other() {
    let shape = shape(Sight::Discs, Channels::Sixteen, 1);
    let (weights, samples) = (weights(&shape, 7), samples(5));
    let mut at_once = vec![0.0; shape.weights()];
    gradient(Instructions::best(), &shape, &weights, &samples, 0.5, &mut at_once);
    let mut one_by_one = vec![0.0; shape.weights()];
    for sample in samples.chunks(1) {
        gradient(Instructions::best(), &shape, &weights, sample, 0.5, &mut one_by_one);
    }
    assert!(at_once.iter().zip(&one_by_one).all(|(a, b)| a.to_bits() == b.to_bits()));
}

#[test]
fn a_network_of_one_orientation_is_the_same_for_all_eight() {
    let shape = Shape { orientation: Orientation::Canonical, ..shape(Sight::Discs, Channels::Sixteen, 1) };
    let network = ResidualNetwork::new(shape, weights(&shape, 8)).expect("as many");
    let plain = Shape { orientation: Orientation::AsItIs, ..shape };
    let plain = ResidualNetwork::new(plain, network.weights().to_vec()).expect("as many");
    let mut differs = false;
    for position in positions(20) {
        let answer = network.answer(position);
        for symmetry in Symmetry::ALL {
            let turned = network.answer(symmetry.position(position));
            assert_eq!(answer.value, turned.value);
            // A position that is symmetric itself may be turned either way.
            if Symmetry::ALL.iter().filter(|other| other.position(position) == position).count() == 1 {
                for square in Square::all() {
                    let there = symmetry.square(square);
                    assert_eq!(answer.policy[square.index()], turned.policy[there.index()]);
                }
            }
            differs |= plain.answer(symmetry.position(position)).value != plain.answer(position).value;
        }
    }
    assert!(differs, "without it they are not");
}

/// A head that has run far to one end still has slopes, and comes back.
#[test]
fn a_head_at_one_end_comes_back() {
    let shape = shape(Sight::Discs, Channels::Sixteen, 1);
    let mut weights = weights(&shape, 9);
    *weights.last_mut().expect("the bias of the value") = 30.0;
    let mut slopes = vec![0.0; shape.weights()];
    gradient(Instructions::best(), &shape, &weights, &samples(4), 0.0, &mut slopes);
    assert!(slopes[shape.weights() - 1] > 1.0, "{}", slopes[shape.weights() - 1]);
    // And one whose neurons are all below zero, too.
    let hidden = shape.parts().into_iter().find(|part| part.name == "hidden.biases").expect("there");
    weights[hidden.range.clone()].fill(-50.0);
    slopes.fill(0.0);
    gradient(Instructions::best(), &shape, &weights, &samples(4), 0.0, &mut slopes);
    assert!(slopes[hidden.range].iter().all(|slope| *slope != 0.0));
}

#[test]
fn weights_of_another_shape_are_refused() {
    let shape = shape(Sight::Discs, Channels::Sixteen, 2);
    let error = ResidualNetwork::new(shape, vec![0.0; 3]).expect_err("three weights");
    assert!(error.to_string().starts_with("there are 3 weights, expected "), "{error}");
}
