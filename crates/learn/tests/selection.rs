//! `selection`: what it chooses, and that it can be stopped anywhere.

use outflank_arena::{Contest, Style};
use outflank_learn::linear4::Benchmark;
use outflank_learn::selection::{self, Direction, Feature, Recipe};
use outflank_learn::{Learner, Model};

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

#[test]
fn what_was_kept_goes_on_to_the_same_bits() {
    for direction in [Direction::Forward, Direction::Backward] {
        let whole = learned(recipe(direction));
        // While the teacher learns, between lessons, before and after the first step.
        for part in [40, 100, 103, 106, 107] {
            let mut first = selection::Learner::new(recipe(direction), 3);
            (0..part).for_each(|_| first.learn(1));
            let mut second = selection::Learner::new(recipe(direction), 3);
            second.restore(&first.keep()).expect("what was kept");
            (0..200).for_each(|_| second.learn(1));
            assert_eq!(second.keep(), whole.keep(), "{direction:?} after {part}: and not past the end");
            assert_eq!(second.model(), whole.model());
        }
        let kept = whole.model().tensors();
        assert_eq!(Model::from_tensors("selection", &kept).expect("a model"), whole.model());
    }
}

#[test]
fn it_chooses_less_than_all_and_predicts_better_than_nothing() {
    let forward = learned(recipe(Direction::Forward));
    let count = forward.chosen().count();
    assert!((1..Feature::COUNT).contains(&count), "{count} features");
    assert!(forward.error() < 0.9, "{}", forward.error());
    // Predicting nothing is off by the mean of the squared outcomes: 1 where nothing is drawn.
    let nothing = selection::Learner::new(recipe(Direction::Forward), 3);
    assert_eq!(nothing.chosen().count(), 0);
    let backward = learned(recipe(Direction::Backward));
    assert!((1..Feature::COUNT).contains(&backward.chosen().count()));
}

#[test]
fn it_learns_to_win_and_its_opposite_to_lose() {
    let Model::Selection(model) = learned(recipe(Direction::Forward)).model() else { panic!("a sum") };
    let tensors = Model::Selection(model.clone()).tensors();
    let opposite = {
        let mut turned = tensors.clone();
        let (_, weights) = tensors.iter().find(|(name, _)| *name == "weights").expect("weights");
        let values: Vec<f64> = weights.values.to_vec().iter().map(|weight| -weight).collect();
        turned.insert("weights", outflank_learn::Tensor::list(values));
        Model::from_tensors("selection", &turned).expect("a model")
    };
    let score = |model: &Model| {
        let first = model.entrant("selection", &Style::plies(1)).expect("a style for all");
        let second = Benchmark::Discs.entrant();
        let contest =
            Contest { first: &first, second: &second, openings: &[], pairs: 100, seed: 1, threads: 1 };
        contest.count(&false.into()).expect("nothing stops it").points() / 200.0
    };
    let (learned, opposite) = (score(&Model::Selection(model)), score(&opposite));
    assert!(learned > 0.6, "{learned}");
    assert!(opposite < 0.4, "{opposite}");
}
