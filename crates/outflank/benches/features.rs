//! The speed of features: `cargo bench --bench features`.
//!
//! All four features of `linear4` beside the generation of moves, on the same positions, inside one run and on
//! one thread. The bar: the features of a position cost at most four times its moves, although two of them
//! are the moves of both sides.

mod measure;

use std::hint::black_box;
use std::process::ExitCode;

use measure::{Comparison, Role};
use outflank_engine::Chance;
use outflank_rules::kernel::{Kernel, Portable};
use outflank_rules::{Board, Position, Turn, with_kernel};
use outflank_value::{PieceCounter, four_features};

const ROUNDS: u32 = 9;
const TIMES: u64 = 400;
const BAR: f64 = 0.25;

fn main() -> ExitCode {
    if !std::env::args().any(|word| word == "--bench") {
        println!("Nothing is measured in a test run: cargo bench --bench features");
        return ExitCode::SUCCESS;
    }
    let positions = positions();
    let matrix = PieceCounter::document_matrix();
    let mut comparison = Comparison::new("positions", "positions");
    comparison.add(Role::Ours, "the four features of linear4", || {
        with_kernel!(|kernel| kernel.enter(|| {
            let mut sum = 0.0;
            for _ in 0..TIMES {
                for &position in &positions {
                    sum += four_features(kernel, black_box(position), &matrix).iter().sum::<f64>();
                }
            }
            black_box(sum);
        }));
        TIMES * positions.len() as u64
    });
    comparison.add(Role::Peer, "moves", || {
        with_kernel!(|kernel| kernel.enter(|| {
            let mut sum = 0;
            for _ in 0..TIMES {
                for &position in &positions {
                    sum += kernel.moves(black_box(position)).count();
                }
            }
            black_box(sum);
        }));
        TIMES * positions.len() as u64
    });
    let results = comparison.run(ROUNDS);
    results.print();
    println!("{}: {:.3}; the bar is {BAR:.3}.", results.title(), results.ratio());
    if results.ratio() >= BAR { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The positions of some random games.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..50 {
        let mut chance = Chance::stream(1, "features bench", game);
        let mut board = Board::START;
        loop {
            positions.push(board.position);
            board = match board.turn() {
                Turn::Play(moves) => {
                    let square = chance.pick(Portable, moves);
                    board.after(board.position.placement(square).expect("drawn from the legal moves"))
                }
                Turn::Pass => board.passed(),
                Turn::Over(_) => break,
            };
        }
    }
    positions
}
