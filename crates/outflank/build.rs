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
    // What is committed is known by the index, what is not by the files.
    if let Some(index) = git(&["rev-parse", "--git-path", "index"]) {
        println!("cargo::rerun-if-changed={index}");
    }
    let crates = std::fs::read_dir("..").into_iter().flatten().filter_map(Result::ok);
    let sources = crates.map(|folder| folder.path().join("src")).filter(|path| path.is_dir());
    for path in
        ["build.rs".into(), "../../Cargo.toml".into(), "../../Cargo.lock".into()].into_iter().chain(sources)
    {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let version = env!("CARGO_PKG_VERSION");
    let program = match git(&["rev-parse", "--short=12", "HEAD"]) {
        Some(commit) => {
            // Of what the program is built from: notes beside it change nothing.
            let changed = git(&[
                "--no-optional-locks",
                "status",
                "--porcelain",
                "--",
                "..",
                "../../Cargo.toml",
                "../../Cargo.lock",
            ]);
            let mark = if changed.is_none_or(|changed| changed.is_empty()) { "" } else { "-dirty" };
            format!("outflank {version} ({commit}{mark})")
        }
        None => format!("outflank {version}"),
    };
    println!("cargo::rustc-env=OUTFLANK_PROGRAM={program}");
}
