//! Alpha-beta finds what plain minimax finds, written here in the plainest way.

mod positions;

use outflank_engine::plain::{Minimax, TOLERANCE};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Squares, Turn, with_kernel};
use outflank_value::{DiscDifference, Evaluator, PieceCounter, Score};
use positions::{after_random_plies, boards};

/// The value of a board by looking at everything.
fn minimax(evaluator: &impl Evaluator, board: Board, depth: u32) -> Score {
    match board.turn() {
        Turn::Over(tally) => Score::of_end(tally),
        _ if depth == 0 => evaluator.evaluate(Portable, board),
        Turn::Pass => -minimax(evaluator, board.passed(), depth),
        Turn::Play(moves) => moves
            .into_iter()
            .map(|square| {
                let placement = board.position.placement(square).expect("legal");
                -minimax(evaluator, board.after(placement), depth - 1)
            })
            .fold(Score::WORST, Score::max),
    }
}

fn close(a: Score, b: Score) -> bool {
    (a.value() - b.value()).abs() < TOLERANCE
}

#[test]
fn values_and_best_moves_are_those_of_minimax() {
    let evaluator = PieceCounter::swh();
    for board in boards(120) {
        let Turn::Play(moves) = board.turn() else { continue };
        for depth in 1..=4 {
            let plain: Vec<_> = moves
                .into_iter()
                .map(|square| {
                    let next = board.after(board.position.placement(square).expect("legal"));
                    // One ply does not ask whether its own move ends the game.
                    let value = match depth {
                        1 => evaluator.evaluate(Portable, next),
                        _ => minimax(&evaluator, next, depth - 1),
                    };
                    (square, -value)
                })
                .collect();
            let best = plain.iter().fold(Score::WORST, |best, (_, score)| best.max(*score));
            let ties: Squares =
                plain.iter().filter(|(_, score)| close(*score, best)).map(|(square, _)| *square).collect();

            let found =
                with_kernel!(|kernel| Minimax::new(kernel, &evaluator).best_moves(board, moves, depth));
            assert!(close(found.score, best), "{board} at {depth}: {} for {best}", found.score);
            assert_eq!(found.moves.squares(), ties, "{board} at {depth}");

            let candidates = Minimax::new(Portable, &evaluator).candidates(board, moves, depth);
            assert_eq!(candidates.len(), plain.len());
            for candidate in candidates {
                let (_, score) =
                    plain.iter().find(|(square, _)| *square == candidate.placement.square()).expect("a move");
                assert!(close(candidate.score, *score), "{board} at {depth}");
                assert_eq!(candidate.line[0], candidate.placement.square());
            }
        }
    }
}

#[test]
fn the_value_of_a_board_is_that_of_minimax() {
    for board in boards(60) {
        for depth in 0..=3 {
            let found = Minimax::new(Portable, &DiscDifference).value(board, depth);
            assert!(close(found, minimax(&DiscDifference, board, depth)), "{board} at {depth}");
        }
    }
}

#[test]
fn a_look_ahead_may_reach_beyond_the_end() {
    for seed in 0..10 {
        let board = after_random_plies(seed, 54);
        let found = Minimax::new(Portable, &DiscDifference).value(board, 40);
        assert!(close(found, minimax(&DiscDifference, board, 12)), "{board}");
    }
}
