//! `selection` against a slow reference that is written differently: all samples are kept, weights come from
//! eliminating one unknown after another, and errors from every sample on its own.

use std::sync::Arc;

use outflank_arena::{Seat, play_alone};
use outflank_engine::Chance;
use outflank_engine::players::{Lookahead, Noisy, Ties};
use outflank_learn::selection::{self, Direction, Feature, Recipe, WideFeatures};
use outflank_learn::{Learner, Model, linear4};
use outflank_rules::kernel::Portable;
use outflank_rules::{Game, Outcome};

const COUNT: usize = Feature::COUNT;

fn recipe(direction: Direction) -> Recipe {
    Recipe { direction, teacher_games: 100, lessons: 6, batch: 40, ..Recipe::default() }
}

fn learned(recipe: Recipe) -> selection::Learner {
    let mut learner = selection::Learner::new(recipe, 3);
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
    learner
}

/// A position: the part it is in, what its features are, and who won from there.
struct Sample {
    part: usize,
    features: [f64; COUNT],
    won: f64,
}

fn samples(recipe: &Recipe, seed: u64) -> Vec<Sample> {
    let mut teacher = linear4::Learner::new(recipe.teacher(), seed);
    while !teacher.schedule().is_finished() {
        teacher.learn(1);
    }
    let Model::Linear4(teacher) = teacher.model() else { panic!("the teacher") };
    let features = WideFeatures::new(teacher.matrix().clone());
    let mut samples = Vec::new();
    for number in 0..recipe.lessons * recipe.batch {
        let player = Lookahead::new(Arc::new(teacher.clone()), 3, Ties::Drawn);
        let mut player = Noisy::new(player, recipe.epsilon);
        let chance = Chance::stream(seed, "selection watches", number);
        let played = play_alone(Game::new(), Seat { player: &mut player, chance });
        for (board, ply) in played.game.history() {
            if ply.square().is_none() {
                continue;
            }
            let won = match played.ending.outcome(board.mover) {
                Outcome::Win => 1.0,
                Outcome::Draw => 0.0,
                Outcome::Loss => -1.0,
            };
            let part = number as usize % recipe.folds;
            samples.push(Sample { part, features: features.of(Portable, board.position), won });
        }
    }
    samples
}

/// The weights that predict best who wins, of samples outside a part.
fn weights(samples: &[Sample], chosen: &[usize], without: Option<usize>) -> Vec<f64> {
    let known: Vec<&Sample> = samples.iter().filter(|sample| Some(sample.part) != without).collect();
    let size = chosen.len();
    // Rows of equations, what they come to in the last column.
    let mut rows = vec![vec![0.0; size + 1]; size];
    for (row, &one) in rows.iter_mut().zip(chosen) {
        for (cell, &other) in row.iter_mut().zip(chosen) {
            *cell = known.iter().map(|sample| sample.features[one] * sample.features[other]).sum();
        }
        row[size] = known.iter().map(|sample| sample.features[one] * sample.won).sum();
    }
    for (place, row) in rows.iter_mut().enumerate() {
        row[place] += 1e-6 * known.len() as f64;
    }
    for pivot in 0..size {
        let largest = (pivot..size)
            .max_by(|&a, &b| rows[a][pivot].abs().total_cmp(&rows[b][pivot].abs()))
            .expect("there is a row");
        rows.swap(pivot, largest);
        let taken = rows[pivot].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(place, _)| *place != pivot) {
            let factor = row[pivot] / taken[pivot];
            row.iter_mut().zip(&taken).for_each(|(cell, taken)| *cell -= factor * taken);
        }
    }
    (0..size).map(|row| rows[row][size] / rows[row][row]).collect()
}

/// For each part, how far off the weights of the others are on average.
fn errors(samples: &[Sample], chosen: &[usize], parts: usize) -> Vec<f64> {
    (0..parts)
        .map(|part| {
            let weights = weights(samples, chosen, Some(part));
            let of_part: Vec<&Sample> = samples.iter().filter(|sample| sample.part == part).collect();
            let off = |sample: &&Sample| {
                let value: f64 = chosen
                    .iter()
                    .zip(&weights)
                    .map(|(&feature, weight)| sample.features[feature] * weight)
                    .sum();
                (sample.won - value).powi(2)
            };
            of_part.iter().map(off).sum::<f64>() / of_part.len() as f64
        })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// What the reference chooses, in the order in which it does.
fn slow(recipe: &Recipe, samples: &[Sample]) -> Vec<usize> {
    let parts = recipe.folds;
    let mut chosen: Vec<usize> = match recipe.direction {
        Direction::Forward => Vec::new(),
        Direction::Backward => (0..COUNT).collect(),
    };
    loop {
        let now = errors(samples, &chosen, parts);
        let mut best: Option<(Vec<usize>, Vec<f64>)> = None;
        for feature in 0..COUNT {
            let mut other = chosen.clone();
            match (recipe.direction, chosen.iter().position(|&known| known == feature)) {
                (Direction::Forward, None) => other.push(feature),
                (Direction::Backward, Some(place)) => drop(other.remove(place)),
                _ => continue,
            }
            let errors = errors(samples, &other, parts);
            if best.as_ref().is_none_or(|(_, lowest)| mean(&errors) < mean(lowest)) {
                best = Some((other, errors));
            }
        }
        let Some((other, then)) = best else { return chosen };
        let gains: Vec<f64> = now.iter().zip(&then).map(|(now, then)| now - then).collect();
        let gain = mean(&gains);
        let spread = gains.iter().map(|one| (one - gain).powi(2)).sum::<f64>() / (parts - 1) as f64;
        let needed = recipe.certainty * (spread / parts as f64).sqrt();
        let goes_on = match recipe.direction {
            Direction::Forward => gain > needed,
            Direction::Backward => gain >= -needed,
        };
        if !goes_on {
            return chosen;
        }
        chosen = other;
    }
}

#[test]
fn what_is_chosen_agrees_with_the_reference() {
    // Few games: the reference takes its time.
    let recipe = |direction, certainty| Recipe {
        direction,
        certainty,
        teacher_games: 40,
        lessons: 3,
        batch: 10,
        folds: 5,
        ..Recipe::default()
    };
    let samples = samples(&recipe(Direction::Forward, 0.0), 3);
    let mut counts = Vec::new();
    for (direction, certainty) in [
        (Direction::Forward, 0.0),
        (Direction::Forward, 1.0),
        (Direction::Forward, 3.0),
        (Direction::Backward, 0.5),
    ] {
        let recipe = recipe(direction, certainty);
        let learner = learned(recipe.clone());
        let chosen: Vec<usize> = learner.chosen().map(Feature::index).collect();
        let expected = slow(&recipe, &samples);
        assert_eq!(chosen, expected, "{direction:?} with {certainty}");
        let error = mean(&errors(&samples, &expected, recipe.folds));
        assert!((learner.error() - error).abs() < 1e-6, "{} and {error}", learner.error());
        let Model::Selection(model) = learner.model() else { panic!("a sum") };
        let weights = weights(&samples, &expected, None);
        for (feature, weight) in model.weights() {
            let place = expected.iter().position(|&index| index == feature.index()).expect("chosen");
            assert!((weight - weights[place]).abs() < 1e-6, "{feature:?}");
        }
        counts.push(chosen.len());
    }
    assert!(counts[0] >= counts[1] && counts[1] >= counts[2] && counts[0] > counts[2], "{counts:?}");
}

#[test]
fn it_chooses_less_than_all_and_predicts_better_than_nothing() {
    let forward = learned(recipe(Direction::Forward));
    let count = forward.chosen().count();
    assert!((1..COUNT).contains(&count), "{count} features");
    // Predicting nothing is off by the mean of the squared outcomes: 1 where nothing is drawn.
    assert!(forward.error() < 0.9, "{}", forward.error());
}
