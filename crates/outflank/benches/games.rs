//! The speed of playing: `cargo bench --bench games`.
//!
//! Everything is compared inside one run, and on one thread unless it says otherwise. The unit is the fastest
//! peer's games of uniformly random moves, which choose nothing and evaluate nothing. The bars:
//!
//! - the players of the Othello League, one ply and 10 % random moves, play a third as many games as it;
//! - a network of about 200 look-ups against the same opponent, a thirtieth;
//! - two threads play 1.8 times as many as one.
//!
//! The endgame has no bar, only its nodes a second.

mod measure;
mod peers;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use measure::{Comparison, Results, Role};
use outflank_arena::{Contest, Entrant, Style};
use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::{Limits, TableSize};
use outflank_rules::{ObfProblem, Square, Symmetry};
use outflank_value::{Network, PieceCounter, Reading};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const ROUNDS: u32 = 7;
const RANDOM_GAMES: u64 = 20_000;
/// Pairs of SWH, and of the network.
const PAIRS: u64 = 4_000;
const NETWORK_PAIRS: u64 = 500;

/// FFO 1, 21 and 22 with their scores: 14, 15 and 17 empty squares.
const ENDGAMES: [&str; 3] = [
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18",
    "OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O; G5:+0",
    "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O; G8:+2",
];

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench games");
        return ExitCode::SUCCESS;
    }
    let swh = league_player("swh", PieceCounter::swh());
    let network = league_player("network", network());
    let bars = [
        (against_peers("SWH against SWH", &swh, &swh, PAIRS), 1.0 / 3.0),
        (against_peers("a network against SWH", &network, &swh, NETWORK_PAIRS), 1.0 / 30.0),
        (threads(&swh), 1.8),
    ];
    for (results, _) in &bars {
        results.print();
    }
    endgames().print();
    for (results, bar) in &bars {
        println!("{}: {:.3}; the bar is {bar:.3}.", results.title(), results.ratio());
    }
    let passed = bars.iter().all(|(results, bar)| results.ratio() >= *bar);
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One ply ahead, and 10 % random moves.
fn league_player(name: &str, evaluator: impl outflank_value::Evaluator + 'static) -> Entrant {
    Style { epsilon: 0.1, ..Style::plies(1) }.entrant(name, evaluator)
}

/// A network of 32 groups, each a pair of neighbours in all symmetries: about 200 look-ups in its file.
/// What they weigh does not matter to the speed.
fn network() -> Network {
    let squares: Vec<Square> = Square::all().collect();
    let neighbours = squares.iter().flat_map(|&one| {
        let is_next = move |other: &Square| {
            let apart = |a: usize, b: usize| a.abs_diff(b);
            let (rows, columns) = (one.index() / 8, one.index() % 8);
            one < *other && apart(rows, other.index() / 8).max(apart(columns, other.index() % 8)) == 1
        };
        squares.clone().into_iter().filter(is_next).map(move |other| [one, other])
    });
    let mut seen: Vec<[Square; 2]> = Vec::new();
    let mut groups = Vec::new();
    for pair in neighbours {
        if seen.contains(&pair) {
            continue;
        }
        let mut group: Vec<[Square; 2]> = Vec::new();
        for image in Symmetry::ALL.map(|symmetry| pair.map(|square| symmetry.square(square))) {
            let mut sorted = image;
            sorted.sort();
            if !seen.contains(&sorted) {
                seen.push(sorted);
                group.push(image);
            }
        }
        groups.push(group);
    }
    let mut words = vec![groups.len().to_string()];
    for (number, group) in groups.iter().enumerate() {
        words.extend(["2".to_owned(), group.len().to_string()]);
        words.extend(group.iter().flatten().map(|square| square.index().to_string()));
        words.extend((0..9).map(|entry| ((number * 9 + entry) as f64).sin().to_string()));
    }
    Network::from_text(&words.join(" "), Reading::Negation).expect("the text is ours")
}

/// Games of two players beside the random games of all peers.
fn against_peers(title: &str, first: &Entrant, second: &Entrant, pairs: u64) -> Results {
    let mut comparison = Comparison::new(title, "games");
    comparison.add(Role::Ours, title, move || contest(first, second, pairs, 1));
    for peer in peers::ALL {
        comparison.add(Role::Peer, format!("{}, random", peer.name), move || {
            let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
            for _ in 0..RANDOM_GAMES {
                black_box((peer.random_game)(&mut generator));
            }
            RANDOM_GAMES
        });
    }
    comparison.run(ROUNDS)
}

/// The same contest on one thread and on two.
fn threads(player: &Entrant) -> Results {
    let mut comparison = Comparison::new("two threads", "games");
    comparison.add(Role::Ours, "two threads", || contest(player, player, 4 * PAIRS, 2));
    comparison.add(Role::Peer, "one thread", || contest(player, player, 4 * PAIRS, 1));
    comparison.run(ROUNDS)
}

/// Plays a contest and tells how many games it had.
fn contest(first: &Entrant, second: &Entrant, pairs: u64, threads: usize) -> u64 {
    let contest = Contest { first, second, openings: &[], pairs, seed: 1, threads };
    let mut games = 0;
    contest.run(&AtomicBool::new(false), |pair| {
        games += pair.games.len() as u64;
        ControlFlow::Continue(())
    });
    assert_eq!(games, 2 * pairs, "not all games were played");
    games
}

/// Solving endgames. There is no bar: what counts is the time to a solution, and nodes are only its unit.
fn endgames() -> Results {
    let problems = ENDGAMES.map(|line| line.parse::<ObfProblem>().expect("a problem"));
    let problems = &problems;
    let solve = |goal, threads| {
        move || {
            // A solver that has seen the problems would know the answers.
            let threads = NonZeroUsize::new(threads).expect("a thread at least");
            let mut solver = Solver::new(TableSize::mebibytes(16)).with_threads(threads);
            let solutions = problems.iter().map(|problem| {
                let solution = solver.solve(problem.board.position, goal, &Limits::default());
                let right = match solution.verdict {
                    Verdict::Exact(margin) => Some(margin) == problem.answer.best(),
                    Verdict::Outcome(outcome) => {
                        Some(outcome) == problem.answer.best().map(|best| best.outcome())
                    }
                    Verdict::Stopped(_) => false,
                };
                assert!(right, "{:?} is wrong for {problem}", solution.verdict);
                solution.nodes
            });
            solutions.sum()
        }
    };
    let mut comparison = Comparison::new("endgames", "nodes");
    comparison.add(Role::Ours, "exact, two threads", solve(Goal::Exact, 2));
    comparison.add(Role::Peer, "exact, one thread", solve(Goal::Exact, 1));
    comparison.add(Role::Extra, "outcome, one thread", solve(Goal::Outcome, 1));
    comparison.run(ROUNDS)
}
