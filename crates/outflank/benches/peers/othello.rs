//! `othello`, by songun lee.

use std::hint::black_box;

use othello::Game;
use outflank_rules::Tally;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Peer, below, nth_bit};

pub(super) const PEER: Peer =
    Peer { name: "othello 0.1.2", perft: |depth| perft(&Game::default(), depth), random_game };

/// Plays a move that `available_moves` gave.
#[inline(always)]
fn play(game: &Game, place: u32) -> Game {
    game.make_move(place as usize).expect("an available move")
}

fn passed(game: &Game) -> Game {
    let mut game = game.clone();
    game.pass_move();
    game
}

fn perft(game: &Game, depth: u32) -> u64 {
    let mut moves = game.available_moves();
    if moves == 0 {
        let passed = passed(game);
        return if depth == 1 || passed.available_moves() == 0 { 1 } else { perft(&passed, depth - 1) };
    }
    let mut leaves = 0;
    while moves != 0 {
        let next = play(game, moves.trailing_zeros());
        moves &= moves - 1;
        leaves += if depth == 1 {
            black_box(&next);
            1
        } else {
            perft(&next, depth - 1)
        };
    }
    leaves
}

fn random_game(generator: &mut Xoshiro256PlusPlus) -> Tally {
    let mut game = Game::default();
    let mut black_to_move = true;
    let mut passes = 0;
    while passes < 2 {
        let moves = game.available_moves();
        if moves == 0 {
            game.pass_move();
            passes += 1;
        } else {
            let place = nth_bit(moves, below(generator, moves.count_ones())).trailing_zeros();
            game = play(&game, place);
            passes = 0;
        }
        black_to_move = !black_to_move;
    }
    let [mover, opponent] = game.get().map(|discs| discs.count_ones() as u8);
    let tally = Tally { mover, opponent };
    if black_to_move { tally } else { -tally }
}
