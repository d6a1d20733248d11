//! The laboratory for Python: the extension module `outflank._outflank` under the package `outflank`.
//!
//! A tour:
//!
//! - `planes` turns bitboards into arrays, `arrays` reads what Python hands over.
//! - `env` is many games stepped at once; `board` and `game` are single ones; `batch` is the rules and the exact
//!   teacher for arrays of positions.
//! - `host` lets the laboratory work on threads of its own while the thread of the caller answers for Python functions
//!   and listens to Ctrl-C; `function` is a Python function as a player or an evaluator.
//! - `players`, `contests`, `learning`, `study`, `files`: the laboratory's own players, what they make of each other, runs, the
//!   tasks of studies, files of games.
//!
//! Input becomes a rule type or a Python exception here. Whatever takes long releases the GIL.

mod arrays;
mod batch;
mod board;
mod contests;
mod env;
mod files;
mod function;
mod game;
mod host;
mod learning;
mod planes;
mod players;
mod study;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
mod _outflank {
    use std::ffi::OsString;

    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch::{canonical, legal_mask, planes, score_moves, solve, symmetric, symmetries};
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::contests::{ladder_json, league_json, match_json};
    #[pymodule_export]
    use super::env::VecEnv;
    #[pymodule_export]
    use super::files::read_games;
    #[pymodule_export]
    use super::function::FunctionPlayer;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::learning::{learn_run, run_json};
    #[pymodule_export]
    use super::players::Player;
    #[pymodule_export]
    use super::study::Study;

    /// The action that is a pass.
    #[pymodule_export]
    const PASS: usize = crate::planes::PASS;

    /// The version and commit of the laboratory.
    #[pymodule_export]
    const PROGRAM: &str = outflank::embedding::PROGRAM;

    /// Runs the program `outflank` with these words and returns its exit code.
    #[pyfunction]
    fn run_program(py: Python<'_>, words: Vec<OsString>) -> u8 {
        let words = std::iter::once(OsString::from("outflank")).chain(words);
        py.detach(|| outflank::status(words))
    }
}
