//! What a game teaches, by hand; going on to the same bits; and what came of it.

use outflank_arena::statistics::ScoreSheet;
use outflank_arena::{Contest, Style};
use outflank_engine::Chance;
use outflank_engine::Player;
use outflank_learn::goodness::{Credit, Shift};
use outflank_learn::winmeasure::{
    FrontEnd, HEURISTICS, Heuristic, Learner, Middle, Model, Phases, Recipe, Start, Teacher, WinMeasure,
};
use outflank_learn::{BeginError, Learner as _, Model as AnyModel};
use outflank_rules::{Board, Color, Game, Ply, Square, Squares, Turn};
use outflank_value::PieceCounter;

fn learned(recipe: Recipe, seed: u64) -> Learner {
    let mut learner = Learner::new(recipe, seed);
    while !learner.schedule().is_finished() {
        learner.learn(1);
    }
    learner
}

fn changed(model: &Model) -> Vec<(Heuristic, i64, u64)> {
    (0..HEURISTICS)
        .filter_map(Heuristic::new)
        .filter(|&heuristic| model.uses(heuristic) > 0)
        .map(|heuristic| (heuristic, model.measure(heuristic), model.uses(heuristic)))
        .collect()
}

/// The learning rule once more, from the games alone: whose move, which heuristic, how many discs in the end.
#[test]
fn a_game_of_self_play_teaches_both_sides() {
    let recipe = Recipe { games: 30, ..Recipe::default() };
    let learner = learned(recipe.clone(), 7);
    // The same games by a player that does not learn would differ from the second on, so teach one game at a time.
    let mut by_hand = recipe.model();
    for number in 0..30 {
        let mut player = WinMeasure::new(by_hand.clone().into(), 8);
        let mut chance = Chance::stream(7, "winmeasure game", number);
        let mut game = Game::new();
        let discs = loop {
            match game.turn() {
                Turn::Play(moves) => {
                    let choice = player.choose(&game, moves, &mut chance).expect("it never gives up");
                    game.place(choice.placement);
                }
                Turn::Pass => game.pass_forced(),
                Turn::Over(_) => {
                    let board = game.board();
                    break i64::from(board.discs(Color::Black).count())
                        - i64::from(board.discs(Color::White).count());
                }
            }
        };
        let before = by_hand.clone();
        for (side, gain) in [(Color::Black, discs), (Color::White, -discs)] {
            let used = before.heuristics_of(&game, side);
            assert!((5..=25).contains(&used.len()), "{}", used.len());
            by_hand = by_hand.with_measures(|heuristic, measure| {
                measure + if used.contains(&heuristic) { gain } else { 0 }
            });
        }
    }
    for (heuristic, measure, _) in changed(learner.table()) {
        assert_eq!(by_hand.measure(heuristic), measure, "{heuristic}");
    }
    assert!(changed(learner.table()).iter().any(|&(_, measure, _)| measure > 50));
}

#[test]
fn a_recorded_game_teaches_one_side() {
    let mut game = Game::new();
    let mut chance = Chance::stream(3, "a game to learn from", 0);
    while game.tally().is_none() {
        match game.turn() {
            Turn::Play(moves) => {
                let square = chance.pick(outflank_rules::kernel::Portable, moves);
                game.play(square).expect("legal");
            }
            _ => game.pass_forced(),
        }
    }
    let discs = i64::from(game.board().discs(Color::White).count())
        - i64::from(game.board().discs(Color::Black).count());
    let mut once = Recipe::default().model();
    assert!(once.teach_game(&game, Color::White, Credit::Once));
    let phases = Phases::default();
    let moves = game
        .history()
        .filter(|(board, ply)| {
            board.mover == Color::White
                && matches!(ply, Ply::Place(_))
                && phases.middle(board.position).is_some()
        })
        .count();
    let found = changed(&once);
    assert_eq!(found.iter().map(|&(_, _, uses)| uses).sum::<u64>(), moves as u64);
    assert!(found.iter().all(|&(_, measure, _)| measure == discs), "{discs}: {found:?}");
    let mut each = Recipe::default().model();
    each.teach_game(&game, Color::White, Credit::EachUse);
    assert!(changed(&each).iter().all(|&(_, measure, uses)| measure == discs * uses as i64));
    // A game that is not over teaches nothing.
    game.undo();
    assert!(!once.teach_game(&game, Color::White, Credit::Once));
    assert_eq!(changed(&once), found);
}

#[test]
fn what_was_kept_goes_on_to_the_same_bits() {
    let recipes = [
        Recipe { games: 60, ..Recipe::default() },
        Recipe {
            games: 60,
            teacher: Teacher::WeightedSquares,
            start: Start::PreWeighted,
            ..Recipe::default()
        },
        Recipe { games: 60, restart_after: 40, plies: 2, front_end: FrontEnd::Corners, ..Recipe::default() },
        Recipe { games: 60, shift: Shift::Floor, credit: Credit::EachUse, lookahead: 6, ..Recipe::default() },
    ];
    for recipe in recipes {
        let whole = learned(recipe.clone(), 3);
        let mut first = Learner::new(recipe.clone(), 3);
        (0..27).for_each(|_| first.learn(1));
        let mut second = Learner::new(recipe.clone(), 3);
        second.restore(&first.snapshot()).expect("what was kept");
        (0..200).for_each(|_| second.learn(1));
        assert_eq!(second.table(), whole.table(), "{recipe:?}");
        assert_eq!((second.games(), second.results()), (60, whole.results()));
        // As a file it comes back, too.
        let tensors = AnyModel::Winmeasure(whole.table().clone()).tensors();
        assert_eq!(AnyModel::from_tensors("winmeasure", &tensors), Ok(whole.model()));
    }
}

#[test]
fn a_burst_goes_on_from_a_table() {
    let recipe = Recipe { games: 40, ..Recipe::default() };
    let first = learned(recipe.clone(), 1);
    let mut second = Learner::new(recipe.clone(), 2);
    second.begin_from(first.model()).expect("of the same kind");
    assert_eq!(second.table(), first.table());
    (0..40).for_each(|_| second.learn(1));
    let uses = |learner: &Learner| changed(learner.table()).iter().map(|&(_, _, uses)| uses).sum::<u64>();
    assert!(uses(&second) > 18 * uses(&first) / 10, "both bursts are in it");

    let mut other = Learner::new(Recipe { lookahead: 10, ..recipe.clone() }, 1);
    let refusal = other.begin_from(first.model()).expect_err("other phases");
    assert!(matches!(refusal, BeginError::Incomparable { .. }), "{refusal}");
    let td = outflank_learn::Recipe::default_of("td").expect("there is one").learner(1).model();
    let refusal = Learner::new(recipe, 1).begin_from(td).expect_err("another system");
    assert_eq!(refusal.to_string(), "it was learned by td, expected winmeasure");
}

#[test]
fn phases_two_and_three_start_anew() {
    let recipe = Recipe { games: 31, restart_after: 30, start: Start::PreWeighted, ..Recipe::default() };
    let one_game = learned(recipe, 5);
    let mut started_anew = 0;
    for (heuristic, measure, uses) in changed(one_game.table()) {
        if heuristic.phase() != Middle::Four && uses > 3 {
            // At most the one game since then has changed it, for one side or for both.
            started_anew += i32::from(measure == heuristic.pre_weight());
            assert!((measure - heuristic.pre_weight()).abs() <= 64, "{heuristic}: {measure}");
        }
    }
    assert!(started_anew > 10, "{started_anew}");
}

#[test]
fn colours_do_not_matter() {
    let model = learned(Recipe { games: 300, ..Recipe::default() }, 9).table().clone();
    let mut player = WinMeasure::new(model.into(), 8);
    let mut game = Game::new();
    let mut chance = Chance::stream(1, "colours", 0);
    while game.tally().is_none() {
        let Turn::Play(moves) = game.turn() else {
            game.pass_forced();
            continue;
        };
        let board = game.board();
        let exchanged = Game::from_board(Board { position: board.position, mover: !board.mover });
        let mut again = chance.clone();
        let one = player.choose(&game, moves, &mut chance).expect("a move");
        let other = player.choose(&exchanged, moves, &mut again).expect("a move");
        assert_eq!(one.placement, other.placement);
        game.place(one.placement);
    }
}

/// A board of phase 2 on which X may take a corner, and one on which some moves give one away.
#[test]
fn the_front_end_takes_corners_and_gives_none() {
    let drawing = "
          a b c d e f g h
        1 - O X - - - - -
        2 - - O X - - - -
        3 - - O O X - - -
        4 - - O O X O - -
        5 - - O X O O - -
        6 - - X O O - - -
        7 - - - - - - - -
        8 - - - - - - - -
        X to move";
    let game = Game::from_board(Board::from_drawing(drawing).expect("a board"));
    let Turn::Play(moves) = game.turn() else { panic!("there are moves") };
    assert!(moves.squares().contains(Square::A1));
    let model = Recipe { front_end: FrontEnd::Corners, ..Recipe::default() }.model();
    let mut with = WinMeasure::new(model.into(), 8);
    let mut without = WinMeasure::new(Recipe::default().model().into(), 8);
    let mut taken = [0, 0];
    for number in 0..200 {
        for (player, taken) in [&mut with, &mut without].into_iter().zip(&mut taken) {
            let mut chance = Chance::stream(number, "corners", 0);
            let choice = player.choose(&game, moves, &mut chance).expect("a move");
            *taken += i32::from(choice.placement.square() == Square::A1);
        }
    }
    assert_eq!(taken[0], 200);
    assert!(taken[1] < 100, "{taken:?}");

    // Without the c1–b1 pair there is no corner to take. No move may make one legal for O if another does not.
    let open = drawing.replace("1 - O X", "1 - - -");
    let game = Game::from_board(Board::from_drawing(&open).expect("a board"));
    let Turn::Play(moves) = game.turn() else { panic!("there are moves") };
    let gives = |square| {
        let position = game.board().position;
        let after = position.after(position.placement(square).expect("legal"));
        !(after.moves() & Squares::CORNERS).is_empty()
    };
    assert!(moves.into_iter().any(gives) && !moves.into_iter().all(gives));
    for number in 0..200 {
        let mut chance = Chance::stream(number, "corners", 1);
        let choice = with.choose(&game, moves, &mut chance).expect("a move");
        assert!(!gives(choice.placement.square()), "{}", choice.placement.square());
    }
}

#[test]
fn it_learns_to_win_and_its_opposite_does_not() {
    // What is learned shows sooner where measures below zero are not shifted up.
    let recipe = Recipe { games: 8_000, shift: Shift::Floor, ..Recipe::default() };
    let model = learned(recipe, 5).table().clone();
    let score = |model: &Model| {
        let first = model.entrant("winmeasure", &Style::default()).expect("no search is asked for");
        let second = Style::plies(1).entrant("korman", PieceCounter::korman());
        let contest =
            Contest { first: &first, second: &second, openings: &[], pairs: 300, seed: 1, threads: 1 };
        contest.count(&false.into()).and_then(|sheet| sheet.score()).expect("games were played")
    };
    let learned = score(&model);
    let untaught = score(&Recipe::default().model());
    let opposite = score(&model.clone().with_measures(|_, measure| -measure));
    // The opposite need not be worse than nothing: it draws among moves that were hardly ever tried.
    assert!(learned > untaught.max(opposite) + 0.05, "{learned}, {untaught}, {opposite}");
}
