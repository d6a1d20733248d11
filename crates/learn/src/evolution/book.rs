//! A player that follows the named openings for as long as the game does.

use std::sync::Arc;

use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::openings::{Book, Repertoire, Weights};
use outflank_rules::{Color, Game, Moves};

/// How a player follows the openings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Following {
    /// Which of the moves that the book has it plays.
    pub pick: Pick,
    /// How probable these moves are.
    pub weights: Weights,
}

/// Which of the moves of the book is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// One of the openings that match is drawn, by its probability.
    Drawn,
    /// The most probable move.
    Best,
}

/// The book as either side follows it.
#[derive(Debug)]
pub(super) struct Repertoires([Repertoire; 2]);

impl Repertoires {
    /// The named openings, weighed.
    pub fn named(weights: Weights) -> Self {
        let of =
            |color| Book::named().repertoire(weights, color).expect("the named openings have all weights");
        Self([of(Color::Black), of(Color::White)])
    }

    #[inline]
    fn of(&self, color: Color) -> &Repertoire {
        &self.0[usize::from(color == Color::White)]
    }
}

/// Another player, once the game has left the book. While it is in the book there are no random moves either.
pub(super) struct Follower<P> {
    pub player: P,
    pub pick: Pick,
    pub repertoires: Arc<Repertoires>,
}

impl<P: Player> Player for Follower<P> {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let board = game.board();
        let repertoire = self.repertoires.of(board.mover);
        let square = repertoire.place_of(game).and_then(|place| match self.pick {
            Pick::Drawn => repertoire.choose(place, chance.unit()),
            Pick::Best => repertoire.favourite(place),
        });
        match square.and_then(|square| board.position.placement(square)) {
            Some(placement) => Ok(placement.into()),
            None => self.player.choose(game, moves, chance),
        }
    }

    fn begin(&mut self) {
        self.player.begin();
    }
}
