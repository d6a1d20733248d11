//! Measures how the values of deeper searches deviate from those of shallower ones with the engine's own weights:
//! `cargo run --release -p outflank-engine --example fit > crates/engine/weights/search.probcut`.

use outflank_engine::midgame::{Engine, ProbCut, self_play_boards};
use outflank_engine::{TableSize, knowledge};

/// Games whose positions are searched.
const GAMES: u64 = 120;
/// The deepest search that is measured.
const DEEPEST: u32 = 10;

fn main() -> Result<(), outflank_engine::NoMemory> {
    let boards = self_play_boards(&knowledge::tables(), GAMES, 1);
    let mut engine = Engine::new(knowledge::judge(), TableSize::mebibytes(64))?;
    print!("{}", ProbCut::fit(&mut engine, &boards, DEEPEST));
    Ok(())
}
