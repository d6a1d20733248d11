//! Positions whose scores the world knows.

use outflank_engine::endgame::{Goal, ScoredMove, Solver, Verdict};
use outflank_engine::{Limits, TableSize};
use outflank_rules::{ObfAnswer, ObfProblem, Square, read_obf};

fn suite() -> Vec<ObfProblem> {
    read_obf(include_str!("data/ffo.obf")).expect("our own file")
}

#[test]
fn scores_and_moves_are_those_of_the_suite() {
    let mut solver = Solver::new(TableSize::mebibytes(16));
    for problem in suite() {
        let solution = solver.solve(problem.board.position, Goal::Exact, &Limits::default());
        let best = problem.answer.best().expect("every position has a score");
        assert_eq!(solution.verdict, Verdict::Exact(best), "{problem}");
        let square = solution.best_move().expect("no position is a pass");
        assert!(problem.answer.best_moves().any(|best| best == square), "{square} in {problem}");
        let solution = solver.solve(problem.board.position, Goal::Outcome, &Limits::default());
        assert_eq!(solution.verdict, Verdict::Outcome(best.outcome()), "{problem}");
    }
}

#[test]
fn the_moves_named_are_all_that_are_best() {
    let mut solver = Solver::new(TableSize::mebibytes(16));
    for problem in suite().into_iter().take(11) {
        let ObfAnswer::Moves { scores: mut expected, .. } = problem.answer.clone() else {
            panic!("{problem}")
        };
        expected.sort();
        let scored = solver.score_moves(problem.board.position, &Limits::default());
        let exact = |scored: &ScoredMove| match scored.verdict {
            Verdict::Exact(margin) => (scored.square, margin),
            other => panic!("{other:?} is not exact"),
        };
        let best = exact(&scored.moves[0]).1;
        let found = scored.moves.iter().map(exact).filter(|&(_, margin)| margin == best);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{problem}");
    }
}

/// Every score of one position, from +32 down to −34.
#[test]
fn all_moves_of_a_position_have_their_scores() {
    use Square as S;
    let problem = &suite()[4];
    let scored =
        Solver::new(TableSize::mebibytes(16)).score_moves(problem.board.position, &Limits::default());
    let found = scored.moves.iter().map(|scored| match scored.verdict {
        Verdict::Exact(margin) => (scored.square, margin.discs()),
        other => panic!("{other:?} is not exact"),
    });
    let expected = [(S::G8, 32), (S::G2, 12), (S::B2, -20), (S::G6, -26), (S::G1, -32), (S::G7, -34)];
    assert_eq!(found.collect::<Vec<_>>(), expected);
}
