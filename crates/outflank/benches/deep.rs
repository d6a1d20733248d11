//! The speed of the residual network: `cargo bench --bench deep`.
//!
//! Evaluations and training samples a second for each set of instructions that this processor has, in seconds of one
//! thread's processor time; and games a second on one thread and on two. The bar: the best instructions are at least
//! twice as fast as the portable ones in the same run, and give the same bits.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use outflank_arena::seconds_worked;
use outflank_engine::Chance;
use outflank_learn::{Learner as _, System as _, deep};
use outflank_rules::kernel::Portable;
use outflank_rules::{Position, Turn};
use outflank_value::residual::{
    Channels, Instructions, Orientation, ResidualNetwork, Sample, Shape, Sight, gradient,
};

/// Seconds of each measurement.
const SECONDS: f64 = 1.0;
const BAR: f64 = 2.0;
/// Games of each round, and rounds.
const GAMES: u64 = 192;
const ROUNDS: usize = 5;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench deep");
        return ExitCode::SUCCESS;
    }
    let positions = positions();
    let mut ratio = f64::INFINITY;
    println!(
        "| network | instructions | evaluations a second | training samples a second |\n|---|---|---|---|"
    );
    for (blocks, channels) in
        [(2, Channels::Sixteen), (3, Channels::Sixteen), (4, Channels::ThirtyTwo), (6, Channels::SixtyFour)]
    {
        let shape = Shape { sight: Sight::Discs, orientation: Orientation::AsItIs, blocks, channels };
        let mut chance = Chance::stream(1, "bench", 0);
        let weights = shape.drawn(|| 2.0 * chance.unit() - 1.0);
        let mut speeds = Vec::new();
        for instructions in Instructions::all() {
            let network = ResidualNetwork::new(shape, weights.clone()).expect("as many weights");
            let network = network.with_instructions(instructions);
            let evaluations = speed(positions.len(), || {
                for &position in &positions {
                    black_box(network.value_of(black_box(position)));
                }
            });
            let samples: Vec<Sample> = positions.iter().map(|&position| sample(position)).collect();
            let mut slopes = vec![0.0; shape.weights()];
            let learned = speed(samples.len(), || {
                slopes.fill(0.0);
                black_box(gradient(instructions, &shape, &weights, &samples, 0.1, &mut slopes));
            });
            let name = instructions.name();
            println!("| {blocks} × {} | {name} | {evaluations:.0} | {learned:.0} |", channels.count());
            speeds.push(evaluations);
        }
        if let (Some(best), Some(portable)) = (speeds.first(), speeds.last()) {
            ratio = ratio.min(best / portable);
        }
    }
    self_play();
    println!("\nbest over portable, the least of all: {ratio:.2}; the bar is {BAR:.2}.");
    if ratio >= BAR || Instructions::all().count() == 1 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How often something is done a second, of so many at a time.
fn speed(count: usize, mut work: impl FnMut()) -> f64 {
    work();
    let (start, mut done) = (seconds_worked(), 0);
    while seconds_worked() - start < SECONDS {
        work();
        done += count;
    }
    done as f64 / (seconds_worked() - start)
}

/// Games a second by the number of threads: with learning as in the default recipe, and played alone.
fn self_play() {
    let whole = deep::Recipe::default();
    let played = deep::Recipe { passes: 0.001, ..whole.clone() };
    println!(
        "\n| the default recipe | one thread, games a second | two threads | ratio |\n|---|---|---|---|"
    );
    for (name, recipe) in [("playing and learning", whole), ("playing alone", played)] {
        // In turn, the best of some rounds: what else the machine does hits both.
        let mut best = [0.0f64; 2];
        for _ in 0..ROUNDS {
            for (threads, best) in (1..).zip(&mut best) {
                let mut learner = recipe.learner(1);
                let clock = Instant::now();
                while learner.games() < GAMES {
                    learner.learn(threads);
                }
                *best = best.max(GAMES as f64 / clock.elapsed().as_secs_f64());
            }
        }
        println!("| {name} | {:.1} | {:.1} | {:.2} |", best[0], best[1], best[1] / best[0]);
    }
}

fn sample(position: Position) -> Sample {
    let moves: Vec<_> = position.moves().into_iter().collect();
    let part = 1.0 / moves.len().max(1) as f32;
    Sample { position, value: 0.1, policy: moves.into_iter().map(|square| (square, part)).collect() }
}

/// The positions of a few random games.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for number in 0..2 {
        let mut chance = Chance::stream(1, "positions", number);
        let mut position = Position::START;
        loop {
            positions.push(position);
            position = match position.turn() {
                Turn::Over(_) => break,
                Turn::Pass => position.passed(),
                Turn::Play(moves) => position.after(chance.draw(Portable, position, moves)),
            };
        }
    }
    positions
}
