//! A command that is announced, timed, and ends the chore if it fails.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Why a chore ended early.
#[derive(Debug)]
pub struct Failure {
    /// What to tell.
    pub message: String,
    /// What the program exits with.
    pub code: u8,
}

impl Failure {
    /// Something is not as the chore needs it.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 1 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().expect("xtask is a folder of the workspace").to_owned()
}

/// The cargo that runs this program, in the root of the workspace.
pub fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs a step under its name and tells how long it took. A failure has the step's exit code.
pub fn run(name: &str, command: &mut Command) -> Result<(), Failure> {
    eprintln!("── {name}");
    let start = Instant::now();
    let status = command.status().map_err(|error| {
        Failure::new(format!("{name}: {:?} cannot be run: {error}", command.get_program()))
    })?;
    let seconds = start.elapsed().as_secs_f64();
    if status.success() {
        eprintln!("── {name}: {seconds:.1} s\n");
        return Ok(());
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Err(Failure { message: format!("{name} failed after {seconds:.1} s ({status})"), code })
}
