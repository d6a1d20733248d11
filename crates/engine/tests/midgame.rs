//! The engine against a plain negamax in its own unit, and at its limits.

mod positions;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use outflank_engine::midgame::{Engine, Origin, Plan, ProbCut, Scaled, Thought, self_play_boards};
use outflank_engine::{Confidence, Level, Limits, TableSize, Value};
use outflank_rules::kernel::Portable;
use outflank_rules::{Board, Margin, Moves, Turn};
use outflank_value::{Evaluator, PieceCounter, Stateless};
use positions::{after_random_plies, boards};

/// The value of a board by looking at everything.
fn negamax<E: Evaluator>(judge: &Scaled<E>, board: Board, depth: u32) -> Value {
    match board.turn() {
        Turn::Over(tally) => tally.empties_to_winner().into(),
        Turn::Pass if depth > 0 => -negamax(judge, board.passed(), depth),
        Turn::Play(_) | Turn::Pass if depth == 0 => {
            let score = judge.evaluator().evaluate(Portable, board).value();
            Value::of_discs(score * judge.discs_per_unit())
        }
        Turn::Pass => unreachable!("passed above"),
        Turn::Play(moves) => {
            let values = moves.into_iter().map(|square| -negamax(judge, after(board, square), depth - 1));
            values.max().expect("at least one move")
        }
    }
}

fn after(board: Board, square: outflank_rules::Square) -> Board {
    board.after(board.position.placement(square).expect("a legal move"))
}

fn swh() -> Scaled<PieceCounter> {
    Scaled::by_spread(Arc::new(PieceCounter::swh()))
}

fn engine<E: Evaluator>(judge: &Scaled<E>) -> Engine<E> {
    Engine::new(judge.clone(), TableSize::mebibytes(1)).expect("a mebibyte")
}

/// Boards where there is a move.
fn open_boards(count: u64) -> impl Iterator<Item = (Board, Moves)> {
    boards(count).filter_map(|board| match board.turn() {
        Turn::Play(moves) => Some((board, moves)),
        Turn::Pass | Turn::Over(_) => None,
    })
}

/// Checks every line of a thought by plain negamax.
fn check<E: Evaluator>(judge: &Scaled<E>, board: Board, thought: &Thought, depth: u32) {
    let Turn::Play(moves) = board.turn() else { panic!("a move") };
    let mut values: Vec<_> =
        moves.into_iter().map(|square| -negamax(judge, after(board, square), depth - 1)).collect();
    values.sort();
    values.reverse();
    assert_eq!(
        thought.lines.iter().map(|line| line.value).collect::<Vec<_>>(),
        values[..thought.lines.len()]
    );
    for line in &thought.lines {
        let square = line.placement.square();
        assert_eq!(
            line.value,
            -negamax(judge, after(board, square), depth - 1),
            "{board} {square} at {depth}"
        );
        assert_eq!(line.squares[0], square);
        // The line can be played.
        line.squares.iter().fold(board, |board, &square| {
            after(if board.turn() == Turn::Pass { board.passed() } else { board }, square)
        });
    }
}

#[test]
fn every_depth_has_the_values_of_plain_negamax() {
    let judge = swh();
    for (board, moves) in open_boards(90) {
        for depth in 1..=5 {
            let plan = Plan { lines: 1 + depth as usize % 3, ..Plan::plies(depth) };
            let thought = engine(&judge).think(board, moves, &plan, &Limits::default());
            if board.position.empties().count() > depth {
                check(&judge, board, &thought, depth);
            }
        }
    }
}

#[test]
fn a_game_that_ends_at_the_last_ply_is_counted_and_not_judged() {
    // Whichever disc of O is taken, O takes all of X from the other side, and nobody can move.
    let board: Board = format!("{}OXO{} X", "-".repeat(26), "-".repeat(35)).parse().expect("a board");
    let Turn::Play(moves) = board.turn() else { panic!("a move") };
    let thought = engine(&swh()).think(board, moves, &Plan::plies(2), &Limits::default());
    assert_eq!(thought.best().value, Value::from(Margin::new(-64).expect("all squares")));
}

#[test]
fn threads_find_the_same_values() {
    let judge = swh();
    for seed in 0..4 {
        let board = after_random_plies(seed, 24);
        let Turn::Play(moves) = board.turn() else { continue };
        let [one, two] = [1, 2].map(|threads| {
            let mut engine = engine(&judge).with_threads(NonZeroUsize::new(threads).expect("not zero"));
            engine.think(board, moves, &Plan::plies(7), &Limits::default()).best().value
        });
        assert_eq!(one, two, "{board}");
    }
}

/// An evaluator whose values depend on who is black.
struct Coloured;

impl Evaluator for Coloured {
    type State = ();
    fn state<K: outflank_rules::kernel::Kernel>(&self, _: K, _: Board) {}
    fn after<K: outflank_rules::kernel::Kernel>(&self, _: K, (): (), _: Board, _: outflank_rules::Placement) {
    }
    fn passed<K: outflank_rules::kernel::Kernel>(&self, _: K, (): (), _: Board) {}
    fn value<K: outflank_rules::kernel::Kernel>(
        &self,
        kernel: K,
        (): (),
        board: Board,
    ) -> outflank_value::Score {
        let black = if board.mover == outflank_rules::Color::Black { 3.0 } else { -1.0 };
        let mobility = f64::from(kernel.moves(board.position).count());
        outflank_value::Score::new(mobility * 0.5 + black)
    }
}

#[test]
fn colours_are_not_mixed_up() {
    let judge = Scaled::new(Arc::new(Coloured), 1.0);
    // One table for all of them, and every board with either colour to move.
    let mut engine = engine(&judge);
    for (board, moves) in open_boards(60) {
        for board in [board, Board { mover: !board.mover, ..board }] {
            engine.forget();
            let thought = engine.think(board, moves, &Plan::plies(4), &Limits::default());
            if board.position.empties().count() > 4 {
                check(&judge, board, &thought, 4);
            }
            let swapped = Board { mover: !board.mover, ..board };
            let thought = engine.think(swapped, moves, &Plan::plies(4), &Limits::default());
            if board.position.empties().count() > 4 {
                check(&judge, swapped, &thought, 4);
            }
        }
    }
}

/// Labels for learning are values of plain minimax, in whatever order they are asked for and whatever came before.
#[test]
fn labels_depend_on_nothing_but_the_board() {
    let judge = swh();
    let all: Vec<Board> = boards(80).collect();
    let mut engine = engine(&judge);
    let Turn::Play(moves) = all[0].turn() else { panic!("a move") };
    engine.think(all[0], moves, &Plan::plies(7), &Limits::default());
    for depth in [4, 2, 5, 0] {
        let values = engine.values(&all, depth, 9);
        for (&board, &value) in all.iter().zip(&values) {
            let empties = board.position.empties().count();
            let expected = negamax(&judge, board, if empties <= 9.max(depth) { empties } else { depth });
            assert_eq!(value, expected, "{board} at {depth}");
        }
        let backwards: Vec<Board> = all.iter().rev().copied().collect();
        let again: Vec<Value> = engine.values(&backwards, depth, 9).into_iter().rev().collect();
        assert_eq!(values, again);
    }
}

#[test]
fn the_end_is_exact_move_by_move() {
    let judge = swh();
    let one = engine(&judge);
    let two = engine(&judge).with_threads(NonZeroUsize::new(2).expect("not zero"));
    let mut exact = 0;
    for mut engine in [one, two] {
        for seed in 0..40 {
            let board = after_random_plies(seed, 51 + seed as u32 % 9);
            let Turn::Play(moves) = board.turn() else { continue };
            let empties = board.position.empties().count();
            let plan = Plan { lines: 1 + seed as usize % 3, ..Plan::plies(empties) };
            let thought = engine.think(board, moves, &plan, &Limits::default());
            check(&judge, board, &thought, empties);
            for line in &thought.lines {
                let Origin::Exact(margin) = line.origin else { panic!("{line:?}") };
                assert_eq!(Value::from(margin), line.value);
                exact += 1;
            }
        }
    }
    assert!(exact > 80, "{exact}");
}

/// Sixteen empty squares: above what the endgame takes over.
#[test]
fn the_border_to_the_endgame_changes_no_score() {
    use outflank_engine::endgame::{Goal, Solver, Verdict};
    let judge = swh();
    for seed in 0..6 {
        let board = after_random_plies(seed, 44);
        let Turn::Play(moves) = board.turn() else { continue };
        let mut solver = Solver::new(TableSize::mebibytes(16));
        let margin = |solver: &mut Solver, board: Board| match solver
            .solve(board.position, Goal::Exact, &Limits::default())
            .verdict
        {
            Verdict::Exact(margin) => margin,
            other => panic!("{other:?}"),
        };
        let expected = margin(&mut solver, board);
        for threads in 1..=2 {
            let mut engine = engine(&judge).with_threads(NonZeroUsize::new(threads).expect("not zero"));
            let thought = engine.think(board, moves, &Plan::ALL, &Limits::default());
            assert_eq!(thought.best().origin, Origin::Exact(expected), "{board}");
            assert_eq!(
                -margin(&mut solver, after(board, thought.best().placement.square())),
                expected,
                "{board}"
            );
            // Asked again, with everything in the table, the move is still there.
            let again = engine.think(board, moves, &Plan::ALL, &Limits::default());
            assert_eq!(again.best().origin, Origin::Exact(expected));
            assert_eq!(
                -margin(&mut solver, after(board, again.best().placement.square())),
                expected,
                "{board}"
            );
            assert!(again.nodes < thought.nodes);
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let judge = swh();
    for seed in 0..4 {
        let board = after_random_plies(seed, 18);
        let Turn::Play(moves) = board.turn() else { continue };
        let mut engine = engine(&judge);
        let limits = Limits { nodes: Some(60_000), ..Limits::default() };
        let first = engine.think(board, moves, &Plan::ALL, &limits);
        engine.think(board, moves, &Plan::plies(3), &Limits::default());
        engine.forget();
        assert_eq!(first, engine.think(board, moves, &Plan::ALL, &limits));
        assert!((60_000..65_000).contains(&first.nodes), "{}", first.nodes);
    }
}

/// What is said after any number of nodes is what the depth it names really gives, and so is what comes after.
#[test]
fn a_stopped_search_says_nothing_wrong() {
    let judge = swh();
    for seed in 0..4 {
        let board = after_random_plies(seed, 24 + 8 * seed as u32);
        let Turn::Play(moves) = board.turn() else { continue };
        let mut depths = std::collections::BTreeSet::new();
        for nodes in (0..18).map(|power| 3 << power) {
            let mut engine = engine(&judge);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let thought = engine.think(board, moves, &Plan::plies(7), &limits);
            if let Origin::Searched { plies, .. } = thought.best().origin {
                depths.insert(plies);
                if plies <= 6 {
                    let best = moves
                        .into_iter()
                        .map(|square| -negamax(&judge, after(board, square), plies - 1))
                        .max();
                    assert_eq!(Some(thought.best().value), best, "{board} at {plies}");
                }
            }
            let on = engine.think(board, moves, &Plan::plies(7), &Limits::default());
            let fresh = self::engine(&judge).think(board, moves, &Plan::plies(7), &Limits::default());
            assert_eq!(on.best().value, fresh.best().value, "{board}");
        }
        assert!(depths.len() > 3, "{depths:?}");
    }
}

#[test]
fn flags_and_clocks_stop_it() {
    let board = Board::START;
    let Turn::Play(moves) = board.turn() else { panic!("a move") };
    for threads in 1..=2 {
        let mut engine = engine(&swh()).with_threads(NonZeroUsize::new(threads).expect("not zero"));
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let thought = engine.think(board, moves, &Plan::ALL, &limits);
        // One ply is always there.
        assert!(matches!(thought.best().origin, Origin::Searched { plies: 1, .. }), "{thought:?}");
        stop.store(false, Relaxed);
        std::thread::scope(|scope| {
            let thinking = scope.spawn(|| engine.think(board, moves, &Plan::ALL, &limits));
            std::thread::sleep(Duration::from_millis(20));
            stop.store(true, Relaxed);
            thinking.join().expect("no panic");
        });
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        engine.think(board, moves, &Plan::ALL, &limits);
    }
}

/// A scale from the spread of the scores: however large the unit, values are of the size of margins.
#[test]
fn any_unit_comes_out_in_discs() {
    struct Times(f64);
    impl Stateless for Times {
        fn of<K: outflank_rules::kernel::Kernel>(
            &self,
            _: K,
            position: outflank_rules::Position,
        ) -> outflank_value::Score {
            outflank_value::Score::new(self.0 * f64::from(position.tally().raw().discs()))
        }
    }
    let small = Scaled::by_spread(Arc::new(Times(1e-3)));
    let large = Scaled::by_spread(Arc::new(Times(1e6)));
    assert!((small.discs_per_unit() * 1e-3 / (large.discs_per_unit() * 1e6) - 1.0).abs() < 1e-9);
    assert!((0.5..4.0).contains(&(small.discs_per_unit() * 1e-3)), "{}", small.discs_per_unit());
    let value = Value::from(Margin::new(-6).expect("a margin"));
    assert_eq!(small.score(value).value(), -6.0 / small.discs_per_unit());
}

/// With what was measured about its evaluator a search leaves out much, and its values stay near.
#[test]
fn probable_cuts_save_most_of_the_work() {
    let judge = swh();
    let boards = self_play_boards(judge.evaluator(), 250, 1);
    let mut measured = engine(&judge);
    let probcut = ProbCut::fit(&mut measured, &boards, 6);
    let (midgame, endgame) = probcut.deviations();
    assert_eq!((midgame.len(), endgame.len()), (6, 9));
    for stage in midgame {
        assert!(stage[3..].iter().all(|deviation| (0.5..30.0).contains(&deviation.sigma)), "{stage:?}");
    }
    // Further ahead is nearer to the end.
    assert!(endgame[8].sigma < endgame[0].sigma, "{endgame:?}");

    let (mut all, mut some, mut gap) = (0, 0, 0.0);
    for seed in 0..8 {
        let board = after_random_plies(seed, 16);
        let Turn::Play(moves) = board.turn() else { continue };
        let full = engine(&judge).think(board, moves, &Plan::plies(8), &Limits::default());
        let mut selective = engine(&judge).with_probcut(probcut.clone());
        let plan = Plan { confidence: Confidence::LEAST, ..Plan::plies(8) };
        let quick = selective.think(board, moves, &plan, &Limits::default());
        assert_eq!(quick.best().origin, Origin::Searched { plies: 8, confidence: Confidence::LEAST });
        (all, some) = (all + full.nodes, some + quick.nodes);
        gap += (full.best().value.discs() - quick.best().value.discs()).abs();
        // With full confidence nothing is left out.
        selective.forget();
        let sure = selective.think(board, moves, &Plan::plies(8), &Limits::default());
        assert_eq!(sure.best().value, full.best().value);
    }
    assert!(some * 2 < all, "{some} of {all} nodes");
    assert!(gap / 8.0 < 3.0, "{gap}");
}

/// Every level plays a legal move, and a search to the end says how sure it is.
#[test]
fn levels_are_plans() {
    let judge = swh();
    let probcut = ProbCut::fit(&mut engine(&judge), &self_play_boards(judge.evaluator(), 120, 2), 4);
    let board = after_random_plies(5, 40);
    let Turn::Play(moves) = board.turn() else { panic!("a move") };
    for level in Level::all().take(12) {
        let mut engine = engine(&judge).with_probcut(probcut.clone());
        let thought = engine.think(board, moves, &level.plan(), &Limits::default());
        assert!(moves.squares().contains(thought.best().placement.square()));
        let empties = board.position.empties().count();
        match thought.best().origin {
            Origin::Exact(_) => assert!(level.plan().exact >= empties),
            Origin::End { .. } => assert!(level.plan().to_the_end >= empties && level.plan().exact < empties),
            Origin::Searched { plies, .. } => assert_eq!(plies, level.number()),
        }
    }
}
