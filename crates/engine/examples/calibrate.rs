//! Takes the lean out of weights that were learned: what they make of the right to move by mistake.
//! `cargo run --release -p outflank-engine --example calibrate FROM TO` reads a player file of `patterns`, or its weights alone,
//! and writes the weights of the engine. `--example fit` comes after it.

use std::sync::Arc;

use outflank_engine::TableSize;
use outflank_engine::midgame::{Engine, Lean, Scaled, self_play_boards};
use outflank_value::patterns::{PatternFile, PatternTables};

/// Games whose positions are searched.
const GAMES: u64 = 600;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<_> = std::env::args_os().skip(1).collect();
    let [from, to] = paths.as_slice() else { return Err("expected a file to read and one to write".into()) };
    let bytes = std::fs::read(from)?;
    let mut file = PatternFile::from_bytes(weights(&bytes))?;
    let tables = PatternTables::<64>::new(&file.layout, &file.weights, file.per_disc);
    let tables = Arc::new(tables.ok_or("the engine has room for 64 places")?);
    let boards = self_play_boards(&*tables, GAMES, 3);
    let mut engine = Engine::new(Scaled::new(tables, 1.0), TableSize::mebibytes(16))?;
    let lean = Lean::measure(&mut engine, &boards).ok_or("too few boards")?;
    for discs in (8..=60).step_by(4) {
        println!("{discs} discs: {:+.2}", lean.at(discs));
    }
    if !lean.correct(&mut file) {
        return Err("these weights have no table for the number of discs (plies = true)".into());
    }
    std::fs::write(to, file.to_bytes())?;
    Ok(())
}

/// The weights of a player file, which stand behind its description, or all of a file that has nothing else.
fn weights(bytes: &[u8]) -> &[u8] {
    let described = bytes.first_chunk().map(|&length| 8u64.saturating_add(u64::from_le_bytes(length)));
    described.and_then(|start| bytes.get(usize::try_from(start).ok()?..)).unwrap_or(bytes)
}
