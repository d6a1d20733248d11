//! Every check there is, in the order in which they are cheap.

use crate::deny;
use crate::needs;
use crate::python;
use crate::step::{self, Failure, cargo};

/// The features that turn on the slow tests.
pub const SLOW: &str = "--features=outflank-rules/slow-tests";

pub fn run() -> Result<(), Failure> {
    needs::formatter_and_linter()?;
    needs::browser()?;
    needs::another_sqlite();
    // Fetched from the network while the processor has other work.
    let environment = python::Environment::begin();
    step::run("formatting", &mut cargo(&["fmt", "--all", "--check"]))?;
    deny::run_if_there()?;
    step::run(
        "lints",
        &mut cargo(&["clippy", "--workspace", "--all-targets", SLOW, "--", "-D", "warnings"]),
    )?;
    step::run("tests", &mut cargo(&["test", "--workspace", SLOW]))?;
    step::run(
        "documentation",
        cargo(&["doc", "--no-deps", "--workspace"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    python::run_if_possible(environment)
}
