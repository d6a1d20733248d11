//! The speed of `winmeasure`: `cargo bench --bench winmeasure`.
//!
//! Games of learning beside games of playing, inside one run and on one thread. The bar: with a look-ahead of 8 it
//! learns from a fiftieth as many games a second as SWH plays against itself at one ply. The other rows show what
//! its options cost.

mod measure;

use std::process::ExitCode;

use measure::{Comparison, Role};
use outflank_learn::Learner as _;
use outflank_learn::winmeasure::{Learner, Recipe, Teacher};

const ROUNDS: u32 = 7;
const BAR: f64 = 0.02;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench winmeasure");
        return ExitCode::SUCCESS;
    }
    let usual = Recipe { games: u64::MAX, ..Recipe::default() };
    let mut comparison = Comparison::new("learning by win measures", "games");
    comparison.add(Role::Ours, "self-taught, look-ahead of 8", learning(usual.clone(), 1_000));
    comparison.add_playing();
    let squares = Recipe { teacher: Teacher::WeightedSquares, ..usual.clone() };
    comparison.add(Role::Extra, "taught by weighted squares", learning(squares, 1_000));
    let reply = Recipe { plies: 2, ..usual.clone() };
    comparison.add(Role::Extra, "rated after the reply", learning(reply, 500));
    for (lookahead, games) in [(0, 1_000), (10, 200), (12, 20)] {
        let recipe = Recipe { lookahead, ..usual.clone() };
        comparison.add(Role::Extra, format!("look-ahead of {lookahead}"), learning(recipe, games));
    }
    let results = comparison.run(ROUNDS);
    results.print();
    println!("{}: {:.3}; the bar is {BAR:.3}.", results.title(), results.ratio());
    if results.ratio() >= BAR { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Learns from so many games, and goes on in the next round.
fn learning(recipe: Recipe, games: u64) -> impl FnMut() -> u64 {
    let mut learner = Learner::new(recipe, 1);
    move || {
        (0..games).for_each(|_| learner.learn(1));
        games
    }
}
