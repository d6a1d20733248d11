//! Tree search: what it finds where everything is known, and that its numbers add up.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use outflank_engine::Chance;
use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::midgame::Scaled;
use outflank_engine::tree::{Advice, Advisor, Branch, Budget, Noise, Outlook, Rule, Sighted, Tree};
use outflank_engine::{Limits, TableSize};
use outflank_rules::kernel::{Kernel, Portable};
use outflank_rules::{Board, Moves, Turn};
use outflank_value::{DiscDifference, PieceCounter};

/// Knows nothing: every position is even, every move as good as another.
struct Ignorant;

impl Advisor for Ignorant {
    fn advise<K: Kernel>(&self, _: K, _: Board, moves: Moves, advice: &mut Advice) {
        advice.logits.extend(moves.into_iter().map(|_| 0.0));
    }
}

fn moves_of(board: Board) -> Option<Moves> {
    match board.turn() {
        Turn::Play(moves) => Some(moves),
        Turn::Pass | Turn::Over(_) => None,
    }
}

/// A board with so many empty squares where there is a choice, from a random game.
fn board(seed: u64, empties: u32) -> Board {
    for number in 0.. {
        let mut chance = Chance::stream(seed, "boards", number);
        let mut board = Board::START;
        loop {
            board = match board.turn() {
                Turn::Over(_) => break,
                Turn::Pass => board.passed(),
                Turn::Play(moves) => {
                    if board.position.empties().count() == empties && moves.count() > 2 {
                        return board;
                    }
                    board.after(chance.draw(Portable, board.position, moves))
                }
            };
        }
    }
    unreachable!("some game comes there")
}

fn search<A: Advisor>(rule: Rule, advisor: &A, board: Board, simulations: u32) -> Outlook {
    let moves = moves_of(board).expect("a choice");
    Tree::new(rule).search(Portable, advisor, board, moves, &Budget::simulations(simulations), Noise::Silent)
}

#[test]
fn visits_and_policies_add_up() {
    for rule in [Rule::Gumbel, Rule::Puct] {
        for (seed, simulations) in [(1, 1), (2, 2), (3, 16), (4, 100), (5, 333)] {
            let board = board(seed, 30);
            let outlook = search(
                rule,
                &Sighted::new(Scaled::by_spread(Arc::new(PieceCounter::swh()))),
                board,
                simulations,
            );
            let moves = moves_of(board).expect("a choice");
            assert_eq!(outlook.branches.len(), moves.count() as usize);
            assert_eq!(outlook.simulations, simulations, "{rule:?}");
            assert_eq!(outlook.branches.iter().map(|branch| branch.visits).sum::<u32>(), simulations);
            for parts in [
                outlook.branches.iter().map(|branch| branch.prior).sum::<f32>(),
                outlook.branches.iter().map(|branch| branch.policy).sum::<f32>(),
            ] {
                assert!((parts - 1.0).abs() < 1e-4, "{parts}");
            }
            assert!(outlook.value.abs() <= 1.0 && outlook.depth >= 1);
            for branch in &outlook.branches {
                assert_eq!(branch.line.first(), Some(&branch.placement.square()));
                assert_eq!(branch.value.is_some(), branch.visits > 0);
            }
            let again = search(
                rule,
                &Sighted::new(Scaled::by_spread(Arc::new(PieceCounter::swh()))),
                board,
                simulations,
            );
            assert_eq!(outlook, again, "the same budget, the same tree");
        }
    }
}

/// Who knows nothing but the ends of games finds good moves among the last squares by looking at all of them. A value is a mean and
/// not a minimax, so that a move which is a little worse may be taken for the best: what counts is how little it loses.
#[test]
fn the_last_squares_are_played_well_by_whoever_sees_the_ends() {
    for rule in [Rule::Gumbel, Rule::Puct] {
        let (mut best, mut lost, mut at_first) = (0, 0, 0);
        for seed in 0..30 {
            let board = board(100 + seed, 5);
            let mut solver = Solver::new(TableSize::mebibytes(1));
            let mut value =
                |board: Board| match solver.solve(board.position, Goal::Exact, &Limits::default()).verdict {
                    Verdict::Exact(margin) => margin.discs(),
                    _ => panic!("solved"),
                };
            let outlook = search(rule, &Ignorant, board, 4_000);
            let loss = value(board) + value(board.after(outlook.best().placement));
            let first = board.position.moves().into_iter().next().expect("a choice");
            let first = board.position.placement(first).expect("legal");
            at_first += value(board) + value(board.after(first));
            lost += loss;
            best += i32::from(loss == 0);
        }
        assert!(best >= 22, "{rule:?}: the best move {best} times of 30");
        assert!(lost * 4 < at_first, "{rule:?} loses {lost} discs, the first moves {at_first}");
    }
}

#[test]
fn more_simulations_find_more() {
    // A player that grabs discs is wrong about what it sees; the ends of games put it right.
    let advisor = Sighted::new(Scaled::by_spread(Arc::new(DiscDifference)));
    let lost = |simulations: u32| {
        let mut lost = 0;
        for seed in 0..20 {
            let board = board(200 + seed, 7);
            let mut solver = Solver::new(TableSize::mebibytes(1));
            let mut exact =
                |board: Board| match solver.solve(board.position, Goal::Exact, &Limits::default()).verdict {
                    Verdict::Exact(margin) => margin.discs(),
                    _ => panic!("solved"),
                };
            let outlook = search(Rule::Gumbel, &advisor, board, simulations);
            lost += exact(board) + exact(board.after(outlook.best().placement));
        }
        lost
    };
    let (few, many) = (lost(4), lost(2_000));
    assert!(many < few, "{many} discs are lost with many, {few} with few");
}

#[test]
fn noise_changes_what_is_tried_and_a_flag_ends_it() {
    let board = board(7, 40);
    let moves = moves_of(board).expect("a choice");
    let advisor = Sighted::new(Scaled::by_spread(Arc::new(PieceCounter::swh())));
    for rule in [Rule::Gumbel, Rule::Puct] {
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..20 {
            let mut chance = Chance::stream(1, "noise", number);
            let budget = Budget::simulations(8);
            let noise = Noise::Drawn(&mut chance);
            let outlook = Tree::new(rule).search(Portable, &advisor, board, moves, &budget, noise);
            let tried = |branch: &Branch| (branch.placement.square().index(), branch.visits);
            seen.insert(outlook.branches.iter().map(tried).collect::<std::collections::BTreeSet<_>>());
        }
        assert!(seen.len() > 1, "{rule:?}");
        let stop = AtomicBool::new(true);
        let budget = Budget { stop: Some(&stop), ..Budget::simulations(1_000_000) };
        let outlook = Tree::new(rule).search(Portable, &advisor, board, moves, &budget, Noise::Silent);
        assert_eq!(outlook.simulations, 1, "{rule:?}: one is always made");
    }
}
