//! The program as a process that is killed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

use crate::campaign::Campaign;

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or(Value::Null)
    }
}

fn command(data: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("outflank"));
    command.args(words).arg("--data").arg(data).stdin(Stdio::null());
    command
}

/// Runs the program to its end.
pub fn outflank(data: &Path, words: &[&str]) -> Run {
    let output = command(data, words).output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Starts the program, to be killed.
pub fn spawn(data: &Path, words: &[&str]) -> Child {
    command(data, words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

/// Kills a program after some time, unless it has ended by then. Returns whether it was killed.
pub fn kill_after(mut program: Child, time: Duration) -> bool {
    let end = Instant::now() + time;
    while Instant::now() < end {
        if program.try_wait().expect("it is ours").is_some() {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let was_going_on = program.try_wait().expect("it is ours").is_none();
    // As SIGKILL does it: nothing is said and nothing is tidied up.
    let _ = program.kill();
    program.wait().expect("it is gone");
    was_going_on
}

/// Reads everything in the store, as `outflank store check` does, where there is one yet.
pub fn check(campaign: &mut Campaign, data: &Path) {
    if !data.join("outflank.sqlite").exists() {
        return;
    }
    let check = outflank(data, &["store", "check"]);
    campaign.expect("stores checked and intact", check.code == Some(0), || format!("{data:?}: {check:?}"));
}

/// What a run has learned, and its curve.
pub fn learned(data: &Path, run: &str) -> (Value, Value) {
    let shown = outflank(data, &["show", run, "--json"]).json();
    (shown["tensors"].clone(), shown["curve"].clone())
}

/// The games of a run up to its last checkpoint, if there is such a run.
pub fn games(data: &Path, run: &str) -> Option<u64> {
    let runs = outflank(data, &["runs", "--json"]).json();
    runs["runs"].as_array()?.iter().find(|line| line["id"] == run)?["games"].as_u64()
}

/// The number of games in the library from a collection.
pub fn library(data: &Path, among: &str) -> Option<u64> {
    outflank(data, &["games", "--among", among, "--limit", "1", "--json"]).json()["count"].as_u64()
}

/// A file with this many games between random players, beside a data folder.
pub fn game_file(data: &Path, games: u64) -> PathBuf {
    let file = data.with_file_name("games.txt");
    let games = games.to_string();
    let words = ["match", "random", "random", "--games", &games, "--games-to", file.to_str().expect("text")];
    let run = outflank(data, &words);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    file
}
