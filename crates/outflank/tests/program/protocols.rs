//! `gtp` and `nboard`, driven by our own clients as a match of two processes, and by hand.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::Laboratory;

/// What the program says to some lines.
fn conversation(words: &[&str], lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    child.stdin.take().expect("an input").write_all(lines.as_bytes()).expect("told");
    let output = child.wait_with_output().expect("ended");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn our_own_clients_play_our_own_engines() {
    let place = Laboratory::new();
    let program = env!("CARGO_BIN_EXE_outflank");
    let gtp = format!("gtp:{program} gtp --player swh:depth=2");
    let nboard = format!("nboard,depth=2:{program} nboard --player swh");
    let run = place.outflank(&["match", &gtp, &nboard, "--games", "4", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(!run.stderr.contains("forfeit"), "{}", run.stderr);
    assert!(run.stdout.contains("\"forfeits\":0") || !run.stdout.contains("forfeited by"), "{}", run.stdout);
}

#[test]
fn conversations_go_as_they_should() {
    let said = conversation(
        &["gtp", "--player", "swh:depth=1,ties=first"],
        "1 name\nboardsize 8\nclear_board\nplay b f5\n2 genmove w\nshowboard\nundo\nundo\nfoo\nquit\nname\n",
    );
    assert!(said.starts_with("=1 Outflank swh:depth=1,ties=first\n\n=\n\n=\n\n=\n\n=2 "), "{said}");
    assert!(said.ends_with("=\n\n=\n\n? unknown command\n\n=\n\n"), "{said}");
    let said = conversation(
        &["nboard", "--player", "swh:depth=1"],
        "nboard 2\nset depth 3\nset game (;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)\nping 1\ngo\nquit\n",
    );
    assert!(said.starts_with("set myname Outflank-swh\npong 1\nstatus swh is thinking\n=== "), "{said}");
}
