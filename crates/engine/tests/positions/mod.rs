//! Boards reached by random play, for tests.

use outflank_engine::Chance;
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Turn};

/// The board after so many random plies, or where the game ended before.
pub fn after_random_plies(seed: u64, plies: u32) -> Board {
    let mut chance = Chance::stream(seed, "random plies", u64::from(plies));
    let mut board = Board::START;
    for _ in 0..plies {
        board = match board.turn() {
            Turn::Play(moves) => {
                let square = chance.pick(Portable, moves);
                board.after(board.position.placement(square).expect("drawn from the legal moves"))
            }
            Turn::Pass => board.passed(),
            Turn::Over(_) => return board,
        };
    }
    board
}

/// Boards from all over the game.
#[allow(dead_code, reason = "not every test asks for them")]
pub fn boards(count: u64) -> impl Iterator<Item = Board> {
    (0..count).map(|seed| after_random_plies(seed, seed as u32 * 7 % 61))
}
