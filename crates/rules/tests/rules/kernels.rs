//! Every kernel answers as the naive walk does.

use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Position, Square, Squares, Turn, with_kernel};
use proptest::prelude::*;

use crate::naive::{Naive, set};
use crate::perft_table::kernels;
use crate::strategies::{position, scattered};

/// Compares everything a kernel says about a position with the naive walk.
fn agrees<K: Kernel>(kernel: K, position: Position) {
    let naive = Naive::new(position);
    let expected = naive.moves();
    assert_eq!(kernel.moves(position), set(expected.clone()), "moves with {}", K::NAME);

    for square in position.empties() {
        let flips = set(naive.flips(square));
        assert_eq!(kernel.flips(position, square), flips, "flips of {square} with {}", K::NAME);
    }
    for square in Square::all() {
        let placement = kernel.placement(position, square);
        assert_eq!(placement.is_some(), expected.contains(&square), "{square} with {}", K::NAME);
        if let Some(placement) = placement {
            assert_eq!(placement.square(), square);
            assert_eq!(Naive::new(position.after(placement)), naive.after(square), "{square}");
        }
    }
    match kernel.turn(position) {
        Turn::Play(moves) => {
            assert_eq!(moves.squares(), set(expected.clone()));
            assert_eq!(moves.count() as usize, expected.len());
            let placements: Vec<_> = kernel.placements(position, moves).collect();
            assert_eq!(placements.iter().map(|placement| placement.square()).collect::<Vec<_>>(), expected);
            for placement in placements {
                assert_eq!(Some(placement), kernel.placement(position, placement.square()));
            }
        }
        Turn::Pass => {
            assert!(expected.is_empty());
            assert!(!naive.passed().moves().is_empty());
        }
        Turn::Over(tally) => {
            assert!(expected.is_empty());
            assert!(naive.passed().moves().is_empty());
            assert_eq!(u32::from(tally.mover), position.mover().count());
            assert_eq!(u32::from(tally.opponent), position.opponent().count());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn scattered_discs(position in scattered()) {
        for available in kernels() {
            with_kernel!(available, |kernel| agrees(kernel, position));
        }
    }

    #[test]
    fn positions_of_games(position in position()) {
        for available in kernels() {
            with_kernel!(available, |kernel| agrees(kernel, position));
        }
    }

    #[test]
    fn nth_counts_from_the_lowest(bits in 1u64..) {
        let squares = Squares::from_bits(bits);
        for available in kernels() {
            for (n, square) in squares.into_iter().enumerate() {
                prop_assert_eq!(with_kernel!(available, |kernel| kernel.nth(squares, n as u32)), square);
            }
        }
    }
}

/// Lines of every length between every two squares, the ones that random discs seldom make.
#[test]
fn every_line_of_the_board() {
    for from in Square::all() {
        for to in Square::all() {
            let (right, down) =
                (to.column() as i32 - from.column() as i32, to.row() as i32 - from.row() as i32);
            let length = right.abs().max(down.abs());
            let straight = right == 0 || down == 0 || right.abs() == down.abs();
            if length < 2 || !straight {
                continue;
            }
            let on_the_way = |step: i32| {
                let column = from.column() as i32 + right / length * step;
                let row = from.row() as i32 + down / length * step;
                Square::at(column as usize, row as usize).expect("between two squares")
            };
            let between: Squares = (1..length).map(on_the_way).collect();
            let position = Position::new(to.set(), between).expect("apart");
            for available in kernels() {
                let flips = with_kernel!(available, |kernel| kernel.flips(position, from));
                assert_eq!(flips, between, "{from} to {to} with {}", available.name());
                // Alone, with a gap, or with nobody at the end, nothing is turned over.
                let unanswered = Position::new(Squares::NONE, between).expect("apart");
                let flips = with_kernel!(available, |kernel| kernel.flips(unanswered, from));
                assert_eq!(flips, Squares::NONE, "{from} to {to} with {}", available.name());
            }
        }
    }
}

#[test]
fn kernels_have_names_of_their_own() {
    let names: Vec<_> = kernels().into_iter().map(Available::name).collect();
    assert_eq!(names[0], "portable");
    assert_eq!(names.last(), Some(&Available::best().name()));
}
