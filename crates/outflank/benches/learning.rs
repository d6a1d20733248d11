//! The speed of learning: `cargo bench --bench learning`.
//!
//! Games of learning beside games of playing, inside one run and on one thread. The bar: `td` with a
//! look-ahead of one ply learns from half as many games a second as SWH plays against itself at one ply. The
//! deeper look-aheads have no bar; their cost is what the study of `td` reports.

mod measure;

use std::ops::ControlFlow;
use std::process::ExitCode;

use measure::{Comparison, Role};
use outflank_arena::{Contest, Style};
use outflank_engine::evaluators::PieceCounter;
use outflank_learn::{Learner, td};

const ROUNDS: u32 = 7;
const BAR: f64 = 0.5;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench learning");
        return ExitCode::SUCCESS;
    }
    let mut comparison = Comparison::new("learning", "games");
    comparison.add(Role::Ours, "td, 1 ply", learning(1, 6_000));
    comparison.add(Role::Peer, "SWH against SWH, 1 ply, 10 % random moves", playing);
    for (plies, games) in [(2, 1_500), (3, 400), (4, 100), (5, 30)] {
        comparison.add(Role::Extra, format!("td, {plies} plies"), learning(plies, games));
    }
    let results = comparison.run(ROUNDS);
    results.print();
    println!("{}: {:.3}; the bar is {BAR:.3}.", results.title(), results.ratio());
    if results.ratio() >= BAR { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Learns from so many games, and goes on in the next round: the first games of all, with nothing learned,
/// are not like the others.
fn learning(plies: u32, games: u64) -> impl FnMut() -> u64 {
    let recipe = td::Recipe { plies, games: u64::MAX, ..td::Recipe::default() };
    let mut learner = td::Learner::new(recipe, 1);
    move || {
        (0..games).for_each(|_| learner.learn(1));
        games
    }
}

fn playing() -> u64 {
    let swh = Style { epsilon: 0.1, ..Style::plies(1) }.entrant("swh", PieceCounter::swh());
    let contest = Contest { first: &swh, second: &swh, openings: &[], pairs: 4_000, seed: 1, threads: 1 };
    let mut games = 0;
    contest.run(&false.into(), |_| {
        games += 2;
        ControlFlow::Continue(())
    });
    games
}
