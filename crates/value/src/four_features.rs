//! The four features of Fry, Zheng and Li: frontier, mobility, piece difference, value matrix.
// CITE: Fry, Zheng and Li, Using Reinforcement Learning to Play Othello (2016), section 4.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Board, Position, Squares};

use crate::PieceCounter;
use crate::features::StatelessFeatures;

/// Frontier, mobility, piece difference and matrix score, for a weighted sum of them.
#[derive(Clone, Debug, PartialEq)]
pub struct FourFeatures {
    /// The value matrix.
    pub matrix: PieceCounter,
}

impl StatelessFeatures for FourFeatures {
    #[inline(always)]
    fn count(&self) -> usize {
        4
    }

    #[inline(always)]
    fn active<K: Kernel>(&self, kernel: K, board: Board, mut each: impl FnMut(usize, f64)) {
        let features = four_features(kernel, board.position, &self.matrix);
        features.into_iter().enumerate().for_each(|(feature, amount)| each(feature, amount));
    }
}

/// Frontier, mobility and piece difference, each within ±100, and the matrix score, seen by the mover.
#[inline(always)]
pub fn four_features<K: Kernel>(kernel: K, position: Position, matrix: &PieceCounter) -> [f64; 4] {
    let beside_empties = position.empties().spread();
    let dominance = |own: Squares, other: Squares| dominance(own.count(), other.count());
    [
        -dominance(position.mover() & beside_empties, position.opponent() & beside_empties),
        dominance(kernel.moves(position), kernel.moves(position.passed())),
        dominance(position.mover(), position.opponent()),
        matrix.balance(position),
    ]
}

/// The share of the side that has more, in per cent, negative if that is the other side.
#[inline(always)]
fn dominance(own: u32, other: u32) -> f64 {
    DOMINANCE[own as usize][other as usize]
}

/// The dominance of so many over so many. Looked up, it takes two thirds of the time that branches, which cannot be
/// foreseen, and divisions take; a branchless division takes longer than both.
static DOMINANCE: [[f64; 65]; 65] = {
    let mut table = [[0.0; 65]; 65];
    let mut own = 0;
    while own <= 64 {
        let mut other = 0;
        while other < own {
            let share = (100 * own) as f64 / (own + other) as f64;
            table[own][other] = share;
            table[other][own] = -share;
            other += 1;
        }
        own += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_rules::Board;
    use outflank_rules::kernel::Portable;

    #[test]
    fn features_by_hand() {
        let features = |text: &str| {
            let board = Board::from_drawing(text).expect("a board");
            four_features(Portable, board.position, &PieceCounter::document_matrix())
        };
        let [frontier, mobility, discs, matrix] = features(
            "
            1 - - - - - - - -
            2 - - - - - - - -
            3 - - - - - - - -
            4 - - - O X - - -
            5 - - - X X X - -
            6 - - - - - - - -
            7 - - - - - - - -
            8 - - - - - - - -
            O to move",
        );
        // White has 1 disc, all five are frontier; White may play d6 f6 f4, Black c3 d3 b4 … : c4, c3, d3.
        assert_eq!(frontier, 100.0 * 4.0 / 5.0);
        assert_eq!(mobility, 0.0);
        assert_eq!(discs, -100.0 * 4.0 / 5.0);
        assert!((matrix - (0.0 - 0.0 - 0.0 - 0.0 - 0.15)).abs() < 1e-12, "{matrix}");
    }
}
