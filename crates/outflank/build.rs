//! Tells the program which commit it is built from, for the provenance of what it teaches.

use std::process::Command;

fn main() {
    let git = |words: &[&str]| {
        let output =
            Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // Grows with every commit; absent in a copy without history, which is then built without a commit.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let program = match git(&["rev-parse", "--short=12", "HEAD"]) {
        Some(commit) => format!("outflank {version} ({commit})"),
        None => format!("outflank {version}"),
    };
    println!("cargo::rustc-env=OUTFLANK_PROGRAM={program}");
}
