//! The program as one static file, for clusters: no library of the machine it runs on is needed.

use std::process::Command;

use crate::needs;
use crate::step::{self, Failure, cargo, root};

/// The target of static programs for Linux.
const MUSL: &str = "x86_64-unknown-linux-musl";
/// What the toolchain has anyway: its C library can be linked statically as well, in a file that is somewhat larger.
const GNU: &str = "x86_64-unknown-linux-gnu";

/// Builds it, and sees that it runs and needs no library.
pub fn run() -> Result<(), Failure> {
    let target = if needs::has_musl(MUSL) {
        MUSL
    } else {
        eprintln!(
            "── there is no musl here (musl-tools, rustup target add {MUSL}): linked with glibc instead\n"
        );
        GNU
    };
    let mut build = cargo(&["build", "--release", "--package", "outflank", "--target", target]);
    step::run("static program", build.env("RUSTFLAGS", "-C target-feature=+crt-static"))?;
    let program = root().join("target").join(target).join("release").join("outflank");
    step::run("its version", Command::new(&program).arg("--version"))?;
    let listed = Command::new("ldd").arg(&program).output();
    let listed = listed.map_err(|error| Failure::new(format!("ldd cannot say what it needs: {error}")))?;
    let told =
        String::from_utf8_lossy(&listed.stdout).into_owned() + &String::from_utf8_lossy(&listed.stderr);
    // A program with libraries is listed with where they are, or with what is missing.
    if !(told.contains("statically linked") || told.contains("not a dynamic executable")) {
        return Err(Failure::new(format!("it needs libraries of this machine:\n{told}")));
    }
    eprintln!("── {}", program.display());
    Ok(())
}
