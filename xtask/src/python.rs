//! The Python package: built, installed into an environment of its own and tested.
//!
//! Everything happens below `target/`: the environment in `target/python`, what is compiled beside what the workspace has
//! compiled, so that what both depend on is built once.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use crate::needs;
use crate::step::{self, Failure, root};

/// What the tests need from the package index.
const PACKAGES: &[&str] = &[
    "maturin>=1.9,<2",
    "numpy",
    "pytest",
    "mypy",
    "gymnasium>=1.0",
    "pettingzoo>=1.24",
    "open_spiel",
    "distributed",
];

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// What every change is held to.
    Usual,
    /// Slurm on this machine, PyTorch, and the speeds of others as well.
    Long,
}

/// Tests the package.
pub fn run(tier: Tier) -> Result<(), Failure> {
    let interpreter = interpreter().ok_or_else(|| {
        Failure::new("the package needs python3 (3.10 or newer) with the modules venv and pip")
    })?;
    let manifest = ["--manifest-path", "python/Cargo.toml"];
    step::run("formatting of the Python extension", step::cargo(&["fmt", "--check"]).args(manifest))?;
    if tier == Tier::Long {
        let lints = ["clippy", "--locked", "--target-dir", "target", "--features", "pyo3/extension-module"];
        step::run(
            "lints of the Python extension",
            step::cargo(&lints).args(manifest).args(["--", "-D", "warnings"]),
        )?;
    }
    let folder = root().join("target").join("python");
    let own = folder.join("venv").join("bin").join("python");
    if !needs::works(Command::new(&own).args(["-m", "pip", "--version"])) {
        let venv = folder.join("venv");
        step::run("Python environment", Command::new(interpreter).args(["-m", "venv", "--clear"]).arg(venv))?;
    }
    // Fetching takes the network, compiling the processor: both at once.
    let mut pip = Command::new(&own);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES);
    let fetching = pip.spawn().map_err(|error| Failure::new(format!("pip cannot be run: {error}")))?;
    let built = build(&own);
    wait(fetching)?;
    built?;

    // pip would build it with all that a user gets; here maturin packs what is built.
    let wheels = folder.join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut wheel = Command::new(&own);
    wheel.args([
        "-m",
        "maturin",
        "build",
        "--quiet",
        "--locked",
        "--profile",
        "dev",
        "--no-default-features",
    ]);
    wheel
        .args(["--auditwheel", "skip", "--target-dir"])
        .arg(root().join("target"))
        .arg("--interpreter")
        .arg(&own);
    wheel.arg("--out").arg(&wheels).current_dir(root().join("python"));
    step::run("Python wheel", &mut wheel)?;
    let mut install = Command::new(&own);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--force-reinstall",
    ]);
    install.arg(the_wheel(&wheels)?);
    step::run("Python installation", &mut install)?;

    // From the folder of the tests: beside the sources, Python would take those for the package.
    let mut tests = Command::new(&own);
    tests.args(["-m", "pytest", "--durations=5"]).current_dir(root().join("python").join("tests"));
    // Small matrices: threads that wait for each other would only be in the way.
    tests.env("OPENBLAS_NUM_THREADS", "1").env("OMP_NUM_THREADS", "1");
    if tier == Tier::Usual {
        tests.arg("--ignore=longer");
    }
    step::run("Python tests", &mut tests)
}

/// Compiles the extension, as maturin will ask for it.
fn build(python: &Path) -> Result<(), Failure> {
    let mut cargo =
        step::cargo(&["build", "--locked", "--no-default-features", "--features", "pyo3/extension-module"]);
    cargo.args(["--manifest-path", "python/Cargo.toml", "--target-dir", "target"]);
    // The settings that maturin gives it: with others everything would be built again.
    cargo.env("PYO3_PYTHON", python);
    step::run("Python extension", &mut cargo)
}

fn wait(mut child: Child) -> Result<(), Failure> {
    let status = child.wait().map_err(|error| Failure::new(format!("pip cannot be waited for: {error}")))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("pip could not install what the tests need ({status})")))
    }
}

/// The one wheel in a folder.
fn the_wheel(folder: &Path) -> Result<PathBuf, Failure> {
    let files =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    let mut wheels = files.filter(|path| path.extension().is_some_and(|ending| ending == "whl"));
    wheels.next().ok_or_else(|| Failure::new(format!("there is no wheel in {}", folder.display())))
}

/// A Python that will do.
fn interpreter() -> Option<&'static str> {
    const CHECK: &str = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    ["python3", "/usr/bin/python3"]
        .into_iter()
        .find(|python| needs::works(Command::new(python).args(["-c", CHECK])))
}
