//! The description of the interface, held against the interface: schemathesis makes requests from
//! `/api/openapi.json`, right ones and wrong ones, and looks whether the answers are as described.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::siege::Server;

/// schemathesis: where `SCHEMATHESIS` says, or fetched with pip into an environment of its own. `None` where there is
/// neither.
fn schemathesis() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("SCHEMATHESIS") {
        return Some(path.into());
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("schemathesis");
    let program = folder.join("bin/schemathesis");
    let works = |command: &mut Command| {
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        quiet.status().is_ok_and(|status| status.success())
    };
    if !works(Command::new(&program).arg("--version")) {
        let pip = ["install", "--quiet", "--retries", "0", "--timeout", "10", "schemathesis>=4,<5"];
        let made = works(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))
            && works(Command::new(folder.join("bin/pip")).args(pip));
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

/// Streams last as long as they are asked to, and are left out. A busy machine may not come to the end; what was found until then
/// counts.
const PATIENCE: Duration = Duration::from_secs(100);

#[test]
fn the_interface_is_as_it_is_described() {
    let Some(program) = schemathesis() else {
        eprintln!(
            "SKIPPED: schemathesis is not there and pip cannot fetch it; the interface was not checked"
        );
        return;
    };
    let server = Server::start();
    let settings = server.place.path().join("schemathesis.toml");
    std::fs::write(&settings, SETTINGS).expect("written");
    let report = server.place.path().join("report");
    let written = std::fs::File::create(&report).expect("a file");
    let mut run = Command::new(program)
        .arg("--config-file")
        .arg(&settings)
        .args(["run", "--seed", "1", "--max-examples", "8", "--phases", "examples,coverage,fuzzing"])
        .args(["--suppress-health-check", "all", "--exclude-path-regex", "/(events|search)$"])
        // One worker: with more, Python 3.11 fails now and then to read its own source ("recursion depth mismatch").
        .args(["--request-timeout", "60", "--workers", "1"])
        .arg(format!("http://{}/api/openapi.json", server.address))
        .current_dir(server.place.path())
        .stdin(Stdio::null())
        .stderr(written.try_clone().expect("the file again"))
        .stdout(written)
        .spawn()
        .expect("schemathesis starts");
    let began = Instant::now();
    let mut status = None;
    while status.is_none() && began.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(100));
        status = run.try_wait().expect("its own child");
    }
    if status.is_none() {
        // It tells what it found so far.
        let asked = Command::new("kill").args(["-INT", &run.id().to_string()]).status();
        std::thread::sleep(Duration::from_secs(if asked.is_ok() { 10 } else { 0 }));
        let _ = run.kill();
        eprintln!("schemathesis was ended after {PATIENCE:?}, before it had tried everything");
    }
    let _ = run.wait();
    let report = std::fs::read_to_string(report).expect("a report");
    let is_well = status.is_none_or(|status| status.success()) && !report.contains("= FAILURES =");
    assert!(is_well && report.contains("Loaded specification"), "{report}");
}
