//! The speed of learning: `cargo bench --bench learning`.
//!
//! Games of learning beside games of playing, inside one run and on one thread. The bar: `td` with a
//! look-ahead of one ply learns from half as many games a second as SWH plays against itself at one ply, and
//! `edgar` from a third as many; `patterns` with a million weights learns from a tenth as many as `td`. The deeper look-aheads have no bar; their cost is what the study of `td`
//! reports. Nor has `value-matrix`, whose 10,000 games are a matter of moments.

mod measure;

use std::process::ExitCode;

use measure::{Comparison, Role};
use outflank_learn::{Learner, edgar, patterns, td, value_matrix};

const ROUNDS: u32 = 7;
const BAR: f64 = 0.5;
const EDGAR_BAR: f64 = 1.0 / 3.0;
const PATTERNS_BAR: f64 = 0.1;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench learning");
        return ExitCode::SUCCESS;
    }
    let mut comparison = Comparison::new("learning", "games");
    comparison.add(Role::Ours, "td, 1 ply", learning(1, 6_000));
    comparison.add_playing();
    for (plies, games) in [(2, 1_500), (3, 400), (4, 100), (5, 30)] {
        comparison.add(Role::Extra, format!("td, {plies} plies"), learning(plies, games));
    }
    comparison.add(Role::Extra, "value-matrix", {
        let recipe = value_matrix::Recipe { games: u64::MAX, ..value_matrix::Recipe::default() };
        lessons(value_matrix::Learner::new(recipe, 1), 4_000)
    });
    let td = judged(comparison, BAR);

    let mut comparison = Comparison::new("learning of edgar", "games");
    comparison.add(Role::Ours, "edgar", {
        let recipe = edgar::Recipe { games: u64::MAX, ..edgar::Recipe::default() };
        lessons(edgar::Learner::new(recipe, 1), 6_000)
    });
    comparison.add_playing();
    let edgar = judged(comparison, EDGAR_BAR);

    let mut comparison = Comparison::new("learning of patterns", "games");
    comparison.add(Role::Ours, "patterns, 10 stages, 1.1 million weights", {
        let recipe =
            patterns::Recipe { games: 1_000_000_000, one_stage_games: 0, ..patterns::Recipe::default() };
        games(patterns::Learner::new(recipe, 1), 6_000)
    });
    comparison.add(Role::Peer, "td, 1 ply", learning(1, 20_000));
    let patterns = judged(comparison, PATTERNS_BAR);
    if td && edgar && patterns { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Times everybody, and says whether the bar is reached.
fn judged(comparison: Comparison<'_>, bar: f64) -> bool {
    let results = comparison.run(ROUNDS);
    results.print();
    println!("{}: {:.3}; the bar is {bar:.3}.\n", results.title(), results.ratio());
    results.ratio() >= bar
}

/// Learns from so many games, and goes on in the next round: the first games of all, with nothing learned,
/// are not like the others.
fn learning(plies: u32, games: u64) -> impl FnMut() -> u64 {
    let recipe = td::Recipe { plies, games: u64::MAX, ..td::Recipe::default() };
    lessons(td::Learner::new(recipe, 1), games)
}

/// So many lessons a round.
fn lessons(mut learner: impl Learner, lessons: u64) -> impl FnMut() -> u64 {
    move || {
        (0..lessons).for_each(|_| learner.learn(1));
        lessons
    }
}

/// So many games a round, whatever the number of lessons that they make.
fn games(mut learner: impl Learner, games: u64) -> impl FnMut() -> u64 {
    move || {
        let before = learner.games();
        while learner.games() < before + games {
            learner.learn(1);
        }
        learner.games() - before
    }
}
