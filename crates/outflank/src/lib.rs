//! The program `outflank`, as one function. A tour:
//!
//! - [`run`] reads the command line, runs a command and says how it went.
//! - `commands` has one file per command. A command turns its arguments into a report and has it printed.
//! - `report` is how results leave the program: as text for people, as JSON for programs.
//! - `reading` turns what was typed or piped in into games and boards.
//! - `drawing` and `outcome` are how boards and results are told.
//! - `contests` is what the commands share that let players meet: their options, progress and scores.
//! - `chosen_study` is how studies are named on the command line.
//! - `protocols` is the program as an engine for others: GTP and NBoard.
//! - `interrupt` is Ctrl-C, `progress` the bars on standard error.
//! - `data` is where everything that is learned is kept, and where players are looked up.
//! - The laboratory in a browser is the crate `outflank-web`, there unless built without the feature `web`.
//! - [`embedding`] is what the Python package shares with the commands.
//! - `writing` is where files go that somebody asked for by name.
//! - `failure` tells wrong input from work that failed, and puts either into one sentence.
//!
//! The rules, players and matches are in the crates below; nothing here is meant to be built upon.

mod chosen_study;
mod commands;
mod contests;
mod data;
mod drawing;
pub mod embedding;
mod failure;
mod game_file;
mod interrupt;
mod outcome;
mod progress;
mod protocols;
mod reading;
mod report;
mod threads;
mod writing;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

/// A laboratory for learning to play Othello.
#[derive(Debug, Parser)]
#[command(name = "outflank", version, arg_required_else_help = true)]
#[command(after_help = "\
Exit codes: 0 done, 1 failed, 2 wrong usage or input (also a file that cannot be read), 130 interrupted: what was done
is kept, and told.")]
struct Program {
    #[command(subcommand)]
    command: commands::Command,
}

/// Runs the program with the words of a command line, its own name first.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    ExitCode::from(status(words))
}

/// The same, and hands over the exit code as a number.
pub fn status(words: impl IntoIterator<Item = OsString>) -> u8 {
    let mut words: Vec<OsString> = words.into_iter().map(reading::board_is_no_option).collect();
    // Help about help is the help.
    if words.get(1).is_some_and(|word| word == "help") {
        words.retain(|word| word != "--help" && word != "-h");
    }
    match Program::try_parse_from(words) {
        Ok(program) => {
            let ended = program.command.run();
            // A game that was broken off may have left them to their thoughts.
            outflank_arena::outside::end_all();
            match ended {
                Ok(()) => 0,
                Err(error) => failure::explain(&error),
            }
        }
        Err(usage) => {
            // If not even this can be written there is nobody left to tell.
            let _ = usage.print();
            u8::try_from(usage.exit_code()).unwrap_or(1)
        }
    }
}

/// The examples of the guide, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide.md")]
struct Guide;

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_sound() {
        super::Program::command().debug_assert();
    }
}
