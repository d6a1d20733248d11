//! What is asked of every learning system, with the recipe that it gives for trials.

use std::ops::ControlFlow;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_arena::{Contest, Entrant, Seat, Style, Trajectory, play_alone, seconds_worked};
use outflank_engine::Chance;
use outflank_engine::players::{Noisy, Random};
use outflank_learn::linear4::Benchmark;
use outflank_learn::{BeginError, Learner, Model, ModelError, Recipe};
use outflank_learn::{
    deep, edgar, evolution, imitator, linear4, patterns, population, selection, td, value_matrix, winmeasure,
};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Game, Turn};
use outflank_value::{Evaluator, PieceCounter};

fn trials() -> impl Iterator<Item = Recipe> {
    Recipe::SYSTEMS.iter().map(|system| Recipe::trial_of(system).expect("a system"))
}

fn learn_all(learner: &mut dyn Learner, threads: usize) {
    while !learner.schedule().is_finished() {
        learner.learn(threads);
    }
}

fn learned(recipe: &Recipe, seed: u64) -> Box<dyn Learner> {
    let mut learner = recipe.learner(seed);
    learn_all(&mut *learner, 1);
    learner
}

#[test]
fn trials_are_recipes() {
    for recipe in trials() {
        assert_eq!(recipe.check(), Ok(()), "{recipe:?}");
        let name = recipe.system();
        let mut learner = recipe.learner(1);
        let (planned, games) = (recipe.lessons(), learner.games_in_all());
        assert_eq!(learner.schedule().total, planned, "{name}");
        let mut done = learner.schedule().done;
        while !learner.schedule().is_finished() {
            learner.learn(1);
            assert!(learner.schedule().done > done, "{name}: a lesson counts");
            done = learner.schedule().done;
        }
        assert!((10..=20_000).contains(&done), "{name} learns {done} lessons");
        assert!((1..=5_000).contains(&learner.games()), "{name} plays {} games", learner.games());
        // Some end early, but not long before; who does not has played what was said before.
        assert!(done <= planned && 3 * done >= 2 * planned, "{name}: {done} of {planned}");
        if done == planned
            && let Some(games) = games
        {
            assert_eq!(learner.games(), games, "{name}");
        }
    }
}

#[test]
fn what_was_kept_goes_on_to_the_same_bits() {
    for recipe in trials() {
        let whole = learned(&recipe, 7);
        let lessons = whole.schedule().done;
        for part in [lessons / 4, lessons * 2 / 3, lessons - 3] {
            let mut first = recipe.learner(7);
            // A lesson may count for several: its games are played side by side.
            while first.schedule().done < part {
                first.learn(1);
            }
            let mut second = recipe.learner(7);
            second.restore(&first.snapshot()).expect("what was kept");
            assert_eq!(second.model(), first.model());
            assert_eq!((second.games(), second.schedule()), (first.games(), first.schedule()));
            learn_all(&mut *second, 1);
            (0..3).for_each(|_| second.learn(1));
            let name = recipe.system();
            assert_eq!(
                second.snapshot(),
                whole.snapshot(),
                "{name} stopped after {part}, and not past the end"
            );
            assert_eq!((second.model(), second.games()), (whole.model(), whole.games()), "{name}");
        }
    }
}

/// A recipe with the longest lessons that its system allows.
fn of_long_lessons(recipe: Recipe) -> Recipe {
    match recipe {
        Recipe::Deep(recipe) => Recipe::Deep(deep::Recipe {
            games: 1_000_000,
            batch: 4_096,
            imitation_games: 0,
            search_games: 1_000_000,
            simulations: 10_000,
            ..recipe
        }),
        Recipe::Edgar(recipe) => {
            Recipe::Edgar(edgar::Recipe { climb_every: 1, climb_pairs: 1_000_000, ..recipe })
        }
        Recipe::Evolution(recipe) => {
            Recipe::Evolution(evolution::Recipe { population: 10_000, games: 1_000_000, ..recipe })
        }
        // Their teacher is soon ready, so that they come to lessons of their own.
        Recipe::Imitator(recipe) => {
            Recipe::Imitator(imitator::Recipe { teacher_games: 1, batch: 10_000, target_plies: 8, ..recipe })
        }
        Recipe::Selection(recipe) => {
            Recipe::Selection(selection::Recipe { teacher_games: 1, batch: 10_000, ..recipe })
        }
        Recipe::Population(recipe) => Recipe::Population(population::Recipe {
            networks: 1_000,
            teacher_games: 1,
            imitation: 1,
            benchmark_every: 1,
            benchmark_pairs: 1_000_000,
            ..recipe
        }),
        Recipe::Linear4(recipe) => {
            let matrix = linear4::Matrix::Learned;
            Recipe::Linear4(linear4::Recipe { plies: 8, matrix, matrix_games: 20_000, ..recipe })
        }
        Recipe::Patterns(recipe) => Recipe::Patterns(patterns::Recipe {
            games: 1_000_000,
            batch: 4_096,
            batch_share: 1.0,
            exact: 12,
            ..recipe
        }),
        Recipe::Td(recipe) => Recipe::Td(td::Recipe { plies: 8, games: 1_000_000, ..recipe }),
        Recipe::ValueMatrix(recipe) => {
            Recipe::ValueMatrix(value_matrix::Recipe { games: 1_000_000, ..recipe })
        }
        Recipe::Winmeasure(recipe) => {
            Recipe::Winmeasure(winmeasure::Recipe { lookahead: 20, games: 1_000_000, ..recipe })
        }
        #[allow(unreachable_patterns, reason = "a new system is asked with its trial before it has an arm")]
        recipe => recipe,
    }
}

#[test]
fn the_longest_lesson_stops_at_once() {
    const THREADS: usize = 2;
    for recipe in trials().map(of_long_lessons) {
        let name = recipe.system();
        assert_eq!(recipe.check(), Ok(()), "{name}");
        let mut learner = recipe.learner(7);
        let mut kept = learner.snapshot();
        let (stop, began, before) = (AtomicBool::new(false), Instant::now(), seconds_worked());
        let asked = std::thread::scope(|scope| {
            let asked = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
                began.elapsed()
            });
            while !learner.schedule().is_finished() && learner.learn_unless(&stop, THREADS).is_ok() {
                kept = learner.snapshot();
            }
            asked.join().expect("it only waits")
        });
        // CPU time: the work after the request is at least what its threads cannot have done before it.
        let late = seconds_worked() - before - THREADS as f64 * asked.as_secs_f64();
        assert!(late < 2.0, "{name} worked for another {late} s");
        assert_eq!(learner.snapshot(), kept, "{name} learned from a lesson that was stopped");
    }
}

#[test]
fn lessons_that_were_stopped_are_learned_again_to_the_same_bits() {
    for recipe in trials() {
        let whole = learned(&recipe, 7).snapshot();
        // On a busy machine a short trial may be over before it is stopped: then it is learned again, and stopped at other moments.
        let stops = (0..200).any(|attempt| {
            let (learner, stops) = learned_with_stops(&recipe, 7, attempt);
            assert_eq!(learner.snapshot(), whole, "{} stopped {stops} times", recipe.system());
            stops > 0
        });
        assert!(stops, "{} was never stopped", recipe.system());
    }
}

/// What is learned while somebody stops it at up to forty moments that are drawn by `attempt`, and how often that was.
fn learned_with_stops(recipe: &Recipe, seed: u64, attempt: u64) -> (Box<dyn Learner>, u32) {
    let mut learner = recipe.learner(seed);
    let (stop, ready, mut stops) = (AtomicBool::new(false), Barrier::new(2), 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut chance = Chance::stream(1, "stops", attempt);
            ready.wait();
            for _ in 0..40 {
                std::thread::sleep(Duration::from_micros(u64::from(chance.below(1_500))));
                stop.store(true, Ordering::Relaxed);
            }
        });
        ready.wait();
        while !learner.schedule().is_finished() {
            if learner.learn_unless(&stop, 2).is_err() {
                stop.store(false, Ordering::Relaxed);
                stops += 1;
            }
        }
    });
    (learner, stops)
}

#[test]
fn threads_change_nothing() {
    for recipe in trials() {
        let mut several = recipe.learner(3);
        learn_all(&mut *several, 3);
        assert_eq!(several.snapshot(), learned(&recipe, 3).snapshot(), "{}", recipe.system());
    }
}

#[test]
fn seeds_do() {
    for recipe in trials() {
        assert_ne!(learned(&recipe, 3).snapshot(), learned(&recipe, 4).snapshot(), "{}", recipe.system());
    }
}

#[test]
fn models_come_back_from_their_tensors_and_from_what_was_kept() {
    for recipe in trials() {
        let mut learner = recipe.learner(5);
        let part = learner.schedule().total.div_ceil(3);
        for _ in 0..4 {
            let model = learner.model();
            assert_eq!(model.system(), recipe.system());
            assert_eq!(Model::from_tensors(model.system(), &model.tensors()), Ok(model.clone()));
            assert_eq!(
                recipe.model_in(&learner.snapshot()),
                Ok(model),
                "{} without a learner",
                recipe.system()
            );
            (0..part).for_each(|_| learner.learn(1));
        }
        assert!(learner.schedule().is_finished());
    }
}

#[test]
fn tensors_of_others_are_refused() {
    for recipe in trials() {
        let tensors = outflank_learn::Tensors::new();
        assert!(Model::from_tensors(recipe.system(), &tensors).is_err(), "{}", recipe.system());
        assert!(recipe.model_in(&tensors).is_err() && recipe.learner(1).restore(&tensors).is_err());
    }
    let error = Model::from_tensors("nobody", &outflank_learn::Tensors::new()).expect_err("no system");
    assert_eq!(error, ModelError::System { system: "nobody".to_owned() });
}

#[test]
fn some_begin_with_what_was_learned_before() {
    let mut begun = Vec::new();
    for recipe in trials() {
        let model = learned(&recipe, 11).model();
        let fresh = recipe.learner(12);
        let mut learner = recipe.learner(12);
        let stranger = match recipe {
            Recipe::Td(_) => Recipe::trial_of("edgar"),
            _ => Recipe::trial_of("td"),
        };
        let stranger = stranger.expect("a system").learner(1).model();
        assert!(learner.begin_from(stranger).is_err(), "{}", recipe.system());
        match learner.begin_from(model.clone()) {
            Ok(()) => {
                assert_ne!(model, fresh.model());
                assert_eq!(learner.model(), model, "{} begins where it was", recipe.system());
                assert_eq!((learner.games(), learner.schedule()), (0, fresh.schedule()));
                // What it learns next depends on it, and survives a stop.
                let mut resumed = recipe.learner(12);
                resumed.restore(&learner.snapshot()).expect("what was kept");
                learner.learn(1);
                resumed.learn(1);
                assert_eq!(resumed.snapshot(), learner.snapshot());
                let mut other = recipe.learner(12);
                other.learn(1);
                assert_ne!(learner.model(), other.model());
                begun.push(recipe.system());
            }
            Err(error) => {
                assert_eq!(error, BeginError::NotHere { system: recipe.system() });
                assert_eq!(learner.snapshot(), fresh.snapshot(), "a refusal changes nothing");
            }
        }
    }
    for system in ["deep", "edgar", "linear4", "patterns", "td", "winmeasure"] {
        assert!(begun.contains(&system), "{system}");
    }
}

/// Games of a player that is better than a random one, and makes mistakes.
fn stored_games() -> Vec<Trajectory> {
    let swh = Style::plies(1).entrant("swh", PieceCounter::swh());
    let game = |number| {
        let chance = Chance::stream(1, "stored games", number);
        let mut player = Noisy::new(swh.seat(), 0.3);
        Trajectory { steps: Vec::new(), ..play_alone(Game::new(), Seat { player: &mut player, chance }) }.game
    };
    (0..300).map(|number| Trajectory::of_game(game(number)).expect("it is over")).collect()
}

#[test]
fn most_learn_from_stored_games() {
    let games = stored_games();
    let mut learn_none = Vec::new();
    for recipe in trials() {
        let mut learner = recipe.learner(2);
        match learner.learn_from(&games) {
            Ok(()) => {
                let fresh = recipe.learner(2);
                assert_ne!(learner.snapshot(), fresh.snapshot(), "{} learns", recipe.system());
                assert_eq!((learner.games(), learner.schedule()), (0, fresh.schedule()));
                // One by one is the same as all at once, but where their order is drawn.
                let mut one_by_one = recipe.learner(2);
                games.chunks(1).for_each(|game| one_by_one.learn_from(game).expect("as before"));
                if !["imitator", "selection"].contains(&recipe.system()) {
                    assert_eq!(one_by_one.snapshot(), learner.snapshot(), "{}", recipe.system());
                }
                let mut resumed = recipe.learner(2);
                resumed.restore(&learner.snapshot()).expect("what was kept");
                assert_eq!(resumed.model(), learner.model());
            }
            Err(error) => {
                assert_eq!(error, BeginError::NoGames { system: recipe.system() });
                learn_none.push(recipe.system());
            }
        }
    }
    // What a new system can do is up to it.
    for system in ["edgar", "imitator", "linear4", "selection", "td", "value-matrix", "winmeasure"] {
        assert!(!learn_none.contains(&system), "{system}");
    }
}

/// The share of points against an opponent.
fn score(model: &Model, opponent: &Entrant) -> f64 {
    let first = model.entrant("model", &Style::plies(1)).expect("every player has one ply");
    let contest = Contest { first: &first, second: opponent, openings: &[], pairs: 150, seed: 1, threads: 1 };
    let mut points = 0.0;
    contest.run(&false.into(), |pair| {
        points += pair.points_of_first();
        ControlFlow::Continue(())
    });
    points / 300.0
}

#[test]
fn the_opposite_of_what_was_learned_plays_worse() {
    let random = Entrant::new("random", || Box::new(Random::new()));
    for recipe in trials() {
        let model = learned(&recipe, 5).model();
        let (own, opposite) = (score(&model, &random), score(&model.opposite(), &random));
        let name = recipe.system();
        assert!(own > 0.55, "{name} scores {own} against random moves");
        assert!(opposite < own - 0.2, "{name} scores {own}, its opposite {opposite}");
        assert_eq!(model.opposite().opposite().tensors(), model.tensors(), "{name}");
    }
}

#[test]
fn every_model_can_be_shown_and_says_whether_it_looks_ahead() {
    for recipe in trials() {
        let model = learned(&recipe, 5).model();
        assert!(!model.view().blocks.is_empty(), "{}", recipe.system());
        let further = model.entrant("model", &Style::plies(2));
        assert_eq!(further.is_ok(), recipe.looks_ahead(), "{}", recipe.system());
    }
    let discs = Benchmark::Discs.entrant();
    assert_eq!(discs.name(), "discs");
}

#[test]
fn evaluators_are_kept_up_along_games() {
    for recipe in trials() {
        match learned(&recipe, 5).model() {
            Model::Imitator(model) | Model::Population(model) => is_kept_up(&model),
            Model::Linear4(model) => is_kept_up(&model),
            Model::Selection(model) => is_kept_up(&model),
            Model::Td(model) => is_kept_up(&model),
            Model::ValueMatrix(model) => is_kept_up(model.counter()),
            _ => {}
        }
    }
}

/// Compares the state kept along games with the one from nothing.
fn is_kept_up(evaluator: &impl Evaluator) {
    for number in 0..20 {
        let mut chance = Chance::stream(number, "conformance", 0);
        let mut board = Board::START;
        let mut state = evaluator.state(Portable, board);
        loop {
            let kept = evaluator.value(Portable, state, board).value();
            let fresh = evaluator.evaluate(Portable, board).value();
            assert!((kept - fresh).abs() <= 1e-4 * fresh.abs().max(1.0), "{kept} and {fresh} on {board}");
            match board.turn() {
                Turn::Play(moves) => {
                    let square = chance.pick(Portable, moves);
                    let placement = board.position.placement(square).expect("legal");
                    state = evaluator.after(Portable, state, board, placement);
                    board = board.after(placement);
                }
                Turn::Pass => {
                    state = evaluator.passed(Portable, state, board);
                    board = board.passed();
                }
                Turn::Over(_) => break,
            }
        }
    }
}
