//! `deep`: returns worked out by hand, lessons of every stage, and what it is worth after a moment.

use std::ops::ControlFlow;

use outflank_arena::{Contest, Entrant, Style};
use outflank_engine::players::Random;
use outflank_learn::deep::{Recipe, Search, Seen, Symmetries};
use outflank_learn::{Learned, Learner, Model, System, Tensor, Tensors, TensorsError};
use outflank_rules::Position;

fn learned(recipe: &Recipe, seed: u64) -> outflank_learn::deep::Learner {
    let mut learner = recipe.learner(seed);
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
    learner
}

/// The share of points against random moves.
fn against_random(model: &Model, style: &Style) -> f64 {
    let first = model.entrant("deep", style).expect("a player");
    let random = Entrant::new("random", || Box::new(Random::new()));
    let contest = Contest { first: &first, second: &random, openings: &[], pairs: 40, seed: 1, threads: 1 };
    let mut points = 0.0;
    contest.run(&false.into(), |pair| {
        points += pair.points_of_first();
        ControlFlow::Continue(())
    });
    points / 80.0
}

#[test]
fn a_trial_without_any_teacher_beats_random_moves() {
    let recipe = Recipe { imitation_games: 0, search_games: 0, games: 120, ..Recipe::trial() };
    let model = learned(&recipe, 3).model();
    let score = against_random(&model, &Style::plies(1));
    assert!(score > 0.6, "{score}");
    let search = Style { simulations: Some(24), ..Style::default() };
    let searched = against_random(&model, &search);
    assert!(searched > 0.7, "{searched} with a search, {score} without");
}

#[test]
fn every_way_to_see_and_to_search_learns() {
    let plain = Recipe { games: 24, imitation_games: 8, search_games: 8, ..Recipe::trial() };
    let others = [
        Recipe { seen: Seen::Moves, ..plain.clone() },
        Recipe { symmetries: Symmetries::Canonical, ..plain.clone() },
        Recipe { symmetries: Symmetries::Ignored, ..plain.clone() },
        Recipe { search: Search::Puct, ..plain.clone() },
        Recipe { average: 0.0, policy_weight: 0.0, ..plain.clone() },
        Recipe { channels: 32, ..plain.clone() },
    ];
    let base = learned(&plain, 1);
    for recipe in others {
        recipe.check().expect("a recipe");
        let learner = learned(&recipe, 1);
        assert!(!learner.is_dead(), "{recipe:?}");
        assert_ne!(learner.snapshot(), base.snapshot(), "{recipe:?}");
        let error = |learner: &outflank_learn::deep::Learner| {
            learner.gauges().iter().find(|gauge| gauge.name == "error in discs").map(|gauge| gauge.value)
        };
        assert!(error(&learner).is_some_and(|error| error > 0.0 && error < 64.0));
        let mut restored = recipe.learner(1);
        restored.restore(&learner.snapshot()).expect("what was kept");
        assert_eq!(restored.model(), learner.model());
    }
}

/// With all chance switched off, the value of the last positions before an exact end is drawn to the truth.
#[test]
fn it_learns_what_exact_ends_say() {
    let recipe = Recipe {
        games: 200,
        imitation_games: 0,
        search_games: 0,
        exact: 14,
        random_plies: 50,
        epsilon: 0.0,
        passes: 6.0,
        window: 4_000,
        rate: 0.002,
        rate_end: 0.001,
        ..Recipe::trial()
    };
    let mut learner = recipe.learner(2);
    let error = |learner: &outflank_learn::deep::Learner| {
        let gauge = learner.gauges().into_iter().find(|gauge| gauge.name == "error in discs");
        gauge.expect("measured").value
    };
    learner.learn(1);
    let before = error(&learner);
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
    let after = error(&learner);
    assert!(after < 0.85 * before, "{before} discs before, {after} after");
}

#[test]
fn a_file_of_another_shape_is_told_from_ours() {
    let model = Recipe::trial().learner(1).model();
    let tensors = model.tensors();
    let refused = |tensors: &Tensors| Model::from_tensors("deep", tensors).expect_err("refused").to_string();
    let odd = tensors.clone().with("shape", Tensor::list([3.0, 1.0, 24.0, 0.0]));
    assert_eq!(
        refused(&odd),
        "the tensor “shape”: a network of 3 planes, 1 blocks and 24 channels is not known here; expected 3 or 5 planes, 1 to 20 \
         blocks and 16, 32 or 64 channels"
    );
    let larger = tensors.clone().with("shape", Tensor::list([3.0, 2.0, 16.0, 0.0]));
    assert_eq!(refused(&larger), "there is no tensor “block1.first.weights”");
    let wider = tensors.with("shape", Tensor::list([3.0, 1.0, 32.0, 0.0]));
    assert!(refused(&wider).starts_with("the tensor “stem.weights” has the shape [3, 3, 3, 16], expected"));
    assert!(matches!(
        Model::from_tensors("deep", &Tensors::new()),
        Err(outflank_learn::ModelError::Tensors(TensorsError::Missing { .. }))
    ));
}

#[test]
fn what_it_learned_can_be_seen() {
    let Model::Deep(model) = learned(&Recipe::trial(), 4).model() else { panic!("of deep") };
    let view = model.view();
    let names: Vec<&str> = view
        .blocks
        .iter()
        .filter_map(|block| match block {
            outflank_learn::view::Block::Boards(boards) => Some(boards.name),
            outflank_learn::view::Block::Lines(lines) => Some(lines.name),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["filters", "occlusion", "through-a-game"]);
    let value = model.network().value_of(Position::START);
    assert!(value.abs() <= 1.0);
}

#[test]
fn values_that_do_not_fit_together_are_refused() {
    let refused = |recipe: Recipe| recipe.check().expect_err("refused").to_string();
    assert_eq!(
        refused(Recipe { channels: 24, ..Recipe::default() }),
        "channels is 24, expected 16, 32 or 64"
    );
    assert_eq!(
        refused(Recipe { minibatch: 100, ..Recipe::default() }),
        "minibatch is 100, expected a multiple of 8"
    );
    assert!(
        refused(Recipe { search_games: u64::MAX, imitation_games: 1, ..Recipe::default() })
            .contains("search_games")
    );
    assert!(
        refused(Recipe { greedy_share: 0.9, random_share: 0.2, ..Recipe::default() }).contains("add up to 1")
    );
}
