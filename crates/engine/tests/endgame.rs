//! The solver against a plain negamax, and at its limits.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use outflank_engine::endgame::{Bounds, Goal, Solution, Solver, Verdict};
use outflank_engine::midgame::Scaled;
use outflank_engine::{Limits, Progress, TableSize};
use outflank_rules::{Board, Margin, Outcome, Ply, Position, Square, Squares, Turn};
use outflank_value::PieceCounter;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The score by trying everything.
fn negamax(position: Position) -> Margin {
    match position.turn() {
        Turn::Over(tally) => tally.empties_to_winner(),
        Turn::Pass => -negamax(position.passed()),
        Turn::Play(moves) => {
            let scores = moves.into_iter().map(|square| {
                let placement = position.placement(square).expect("a legal move");
                -negamax(position.after(placement))
            });
            scores.max().expect("at least one move")
        }
    }
}

/// Random play down to so many empty squares. Games that end earlier give their last position.
fn random_position(generator: &mut Xoshiro256PlusPlus, empties: u32) -> Position {
    let mut position = Position::START;
    while position.empties().count() > empties {
        position = match position.turn() {
            Turn::Over(_) => return position,
            Turn::Pass => position.passed(),
            Turn::Play(moves) => {
                let index = generator.random_range(0..moves.count()) as usize;
                let square = moves.into_iter().nth(index).expect("in range");
                position.after(position.placement(square).expect("a legal move"))
            }
        };
    }
    position
}

/// Positions of 0 to 10 empty squares, fewer of those that plain negamax takes long for.
fn positions() -> Vec<Position> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
    let counts = [3, 20, 60, 60, 60, 60, 60, 60, 40, 12, 4];
    let mut positions = Vec::new();
    for (empties, count) in (0..).zip(counts) {
        positions.extend((0..count).map(|_| random_position(&mut generator, empties)));
    }
    positions
}

fn exact(solution: &Solution) -> Margin {
    match solution.verdict {
        Verdict::Exact(margin) => margin,
        other => panic!("{other:?} is not exact"),
    }
}

/// The final margin after a line, seen by the first mover.
fn margin_after(mut position: Position, line: &[Ply]) -> Margin {
    let mut sign = 1;
    for &ply in line {
        position = match ply {
            Ply::Place(placement) => {
                assert_eq!(position.placement(placement.square()), Some(placement));
                position.after(placement)
            }
            Ply::Pass => {
                assert_eq!(position.turn(), Turn::Pass);
                position.passed()
            }
        };
        sign = -sign;
    }
    let Turn::Over(tally) = position.turn() else { panic!("the line ends before the game") };
    if sign > 0 { tally.empties_to_winner() } else { -tally.empties_to_winner() }
}

fn solvers() -> Vec<(String, Solver)> {
    let sizes = [TableSize::bytes(0), TableSize::bytes(4096), TableSize::mebibytes(16)];
    let mut solvers = Vec::new();
    for size in sizes {
        for threads in 1..=4 {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            solvers.push((format!("{size:?}, {threads} threads"), Solver::new(size).with_threads(threads)));
        }
    }
    solvers
}

#[test]
fn every_solver_agrees_with_plain_negamax() {
    let positions: Vec<_> = positions().into_iter().map(|position| (position, negamax(position))).collect();
    for (name, mut solver) in solvers() {
        for &(position, expected) in &positions {
            let solution = solver.solve(position, Goal::Exact, &Limits::default());
            assert_eq!(exact(&solution), expected, "{name}: {position:?}");
            assert_eq!(margin_after(position, &solution.line), expected, "{name}: {position:?}");

            let solution = solver.solve(position, Goal::Outcome, &Limits::default());
            assert_eq!(solution.verdict, Verdict::Outcome(expected.outcome()), "{name}: {position:?}");
            let reached = margin_after(position, &solution.line);
            assert_eq!(reached.outcome(), expected.outcome(), "{name}: {position:?}");
        }
    }
}

/// Ordered by an evaluator the work is another, the answers are the same: score, line, outcome and every move.
#[test]
fn an_evaluator_changes_no_answer() {
    let judge = Scaled::by_spread(Arc::new(PieceCounter::swh()));
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(7);
    let deeper = (0..8).map(|_| random_position(&mut generator, 17));
    let deeper: Vec<_> = deeper
        .map(|position| {
            let solution =
                Solver::new(TableSize::mebibytes(16)).solve(position, Goal::Exact, &Limits::default());
            (position, exact(&solution))
        })
        .collect();
    for threads in 1..=3 {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let size = TableSize::bytes(1 << (12 + 4 * threads.get()));
        let mut solver = Solver::new(size).ordered_by(judge.clone()).with_threads(threads);
        let shallow = positions().into_iter().map(|position| (position, negamax(position)));
        for (position, expected) in shallow.step_by(5).chain(deeper.clone()) {
            let solution = solver.solve(position, Goal::Exact, &Limits::default());
            assert_eq!(exact(&solution), expected, "{position:?}");
            assert_eq!(margin_after(position, &solution.line), expected, "{position:?}");
            let Turn::Play(moves) = position.turn() else { continue };
            let optimal = solver.optimal_moves(position, moves, expected);
            assert_eq!(optimal.margin, expected);
            let best = solution.best_move().expect("there is a move");
            assert!(optimal.moves.squares().contains(best), "{position:?} {best}");
        }
    }
}

#[test]
fn every_move_gets_its_score() {
    let mut solver = Solver::new(TableSize::mebibytes(1));
    for position in positions().into_iter().filter(|position| position.empties().count() <= 9) {
        let scored = solver.score_moves(position, &Limits::default());
        let squares: Squares = scored.moves.iter().map(|scored| scored.square).collect();
        assert_eq!(squares, position.moves());
        for pair in scored.moves.windows(2) {
            let [Verdict::Exact(better), Verdict::Exact(worse)] = [pair[0].verdict, pair[1].verdict] else {
                panic!("nothing stops the search")
            };
            assert!(better > worse || better == worse && pair[0].square < pair[1].square);
        }
        for scored in scored.moves {
            let next = position.after(position.placement(scored.square).expect("a legal move"));
            assert_eq!(scored.verdict, Verdict::Exact(-negamax(next)), "{position:?} {}", scored.square);
        }
    }
}

#[test]
fn the_best_moves_are_all_found() {
    let mut solver = Solver::new(TableSize::bytes(1 << 16));
    let mut several = 0;
    for position in positions().into_iter().filter(|position| position.empties().count() <= 9) {
        let Turn::Play(moves) = position.turn() else { continue };
        let score = |square| -negamax(position.after(position.placement(square).expect("a legal move")));
        let best = moves.into_iter().map(score).max().expect("at least one move");
        let expected: Squares = moves.into_iter().filter(|&square| score(square) == best).collect();
        several += u32::from(expected.count() > 1 && expected != moves.squares());
        for guess in [0, 30, -64] {
            let optimal = solver.optimal_moves(position, moves, Margin::new(guess).expect("a margin"));
            assert_eq!((optimal.margin, optimal.moves.squares()), (best, expected), "{position:?}");
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn more_threads_and_less_room_do_not_change_a_deeper_score() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..6 {
        let position = random_position(&mut generator, 16);
        let mut solver = Solver::new(TableSize::mebibytes(16));
        let expected = exact(&solver.solve(position, Goal::Exact, &Limits::default()));
        for (name, mut solver) in solvers() {
            let solution = solver.solve(position, Goal::Exact, &Limits::default());
            assert_eq!(exact(&solution), expected, "{name}: {position:?}");
            assert_eq!(margin_after(position, &solution.line), expected, "{name}: {position:?}");
        }
    }
}

#[test]
fn one_thread_takes_the_same_nodes_every_time() {
    let position = random_position(&mut Xoshiro256PlusPlus::seed_from_u64(3), 14);
    let nodes =
        || Solver::new(TableSize::mebibytes(1)).solve(position, Goal::Exact, &Limits::default()).nodes;
    assert_eq!(nodes(), nodes());
}

/// A position that takes a while.
fn long_one() -> Position {
    random_position(&mut Xoshiro256PlusPlus::seed_from_u64(4), 30)
}

fn solve_under(limits: &Limits) -> Solution {
    let two = NonZeroUsize::new(2).expect("not zero");
    for mut solver in
        [Solver::new(TableSize::mebibytes(1)), Solver::new(TableSize::mebibytes(1)).with_threads(two)]
    {
        let solution = solver.solve(long_one(), Goal::Exact, limits);
        assert!(matches!(solution.verdict, Verdict::Stopped(_)));
    }
    Solver::new(TableSize::mebibytes(1)).solve(long_one(), Goal::Exact, limits)
}

#[test]
fn the_search_stops_when_told() {
    let stop = AtomicBool::new(true);
    let solution = solve_under(&Limits { stop: Some(&stop), ..Limits::default() });
    assert_eq!(solution, Solution { verdict: Verdict::Stopped(Bounds::OPEN), line: vec![], nodes: 0 });

    stop.store(false, Relaxed);
    let limits = Limits { stop: Some(&stop), ..Limits::default() };
    std::thread::scope(|scope| {
        let search =
            scope.spawn(|| Solver::new(TableSize::mebibytes(1)).solve(long_one(), Goal::Exact, &limits));
        std::thread::sleep(Duration::from_millis(20));
        stop.store(true, Relaxed);
        let solution = search.join().expect("no panic");
        assert!(matches!(solution.verdict, Verdict::Stopped(_)));
    });
}

#[test]
fn the_search_keeps_to_its_nodes_and_its_time() {
    let limit = 100_000;
    let solution = solve_under(&Limits { nodes: Some(limit), ..Limits::default() });
    assert!((limit..limit + 20_000).contains(&solution.nodes), "{} nodes", solution.nodes);
    solve_under(&Limits { time: Some(Duration::ZERO), ..Limits::default() });
    // Score by score, too.
    let scored = Solver::new(TableSize::mebibytes(1))
        .score_moves(long_one(), &Limits { nodes: Some(limit), ..Limits::default() });
    assert!(scored.moves.iter().all(|scored| matches!(scored.verdict, Verdict::Stopped(_))));
    assert!((limit..limit + 20_000).contains(&scored.nodes), "{} nodes", scored.nodes);
}

#[test]
fn a_stopped_search_never_says_what_is_not_so() {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
    for _ in 0..8 {
        let position = random_position(&mut generator, 15);
        let full = Solver::new(TableSize::mebibytes(1)).solve(position, Goal::Exact, &Limits::default());
        let expected = exact(&full);
        for (part, threads) in (1..20).flat_map(|part| [(part, 1), (part, 3)]) {
            let threads = NonZeroUsize::new(threads).expect("not zero");
            let mut solver = Solver::new(TableSize::mebibytes(1)).with_threads(threads);
            let limits = Limits { nodes: Some(full.nodes * part / 20), ..Limits::default() };
            let solution = solver.solve(position, Goal::Exact, &limits);
            match solution.verdict {
                Verdict::Exact(margin) => assert_eq!(margin, expected),
                Verdict::Stopped(Bounds { lower, upper }) => {
                    assert!(lower <= expected && expected <= upper);
                    if let Some(square) = solution.best_move() {
                        let next = position.after(position.placement(square).expect("a legal move"));
                        let after = solver.solve(next, Goal::Exact, &Limits::default());
                        assert!(-exact(&after) >= lower);
                    }
                }
                Verdict::Outcome(_) => panic!("the score was asked for"),
            }
            // Nor does it leave anything wrong in the table.
            assert_eq!(exact(&solver.solve(position, Goal::Exact, &Limits::default())), expected);
        }
    }
}

#[test]
fn progress_can_be_watched() {
    let position = random_position(&mut Xoshiro256PlusPlus::seed_from_u64(6), 14);
    let progress = Progress::default();
    assert_eq!(progress.bounds(), Bounds::OPEN);
    let limits = Limits { progress: Some(&progress), ..Limits::default() };
    let solution = Solver::new(TableSize::mebibytes(1)).solve(position, Goal::Exact, &limits);
    assert_eq!(progress.nodes(), solution.nodes);
    let score = exact(&solution);
    assert_eq!(progress.bounds(), Bounds { lower: score, upper: score });
}

#[test]
fn a_game_that_is_over_is_counted() {
    let over = Position::new(Squares::from_bits(0xffff), Square::H8.set()).expect("kept apart");
    let solution = Solver::new(TableSize::bytes(0)).solve(over, Goal::Exact, &Limits::default());
    assert_eq!(exact(&solution), Margin::new(62).expect("a margin"));
    assert_eq!(solution.line, []);
    let full = Position::new(Squares::from_bits(u64::MAX >> 32), Squares::from_bits(!(u64::MAX >> 32)));
    let full = full.expect("kept apart");
    let solution = Solver::new(TableSize::bytes(0)).solve(full, Goal::Outcome, &Limits::default());
    assert_eq!(solution.verdict, Verdict::Outcome(Outcome::Draw));
    assert!(Solver::new(TableSize::bytes(0)).score_moves(full, &Limits::default()).moves.is_empty());
}

#[test]
fn a_pass_and_an_only_move_are_played() {
    // X cannot move; O takes the rest.
    let board = Board::from_drawing(
        "1 O X X X X X X -
         2 O O O O O O O O
         3 O O O O O O O O
         4 O O O O O O O O
         5 O O O O O O O O
         6 O O O O O O O O
         7 O O O O O O O O
         8 O O O O O O O O
         X to move",
    )
    .expect("a board");
    let solution = Solver::new(TableSize::bytes(0)).solve(board.position, Goal::Exact, &Limits::default());
    assert_eq!(exact(&solution), Margin::MIN);
    assert_eq!(solution.line[0], Ply::Pass);
    assert_eq!(solution.best_move(), None);
    assert_eq!(solution.line[1].square(), Some(Square::H1));

    let solution =
        Solver::new(TableSize::bytes(0)).solve(board.position.passed(), Goal::Exact, &Limits::default());
    assert_eq!(exact(&solution), Margin::MAX);
    assert_eq!(solution.best_move(), Some(Square::H1));
}
