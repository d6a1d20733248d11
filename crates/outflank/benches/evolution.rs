//! The speed of evolution: `cargo bench --bench evolution`.
//!
//! Games that decide fitness beside games of playing, inside one run. The bars:
//!
//! - a piece counter wins its fitness in 0.8 times as many games a second as SWH plays against itself at one ply;
//! - a perceptron in an eighth as many;
//! - two threads play 1.8 times as many as one.
//!
//! A spatial layer, openings and the other searches have no bar; their cost is what the study reports.

mod measure;

use std::process::ExitCode;

use measure::{Comparison, Results, Role};
use outflank_learn::Learner;
use outflank_learn::evolution::{self, Fitness, Genome, Openings, Optimizer, Recipe};

const ROUNDS: u32 = 7;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench evolution");
        return ExitCode::SUCCESS;
    }
    let bars = [(counters(), 0.8), (perceptrons(), 1.0 / 8.0), (threads(), 1.8)];
    for (results, _) in &bars {
        results.print();
    }
    for (results, bar) in &bars {
        println!("{}: {:.3}; the bar is {bar:.3}.", results.title(), results.ratio());
    }
    let passed = bars.iter().all(|(results, bar)| results.ratio() >= *bar);
    if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn counters() -> Results {
    let base = Recipe::default;
    let mut comparison = Comparison::new("piece counters", "games");
    comparison.add(Role::Ours, "WPC", evolving(base(), 200, 1));
    comparison.add_playing();
    for (name, recipe) in [
        ("WPC with openings", Recipe { openings: Openings::Drawn, ..base() }),
        ("WPC, round robin", Recipe { fitness: Fitness::RoundRobin, ..base() }),
        ("WPC by CMA-ES", Recipe { search: Optimizer::CmaEs, ..base() }),
    ] {
        comparison.add(Role::Extra, name, evolving(recipe, 200, 1));
    }
    comparison.run(ROUNDS)
}

fn perceptrons() -> Results {
    let mut comparison = Comparison::new("perceptrons", "games");
    let recipe = |genome| Recipe { genome, ..Recipe::default() };
    comparison.add(Role::Ours, "MLP", evolving(recipe(Genome::Mlp), 100, 1));
    comparison.add_playing();
    comparison.add(Role::Extra, "MLP with a spatial layer", evolving(recipe(Genome::SpatialMlp), 20, 1));
    comparison.run(ROUNDS)
}

fn threads() -> Results {
    let mut comparison = Comparison::new("two threads", "games");
    comparison.add(Role::Ours, "two threads", evolving(Recipe::default(), 1_000, 2));
    comparison.add(Role::Peer, "one thread", evolving(Recipe::default(), 1_000, 1));
    comparison.run(ROUNDS)
}

/// Evolves for a generation, and goes on in the next round.
fn evolving(recipe: Recipe, games: u64, threads: usize) -> impl FnMut() -> u64 {
    let mut learner = evolution::Learner::new(Recipe { games, generations: u64::MAX, ..recipe }, 1);
    move || {
        let before = learner.games();
        learner.learn(threads);
        learner.games() - before
    }
}
