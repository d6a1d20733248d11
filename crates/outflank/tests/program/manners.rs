//! What all commands have in common: colours, exit codes, closed pipes.

use std::process::{Command, Stdio};

use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};

use crate::{Run, outflank};

#[test]
fn colours_are_for_terminals() {
    assert!(!outflank(&["show", "f5"]).printed().contains('\u{1b}'));
    assert!(!outflank(&["show", "zz"]).refusal().contains('\u{1b}'));
    // As on a terminal, and the same text once the colours are gone.
    let forced =
        Run::of(cargo_bin_cmd!("outflank").args(["show", "f5"]).env("CLICOLOR_FORCE", "1")).printed();
    assert!(forced.contains("\u{1b}["));
    let plain: String = forced
        .split('\u{1b}')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once('m').expect("a style").1 })
        .collect();
    assert_eq!(plain, outflank(&["show", "f5"]).printed());
}

#[test]
fn wrong_usage_is_told_from_success() {
    for words in
        [&[][..], &["shwo", "f5"], &["show"], &["show", "f5", "--jsno"], &["perft"], &["bench", "f5"]]
    {
        let run = outflank(words);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(run.stderr.contains("Usage: outflank"), "{}", run.stderr);
    }
    assert!(outflank(&["--version"]).printed().starts_with("outflank "));
    let help = outflank(&["--help"]).printed();
    for command in [
        "serve",
        "learn",
        "systems",
        "reproduce",
        "runs",
        "players",
        "games",
        "contests",
        "show",
        "export",
        "play",
        "match",
        "league",
        "ladder",
        "othello-league",
        "openings",
        "solve",
        "store",
        "perft",
        "bench",
        "completions",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{help}");
    }
}

#[test]
fn json_is_explained_where_it_is_offered() {
    for words in [
        &["show", "f5"][..],
        &["match", "swh", "greedy", "--pairs", "1"],
        &["league", "swh", "greedy", "--pairs", "1"],
        &["ladder"],
        &["othello-league", "swh", "--pairs", "1"],
        &["solve", "e6f4e3f6g5d6e7f5c5"],
        &["openings"],
        &["perft", "1"],
        &["bench"],
        &["runs"],
        &["systems"],
    ] {
        let help = outflank(&[words[0], "--help"]).printed();
        let (_, explained) = help.split_once("JSON fields").expect("the fields");
        // A line may explain several fields that need no words of their own.
        let explains = |line: &str, field: &str| {
            let names = line.trim_start().split("  ").next().unwrap_or_default();
            line.starts_with("  ") && names.split(", ").any(|name| name == field)
        };
        let json = outflank(&[words, &["--json"]].concat()).json();
        for field in json.as_object().expect("an object").keys() {
            assert!(explained.lines().any(|line| explains(line, field)), "{field} of {words:?}");
        }
    }
}

#[test]
fn a_reader_who_leaves_is_no_failure() {
    for words in [&["show", "f5"][..], &["completions", "bash"], &["perft", "3", "--json"]] {
        let mut program = Command::new(cargo_bin!("outflank"))
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(program.stdout.take());
        let output = program.wait_with_output().expect("the program ends");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::new(cargo_bin!("outflank")).args(["show", "f5"]).stdout(full).output();
    let output = output.expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(complaint.starts_with("error: cannot write to standard output: "), "{complaint}");
    assert_eq!(complaint.lines().count(), 1);
}
