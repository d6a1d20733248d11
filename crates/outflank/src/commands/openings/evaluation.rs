//! What a search thinks of where openings lead.

use outflank_engine::plain::Minimax;
use outflank_rules::openings::Book;
use outflank_rules::with_kernel;
use outflank_value::{PieceCounter, Score};

use crate::progress;

/// How many plies the evaluations of the built-in book look ahead.
pub const DEPTH: u32 = 10;

/// A book with all its openings evaluated, seen by Black.
pub fn evaluated(book: &Book, depth: u32) -> Book {
    let evaluator = PieceCounter::norvig();
    let bar = progress::bar(book.openings().len() as u64, "{wide_bar} {human_pos}/{human_len}  {elapsed}");
    let evaluated = book.evaluated(|opening| {
        let board = opening.line().game().board();
        let value = |depth: u32| -> Score {
            with_kernel!(|kernel| Minimax::new(kernel, &evaluator).value(board, depth))
        };
        let mean = (value(depth).value() + value(depth - 1).value()) / 2.0;
        let seen_by_black = board.mover.signed(mean);
        // A hundredth is below the noise of any search, and adding 0 makes one zero of two.
        bar.inc(1);
        (seen_by_black * 100.0).round() / 100.0 + 0.0
    });
    bar.finish_and_clear();
    evaluated
}
