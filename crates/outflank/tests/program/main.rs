//! The program as a user meets it: words in, text and an exit code out. Everything runs in a pipe here,
//! where there is no terminal.

mod bench;
mod completions;
mod convert;
mod deep;
mod earlier;
mod evolution;
mod export;
mod golden;
mod interrupts;
mod ladder;
mod leagues;
mod learn;
mod library;
mod linear4;
mod manners;
mod matches;
mod openings;
mod perft;
mod play;
mod protocols;
mod readme;
mod reproduce;
mod runs;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod store;
mod task;

use std::path::{Path, PathBuf};
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

/// What a run of the program left behind.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// A path for a file of a test, where there is none. Names must differ from test to test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("program-{name}"));
    let _ = std::fs::remove_file(&path);
    path
}

/// How long something is waited for that comes soon. A loaded machine takes long; a test that hangs must end.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until something is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let patience = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < patience, "waited for: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a program that ends soon has left in its pipes, which must have room for it.
fn output_of(mut program: Child) -> Output {
    let patience = Instant::now() + PATIENCE;
    while program.try_wait().expect("it was not waited for").is_none() {
        if Instant::now() > patience {
            program.kill().expect("it runs");
            panic!("it does not end: {:?}", program.wait_with_output());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    program.wait_with_output().expect("it has ended")
}

/// A data folder of its own for a test.
struct Laboratory {
    place: tempfile::TempDir,
}

impl Laboratory {
    fn new() -> Self {
        Self { place: tempfile::tempdir().expect("a folder") }
    }

    /// A path within the place of the test.
    fn path(&self, name: &str) -> String {
        self.place.path().join(name).to_str().expect("text").to_owned()
    }

    /// Runs the program with these words and the data folder.
    fn outflank(&self, words: &[&str]) -> Run {
        outflank(&[words, &["--data", &self.path("data")]].concat())
    }

    /// Trains a run for a few games, and does not rate it.
    fn learn(&self, name: &str, more: &[&str]) -> Run {
        self.outflank(
            &[&["learn", "td", "--name", name, "--league-pairs", "5", "--no-rating"], more].concat(),
        )
    }

    /// What a run has learned, as JSON with all digits.
    fn tensors(&self, run: &str) -> Value {
        self.outflank(&["show", run, "--json"]).json()["tensors"].clone()
    }
}

/// Runs the program with these words.
fn outflank(words: &[&str]) -> Run {
    outflank_reading(words, "")
}

/// Runs the program with these words and this on its standard input.
fn outflank_reading(words: &[&str], input: &str) -> Run {
    let mut command = cargo_bin_cmd!("outflank");
    // The colours of whoever runs the tests are not our concern.
    command.env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    // Nor are their runs and games.
    let nothing = tempfile::tempdir().expect("a folder");
    command.env("OUTFLANK_DATA", nothing.path().join("nothing-here"));
    Run::of(command.args(words).write_stdin(input))
}

impl Run {
    fn of(command: &mut assert_cmd::Command) -> Self {
        let output = command.output().expect("the program starts");
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("text"),
            stderr: String::from_utf8(output.stderr).expect("text"),
        }
    }

    /// What was printed by a run that went well and complained about nothing.
    fn printed(self) -> String {
        // On a slow machine long work may say how far it is, which is no complaint.
        let is_progress = |line: &&str| line.contains(" of ") && line.ends_with(" left");
        let complaints: Vec<&str> = self.stderr.lines().filter(|line| !is_progress(line)).collect();
        assert_eq!((self.code, complaints), (Some(0), Vec::new()), "{}", self.stdout);
        self.stdout
    }

    /// The one line of JSON that was printed.
    fn json(self) -> Value {
        let printed = self.printed();
        assert_eq!(printed.lines().count(), 1, "{printed}");
        serde_json::from_str(&printed).expect("JSON")
    }

    /// The one sentence said about wrong input. Nothing else may have been printed.
    fn refusal(self) -> String {
        self.complaint(2)
    }

    /// The one sentence said about work that failed.
    fn failure(self) -> String {
        self.complaint(1)
    }

    fn complaint(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (Some(code), ""), "{}", self.stderr);
        assert_eq!(self.stderr.lines().count(), 1, "{}", self.stderr);
        let sentence = self.stderr.trim_end().strip_prefix("error: ").expect("an error");
        sentence.to_owned()
    }
}
