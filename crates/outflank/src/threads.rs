//! The number of threads, as an option of a command line.

use std::num::NonZeroUsize;

/// The largest number of threads that is accepted: many more than a machine has cores, and fewer than a system refuses
/// to start.
const MOST: usize = 1024;

/// The choice of a number of threads.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Threads {
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number)]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// The chosen number, or that of the cores.
    pub fn count(self) -> usize {
        self.threads.unwrap_or_else(cores).get()
    }
}

/// The number of cores that the program may use.
pub fn cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

fn number(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST);
    number.ok_or_else(|| format!("expected a whole number from 1 to {MOST}"))
}
