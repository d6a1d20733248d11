//! What files and words from strangers must do to those who read them: make sense, or be refused with an
//! error that can be shown. The fuzz targets are these functions too.

use outflank_arena::{PlayerSpec, openings};
use outflank_value::{Network, PieceCounter, Reading};

/// A network of the Othello League.
pub fn network(text: &str) {
    match Network::from_text(text, Reading::Negation) {
        Ok(network) => {
            let (in_file, joined) = network.features().look_ups();
            assert!(1 <= joined && joined <= in_file);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// 64 weights, which are the same when they are written and read again.
pub fn weights(text: &str) {
    match PieceCounter::from_text(text) {
        Ok(counter) => {
            let written: String = counter.weights().iter().map(|weight| format!("{weight:?} ")).collect();
            assert_eq!(PieceCounter::from_text(&written).as_ref(), Ok(&counter));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A list of openings.
pub fn openings(text: &str) {
    match openings::read(text) {
        Ok(openings) => assert!((1..=text.lines().count()).contains(&openings.len())),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The name of a player, which is only read: whoever it names is not asked in.
pub fn player(text: &str) {
    match text.parse::<PlayerSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse().ok(), Some(spec)),
        Err(error) => assert_eq!(error.spec, text),
    }
}
