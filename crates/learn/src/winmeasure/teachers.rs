//! The teacher that plays by weighted squares.

use outflank_engine::{Chance, Choice, Forfeit, Player};
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Game, Moves, Squares, with_kernel};
use outflank_value::PieceCounter;

/// Plays on the square of the highest weight, whatever that turns over; among equals one is drawn.
///
/// The document has no weights. Ours are Norvig's, which say what its section on strategy says: corners, then edges
/// and the squares two away from corners, and above all not the neighbours of corners.
pub struct WeightedSquares {
    weights: [f64; 64],
    kernel: Available,
}

impl WeightedSquares {
    /// The teacher.
    pub fn new() -> Self {
        Self { weights: *PieceCounter::norvig().weights(), kernel: Available::best() }
    }
}

impl Default for WeightedSquares {
    fn default() -> Self {
        Self::new()
    }
}

impl Player for WeightedSquares {
    fn choose(&mut self, game: &Game, moves: Moves, chance: &mut Chance) -> Result<Choice, Forfeit> {
        let weight = |square: outflank_rules::Square| self.weights[square.index()];
        let best = moves.into_iter().map(weight).fold(f64::NEG_INFINITY, f64::max);
        let equals: Squares = moves.into_iter().filter(|&square| weight(square) == best).collect();
        with_kernel!(self.kernel, |kernel| {
            let square = chance.pick(kernel, moves.among(equals).expect("the best is one of the moves"));
            Ok(kernel.placement(game.board().position, square).expect("one of the legal moves").into())
        })
    }
}
