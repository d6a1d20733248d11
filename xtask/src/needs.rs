//! What the chores need besides cargo: looked for, installed where that is possible, and otherwise named
//! with the way to get it.

use std::process::{Command, Stdio};

use crate::step::{self, Failure, cargo};

/// Whether a command runs and succeeds, in silence.
pub fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// The emulator of other processors.
pub fn emulator() -> Result<(), Failure> {
    if works(Command::new("qemu-x86_64").arg("-version")) {
        return Ok(());
    }
    eprintln!("── qemu-x86_64 is missing: apt-get install qemu-user");
    works(Command::new("apt-get").args(["install", "-y", "qemu-user"]));
    match works(Command::new("qemu-x86_64").arg("-version")) {
        true => Ok(()),
        false => Err(Failure::new("qemu-x86_64 is missing; it comes with Debian's package qemu-user")),
    }
}

/// Formatter and linter: parts of the toolchain that a minimal one lacks.
pub fn formatter_and_linter() -> Result<(), Failure> {
    for (component, subcommand) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        let there = || works(&mut cargo(&[subcommand, "--version"]));
        if there() {
            continue;
        }
        eprintln!("── {component} is missing: rustup component add {component}");
        // Whether this helped is seen by asking again; there may be no rustup at all.
        works(Command::new("rustup").args(["component", "add", component]));
        if !there() {
            return Err(Failure::new(format!(
                "cargo {subcommand} is missing and rustup could not add it. Install the component {component} \
                 of your Rust toolchain (with rustup: `rustup component add {component}`)"
            )));
        }
    }
    Ok(())
}

/// Whether static programs can be built with musl: the target of the toolchain, and a C compiler for it. What is missing is
/// fetched where that is possible.
pub fn has_musl(target: &str) -> bool {
    let has_compiler = || works(Command::new("musl-gcc").arg("--version"));
    if !has_compiler() {
        eprintln!("── musl-gcc is missing: apt-get install musl-tools");
        works(Command::new("apt-get").args(["install", "--yes", "musl-tools"]));
    }
    has_compiler() && works(Command::new("rustup").args(["target", "add", target]))
}

/// cargo-fuzz, and the C++ compiler that builds libFuzzer.
pub fn fuzzer() -> Result<(), Failure> {
    let compilers = match std::env::var("CXX") {
        Ok(compiler) => vec![compiler],
        Err(_) => ["c++", "g++", "clang++"].map(str::to_owned).to_vec(),
    };
    if !compilers.iter().any(|compiler| works(Command::new(compiler).arg("--version"))) {
        return Err(Failure::new(format!(
            "no C++ compiler for libFuzzer (looked for {}). Install one (Debian: `apt install g++`) or name it in CXX",
            compilers.join(", ")
        )));
    }
    if works(&mut cargo(&["fuzz", "--version"])) {
        return Ok(());
    }
    step::run("install cargo-fuzz", &mut cargo(&["install", "--locked", "cargo-fuzz"]))
}

/// Whether cargo-deny is there.
pub fn has_deny() -> bool {
    works(&mut cargo(&["deny", "--version"]))
}

/// cargo-deny.
pub fn deny() -> Result<(), Failure> {
    if has_deny() {
        return Ok(());
    }
    step::run("install cargo-deny", &mut cargo(&["install", "--locked", "cargo-deny"]))
}

/// The SQLite of the system, which reads a store beside the program. Tests without it say what they leave out.
pub fn another_sqlite() {
    let there = || works(Command::new("sqlite3").arg("-version"));
    if !there() {
        install(&["sqlite3"]);
    }
    if !there() {
        eprintln!("── sqlite3 could not be installed: crash tests do not read stores with it");
    }
}

/// Installs packages of Debian. Whether they are there is for the caller to check: this may be another system, or a user
/// without the right to install.
fn install(packages: &[&str]) {
    eprintln!("── missing: apt-get install {}", packages.join(" "));
    let apt_get = || {
        let mut command = Command::new("apt-get");
        command.args(["install", "--yes", "--no-install-recommends"]).args(packages);
        works(command.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    if !apt_get() {
        works(Command::new("apt-get").arg("update"));
        apt_get();
    }
}

/// The browser that looks at the pages, and what drives it.
pub fn browser() -> Result<(), Failure> {
    let named = |variable: &str, usual: &str| std::env::var(variable).unwrap_or_else(|_| usual.to_owned());
    let driver = named("CHROMEDRIVER", "chromedriver");
    let chromium = named("CHROMIUM", "chromium");
    let there = || [&driver, &chromium].iter().all(|program| works(Command::new(program).arg("--version")));
    if there() {
        return Ok(());
    }
    install(&["chromium", "chromium-driver"]);
    if there() {
        return Ok(());
    }
    Err(Failure::new(
        "the tests of the pages need Chromium and its driver, and apt-get could not install them. Install both \
         (Debian: `apt install chromium chromium-driver`), or name them in CHROMIUM and CHROMEDRIVER",
    ))
}
