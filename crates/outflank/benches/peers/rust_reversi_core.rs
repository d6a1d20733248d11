//! `rust_reversi_core`, by neodymium6.

use std::hint::black_box;

use outflank_rules::Tally;
use rand_xoshiro::Xoshiro256PlusPlus;
use rust_reversi_core::board::Board;

use super::{Peer, below, nth_bit};

pub(super) const PEER: Peer =
    Peer { name: "rust_reversi_core 1.0.2", perft: |depth| perft(&mut Board::new(), depth), random_game };

/// Plays a move that `get_legal_moves` gave as a bit: its positions run the other way.
#[inline(always)]
fn play(board: &mut Board, bit: u64) {
    board.do_move(bit.leading_zeros() as usize).expect("a legal move");
}

// The board keeps its moves once they were asked for: asking for them first makes the tests for a pass,
// for the end and for legality cheap.
fn perft(board: &mut Board, depth: u32) -> u64 {
    let mut moves = board.get_legal_moves();
    if moves == 0 {
        return if depth == 1 || board.is_game_over() {
            1
        } else {
            let mut passed = board.clone();
            passed.do_pass().expect("no move, and not over");
            perft(&mut passed, depth - 1)
        };
    }
    let mut leaves = 0;
    while moves != 0 {
        let mut next = board.clone();
        play(&mut next, moves & moves.wrapping_neg());
        moves &= moves - 1;
        leaves += if depth == 1 {
            black_box(&next);
            1
        } else {
            perft(&mut next, depth - 1)
        };
    }
    leaves
}

fn random_game(generator: &mut Xoshiro256PlusPlus) -> Tally {
    let mut board = Board::new();
    loop {
        let moves = board.get_legal_moves();
        if moves != 0 {
            play(&mut board, nth_bit(moves, below(generator, moves.count_ones())));
        } else if board.do_pass().is_err() {
            return Tally { mover: board.black_piece_num() as u8, opponent: board.white_piece_num() as u8 };
        }
    }
}
