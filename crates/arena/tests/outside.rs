//! Whole games with outside programs of all manners.

use std::time::Duration;

use outflank_arena::outside::{Options, Program, Protocol};
use outflank_arena::{Ending, Seat, Trajectory, play};
use outflank_engine::players::{Noisy, Random};
use outflank_engine::{Chance, Player};
use outflank_rules::{Board, Color, Game, Ply};

/// A fake engine with these words after its name.
fn program(protocol: Protocol, words: &str) -> Program {
    let command = format!("{} {words}", shell_words::quote(env!("CARGO_BIN_EXE_fake-engine")));
    Program::new(protocol, &command, Options::default()).expect("a command")
}

/// A game of a player against chance.
fn play_random(player: &mut dyn Player, color: Color, game: Game, index: u64) -> Trajectory {
    let mut random = Random::new();
    let ours = Seat { player, chance: Chance::stream(1, "program", index) };
    let theirs = Seat { player: &mut random, chance: Chance::stream(1, "random", index) };
    match color {
        Color::Black => play(game, ours, theirs),
        Color::White => play(game, theirs, ours),
    }
}

/// Plays games with both colours to the end, passes of both sides among them.
fn play_many(player: &mut dyn Player, start: Game) {
    let passed = count_passes(player, start);
    assert!(passed.into_iter().all(|count| count > 0), "no passes, nothing tested: {passed:?}");
}

/// Plays games with both colours to the end and counts the passes of chance and of the player.
fn count_passes(player: &mut dyn Player, start: Game) -> [u32; 2] {
    let mut passed = [0, 0];
    for index in 0..12 {
        let color = Color::BOTH[index as usize % 2];
        let played = play_random(player, color, start.clone(), index);
        assert!(matches!(played.ending, Ending::Counted(_)), "{:?}", played.ending);
        for (board, _) in played.game.history().filter(|(_, ply)| *ply == Ply::Pass) {
            passed[usize::from(board.mover == color)] += 1;
        }
    }
    passed
}

#[test]
fn gtp_engines_of_all_manners_play_to_the_end() {
    for manner in ["plain", "edax", "grhino", "chatty", "self-passing", "twice-passing", "late"] {
        let mut engine = program(Protocol::Gtp, &format!("gtp {manner}"));
        assert_eq!(engine.name(), None);
        let name = engine.start().expect(manner).to_owned();
        assert!(name.to_lowercase().contains("fake"), "{name}");
        play_many(&mut engine, Game::new());
        assert_eq!(engine.name(), Some(name.as_str()), "{manner}: it was started again");
    }
}

#[test]
fn nboard_engines_of_all_manners_play_to_the_end() {
    for manner in ["edax", "ntest"] {
        let mut engine = program(Protocol::Nboard, &format!("nboard {manner}"));
        let name = engine.start().expect(manner).to_owned();
        assert!(name.starts_with("Fake8-"), "{name}");
        play_many(&mut engine, Game::new());
        assert_eq!(engine.name(), Some(name.as_str()), "{manner}: it was started again");
    }
}

#[test]
fn moves_that_the_engine_did_not_choose_are_told() {
    for (protocol, words) in [(Protocol::Gtp, "gtp grhino"), (Protocol::Nboard, "nboard ntest")] {
        play_many(&mut Noisy::new(program(protocol, words), 0.5), Game::new());
    }
}

/// A game from a board that no moves lead to.
fn elsewhere() -> Game {
    let board: Board =
        "-------- -------- --XXXO-- --OXOX-- --XOXO-- --OXXX-- -------- -------- O".parse().expect("a board");
    Game::from_board(board)
}

#[test]
fn games_may_start_elsewhere_where_the_engine_can() {
    play_many(&mut program(Protocol::Nboard, "nboard edax"), elsewhere());
    play_many(&mut program(Protocol::Gtp, "gtp grhino"), elsewhere());
    let mut edax = program(Protocol::Gtp, "gtp edax");
    let played = play_random(&mut edax, Color::White, elsewhere(), 0);
    let Ending::Forfeited { by: Color::White, reason } = played.ending else { panic!("{:?}", played.ending) };
    assert!(
        reason.starts_with("it can only play from the usual start: it answered “? 1 unknown command”"),
        "{reason}"
    );
}

#[test]
fn a_game_that_is_taken_back_is_told_anew() {
    for (protocol, words) in [(Protocol::Gtp, "gtp plain"), (Protocol::Nboard, "nboard edax")] {
        let mut engine = program(protocol, words);
        let mut chance = Chance::stream(1, "program", 0);
        let mut game: Game = "f5d6c3d3c4".parse::<outflank_rules::GameRecord>().expect("a game").game();
        let mut choose = |game: &Game| {
            let outflank_rules::Turn::Play(moves) = game.turn() else { panic!("a move is to be made") };
            let choice = engine.choose(game, moves, &mut chance).expect("a move");
            assert_eq!(choice.placement.square(), moves.into_iter().last().expect("a move"));
            choice
        };
        let placement = choose(&game).placement;
        choose(&game);
        game.undo();
        game.undo();
        choose(&game);
        choose(&Game::new());
        game = "f5d6c3d3c4".parse::<outflank_rules::GameRecord>().expect("a game").game();
        game.place(placement);
        choose(&game);
    }
}

#[test]
fn the_value_of_a_move_is_handed_on() {
    let mut chance = Chance::stream(1, "program", 0);
    let outflank_rules::Turn::Play(moves) = Game::new().turn() else { panic!("the start is open") };
    for manner in ["edax", "ntest"] {
        let mut engine = program(Protocol::Nboard, &format!("nboard {manner}"));
        let choice = engine.choose(&Game::new(), moves, &mut chance).expect("a move");
        assert_eq!(choice.score.map(|score| score.value()), Some(2.0));
    }
}

#[test]
fn a_time_for_each_move_may_be_told() {
    // The fake engine knows no clocks and refuses them, as some engines do.
    let options = Options { move_time: Some(Duration::from_secs(2)), ..Options::default() };
    let command = format!("{} gtp plain", shell_words::quote(env!("CARGO_BIN_EXE_fake-engine")));
    let mut engine = Program::new(Protocol::Gtp, &command, options).expect("a command");
    let played = play_random(&mut engine, Color::Black, Game::new(), 0);
    assert!(matches!(played.ending, Ending::Counted(_)), "{:?}", played.ending);
}

#[test]
#[ignore = "needs an engine, as in OUTFLANK_GTP_ENGINE='gtp-rhino -l 1'"]
fn a_real_gtp_engine_plays_to_the_end() {
    let command = std::env::var("OUTFLANK_GTP_ENGINE").expect("a command in OUTFLANK_GTP_ENGINE");
    let start = || Program::new(Protocol::Gtp, &command, Options::default()).expect("a command");
    // It may be too strong to have to pass, unless others choose most of its moves.
    count_passes(&mut start(), Game::new());
    play_many(&mut Noisy::new(start(), 0.9), Game::new());
}

#[test]
#[ignore = "needs an engine, as in OUTFLANK_NBOARD_ENGINE='edax -nboard'"]
fn a_real_nboard_engine_plays_to_the_end() {
    let command = std::env::var("OUTFLANK_NBOARD_ENGINE").expect("a command in OUTFLANK_NBOARD_ENGINE");
    let start = || Program::new(Protocol::Nboard, &command, Options::default()).expect("a command");
    count_passes(&mut start(), elsewhere());
    play_many(&mut Noisy::new(start(), 0.9), Game::new());
}
