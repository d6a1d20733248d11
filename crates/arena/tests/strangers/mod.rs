//! What files and words from strangers must do to those who read them: make sense, or be refused with an
//! error that can be shown. The fuzz targets are these functions too.

use std::time::Duration;

use outflank_arena::outside::{Options, Program, Protocol};
use outflank_arena::{PlayerSpec, Seat, games, openings, play_alone};
use outflank_engine::Chance;
use outflank_rules::Game;
use outflank_value::patterns::PatternFile;
use outflank_value::{Network, PieceCounter, Reading};

/// A network of the Othello League.
pub fn network(text: &str) {
    match Network::from_text(text, Reading::Negation) {
        Ok(network) => {
            let (in_file, joined) = network.features().look_ups();
            assert!(1 <= joined && joined <= in_file);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Weights of patterns: refused with a reason, or the same when they are written and read again.
pub fn patterns(bytes: &[u8]) {
    match PatternFile::from_bytes(bytes) {
        Ok(file) => {
            assert_eq!(file.weights.len(), file.layout.weights() * file.layout.stages().count());
            assert!(PatternFile::from_bytes(&file.to_bytes()).as_ref() == Ok(&file), "{:?}", file.layout);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// 64 weights, which are the same when they are written and read again.
pub fn weights(text: &str) {
    match PieceCounter::from_text(text) {
        Ok(counter) => {
            let written: String = counter.weights().iter().map(|weight| format!("{weight:?} ")).collect();
            assert_eq!(PieceCounter::from_text(&written).as_ref(), Ok(&counter));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A list of openings.
pub fn openings(text: &str) {
    match openings::read(text) {
        Ok(openings) => assert!(!openings.is_empty()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The name of a player, which is only read: whoever it names is not asked in.
pub fn player(text: &str) {
    match text.parse::<PlayerSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse().ok(), Some(spec)),
        Err(error) => assert_eq!(error.spec, text),
    }
}

/// A list of games, each of which is the same when it is written and read again.
pub fn games(text: &str) {
    match games::read(text) {
        Ok(games) => {
            assert!(games.len() <= text.lines().count());
            for game in games {
                // Names and reasons lose what would part fields or lines.
                let once: games::GameLine = game.to_string().parse().expect("it was just written");
                assert_eq!(once.played.game.plies(), game.played.game.plies());
                assert_eq!(once.to_string().parse(), Ok(once));
            }
        }
        Err(error) => {
            assert!((1..=text.lines().count()).contains(&error.line) && !error.to_string().is_empty())
        }
    }
}

/// What an engine says to `genmove`.
pub fn gtp(said: &[u8]) {
    // Its name, its version, the size of the board, and a board without discs.
    let greeting = [&b"= Stranger\n\n"[..], b"= 1\n\n", b"=\n\n", b"=\n\n"];
    converse(Protocol::Gtp, greeting.into_iter().chain([said; 3]).map(<[u8]>::to_vec));
}

/// What an engine says to `go`.
pub fn nboard(said: &[u8]) {
    // Nothing to its version and its depth; then pongs, and nothing to the game.
    let pongs = [&b"pong 2\n"[..], b"pong 3\n", b"pong 4\n"];
    let moves = pongs.into_iter().flat_map(|pong| [&b""[..], pong, said]);
    let greeting = [&b""[..], b"", b"set myname Stranger\npong 1\n"];
    converse(Protocol::Nboard, greeting.into_iter().chain(moves).map(<[u8]>::to_vec));
}

/// A whole conversation: the protocol, then the answers of an engine to all that it is told, with zeros between.
pub fn conversation(bytes: &[u8]) {
    let Some((first, script)) = bytes.split_first() else { return };
    let protocol = if first % 2 == 0 { Protocol::Gtp } else { Protocol::Nboard };
    converse(protocol, script.split(|byte| *byte == 0).map(<[u8]>::to_vec));
}

/// Plays a game with an engine that says these things: it has legal moves only, or the engine forfeits with a reason.
fn converse(protocol: Protocol, answers: impl Iterator<Item = Vec<u8>>) {
    let soon = Duration::from_millis(500);
    let options = Options { move_limit: soon, answer_limit: soon, ..Options::default() };
    match Program::scripted(protocol, answers, options) {
        Ok(mut program) => {
            let chance = Chance::stream(1, "conversation", 0);
            play_alone(Game::new(), Seat { player: &mut program, chance });
        }
        Err(failure) => assert!(!failure.to_string().is_empty()),
    }
}
