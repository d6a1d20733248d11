//! Game trees have as many leaves as they should.

use outflank_rules::{Leaves, perft_with, with_kernel};

use crate::naive::Naive;
use crate::perft_table::{kernels, table};

#[test]
fn all_kernels_count_the_known_trees() {
    for known in table().into_iter().filter(|known| !known.is_deep()) {
        for available in kernels() {
            for leaves in [Leaves::Played, Leaves::Counted] {
                let counted = with_kernel!(available, |kernel| {
                    perft_with(kernel, known.board.position, known.depth, leaves)
                });
                assert_eq!(counted, known.leaves, "{known:?} {leaves:?} with {}", available.name());
            }
        }
    }
}

#[test]
fn the_naive_walk_counts_the_same() {
    let (mut boards, mut deepest) = (0, 0);
    for known in table().into_iter().filter(|known| known.leaves < 500_000) {
        assert_eq!(Naive::new(known.board.position).perft(known.depth), known.leaves, "{known:?}");
        boards += u32::from(known.depth == 1);
        deepest = deepest.max(known.depth);
    }
    assert_eq!((boards, deepest), (6, 15));
}

#[test]
fn nothing_played_is_one_leaf() {
    for known in table() {
        for leaves in [Leaves::Played, Leaves::Counted] {
            assert_eq!(outflank_rules::perft(known.board.position, 0, leaves), 1);
        }
    }
}
