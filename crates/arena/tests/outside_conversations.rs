//! Conversations with real engines as they went, line by line. The engine of the replay leaves as soon as it
//! is told anything else than what stands in `conversations/`.

use std::time::Duration;

use outflank_arena::outside::{Options, Program, Protocol};
use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::{Game, GameRecord, Square, Turn};

/// The engine of a conversation.
fn replay(protocol: Protocol, conversation: &str, move_time: Option<Duration>) -> Program {
    let file = format!("{}/tests/conversations/{conversation}.txt", env!("CARGO_MANIFEST_DIR"));
    let engine = env!("CARGO_BIN_EXE_fake-engine");
    let command = shell_words::join([engine, "replay", &file]);
    Program::new(protocol, &command, Options { move_time, ..Options::default() }).expect("a command")
}

fn game(record: &str) -> Game {
    record.parse::<GameRecord>().expect("a game").game()
}

fn choose(program: &mut Program, game: &Game) -> Result<Choice, Forfeit> {
    let Turn::Play(moves) = game.turn() else { panic!("there must be a move") };
    program.choose(game, moves, &mut Chance::stream(1, "program", 0))
}

/// The move for a game.
fn square(program: &mut Program, game: &Game) -> Square {
    choose(program, game).expect("a move").placement.square()
}

/// The position with one disc each in which White must pass.
fn after_pass() -> Game {
    let mut game = game(&format!("XO{} O", "-".repeat(62)));
    game.pass().expect("forced");
    game
}

#[test]
fn edax_over_gtp() {
    let mut edax = replay(Protocol::Gtp, "edax-gtp", None);
    assert_eq!(edax.start().expect("it starts"), "Edax 4.6");
    assert_eq!(square(&mut edax, &game("f5")), Square::F6);
    assert_eq!(square(&mut edax, &game("f5f6e6")), Square::D6);
    let forfeit = choose(&mut edax, &game("f5f6e6f4")).expect_err("it refuses");
    assert_eq!(forfeit.reason, "it answered “? 1 wrong color” to “genmove black”");
}

#[test]
fn grhino_over_gtp() {
    let mut grhino = replay(Protocol::Gtp, "grhino-gtp", Some(Duration::from_secs(2)));
    assert_eq!(grhino.start().expect("it starts"), "GTP GRhino 0.16.1");
    assert_eq!(square(&mut grhino, &game("f5f6")), Square::C4);
    assert_eq!(square(&mut grhino, &after_pass()), Square::C1);
}

#[test]
fn an_answer_too_many() {
    // To its name, its version, the size of the board, a board without discs, a move, the reply, another move. Scripted:
    // the second answer to the first move is always there before the reply is sent.
    let answers = [
        "\n\nWelcome!\n= Twice\n\n",
        "? unknown command\n\n",
        "? unknown command\n\n",
        "=\n\n",
        "= f5\n\n= f5\n\n",
        "=\n\n",
        "= c3\n\n",
    ];
    let mut twice =
        Program::scripted(Protocol::Gtp, answers.map(|said| said.as_bytes().to_vec()), Options::default())
            .expect("it starts");
    assert_eq!(twice.name(), Some("Twice"));
    assert_eq!(square(&mut twice, &Game::new()), Square::F5);
    assert_eq!(square(&mut twice, &game("f5d6")), Square::C3);
}

#[test]
fn edax_over_nboard() {
    let mut edax = replay(Protocol::Nboard, "edax-nboard", None);
    assert_eq!(edax.start().expect("it starts"), "Edax8");
    assert_eq!(square(&mut edax, &game("f5d6c3")), Square::G5);
    assert_eq!(square(&mut edax, &game("f5d6c3d3")), Square::C4);
    let choice = choose(&mut edax, &after_pass()).expect("a move");
    assert_eq!(choice.placement.square(), Square::C1);
    assert_eq!(choice.score.map(|score| score.value()), Some(3.0));
}

#[test]
fn ntest_over_nboard() {
    let mut ntest = replay(Protocol::Nboard, "ntest-nboard", Some(Duration::from_secs(2)));
    assert_eq!(ntest.start().expect("it starts"), "Ntest8");
    let choice = choose(&mut ntest, &game("f5d6c3")).expect("a move");
    assert_eq!(choice.placement.square(), Square::D3);
    assert_eq!(choice.score.map(|score| score.value()), Some(0.91));
    let solved = game("--*****--OOO**-O-OOO**O*-O*O*O**O***O***--*O*O**-***OOO--OOOOO-- *");
    let choice = choose(&mut ntest, &solved).expect("a move");
    assert_eq!(choice.placement.square(), Square::G8);
    assert_eq!(choice.score, None);
}
