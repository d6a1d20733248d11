//! Joins the tuples of a network into fewer, larger look-ups.
//!
//! All tuples whose squares fit together in a set of [`JOINED`] squares become one table over that set:
//! its entries are the sums of theirs. A network of 210 pairs becomes some twenty look-ups.

use outflank_rules::Squares;

use super::Tuple;
use super::league_file::LONGEST;

/// One look-up: its squares, and where its weights start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub squares: Squares,
    pub offset: u32,
}

/// How many squares a joined look-up may have. Eight keep a table at 3⁸ weights, 52 kB.
const JOINED: u32 = 8;

/// Bits as digits to the base of three: bit n counts 3ⁿ.
pub(super) static TERNARY: [u32; 1 << LONGEST] = {
    let mut numbers = [0; 1 << LONGEST];
    let mut bits = 1;
    while bits < numbers.len() {
        numbers[bits] = numbers[bits >> 1] * 3 + (bits & 1) as u32;
        bits += 1;
    }
    numbers
};

/// The look-ups and their weights, one table after the other.
pub(super) fn join(tuples: &[Tuple]) -> (Vec<Pattern>, Vec<f64>) {
    let mut patterns = Vec::new();
    let mut weights = Vec::new();
    let mut remaining: Vec<&Tuple> = tuples.iter().collect();
    remaining.sort_by_key(|tuple| std::cmp::Reverse(tuple.squares.len()));
    while !remaining.is_empty() {
        let squares = grow(&remaining);
        let (inside, outside) =
            remaining.into_iter().partition(|tuple| set_of(tuple).without(squares).is_empty());
        remaining = outside;
        patterns.push(Pattern { squares, offset: weights.len() as u32 });
        weights.extend(table(squares, &inside));
    }
    (patterns, weights)
}

fn set_of(tuple: &Tuple) -> Squares {
    tuple.squares.iter().copied().collect()
}

/// A set of squares that holds many of the tuples, the first among them. It grows by the tuple that
/// needs the fewest new squares, and of those by the one after which the most tuples are held.
fn grow(tuples: &[&Tuple]) -> Squares {
    let mut squares = set_of(tuples[0]);
    loop {
        let held = |set: Squares| tuples.iter().filter(|tuple| set_of(tuple).without(set).is_empty()).count();
        let larger = tuples
            .iter()
            .map(|tuple| squares | set_of(tuple))
            .filter(|&set| set != squares && set.count() <= JOINED)
            .min_by_key(|&set| (set.count(), std::cmp::Reverse(held(set)), set));
        match larger {
            Some(set) => squares = set,
            None => return squares,
        }
    }
}

/// The sums of some tuples for every way to fill a set of squares: digit n for its nth square, 0 empty,
/// 1 white, 2 black.
fn table(squares: Squares, tuples: &[&Tuple]) -> Vec<f64> {
    let places: Vec<Vec<usize>> = tuples
        .iter()
        .map(|tuple| {
            let place = |square: &_| squares.into_iter().position(|other| other == *square);
            tuple.squares.iter().map(|square| place(square).expect("the tuple is inside")).collect()
        })
        .collect();
    let mut digits = vec![0; squares.count() as usize];
    (0..3usize.pow(squares.count()))
        .map(|index| {
            let mut rest = index;
            for digit in &mut digits {
                *digit = rest % 3;
                rest /= 3;
            }
            // The file counts white 0, empty 1, black 2.
            let in_file = |place: &usize| [1, 0, 2][digits[*place]];
            tuples
                .iter()
                .zip(&places)
                .map(|(tuple, places)| {
                    tuple.weights[places.iter().fold(0, |sum, place| sum * 3 + in_file(place))]
                })
                .sum()
        })
        .collect()
}
