//! The description of the interface, held against the interface: schemathesis makes requests from
//! `/api/openapi.json`, right ones and wrong ones, and looks whether the answers are as described.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::siege::Server;

/// schemathesis: where `SCHEMATHESIS` says, or fetched with pip into an environment of its own. `None` where there is
/// neither.
fn schemathesis() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("SCHEMATHESIS") {
        return Some(path.into());
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let program = folder.join("bin/schemathesis");
    let works =
        |command: &mut Command| command.stdout(Stdio::null()).status().is_ok_and(|status| status.success());
    if !program.exists() {
        let made = works(Command::new("python3").args(["-m", "venv"]).arg(&folder))
            && works(Command::new(folder.join("bin/pip")).args(["install", "--quiet", "schemathesis>=4,<5"]));
        if !made {
            return None;
        }
    }
    Some(program)
}

/// What is right by the schema may still be no game or no player: that is what 422 is for, and 409 and 503 say that
/// it cannot be now.
const SETTINGS: &str = "
[checks]
positive_data_acceptance.expected-statuses = [\"2xx\", \"401\", \"403\", \"404\", \"409\", \"413\", \"422\", \"503\"]
";

#[test]
#[ignore = "findings are open: seeds beyond the described range are taken, and an event of the analysis is not described"]
fn the_interface_is_as_it_is_described() {
    let Some(program) = schemathesis() else {
        eprintln!("schemathesis is not there and pip cannot fetch it: the interface was not checked");
        return;
    };
    let server = Server::start();
    let settings = server.place.path().join("schemathesis.toml");
    std::fs::write(&settings, SETTINGS).expect("written");
    let run = Command::new(program)
        .arg("--config-file")
        .arg(&settings)
        .args(["run", "--seed", "1", "--max-examples", "12", "--phases", "examples,coverage,fuzzing"])
        .args(["--suppress-health-check", "all", "--exclude-path-regex", "/events$"])
        .arg(format!("http://{}/api/openapi.json", server.address))
        .current_dir(server.place.path())
        .output()
        .expect("schemathesis starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
}
