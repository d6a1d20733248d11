//! The Python package: built, installed into an environment of its own and tested.
//!
//! Everything happens below `target/`: the environment in `target/python`, what is compiled beside what the workspace has
//! compiled, so that what both depend on is built once.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use crate::needs;
use crate::step::{self, Failure, root};

/// How much is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// What every change is held to.
    Usual,
    /// Slurm on this machine, PyTorch, and lints as well.
    Long,
}

/// Tests the package, which must be possible here.
pub fn run(tier: Tier) -> Result<(), Failure> {
    let environment = Environment::begin().and_then(Environment::finish);
    let python =
        environment.map_err(|reason| Failure::new(format!("the package cannot be tested {reason}")))?;
    test(&python, tier)
}

/// Tests the package where that is possible, and says so where it is not.
pub fn run_if_possible(environment: Result<Environment, String>) -> Result<(), Failure> {
    match environment.and_then(Environment::finish) {
        Ok(python) => test(&python, Tier::Usual),
        Err(reason) => {
            eprintln!("── Python package: not tested {reason}\n");
            Ok(())
        }
    }
}

/// An environment with all that the tests need, fetched while something else is done.
pub struct Environment {
    python: PathBuf,
    fetching: Child,
}

impl Environment {
    /// Makes the environment and begins to fetch. If that cannot be done, a sentence says why.
    pub fn begin() -> Result<Self, String> {
        let interpreter = interpreter()
            .ok_or("for want of python3 (3.10 or newer) with the modules venv and pip (22.3 or newer)")?;
        let place = folder().join("venv");
        let python = place.join("bin").join("python");
        // Without a pip of its own: the interpreter's installs into it, which is quicker, and Debian has pip without ensurepip.
        let is_there = needs::works(Command::new(&python).args(["-c", "import sys"]));
        if !is_there
            && !needs::works(
                Command::new(interpreter).args(["-m", "venv", "--clear", "--without-pip"]).arg(&place),
            )
        {
            return Err(format!("since {interpreter} -m venv made no environment in {}", place.display()));
        }
        let mut pip = pip(interpreter, &python);
        pip.arg("--requirement").arg(root().join("python").join("tests").join("requirements.txt"));
        let fetching = pip.spawn().map_err(|error| format!("since pip cannot be run: {error}"))?;
        Ok(Self { python, fetching })
    }

    /// Waits until all is there: the interpreter of the environment.
    fn finish(mut self) -> Result<PathBuf, String> {
        match self.fetching.wait() {
            Ok(status) if status.success() => Ok(self.python),
            _ => {
                Err("since pip could not fetch what the tests need (python/tests/requirements.txt)"
                    .to_owned())
            }
        }
    }
}

/// Where all of it is.
fn folder() -> PathBuf {
    root().join("target").join("python")
}

/// An installation into an environment.
fn pip(interpreter: &str, environment: &Path) -> Command {
    let mut pip = Command::new(interpreter);
    pip.args(["-m", "pip", "--python"]).arg(environment);
    pip.args(["--quiet", "--disable-pip-version-check", "--no-input", "install"]);
    pip
}

/// Whether the package's own list of dependencies fits the crates that it stands on.
fn check_lock() -> Result<(), Failure> {
    let mut tree = step::cargo(&["tree", "--locked", "--depth", "0", "--manifest-path", "python/Cargo.toml"]);
    match needs::works(&mut tree) {
        true => Ok(()),
        false => Err(Failure::new(
            "python/Cargo.lock does not fit the crates: cargo update --workspace --manifest-path python/Cargo.toml",
        )),
    }
}

/// Builds the package, installs it into the environment and runs the tests.
fn test(python: &Path, tier: Tier) -> Result<(), Failure> {
    check_lock()?;
    let manifest = ["--manifest-path", "python/Cargo.toml"];
    step::run("formatting of the Python extension", step::cargo(&["fmt", "--check"]).args(manifest))?;
    if tier == Tier::Long {
        let lints = ["clippy", "--locked", "--target-dir", "target", "--features", "pyo3/extension-module"];
        step::run(
            "lints of the Python extension",
            step::cargo(&lints).args(manifest).args(["--", "-D", "warnings"]),
        )?;
    }
    // Quick to build: without the pages, and little is optimised but the engine.
    let wheels = folder().join("wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut wheel = Command::new(python);
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
    wheel.args(["--auditwheel", "skip", "--target-dir"]).arg(root().join("target"));
    wheel.arg("--interpreter").arg(python).arg("--out").arg(&wheels).current_dir(root().join("python"));
    step::run("Python wheel", &mut wheel)?;
    let interpreter = interpreter().ok_or_else(|| Failure::new("python3 is gone"))?;
    let mut install = pip(interpreter, python);
    install.args(["--no-deps", "--force-reinstall"]).arg(the_wheel(&wheels)?);
    step::run("Python installation", &mut install)?;

    // From the folder of the tests: beside the sources, Python would take those for the package.
    let mut tests = Command::new(python);
    tests.args(["-m", "pytest", "--durations=5"]).current_dir(root().join("python").join("tests"));
    // Small matrices: threads that wait for each other would only be in the way.
    tests.env("OPENBLAS_NUM_THREADS", "1").env("OMP_NUM_THREADS", "1");
    match tier {
        Tier::Usual => tests.arg("--ignore=longer"),
        // What was tried and what was skipped, and the figures that are printed.
        Tier::Long => tests.args(["-rsP"]),
    };
    step::run("Python tests", &mut tests)
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
    const CHECK: &str = "import sys, venv, pip; \
        sys.exit(sys.version_info < (3, 10) or tuple(map(int, pip.__version__.split('.')[:2])) < (22, 3))";
    ["python3", "/usr/bin/python3"]
        .into_iter()
        .find(|python| needs::works(Command::new(python).args(["-c", CHECK])))
}
