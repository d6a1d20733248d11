//! N-tuple networks: sums of look-ups, each indexed by what stands on a few squares.
//!
//! Read from the text format of the Othello League. Published networks have hundreds of tiny tuples;
//! [`compile`] joins them into fewer and larger look-ups of the same total.

mod compile;
mod league_file;

pub use league_file::NetworkError;

use std::fmt;

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Color, Placement, Squares};

use crate::{Evaluator, Score};
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

/// An n-tuple network and how it is read.
#[derive(Clone)]
pub struct Network {
    tuples: usize,
    reading: Reading,
    patterns: Vec<Pattern>,
    weights: Vec<f64>,
}

impl Network {
    /// Reads the text format of the Othello League.
    pub fn from_text(text: &str, reading: Reading) -> Result<Self, NetworkError> {
        let tuples = league_file::read(text)?;
        let (patterns, weights) = compile::join(&tuples);
        Ok(Self { tuples: tuples.len(), reading, patterns, weights })
    }

    /// How many look-ups the network has in its file, and how many it takes here.
    pub fn look_ups(&self) -> (usize, usize) {
        (self.tuples, self.patterns.len())
    }

    /// The value of the function itself for these discs.
    #[inline(always)]
    pub fn sum<K: Kernel>(&self, kernel: K, black: Squares, white: Squares) -> f64 {
        let mut sum = 0.0;
        for pattern in &self.patterns {
            let black = TERNARY[kernel.extract(black, pattern.squares) as usize & (TERNARY.len() - 1)];
            let white = TERNARY[kernel.extract(white, pattern.squares) as usize & (TERNARY.len() - 1)];
            sum += self.weights[(pattern.offset + 2 * black + white) as usize];
        }
        sum
    }
}

impl Evaluator for Network {
    type State = ();

    #[inline(always)]
    fn state<K: Kernel>(&self, _: K, _: Board) {}

    #[inline(always)]
    fn after<K: Kernel>(&self, _: K, _: (), _: Board, _: Placement) {}

    #[inline(always)]
    fn passed<K: Kernel>(&self, _: K, _: (), _: Board) {}

    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, _: (), board: Board) -> Score {
        let (mover, opponent) = (board.position.mover(), board.position.opponent());
        Score::new(match (self.reading, board.mover) {
            (Reading::Negation, Color::Black) => self.sum(kernel, mover, opponent),
            (Reading::Negation, Color::White) => -self.sum(kernel, opponent, mover),
            // The function values what a player leaves behind: here that was the opponent, in Black's place.
            (Reading::Inversion, _) => -self.sum(kernel, opponent, mover),
        })
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("tuples", &self.tuples)
            .field("patterns", &self.patterns.len())
            .field("reading", &self.reading)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        assert_eq!(network.look_ups().0, 7);
        assert!(network.look_ups().1 < 7, "some tuples were joined");
        for position in random_positions(300) {
            let (black, white) = (position.mover(), position.opponent());
            let plain = plain_sum(&tuples, black, white);
            assert!((network.sum(Portable, black, white) - plain).abs() < 1e-9);
            let fast = with_kernel!(|kernel| network.sum(kernel, black, white));
            assert!((fast - plain).abs() < 1e-9);
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
            let left_behind = inversion.sum(Portable, position.opponent(), position.mover());
            assert_eq!(inversion.evaluate(Portable, black).value(), -left_behind);
        }
    }
}
