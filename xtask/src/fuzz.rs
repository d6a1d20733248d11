//! Running the fuzz targets of `fuzz/`.
//!
//! What they find worth keeping goes to `fuzz/target/corpus`; a text that once made a parser fail belongs
//! into `fuzz/corpus`, which the ordinary tests replay.

use std::fs;

use crate::needs;
use crate::step::{self, Failure, cargo, root};

/// Which targets, and for how long.
#[derive(Debug, PartialEq, Eq)]
pub struct Options {
    target: Option<String>,
    seconds: u32,
}

impl Options {
    /// Reads `[TARGET] [--seconds N]`.
    pub fn read(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self { target: None, seconds: 30 };
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            if argument == "--seconds" {
                let number = arguments.next().ok_or("--seconds without a number")?;
                options.seconds =
                    number.parse().map_err(|_| format!("“{number}” is not a number of seconds"))?;
            } else if argument.starts_with('-') || options.target.is_some() {
                return Err(format!("unexpected “{argument}”"));
            } else {
                options.target = Some(argument.to_owned());
            }
        }
        Ok(options)
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let all = targets()?;
    let chosen = match &options.target {
        None => all,
        Some(target) if all.contains(target) => vec![target.clone()],
        Some(unknown) => {
            let message = format!("there is no fuzz target “{unknown}”; there are {}", all.join(", "));
            return Err(Failure::new(message));
        }
    };
    needs::fuzzer()?;
    for target in chosen {
        fuzz(&target, options.seconds)?;
    }
    Ok(())
}

/// The names of all targets: one file each.
fn targets() -> Result<Vec<String>, Failure> {
    let folder = root().join("fuzz/fuzz_targets");
    let files = fs::read_dir(&folder)
        .map_err(|error| Failure::new(format!("{} cannot be read: {error}", folder.display())))?;
    let mut names: Vec<_> =
        files.filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

fn fuzz(target: &str, seconds: u32) -> Result<(), Failure> {
    // libFuzzer writes to the first folder and only reads the second.
    let found = root().join("fuzz/target/corpus").join(target);
    fs::create_dir_all(&found)
        .map_err(|error| Failure::new(format!("{} cannot be made: {error}", found.display())))?;
    let mut command = cargo(&["fuzz", "run", target]);
    command
        .arg(found)
        .arg(root().join("fuzz/corpus").join(target))
        .args(["--", "-print_final_stats=1", "-verbosity=0"])
        .arg(format!("-max_total_time={seconds}"))
        // Sanitizers are switched on by flags that a stable compiler otherwise refuses.
        .env("RUSTC_BOOTSTRAP", "1")
        // SQLite has two tables of one name in one file, each for itself.
        .env("ASAN_OPTIONS", "detect_odr_violation=0");
    step::run(&format!("fuzz {target}"), &mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_in_any_order() {
        let options = |target: Option<&str>, seconds| Options { target: target.map(str::to_owned), seconds };
        assert_eq!(Options::read(&[]), Ok(options(None, 30)));
        assert_eq!(Options::read(&["board", "--seconds", "5"]), Ok(options(Some("board"), 5)));
        assert_eq!(Options::read(&["--seconds", "5", "board"]), Ok(options(Some("board"), 5)));
        assert_eq!(Options::read(&["--seconds"]), Err("--seconds without a number".to_owned()));
        assert_eq!(Options::read(&["--seconds", "x"]), Err("“x” is not a number of seconds".to_owned()));
        assert_eq!(Options::read(&["board", "square"]), Err("unexpected “square”".to_owned()));
    }
}
