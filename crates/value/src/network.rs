//! N-tuple networks: sums of look-ups, each indexed by what stands on a few squares.
//!
//! Read from the text format of the Othello League. Published networks have hundreds of tiny tuples;
//! [`compile`] joins them into fewer and larger look-ups of the same total.

mod compile;
mod league_file;

pub use league_file::NetworkError;
pub(crate) use league_file::groups;

use std::fmt;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Squares};

use crate::Linear;
use crate::features::StatelessFeatures;
use compile::{Pattern, TERNARY};

/// Some squares and a weight for every way to fill them, as it stands in a file. Several tuples may
/// share one table of weights.
#[derive(Clone, Debug, PartialEq)]
struct Tuple {
    /// The squares, the most significant digit first.
    squares: Vec<outflank_rules::Square>,
    /// 3ⁿ weights: white 0, empty 1, black 2.
    weights: std::sync::Arc<[f64]>,
}

/// How a player of either colour uses a function that was made for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Black takes the largest value, White the smallest.
    Negation,
    /// White exchanges the colours of all discs and does as Black.
    Inversion,
}

/// The look-ups of an n-tuple network and how they are read: of each, the way its squares are filled is active.
#[derive(Clone, PartialEq, Eq)]
pub struct Tuples {
    in_file: usize,
    reading: Reading,
    patterns: Vec<Pattern>,
    count: usize,
}

/// An n-tuple network.
pub type Network = Linear<Tuples>;

impl Network {
    /// Reads the text format of the Othello League.
    pub fn from_text(text: &str, reading: Reading) -> Result<Self, NetworkError> {
        let tuples = league_file::read(text)?;
        let (patterns, weights) = compile::join(&tuples);
        Ok(Self::new(Tuples { in_file: tuples.len(), reading, patterns, count: weights.len() }, weights))
    }
}

impl Tuples {
    /// How many look-ups the network has in its file, and how many it takes here.
    pub fn look_ups(&self) -> (usize, usize) {
        (self.in_file, self.patterns.len())
    }

    /// The discs as the function sees them, Black's and White's, and the sign of its value for the mover.
    #[inline(always)]
    fn seen(&self, board: Board) -> (Squares, Squares, f64) {
        let (mover, opponent) = (board.position.mover(), board.position.opponent());
        match (self.reading, board.mover) {
            (Reading::Negation, Color::Black) => (mover, opponent, 1.0),
            (Reading::Negation, Color::White) => (opponent, mover, -1.0),
            // The function values what a player leaves behind: here that was the opponent, in Black's place.
            (Reading::Inversion, _) => (opponent, mover, -1.0),
        }
    }

    /// Which weight of each look-up stands for these discs.
    #[inline(always)]
    fn indices<K: Kernel>(&self, kernel: K, black: Squares, white: Squares) -> impl Iterator<Item = usize> {
        let digits =
            move |squares, mask| TERNARY[kernel.extract(squares, mask) as usize & (TERNARY.len() - 1)];
        self.patterns.iter().map(move |pattern| {
            (pattern.offset + 2 * digits(black, pattern.squares) + digits(white, pattern.squares)) as usize
        })
    }
}

impl StatelessFeatures for Tuples {
    fn count(&self) -> usize {
        self.count
    }

    #[inline(always)]
    fn active<K: Kernel>(&self, kernel: K, board: Board, mut each: impl FnMut(usize, f64)) {
        let (black, white, sign) = self.seen(board);
        self.indices(kernel, black, white).for_each(|index| each(index, sign));
    }

    #[inline(always)]
    fn sum<K: Kernel, W: Copy + Into<f64>>(&self, weights: &[W], kernel: K, board: Board) -> f64 {
        let (black, white, sign) = self.seen(board);
        let mut sum = 0.0;
        for index in self.indices(kernel, black, white) {
            sum += weights[index].into();
        }
        sign * sum
    }
}

impl fmt::Debug for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tuples")
            .field("tuples", &self.in_file)
            .field("patterns", &self.patterns.len())
            .field("reading", &self.reading)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evaluator;
    use outflank_engine::Chance;
    use outflank_rules::kernel::Portable;
    use outflank_rules::{Position, Square, Turn, with_kernel};

    /// Two tuples of three squares under four symmetries, and one of two, with weights 0, 1, 2, ….
    fn network_text() -> String {
        let weights =
            |count: usize| (0..count).map(|w| format!("{} ", w as f64 * 0.37 - 3.0)).collect::<String>();
        format!(
            "{{ 3 {{ 3 4 {{ 0 1 8 }} {{ 7 6 15 }} {{ 56 57 48 }} {{ 63 62 55 }} {{ {} }} }}
               {{ 3 2 {{ 27 28 36 }} {{ 9 18 27 }} {{ {} }} }}
               {{ 2 1 {{ 19 2 }} {{ {} }} }} }}",
            weights(27),
            weights(27),
            weights(9)
        )
    }

    /// The sum as the format defines it, square by square.
    fn plain_sum(tuples: &[Tuple], black: Squares, white: Squares) -> f64 {
        let digit = |&square: &Square| match (white.contains(square), black.contains(square)) {
            (true, _) => 0,
            (_, true) => 2,
            _ => 1,
        };
        let index = |tuple: &Tuple| tuple.squares.iter().fold(0, |index, square| index * 3 + digit(square));
        tuples.iter().map(|tuple| tuple.weights[index(tuple)]).sum()
    }

    fn random_positions(count: u64) -> impl Iterator<Item = Position> {
        (0..count).map(|index| {
            let mut chance = Chance::stream(3, "positions", index);
            let mut position = Position::START;
            for _ in 0..chance.below(60) {
                match position.turn() {
                    Turn::Play(moves) => {
                        let square = chance.pick(Portable, moves);
                        position = position.after(position.placement(square).expect("legal"));
                    }
                    Turn::Pass => position = position.passed(),
                    Turn::Over(_) => break,
                }
            }
            position
        })
    }

    #[test]
    fn joined_look_ups_add_up_to_the_same() {
        let text = network_text();
        let tuples = league_file::read(&text).expect("a network");
        let network = Network::from_text(&text, Reading::Negation).expect("a network");
        let (in_file, joined) = network.features().look_ups();
        assert_eq!(in_file, 7);
        assert!(joined < 7, "some tuples were joined");
        for position in random_positions(300) {
            let board = Board { position, mover: Color::Black };
            let plain = plain_sum(&tuples, position.mover(), position.opponent());
            assert!((network.evaluate(Portable, board).value() - plain).abs() < 1e-9);
            let fast = with_kernel!(|kernel| network.evaluate(kernel, board));
            assert!((fast.value() - plain).abs() < 1e-9);
            let mut active = 0.0;
            network.features().active(Portable, board, |index, amount| {
                active += network.weights()[index] * amount;
            });
            assert!((active - plain).abs() < 1e-9);
        }
    }

    #[test]
    fn the_two_readings_differ_as_they_should() {
        let text = network_text();
        let negation = Network::from_text(&text, Reading::Negation).expect("a network");
        let inversion = Network::from_text(&text, Reading::Inversion).expect("a network");
        for position in random_positions(50) {
            let black = Board { position, mover: Color::Black };
            let white = Board { position: position.passed(), mover: Color::White };
            // The same discs: what is good for Black by negation is bad for White.
            assert_eq!(negation.evaluate(Portable, black), -negation.evaluate(Portable, white));
            // Inversion does not know colours.
            let recoloured = Board { position, mover: Color::White };
            assert_eq!(inversion.evaluate(Portable, black), inversion.evaluate(Portable, recoloured));
            // A White who just moved is judged as Black would be by the function itself.
            let left_behind = Board { position: position.passed(), mover: Color::Black };
            assert_eq!(inversion.evaluate(Portable, black), -negation.evaluate(Portable, left_behind));
        }
    }
}
