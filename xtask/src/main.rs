//! Chores of the workspace, each one command:
//!
//! ```text
//! cargo xtask test                        every check there is
//! cargo xtask crash [--minutes N]         kills at any moment, torn logs, full disks
//! cargo xtask deny                        licences, advisories and sources of what is depended on
//! cargo xtask fuzz [TARGET] [--seconds N]  the parsers against hostile input
//! cargo xtask screenshots                 pictures of the pages for the documents
//! cargo xtask python [--long]             the Python package, built and tested
//! cargo xtask static                      the program as one file that runs on any Linux
//! cargo xtask processors [PROGRAM]        the same seed, the same bits on another processor
//! ```

mod crash;
mod deny;
mod fuzz;
mod musl;
mod needs;
mod processors;
mod python;
mod screenshots;
mod step;
mod test;

use std::process::ExitCode;

const USAGE: &str = "\
Chores of the workspace.

  cargo xtask test                         formatting, lints, all tests (the slow ones too), documentation
  cargo xtask crash [--minutes N] [--seed S]  kills the program at any moment for 10 minutes, and counts losses
  cargo xtask deny                         licences, advisories and sources of all dependencies
  cargo xtask fuzz [TARGET] [--seconds N]  runs the fuzz targets, or one of them, for 30 seconds each
  cargo xtask screenshots                  takes the pictures in docs/screenshots anew
  cargo xtask python [--long]              builds the Python package and tests it; --long with Slurm and PyTorch
  cargo xtask static                       builds the program as one static file, for clusters
  cargo xtask processors [PROGRAM]         lets every system learn natively and on an emulated processor, to the same bits
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["test"] => test::run(),
        ["screenshots"] => screenshots::run(),
        ["deny"] => deny::run(),
        ["crash", rest @ ..] => match crash::Options::read(rest) {
            Ok(options) => crash::run(&options),
            Err(problem) => return misused(&problem),
        },
        ["python"] => python::run(python::Tier::Usual),
        ["python", "--long"] => python::run(python::Tier::Long),
        ["static"] => musl::run(),
        ["processors"] => processors::run(None),
        ["processors", program] => processors::run(Some(program)),
        ["fuzz", rest @ ..] => match fuzz::Options::read(rest) {
            Ok(options) => fuzz::run(&options),
            Err(problem) => return misused(&problem),
        },
        [] | ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [unknown, ..] => return misused(&format!("there is no chore “{unknown}” of this form")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn misused(problem: &str) -> ExitCode {
    eprint!("xtask: {problem}\n\n{USAGE}");
    ExitCode::from(2)
}
