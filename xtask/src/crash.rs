//! The crash campaign: the program killed at any moment, by a test that is too long for every day.

use crate::needs;
use crate::step::{self, Failure, cargo};
use crate::test::SLOW;

/// For how long, and which chance.
#[derive(Debug, PartialEq)]
pub struct Options {
    minutes: f64,
    seed: u32,
}

impl Options {
    /// Reads `[--minutes N] [--seed S]`.
    pub fn read(arguments: &[&str]) -> Result<Self, String> {
        let mut options = Self { minutes: 10.0, seed: 1 };
        for pair in arguments.chunks(2) {
            match *pair {
                ["--minutes", number] => {
                    let minutes = number.parse().ok().filter(|minutes| (0.0..=100_000.0).contains(minutes));
                    options.minutes =
                        minutes.ok_or_else(|| format!("“{number}” is not a number of minutes"))?;
                }
                ["--seed", number] => {
                    options.seed = number.parse().map_err(|_| format!("“{number}” is not a seed"))?;
                }
                [option @ ("--minutes" | "--seed")] => return Err(format!("{option} without a number")),
                [unexpected, ..] => return Err(format!("unexpected “{unexpected}”")),
                [] => {}
            }
        }
        Ok(options)
    }
}

pub fn run(options: &Options) -> Result<(), Failure> {
    needs::another_sqlite();
    // With the features of all tests, so that nothing is built twice.
    let test = [
        "test",
        "--workspace",
        SLOW,
        "--test",
        "crash",
        "campaign",
        "--",
        "--ignored",
        "--exact",
        "--nocapture",
    ];
    let mut command = cargo(&test);
    command
        .env("OUTFLANK_CRASH_MINUTES", options.minutes.to_string())
        .env("OUTFLANK_CRASH_SEED", options.seed.to_string());
    step::run("crash campaign", &mut command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        assert_eq!(Options::read(&[]), Ok(Options { minutes: 10.0, seed: 1 }));
        assert_eq!(
            Options::read(&["--seed", "3", "--minutes", "0.5"]),
            Ok(Options { minutes: 0.5, seed: 3 })
        );
        assert_eq!(Options::read(&["--minutes"]), Err("--minutes without a number".to_owned()));
        assert_eq!(Options::read(&["--minutes", "x"]), Err("“x” is not a number of minutes".to_owned()));
        assert_eq!(Options::read(&["now"]), Err("unexpected “now”".to_owned()));
    }
}
