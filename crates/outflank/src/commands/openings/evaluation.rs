//! What the engine thinks of where openings lead.

use outflank_engine::midgame::Engine;
use outflank_engine::{NoMemory, TableSize, knowledge};
use outflank_rules::openings::Book;

use crate::progress;

/// How many plies the evaluations of the built-in book look ahead.
pub const DEPTH: u32 = 10;

/// A book with all its openings evaluated, seen by Black, in discs.
pub fn evaluated(book: &Book, depth: u32) -> Result<Book, NoMemory> {
    let mut engine = Engine::new(knowledge::judge(), TableSize::mebibytes(64))?;
    let bar = progress::bar(book.openings().len() as u64, "{wide_bar} {human_pos}/{human_len}  {elapsed}");
    let evaluated = book.evaluated(|opening| {
        let board = opening.line().game().board();
        let mut value = |depth: u32| engine.values(&[board], depth, 0)[0].discs();
        let mean = (value(depth) + value(depth - 1)) / 2.0;
        let seen_by_black = board.mover.signed(mean);
        // A tenth of a disc is below the error of any search, and adding 0 makes one zero of two.
        bar.inc(1);
        (seen_by_black * 10.0).round() / 10.0 + 0.0
    });
    bar.finish_and_clear();
    Ok(evaluated)
}
