//! The recipes that stand beside the weights of the engine.

use outflank_arena::{Contest, Entrant, Style, openings};
use outflank_engine::knowledge;
use outflank_lab::recipes;
use outflank_learn::patterns::{Learner, Model};
use outflank_learn::{Learned, Learner as _, Recipe};
use outflank_value::PieceCounter;

/// The learner of a recipe.
fn learner(text: &str) -> Learner {
    match recipes::read_named(text, &[]).expect("a recipe") {
        Recipe::Patterns(recipe) => Learner::new(recipe, 1),
        other => panic!("{other:?}"),
    }
}

fn taught(mut learner: Learner) -> Learner {
    while !learner.schedule().is_finished() {
        learner.learn(2);
    }
    learner
}

/// The share of points of the first, in per cent, from openings of eight random plies.
fn share(first: &Entrant, second: &Entrant, pairs: u64) -> f64 {
    let openings = openings::drawn(pairs as usize, 8, 1);
    let mut points = 0.0;
    Contest { first, second, openings: &openings, pairs, seed: 1, threads: 2 }.run(&false.into(), |pair| {
        points += pair.points_of_first();
        std::ops::ControlFlow::Continue(())
    });
    100.0 * points / (2 * pairs) as f64
}

#[test]
fn the_small_recipes_make_a_player_from_nothing() {
    let first = taught(learner(include_str!("../../engine/weights/small-1.toml")));
    let mut second = learner(include_str!("../../engine/weights/small-2.toml"));
    second.begin_from(first.model()).expect("the same shapes");
    let second = taught(second);
    let player = |learner: &Learner| {
        let model = Model::try_from(learner.model()).expect("of patterns");
        model.entrant("small", &Style::plies(3)).expect("it plays")
    };
    let swh = Style::plies(3).entrant("swh", PieceCounter::swh());
    let (returns, labels) = (share(&player(&first), &swh, 40), share(&player(&second), &swh, 40));
    assert!(returns > 65.0, "{returns} % after returns");
    assert!(labels > 70.0, "{labels} % after labels");
}

#[test]
fn the_recipes_of_the_shipped_weights_have_their_shape() {
    let text = include_str!("../../engine/weights/search-3.toml");
    let Recipe::Patterns(recipe) = recipes::read_named(text, &[]).expect("a recipe") else {
        panic!("another system")
    };
    let layout = recipe.layout().expect("a layout");
    let shipped = knowledge::layout();
    assert_eq!((layout.weights(), layout.stages()), (shipped.weights(), shipped.stages()));
    assert_eq!(layout.extras(), shipped.extras());
}
