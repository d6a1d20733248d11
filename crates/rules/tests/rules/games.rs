//! Games can be taken back and played again, and hashes tell positions apart.

use std::collections::HashSet;

use outflank_rules::{Board, Color, Game, Ply, Position, Square, Squares, Turn};
use proptest::prelude::*;

use crate::strategies::{game, game_from_anywhere, position};

fn any_game() -> impl Strategy<Value = Game> {
    prop_oneof![game(), game_from_anywhere()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn taking_back_leads_through_all_boards_to_the_start(mut game in any_game()) {
        let history: Vec<_> = game.history().collect();
        prop_assert_eq!(history.len(), game.plies().len());
        for (board, ply) in history.into_iter().rev() {
            prop_assert_eq!(game.undo(), Some(ply));
            prop_assert_eq!(game.board(), board);
        }
        prop_assert_eq!(game.undo(), None);
        prop_assert_eq!(game.board(), game.start());
    }

    #[test]
    fn playing_again_gives_the_same_game(game in any_game()) {
        let mut again = Game::from_board(game.start());
        for &ply in game.plies() {
            match ply {
                Ply::Place(placement) => prop_assert_eq!(again.play(placement.square()), Ok(placement)),
                Ply::Pass => prop_assert_eq!(again.pass(), Ok(())),
            }
        }
        prop_assert_eq!(&again, &game);
        // A record does not keep a pass that nothing has followed yet.
        if again.plies().last() == Some(&Ply::Pass) {
            again.undo();
        }
        prop_assert_eq!(game.record().game(), again);
    }

    #[test]
    fn only_what_the_turn_allows_is_played(game in any_game()) {
        let moves = match game.turn() {
            Turn::Play(moves) => moves.squares(),
            Turn::Pass | Turn::Over(_) => Squares::NONE,
        };
        for square in Square::all() {
            let mut tried = game.clone();
            prop_assert_eq!(tried.play(square).is_ok(), moves.contains(square));
            prop_assert_eq!(tried == game, !moves.contains(square), "a refused move changes nothing");
        }
        let mut tried = game.clone();
        prop_assert_eq!(tried.pass().is_ok(), game.turn() == Turn::Pass);
        prop_assert_eq!(game.tally().is_some(), matches!(game.turn(), Turn::Over(_)));
    }

    #[test]
    fn discs_are_added_one_by_one_and_sides_alternate(game in any_game()) {
        let boards: Vec<Board> =
            game.history().map(|(board, _)| board).chain([game.board()]).collect();
        for (pair, ply) in boards.windows(2).zip(game.plies()) {
            let added = u32::from(ply.square().is_some());
            prop_assert_eq!(pair[1].position.occupied().count(), pair[0].position.occupied().count() + added);
            prop_assert_eq!(pair[1].mover, !pair[0].mover);
        }
        for square in Square::all() {
            let of = |color| game.board().discs(color).contains(square).then_some(color);
            prop_assert!(of(Color::Black).is_none() || of(Color::White).is_none());
            prop_assert_eq!(of(Color::Black).or(of(Color::White)), game.board().disc(square));
        }
    }

    #[test]
    fn one_disc_more_or_less_changes_half_of_the_hash(position in position(), square in 0usize..64) {
        let square = Square::new(square).expect("on the board").set();
        let (mover, opponent) = (position.mover(), position.opponent());
        let others = [
            Position::new(mover ^ square, opponent.without(square)),
            Position::new(mover.without(square), opponent ^ square),
            Some(position.passed()),
        ];
        for other in others.into_iter().flatten().filter(|&other| other != position) {
            let changed = (position.hash() ^ other.hash()).count_ones();
            prop_assert!((8..=56).contains(&changed), "{} bits differ", changed);
        }
    }
}

/// Every position of the first plies has a hash of its own, also in the few bits a table looks at.
#[test]
fn hashes_spread_over_a_table() {
    let mut positions = HashSet::from([Position::START]);
    for _ in 0..7 {
        positions = positions
            .into_iter()
            .flat_map(|position| {
                position
                    .moves()
                    .into_iter()
                    .filter_map(move |square| Some(position.after(position.placement(square)?)))
            })
            .collect();
    }
    let count = positions.len();
    assert!(count > 20_000, "{count} positions");
    let hashes: HashSet<u64> = positions.iter().map(|position| position.hash()).collect();
    assert_eq!(hashes.len(), count);

    // In 2¹⁶ places, random hashes leave (1 − 2⁻¹⁶)ⁿ of them empty; three in a hundred is far off.
    for shift in [0, 48] {
        let places: HashSet<u64> = hashes.iter().map(|hash| hash >> shift & 0xffff).collect();
        let expected = 65536.0 * (1.0 - (-(count as f64) / 65536.0).exp());
        let ratio = places.len() as f64 / expected;
        assert!((0.97..1.03).contains(&ratio), "{} places, expected {expected:.0}", places.len());
    }
}
