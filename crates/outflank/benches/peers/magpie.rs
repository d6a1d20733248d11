//! `magpie`, by Emil Englesson.

use std::hint::black_box;

use magpie::othello::{Board, Position, Stone};
use outflank_rules::Tally;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Peer, below, nth_bit};

pub(super) const PEER: Peer = Peer {
    name: "magpie 0.12.0",
    perft: |depth| perft(&Board::standard(), Stone::Black, depth),
    random_game,
};

fn perft(board: &Board, mover: Stone, depth: u32) -> u64 {
    let moves = board.moves_for(mover);
    if moves.is_empty() {
        return if depth == 1 || board.moves_for(mover.flip()).is_empty() {
            1
        } else {
            perft(board, mover.flip(), depth - 1)
        };
    }
    let mut leaves = 0;
    for position in moves.hot_bits() {
        let mut next = board.clone();
        next.play(mover, position);
        leaves += if depth == 1 {
            black_box(&next);
            1
        } else {
            perft(&next, mover.flip(), depth - 1)
        };
    }
    leaves
}

fn random_game(generator: &mut Xoshiro256PlusPlus) -> Tally {
    let mut board = Board::standard();
    let mut mover = Stone::Black;
    let mut passes = 0;
    while passes < 2 {
        let moves = board.moves_for(mover);
        if moves.is_empty() {
            passes += 1;
        } else {
            let bit = nth_bit(moves.raw(), below(generator, moves.raw().count_ones()));
            board.play(mover, Position::try_from(bit).expect("one bit"));
            passes = 0;
        }
        mover = mover.flip();
    }
    let [mover, opponent] = [Stone::Black, Stone::White].map(|stone| board.bits_for(stone).count_set());
    Tally { mover, opponent }
}
