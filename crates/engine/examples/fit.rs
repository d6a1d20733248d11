//! Measures how the values of deeper searches deviate from those of shallower ones with the engine's own weights, and how
//! far both are from the truth: `cargo run --release -p outflank-engine --example fit crates/engine/weights` writes
//! `search.probcut` and `search.errors` there.

use std::path::PathBuf;

use outflank_engine::midgame::{Engine, Errors, ProbCut, self_play_boards};
use outflank_engine::{TableSize, knowledge};

/// Games whose positions are searched.
const GAMES: u64 = 120;
/// The deepest search that is measured.
const DEEPEST: u32 = 10;
/// Games whose positions are solved: other ones, and more, as four numbers of empty squares share one row.
const SOLVED_GAMES: u64 = 300;
/// The deepest search whose error is measured.
const DEEPEST_ERROR: u32 = 8;
/// The most empty squares of positions that are solved.
const FARTHEST: u32 = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder: PathBuf = std::env::args_os().nth(1).ok_or("expected a folder to write to")?.into();
    let mut engine = Engine::new(knowledge::judge(), TableSize::mebibytes(64))?;
    let boards = self_play_boards(&knowledge::tables(), GAMES, 1);
    std::fs::write(folder.join("search.probcut"), ProbCut::fit(&mut engine, &boards, DEEPEST).to_string())?;
    let boards = self_play_boards(&knowledge::tables(), SOLVED_GAMES, 2);
    let errors = Errors::fit(&mut engine, &boards, DEEPEST_ERROR, FARTHEST).ok_or("too few boards")?;
    std::fs::write(folder.join("search.errors"), errors.to_string())?;
    Ok(())
}
