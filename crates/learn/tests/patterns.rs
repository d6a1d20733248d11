//! `patterns`: an update worked out by hand, and what must hold of every run.

use outflank_arena::{Contest, Style};
use outflank_learn::patterns::{Learner, Model, Recipe, Rule};
use outflank_learn::{Learned, Learner as _, System, Tensors};
use outflank_rules::{Position, Turn};
use outflank_value::patterns::PatternFile;

/// Small shapes with every kind of symmetry.
fn small() -> Recipe {
    Recipe {
        shapes: "a1 b1 c1, c1 d1 e1 f1, d4 e4 d5 e5, lines 2".to_owned(),
        stages: 3,
        one_stage_games: 0,
        alpha_end: 0.01,
        games: 40,
        batch: 1,
        greedy_share: 0.0,
        random_share: 0.0,
        ..Recipe::default()
    }
}

#[test]
fn one_step_by_hand() {
    // One table of one weight: the constant; shapes of one square add weights for its three fillings. After one game
    // with λ = 1 that ends with the margin m, the last position moves by α (m − 0).
    let recipe = Recipe {
        shapes: "a1".to_owned(),
        stages: 1,
        mobility: false,
        disc_counts: false,
        alpha: 0.5,
        alpha_end: 0.5,
        lambda: 1.0,
        epsilon: 0.0,
        random_plies: 0,
        games: 1,
        ..small()
    };
    let mut learner = Learner::new(recipe.clone(), 1);
    learner.learn(1);
    // All moves look alike at first, so the first is made: the game that ends 19 to 45 in the tour of the rules.
    let mut weights = [0.0f64; 4];
    let mut position = Position::START;
    let mut line = vec![position];
    while !matches!(position.turn(), Turn::Over(_)) {
        position = match position.turn() {
            Turn::Play(moves) => position.after(position.placement(moves.first()).expect("legal")),
            _ => position.passed(),
        };
        line.push(position);
    }
    let margin = f64::from(position.tally().empties_to_winner().discs());
    let mut target = margin;
    for position in line.iter().rev() {
        // Four corners: opponent's, empty, own, and the constant.
        let corners =
            |set: outflank_rules::Squares| f64::from((set & outflank_rules::Squares::CORNERS).count());
        let counts =
            [corners(position.opponent()), corners(position.empties()), corners(position.mover()), 1.0];
        let value: f64 = weights.iter().zip(counts).map(|(weight, count)| weight * count).sum();
        let squares: f64 = counts.iter().map(|count| count * count).sum();
        let step = 0.5 * (target - value) / squares;
        weights.iter_mut().zip(counts).for_each(|(weight, count)| *weight += step * count);
        target = -target;
    }
    for (learned, by_hand) in learner.weights().iter().zip(weights) {
        assert!((f64::from(*learned) - by_hand).abs() < 1e-3, "{learned} and {by_hand}");
    }
}

/// Recipes that take every way through the learner.
fn all_ways() -> Vec<Recipe> {
    let mixed = Recipe {
        greedy_share: 0.2,
        random_share: 0.2,
        counter_share: 0.2,
        batch: 8,
        batch_share: 0.5,
        ..small()
    };
    vec![
        small(),
        Recipe { exact: 6, rule: Rule::Coherence, ..mixed.clone() },
        Recipe { one_stage_games: 15, ..mixed },
    ]
}

#[test]
fn what_was_kept_goes_on_to_the_same_bits_on_any_number_of_threads() {
    for recipe in all_ways() {
        let mut whole = Learner::new(recipe.clone(), 3);
        let mut parts = Learner::new(recipe.clone(), 3);
        while !whole.schedule().is_finished() {
            whole.learn(1);
            parts.learn(3);
            let kept = parts.snapshot();
            parts = Learner::new(recipe.clone(), 3);
            parts.restore(&kept).expect("kept by itself");
        }
        assert_eq!(whole.snapshot(), parts.snapshot());
        assert_eq!(whole.games(), 40);
        assert_eq!(
            recipe.model_in(&whole.snapshot()).map(outflank_learn::Model::Patterns),
            Ok(whole.model())
        );
    }
}

#[test]
fn it_learns_to_win_and_its_opposite_to_lose() {
    let recipe = Recipe { games: 400, stages: 1, alpha: 0.4, ..small() };
    let mut learner = Learner::new(recipe, 1);
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
    let model = Model::try_from(learner.model()).expect("of patterns");
    let opposite = Model::new(PatternFile {
        weights: model.file().weights.iter().map(|weight| -weight).collect(),
        ..model.file().clone()
    });
    let style = Style::plies(1);
    let seat = |model: &Model| model.entrant("player", &style).expect("it plays");
    let random = outflank_arena::Entrant::new("random", || Box::new(outflank_engine::players::Random::new()));
    let points = |first: &outflank_arena::Entrant| {
        let mut points = 0.0;
        let contest = Contest { first, second: &random, openings: &[], pairs: 50, seed: 1, threads: 1 };
        contest.run(&false.into(), |pair| {
            points += pair.points_of_first();
            std::ops::ControlFlow::Continue(())
        });
        points
    };
    let (won, lost) = (points(&seat(&model)), points(&seat(&opposite)));
    assert!(won > 80.0, "{won} points of 100");
    assert!(lost < 40.0, "{lost} points of 100");
}

#[test]
fn models_come_back_and_are_begun_from() {
    let mut learner = Learner::new(small(), 2);
    (0..20).for_each(|_| learner.learn(1));
    let model = Model::try_from(learner.model()).expect("of patterns");
    assert_eq!(Model::from_tensors(&model.tensors()), Ok(model.clone()));
    assert!(Model::from_tensors(&Tensors::new()).is_err());
    let mut other = Learner::new(small(), 9);
    other.begin_from(learner.model()).expect("the same shapes");
    assert_eq!(other.model(), learner.model());
    let mut different = Learner::new(Recipe { mobility: false, ..small() }, 9);
    assert!(different.begin_from(learner.model()).is_err());
    assert!(!model.view().blocks.is_empty());
}

#[test]
fn bad_recipes_are_refused_by_name() {
    let error = |recipe: Recipe| recipe.check().expect_err("refused").to_string();
    assert_eq!(small().check(), Ok(()));
    assert_eq!(Recipe::default().check(), Ok(()));
    let shapes = |words: &str| Recipe { shapes: words.to_owned(), ..small() };
    assert!(error(shapes("a1 b9")).contains("“b9”"));
    assert!(error(shapes("rectangles 5x4")).contains("3^20 entries"));
    assert!(error(shapes("logistello")).contains("“logistello”"));
    assert!(error(Recipe { stages: 0, ..small() }).starts_with("stages is 0"));
    assert!(error(Recipe { lambda: 1.5, ..small() }).starts_with("lambda is 1.5"));
    assert!(error(Recipe { alpha: f64::NAN, ..small() }).starts_with("alpha is NaN"));
    assert!(error(Recipe { greedy_share: 0.7, counter_share: 0.7, ..small() }).starts_with("counter_share"));
    assert!(error(Recipe { exact: 30, ..small() }).starts_with("exact is 30"));
}
