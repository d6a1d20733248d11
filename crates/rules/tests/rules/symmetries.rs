//! The rules do not change when the board is turned or mirrored.

use outflank_rules::{Leaves, Position, Square, Symmetry, perft};
use proptest::prelude::*;

use crate::strategies::position;

fn symmetry() -> impl Strategy<Value = Symmetry> {
    prop::sample::select(&Symmetry::ALL)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn playing_and_turning_commute(position in position(), symmetry in symmetry()) {
        let turned = symmetry.position(position);
        prop_assert_eq!(turned.moves(), symmetry.squares(position.moves()));
        prop_assert_eq!(turned.passed(), symmetry.position(position.passed()));
        for square in Square::all() {
            let placement = position.placement(square);
            let there = turned.placement(symmetry.square(square));
            prop_assert_eq!(placement.is_some(), there.is_some());
            if let (Some(placement), Some(there)) = (placement, there) {
                prop_assert_eq!(there.flips(), symmetry.squares(placement.flips()));
                prop_assert_eq!(turned.after(there), symmetry.position(position.after(placement)));
            }
        }
    }

    #[test]
    fn what_is_turned_can_be_turned_back(position in position(), symmetry in symmetry()) {
        prop_assert_eq!(symmetry.inverse().position(symmetry.position(position)), position);
    }

    #[test]
    fn eight_images_have_one_canonical_form(position in position()) {
        let canonical = position.canonical();
        prop_assert_eq!(canonical.canonical(), canonical);
        let mut images = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = symmetry.position(position);
            prop_assert_eq!(image.canonical(), canonical);
            let (found, by) = image.canonical_by();
            prop_assert_eq!(found, canonical);
            prop_assert_eq!(by.position(image), canonical);
            images.push(image);
        }
        prop_assert!(images.contains(&canonical));
    }

    #[test]
    fn trees_have_the_same_size(position in position(), symmetry in symmetry()) {
        let leaves = |position: Position| perft(position, 3, Leaves::Counted);
        prop_assert_eq!(leaves(symmetry.position(position)), leaves(position));
    }
}
