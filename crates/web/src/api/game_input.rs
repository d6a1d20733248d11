//! A game as pages send it: where it started, and its moves.

use outflank_rules::{Board, Game, RecordError, Turn};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::problem::Problem;

/// A game from its start.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameInput {
    /// The board it started from, 64 squares and the side to move; the usual start if left out.
    #[serde(default)]
    #[schema(example = "---------------------------OX------XO--------------------------- X")]
    pub start: Option<String>,
    /// The moves so far. Passes may be left out.
    #[schema(example = "f5d6c3")]
    pub moves: String,
}

impl GameInput {
    /// The game, as far as it was played, and past any pass that is forced then: who is to move has a move,
    /// unless the game is over.
    pub fn game(&self) -> Result<Game, Problem> {
        let start = match &self.start {
            Some(text) => text.parse().map_err(|error| Problem::wrong(RecordError::Board(error)))?,
            None => Board::START,
        };
        let game = Game::read_transcript(start, &self.moves).map_err(Problem::wrong)?;
        Ok(past_passes(game))
    }
}

/// The game past a pass that is forced.
pub(crate) fn past_passes(mut game: Game) -> Game {
    if game.turn() == Turn::Pass {
        game.pass_forced();
    }
    game
}
