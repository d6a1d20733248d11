//! Boards and games for the properties to hold on.

use outflank_rules::{Board, Color, Game, Position, Squares, Turn};
use proptest::prelude::*;

/// Discs thrown on the board, from a few to nearly full: most could never be reached by play.
pub fn scattered() -> impl Strategy<Value = Position> {
    let empties = prop_oneof![
        any::<u64>(),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a & b),
        (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| a & b & c),
        (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b),
    ];
    (empties, any::<u64>()).prop_map(|(empties, mine)| {
        let [mover, opponent] = [mine & !empties, !mine & !empties].map(Squares::from_bits);
        Position::new(mover, opponent).expect("every disc has one owner")
    })
}

/// A position, scattered or reached by play.
pub fn position() -> impl Strategy<Value = Position> {
    prop_oneof![scattered(), game().prop_map(|game| game.board().position)]
}

/// A position with colours.
pub fn board() -> impl Strategy<Value = Board> {
    (position(), color()).prop_map(|(position, mover)| Board { position, mover })
}

pub fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::BOTH)
}

/// A game of random moves from the usual start, finished or not.
pub fn game() -> impl Strategy<Value = Game> {
    choices().prop_map(|choices| play(Game::new(), &choices))
}

/// A game of random moves from discs thrown on the board.
pub fn game_from_anywhere() -> impl Strategy<Value = Game> {
    (scattered(), color(), choices())
        .prop_map(|(position, mover, choices)| play(Game::from_board(Board { position, mover }), &choices))
}

/// One number for each ply; more than a game can have, so that some are played to the end.
fn choices() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop_oneof![
        prop::collection::vec(any::<prop::sample::Index>(), 0..64),
        prop::collection::vec(any::<prop::sample::Index>(), 128)
    ]
}

fn play(mut game: Game, choices: &[prop::sample::Index]) -> Game {
    for choice in choices {
        match game.turn() {
            Turn::Play(moves) => {
                let squares: Vec<_> = moves.into_iter().collect();
                game.play(*choice.get(&squares)).expect("a legal move");
            }
            Turn::Pass => game.pass().expect("a pass is due"),
            Turn::Over(_) => break,
        }
    }
    game
}
