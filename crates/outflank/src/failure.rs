//! What becomes of errors: one sentence on standard error, and an exit code.

use std::fmt::Display;
use std::io;

use anstyle::{AnsiColor, Style};
use outflank_lab::one_sentence;

/// Something is wrong with what the program was given, as against work that failed. Ends in exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongInput(String);

impl WrongInput {
    /// Wrong input, and what is wrong with it.
    pub fn new(problem: impl Display) -> Self {
        Self(problem.to_string())
    }
}

/// The work was broken off by Ctrl-C, after what was done had been kept and told. Ends in exit code 130.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Tells what went wrong on standard error and chooses the exit code. A reader who closed the pipe has
/// read enough: that is no failure.
pub fn explain(error: &anyhow::Error) -> u8 {
    if error.chain().any(is_closed_pipe) {
        return 0;
    }
    if error.is::<Interrupted>() {
        return INTERRUPTED;
    }
    const ERROR: Style = AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{ERROR}error:{ERROR:#} {}", one_sentence(&format!("{error:#}")));
    if error.is::<WrongInput>() { 2 } else { 1 }
}

/// The exit code of work that was interrupted, as shells have it.
pub const INTERRUPTED: u8 = 130;

fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    let json = error.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    io.or(json) == Some(io::ErrorKind::BrokenPipe)
}
