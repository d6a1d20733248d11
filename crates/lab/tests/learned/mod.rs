//! What player files and recipes from strangers must do to those who read them. The fuzz targets are these
//! functions too.

use std::sync::OnceLock;

use outflank_arena::{Seat, Style, play_alone};
use outflank_engine::Chance;
use outflank_engine::players::Random;
use outflank_lab::{PlayerFile, recipes, view};
use outflank_rules::{Board, Game};

/// A player file: refused with a reason, or the same when it is written and read again, fit to be looked at, and
/// able to play a game to its end.
pub fn learned(bytes: &[u8]) {
    let player = match PlayerFile::from_bytes(bytes) {
        Ok(player) => player,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let written = player.to_bytes();
    let again = PlayerFile::from_bytes(&written);
    assert!(again.as_ref() == Ok(&player), "{:?} became {again:?}", player.provenance);
    if let Err(error) = view::of(&player.model) {
        assert!(!error.to_string().is_empty());
    }
    // One ply where a player can be told so, and no search of the end that takes a stranger's time.
    let quick = [Style { exact: Some(4), ..Style::default() }, Style::plies(1)];
    let entrant = quick.iter().find_map(|style| player.model.entrant("stranger", style).ok());
    if let Some(entrant) = entrant {
        let mut stranger = entrant.seat();
        let chance = Chance::stream(1, "stranger", 0);
        // A whole game takes most of the time of all this: one in four is enough.
        let start = if bytes.len().is_multiple_of(4) { Game::new() } else { nearly_over() };
        play_alone(start, Seat { player: stranger.as_mut(), chance });
    }
}

/// A game with a few squares left.
fn nearly_over() -> Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    let game = GAME.get_or_init(|| {
        let mut random = Random::new();
        let seat = Seat { player: &mut random, chance: Chance::stream(1, "nearly over", 0) };
        let whole = play_alone(Game::new(), seat).game;
        let moves = whole.record().to_string();
        Game::read_transcript(Board::START, &moves[..2 * 52.min(moves.len() / 2)]).expect("a part of a game")
    });
    game.clone()
}

/// A recipe: refused with a reason, or sound, and the same when it is written and read again.
pub fn recipe(text: &str) {
    match recipes::read_complete(text) {
        Ok(recipe) => {
            assert_eq!(recipe.check(), Ok(()));
            assert_eq!(recipes::read_complete(&recipes::write(&recipe)), Ok(recipe));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
