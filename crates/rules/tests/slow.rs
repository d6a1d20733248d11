//! The tests that take more than a few seconds: `cargo test -p outflank-rules --features slow-tests`.

#[path = "rules/perft_table.rs"]
mod perft_table;

use std::thread;

use outflank_rules::kernel::Available;
use outflank_rules::{Leaves, perft_with, with_kernel};
use perft_table::{kernels, table};

/// Counts every deep line of the table.
fn count_deep_trees(available: Available, leaves: Leaves, most: u64) {
    let mut lines = 0;
    for known in table().into_iter().filter(|known| known.is_deep() && known.leaves <= most) {
        let counted = with_kernel!(available, |kernel| {
            perft_with(kernel, known.board.position, known.depth, leaves)
        });
        assert_eq!(counted, known.leaves, "{known:?} {leaves:?} with {}", available.name());
        lines += 1;
    }
    assert!(lines >= 2, "the table has deep lines");
}

#[test]
fn every_leaf_of_the_deep_trees_is_played() {
    // The deepest tree has two thousand million leaves: one kernel is enough for it.
    thread::scope(|scope| {
        for available in kernels() {
            let most = if available.name() == Available::best().name() { u64::MAX } else { 1_000_000_000 };
            scope.spawn(move || count_deep_trees(available, Leaves::Played, most));
        }
    });
}

#[test]
fn the_deep_trees_are_counted() {
    for available in kernels() {
        count_deep_trees(available, Leaves::Counted, u64::MAX);
    }
}
