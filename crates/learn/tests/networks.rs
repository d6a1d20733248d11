//! `imitator` and `population`: what they learn, and that they can be stopped anywhere.

use outflank_arena::{Contest, Style};
use outflank_learn::linear4::Benchmark;
use outflank_learn::{Learner, Model, imitator, linear4, population};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Turn};
use outflank_value::Evaluator;

fn small() -> imitator::Recipe {
    imitator::Recipe {
        teacher_games: 60,
        batch: 5,
        imitation: 40,
        self_play: 30,
        ..imitator::Recipe::default()
    }
}

fn tiny() -> population::Recipe {
    population::Recipe {
        networks: 6,
        descended: 2,
        survivors: 2,
        teacher_games: 20,
        imitation: 10,
        generations: 7,
        benchmark_every: 3,
        benchmark_pairs: 5,
        patience: 9,
        ..population::Recipe::default()
    }
}

fn learn_all(learner: &mut dyn Learner) {
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
}

fn goes_on_to_the_same_bits(new: &dyn Fn() -> Box<dyn Learner>, parts: &[u64]) {
    let mut whole = new();
    learn_all(&mut *whole);
    for &part in parts {
        let mut first = new();
        (0..part).for_each(|_| first.learn(1));
        assert_eq!(first.schedule().done, part);
        let mut second = new();
        second.restore(&first.keep()).expect("what was kept");
        assert_eq!(second.games(), first.games());
        learn_all(&mut *second);
        (0..5).for_each(|_| second.learn(1));
        assert_eq!(second.keep(), whole.keep(), "stopped after {part}: bit for bit, and not past the end");
        assert_eq!(second.games(), whole.games());
    }
}

#[test]
fn an_imitator_can_be_stopped_in_every_stage() {
    goes_on_to_the_same_bits(&|| Box::new(imitator::Learner::new(small(), 7)), &[0, 30, 60, 75, 100, 111]);
}

#[test]
fn a_population_can_be_stopped_in_every_stage() {
    goes_on_to_the_same_bits(&|| Box::new(population::Learner::new(tiny(), 7)), &[3, 20, 30, 31, 34]);
}

#[test]
fn a_population_ends_when_nothing_improves() {
    // With no mutation and only the first network and its copies, nothing can improve.
    let recipe = population::Recipe {
        descended: 6,
        mutation: 0.0,
        generations: 50,
        benchmark_every: 1,
        patience: 2,
        benchmark: Benchmark::Random,
        ..tiny()
    };
    let mut learner = population::Learner::new(recipe, 1);
    learn_all(&mut learner);
    let done = learner.schedule().done - 30;
    assert!(done < 50, "it ended after {done} generations");
    assert!(done >= 3, "the first measurement is always an improvement");
}

#[test]
fn the_network_comes_to_think_as_its_teacher() {
    let recipe = imitator::Recipe { teacher_games: 300, batch: 20, imitation: 100, self_play: 0, ..small() };
    let mut learner = imitator::Learner::new(recipe.clone(), 3);
    let mut teacher = linear4::Learner::new(recipe.teacher(), 3);
    learn_all(&mut teacher);
    let Model::Linear4(teacher) = teacher.model() else { panic!("the teacher") };
    (0..300).for_each(|_| learner.learn(1));
    let agreement = |learner: &imitator::Learner| {
        let Model::Imitator(network) = learner.model() else { panic!("the network") };
        agreement(&network, &teacher)
    };
    let before = agreement(&learner);
    learn_all(&mut learner);
    let after = agreement(&learner);
    assert!(after > before + 0.2, "{before} before, {after} after");
}

/// The correlation of two evaluators over positions of random games.
fn agreement(one: &impl Evaluator, other: &impl Evaluator) -> f64 {
    let mut pairs = Vec::new();
    for game in 0..40 {
        let mut chance = outflank_engine::Chance::stream(game, "agreement", 0);
        let mut board = Board::START;
        loop {
            board = match board.turn() {
                Turn::Play(moves) => {
                    let square = chance.pick(Portable, moves);
                    board.after(board.position.placement(square).expect("legal"))
                }
                Turn::Pass => board.passed(),
                Turn::Over(_) => break,
            };
            pairs.push((one.evaluate(Portable, board).value(), other.evaluate(Portable, board).value()));
        }
    }
    let count = pairs.len() as f64;
    let mean = |value: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(value).sum::<f64>() / count;
    let (a, b) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let product = mean(&|pair| (pair.0 - a) * (pair.1 - b));
    product / (mean(&|pair| (pair.0 - a).powi(2)) * mean(&|pair| (pair.1 - b).powi(2))).sqrt()
}

#[test]
fn the_opposite_of_what_was_learned_plays_worse() {
    let recipe = imitator::Recipe { teacher_games: 300, batch: 20, imitation: 50, self_play: 20, ..small() };
    let mut learner = imitator::Learner::new(recipe, 3);
    learn_all(&mut learner);
    let Model::Imitator(network) = learner.model() else { panic!("the network") };
    // The output turned around: the last genes are its weights and bias.
    let mut genes = network.genes();
    let output = genes.len() - network.neurons() - 1;
    genes[output..].iter_mut().for_each(|gene| *gene = -*gene);
    let opposite = imitator::Model::from_genes(&genes).expect("the same number");
    let score = |model: imitator::Model| {
        let (first, second) = (Style::plies(1).entrant("network", model), Benchmark::Random.entrant());
        let contest =
            Contest { first: &first, second: &second, openings: &[], pairs: 100, seed: 1, threads: 1 };
        contest.count(&false.into()).expect("nothing stops it").points() / 200.0
    };
    let (learned, opposite) = (score(network), score(opposite));
    assert!(learned > 0.55, "{learned}");
    assert!(opposite < learned - 0.2, "{opposite} against {learned}");
}
