//! Why a move: its value, the play that is expected, and what each part of the evaluation adds to it there.
//!
//! A value found by looking ahead is that of the position at the end of the expected line; so are its parts,
//! seen by the side that is to move now. A line that ends the game has no parts: it is won, lost or drawn.

use outflank_engine::plain::Minimax;
use outflank_rules::kernel::{Available, Kernel};
use outflank_rules::{Board, Position, Square, Turn, with_kernel};
use outflank_value::{Evaluator, Score};

/// All moves of a position, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// How many plies were looked ahead.
    pub plies: u32,
    /// The moves.
    pub moves: Vec<ExplainedMove>,
}

/// A move and why it is worth what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMove {
    /// Where the disc goes.
    pub square: Square,
    /// What it is worth to the mover.
    pub value: Score,
    /// The expected play, this move first, passes left out.
    pub line: Vec<Square>,
    /// What the value is the sum of.
    pub parts: Vec<Part>,
}

/// What something adds to a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is called.
    pub name: &'static str,
    /// How much it adds.
    pub value: f64,
}

/// An evaluator whose values are sums of parts.
pub(crate) trait Parts: Evaluator {
    /// The parts of the value of a position, for its mover.
    fn parts<K: Kernel>(&self, kernel: K, position: Position) -> Vec<Part>;
}

/// Explains all moves of a board; there are none where the mover has to pass or the game is over.
pub(crate) fn explain(evaluator: &impl Parts, board: Board, plies: u32) -> Explanation {
    with_kernel!(Available::best(), |kernel| {
        let Turn::Play(moves) = kernel.turn(board.position) else {
            return Explanation { plies, moves: Vec::new() };
        };
        let candidates = Minimax::new(kernel, evaluator).candidates(board, moves, plies);
        let explained = candidates.into_iter().map(|candidate| {
            let end = at_the_end(board, &candidate.line);
            let sign = if end.mover == board.mover { 1.0 } else { -1.0 };
            let is_over = matches!(kernel.turn(end.position), Turn::Over(_)) && plies > 1;
            let mut parts = if is_over { Vec::new() } else { evaluator.parts(kernel, end.position) };
            parts.iter_mut().for_each(|part| part.value *= sign);
            ExplainedMove { square: candidate.line[0], value: candidate.score, line: candidate.line, parts }
        });
        Explanation { plies, moves: explained.collect() }
    })
}

/// The board after a line, in which passes are left out.
fn at_the_end(mut board: Board, line: &[Square]) -> Board {
    for &square in line {
        if board.position.placement(square).is_none() {
            board = board.passed();
        }
        board = board.after(board.position.placement(square).expect("a line is legal"));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, linear4};
    use outflank_value::PieceCounter;

    #[test]
    fn parts_add_up_to_the_value_at_every_depth() {
        let model = Model::Linear4(linear4::Model::new([0.3, 0.2, -0.1, 1.2], &PieceCounter::korman()));
        let mut board = Board::START;
        let mut chance = outflank_engine::Chance::stream(1, "explanation", 0);
        for turn in 0.. {
            let Turn::Play(moves) = board.turn() else { break };
            let explanation = model.explain(board, Some(1 + turn % 3)).expect("a sum");
            assert_eq!(explanation.moves.len(), moves.count() as usize);
            for explained in &explanation.moves {
                let sum: f64 = explained.parts.iter().map(|part| part.value).sum();
                let decided = explained.value.decided().is_some() || explained.parts.is_empty();
                assert!(
                    decided || (sum - explained.value.value()).abs() < 1e-9,
                    "{} on {board}",
                    explained.square
                );
            }
            let sorted = explanation.moves.windows(2).all(|two| two[0].value.value() >= two[1].value.value());
            assert!(sorted, "the best first");
            let square = chance.pick(outflank_rules::kernel::Portable, moves);
            board = board.after(board.position.placement(square).expect("legal"));
        }
    }

    #[test]
    fn one_move_by_hand() {
        // Black takes c1 and has three discs against none: of discs 1, of the corner matrix 3 in 64.
        let board: Board = format!("XO-{} X", "-".repeat(61)).parse().expect("a board");
        let model = Model::Linear4(linear4::Model::new([0.0, 0.0, 0.5, 2.0], &PieceCounter::new([1.0; 64])));
        let explanation = model.explain(board, Some(1)).expect("a sum");
        let [only] = explanation.moves.as_slice() else { panic!("one move") };
        let part = |name| only.parts.iter().find(|part| part.name == name).expect("there").value;
        assert!((part("discs") - 0.5).abs() < 1e-12);
        assert!((part("matrix") - 2.0 * 3.0 / 64.0).abs() < 1e-12);
        assert!((only.value.value() - (0.5 + 2.0 * 3.0 / 64.0)).abs() < 1e-9);
    }
}
