//! The program `outflank`: everything is in the library beside it, where it can be documented and tested.

use std::process::ExitCode;

fn main() -> ExitCode {
    outflank::run(std::env::args_os())
}
