//! Licences, bans, sources and advisories of everything that is depended on, by cargo-deny and `deny.toml`.

use crate::needs;
use crate::step::{self, Failure, cargo};

/// Looks at everything, and installs cargo-deny where it is missing.
pub fn run() -> Result<(), Failure> {
    needs::deny()?;
    check()
}

/// Looks at everything if cargo-deny is there. It takes minutes to build, which not every test should.
pub fn run_if_there() -> Result<(), Failure> {
    if needs::has_deny() {
        return check();
    }
    eprintln!(
        "── licences and advisories: skipped, cargo-deny is not there; `cargo xtask deny` installs it\n"
    );
    Ok(())
}

fn check() -> Result<(), Failure> {
    step::run("licences, bans and sources", &mut cargo(&["deny", "check", "licenses", "bans", "sources"]))?;
    // The database is fetched from elsewhere, which may be out of reach.
    let fetched = cargo(&["deny", "fetch", "db"]).output().is_ok_and(|output| output.status.success());
    if !fetched {
        eprintln!("── advisories: skipped, their database cannot be fetched from here\n");
        return Ok(());
    }
    step::run("advisories", &mut cargo(&["deny", "check", "advisories"]))
}
