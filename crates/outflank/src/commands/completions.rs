//! `outflank completions`: what a shell needs to complete our command line.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Program, report};

/// Print the completions for a shell
///
/// For bash: `outflank completions bash > ~/.local/share/bash-completion/completions/outflank`
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Program::command(), "outflank", &mut script);
    report::print(&script)
}
