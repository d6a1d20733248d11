//! What an evaluator takes the right to move to be worth, by mistake.
//!
//! A search of an even number of plies ends where the same side is to move, one of an odd number where the other is. An
//! evaluator that values the mover of every position too low makes the one too low and the other too high, and so does
//! the choice among values that are uncertain, which the side that moved last had. Half of the difference, in the mean, is the
//! lean. It changes no choice where all lines are equally long, but values, and what a pass is worth.

use outflank_rules::Board;
use outflank_value::Evaluator;
use outflank_value::patterns::PatternFile;

use super::Engine;

/// The shorter of the two searches that are compared, in plies.
const DEPTH: u32 = 4;
/// Boards with fewer empty squares are left out: the searches would reach the end.
const LEAST_EMPTIES: u32 = DEPTH + 4;
/// Numbers of discs up to this far apart are taken together.
const APART: u32 = 3;
/// Fewer boards than this say nothing.
const LEAST_BOARDS: usize = 30;

/// How much too high the values of an evaluator are for the mover, by the number of discs.
#[derive(Clone, Debug, PartialEq)]
pub struct Lean {
    /// From 0 to 64 discs.
    by_discs: Vec<f64>,
}

impl Lean {
    /// Measures the evaluator of an engine on some boards. None if there are too few.
    pub fn measure<E: Evaluator>(engine: &mut Engine<E>, boards: &[Board]) -> Option<Self> {
        let empties = |board: &Board| board.position.empties().count();
        let boards: Vec<Board> =
            boards.iter().filter(|board| empties(board) >= LEAST_EMPTIES).copied().collect();
        let [even, odd] = [DEPTH, DEPTH + 1].map(|depth| engine.values(&boards, depth, 0));
        let halves = even.iter().zip(&odd).map(|(even, odd)| (even.discs() - odd.discs()) / 2.0);
        let measured: Vec<(u32, f64)> =
            boards.iter().map(|board| 64 - empties(board) + DEPTH).zip(halves).collect();
        let mean = |discs: u32| {
            let near = measured.iter().filter(|(at, _)| at.abs_diff(discs) <= APART);
            let (count, sum) = near.fold((0, 0.0), |(count, sum), (_, half)| (count + 1, sum + half));
            (count >= LEAST_BOARDS).then(|| sum / count as f64)
        };
        let means: Vec<Option<f64>> = (0..=64).map(mean).collect();
        // Where too little was seen it is as at the nearest number of discs where enough was.
        let nearest = |discs: usize| {
            let known =
                means.iter().enumerate().filter_map(|(at, mean)| Some((at.abs_diff(discs), (*mean)?)));
            known.min_by_key(|&(distance, _)| distance).map(|(_, mean)| mean)
        };
        let by_discs = (0..=64).map(nearest).collect::<Option<_>>()?;
        Some(Self { by_discs })
    }

    /// The lean at so many discs, in discs.
    pub fn at(&self, discs: u32) -> f64 {
        self.by_discs[discs.min(64) as usize]
    }

    /// Takes the lean out of weights. Whether they have a table for it.
    pub fn correct(&self, weights: &mut PatternFile) -> bool {
        weights.add_by_discs(|discs| -self.at(discs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::midgame::{Scaled, self_play_boards};
    use crate::{TableSize, knowledge};
    use outflank_value::patterns::PatternTables;
    use std::sync::Arc;

    /// The weights of the engine with two discs added for the mover: that is what is found beyond what they have by
    /// themselves, and taken out again.
    #[test]
    fn what_is_added_for_the_mover_is_found_and_taken_out() {
        let boards = self_play_boards(&knowledge::tables(), 40, 7);
        let lean = |file: &PatternFile| {
            let tables =
                PatternTables::<64>::new(&file.layout, &file.weights, file.per_disc).expect("it fits");
            let judge = Scaled::new(Arc::new(tables), 1.0);
            let mut engine = Engine::new(judge, TableSize::mebibytes(1)).expect("a mebibyte");
            Lean::measure(&mut engine, &boards).expect("enough boards")
        };
        let mut file = knowledge::weights();
        let before = lean(&file);
        assert!(file.add_by_discs(|_| 2.0), "there is a table for it");
        let leaning = lean(&file);
        for discs in 16..=44 {
            // Later in the game there are passes, after which the added discs count for the other side.
            assert!((leaning.at(discs) - before.at(discs) - 2.0).abs() < 0.2, "{discs} discs");
        }
        assert!(leaning.correct(&mut file));
        let after = lean(&file);
        assert!((16..=44).all(|discs| after.at(discs).abs() < 0.2), "{after:?}");
    }

    #[test]
    fn too_few_boards_say_nothing() {
        let mut engine = Engine::new(knowledge::judge(), TableSize::mebibytes(1)).expect("a mebibyte");
        assert_eq!(Lean::measure(&mut engine, &[Board::START]), None);
    }
}
