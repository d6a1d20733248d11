//! What the engine knows by itself: weights for search that were learned from its own games alone, how the values of
//! deeper searches deviate from those of shallower ones with them, and how far all of these are from the truth.
//!
//! The recipes that make the weights again stand beside them; `cargo run --release --example fit` of this crate measures
//! the deviations and the errors.

use std::sync::{Arc, OnceLock};

use outflank_value::patterns::{Layout, PatternFile, PatternTables};

use crate::endgame::Solver;
use crate::midgame::{Errors, ProbCut, Scaled, Trusted};
use crate::{NoMemory, TableSize};

const WEIGHTS: &[u8] = include_bytes!("../weights/search.patterns");
const DEVIATIONS: &str = include_str!("../weights/search.probcut");
const ERRORS: &str = include_str!("../weights/search.errors");

/// The weights, ready for play; all copies share them.
pub fn tables() -> PatternTables<64> {
    PatternTables::clone(shared())
}

/// The weights as they are kept.
pub fn weights() -> PatternFile {
    PatternFile::from_bytes(WEIGHTS).expect("the file that is shipped is right")
}

/// How the weights are numbered.
pub fn layout() -> Arc<Layout> {
    Arc::clone(shared().patterns().layout())
}

/// The evaluator of the engine, in discs.
pub fn judge() -> Scaled<PatternTables<64>> {
    Scaled::new(Arc::clone(shared()), 1.0)
}

/// How far shallower searches with these weights can be trusted.
pub fn probcut() -> ProbCut {
    static READ: OnceLock<ProbCut> = OnceLock::new();
    READ.get_or_init(|| DEVIATIONS.parse().expect("the text that is shipped is right")).clone()
}

/// A solver of endgames that orders moves by these weights, with a table of this size and one thread.
pub fn solver(size: TableSize) -> Result<Solver<Trusted<PatternTables<64>>>, NoMemory> {
    Ok(Solver::try_new(size)?.ordered_by(judge()).with_probcut(probcut()))
}

/// How far values of searches with these weights usually are from the truth.
pub fn errors() -> &'static Errors {
    static READ: OnceLock<Errors> = OnceLock::new();
    READ.get_or_init(|| ERRORS.parse().expect("the text that is shipped is right"))
}

/// A number that changes with the weights and the deviations.
pub fn fingerprint() -> u64 {
    // CITE: the FNV-1a hash of Glenn Fowler, Landon Curt Noll and Phong Vo.
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    WEIGHTS.iter().chain(DEVIATIONS.as_bytes()).fold(0xcbf2_9ce4_8422_2325, step)
}

fn shared() -> &'static Arc<PatternTables<64>> {
    static READ: OnceLock<Arc<PatternTables<64>>> = OnceLock::new();
    READ.get_or_init(|| {
        let PatternFile { layout, weights, per_disc } = weights();
        Arc::new(PatternTables::new(&layout, &weights, per_disc).expect("its places fit"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::midgame::{Engine, Plan};
    use crate::{Level, Limits};
    use outflank_rules::{Board, Turn};

    #[test]
    fn what_is_shipped_can_be_read_and_plays() {
        let mut engine =
            Engine::new(judge(), TableSize::mebibytes(1)).expect("memory").with_probcut(probcut());
        let Turn::Play(moves) = Board::START.turn() else { panic!("the first move is open") };
        let thought = engine.think(Board::START, moves, &Level::USUAL.plan(), &Limits::default());
        // Nobody is far ahead at the start, whoever would be to move at the end of the search.
        assert!(thought.best().value.discs().abs() < 3.0, "{:?}", thought.best());
        for plies in 4..8 {
            let thought = engine.think(Board::START, moves, &Plan::plies(plies), &Limits::default());
            assert!(thought.nodes > 0 && thought.best().value.discs().abs() < 3.0, "{:?}", thought.best());
        }
    }

    #[test]
    fn deviations_survive_writing_and_reading() {
        let probcut = probcut();
        assert_eq!(probcut.to_string().parse::<ProbCut>(), Ok(probcut));
        assert!("midgame 1/x".parse::<ProbCut>().is_err());
        assert!("".parse::<ProbCut>().is_err());
    }
}
