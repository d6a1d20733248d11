//! Ctrl-C: what was done is printed, and the exit code is 130.
#![cfg(target_os = "linux")]

use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

use crate::Laboratory;

/// Runs the program and interrupts it as soon as it handles the signal.
fn interrupted(laboratory: &Laboratory, words: &[&str]) -> Output {
    let program = Command::new(cargo_bin!("outflank"))
        .args(words)
        .arg("--json")
        .env("OUTFLANK_DATA", laboratory.path("data"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while !handles_interrupts(&program) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill").args(["-INT", &program.id().to_string()]).status();
    assert!(sent.expect("there is a kill").success());
    program.wait_with_output().expect("it ends")
}

/// Whether the process has a handler for SIGINT, the second bit of the mask.
fn handles_interrupts(program: &Child) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.id())).expect("a process");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.expect("the process has not ended");
    u64::from_str_radix(mask.trim(), 16).expect("a mask") & 0b10 != 0
}

#[test]
fn commands_print_what_was_done_and_exit_with_130() {
    let laboratory = Laboratory::new();
    let [games, positions] = ["games.txt", "positions.obf"].map(|name| laboratory.path(name));
    laboratory.outflank(&["games", "--export", &games]).printed();
    // Thirty empty squares: hours of work.
    let hard = "--OXXO----OXXO----OXXO----OXXO----OXXO----OXXO----OXXO----OXXO-- X\n";
    std::fs::write(&positions, hard).expect("written");
    for words in [
        &["solve", &positions][..],
        &["solve", &positions, "--estimate", "14"],
        &["analyse", &games, "--limit", "1000000"],
        &["import", &games],
    ] {
        let output = interrupted(&laboratory, words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{words:?}: {errors}");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["stopped"], true, "{words:?}: {report}");
    }
}
