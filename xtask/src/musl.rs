//! The program as one static file, for clusters: no library of the machine it runs on is needed.

use std::process::Command;

use crate::needs;
use crate::step::{self, Failure, cargo, root};

/// The target of static programs for Linux.
const TARGET: &str = "x86_64-unknown-linux-musl";

/// Builds it, and sees that it runs and needs no library.
pub fn run() -> Result<(), Failure> {
    needs::static_target(TARGET)?;
    step::run(
        "static program",
        &mut cargo(&["build", "--release", "--package", "outflank", "--target", TARGET]),
    )?;
    let program = root().join("target").join(TARGET).join("release").join("outflank");
    step::run("its version", Command::new(&program).arg("--version"))?;
    if let Ok(output) = Command::new("ldd").arg(&program).output() {
        let told =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        if told.contains("=>") {
            return Err(Failure::new(format!("it needs libraries of this machine:\n{told}")));
        }
    }
    eprintln!("── {}", program.display());
    Ok(())
}
