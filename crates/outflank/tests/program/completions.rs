//! `outflank completions`.

use crate::outflank;

#[test]
fn every_shell_learns_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = outflank(&["completions", shell]).printed();
        for word in ["perft", "show", "bench", "divide"] {
            assert!(script.contains(word), "{word} for {shell}");
        }
    }
}

#[test]
fn other_shells_are_refused() {
    let run = outflank(&["completions", "cmd"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("invalid value 'cmd' for '<SHELL>'"), "{}", run.stderr);
}
