//! `outflank bench`: one number that a refactoring keeps, and how fast it was found.

mod learning;
mod workload;

use std::io::{self, Write};

use anyhow::ensure;
use outflank_rules::kernel::Available;
use serde::Serialize;

use self::learning::Trial;
use crate::report::{Format, Report};

/// Do a fixed piece of work: print its signature and the speeds
///
/// The signature is made from everything that was computed. It is the same on every machine, with every
/// kernel and any number of threads. A refactoring keeps it. Every learning system has a part in it, and one of its own
/// that says which of them learned something else.
/// The speeds are the best of a few runs.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  signature           16 hexadecimal digits
  kernels             one for each set of instructions this machine has, on one thread:
    kernel              \"avx2\", \"portable\"
    played_per_second   leaves of the game tree, each reached by playing its move
    counted_per_second  leaves of the game tree, the last ply only counted
    games_per_second    random games from start to end
  learned             one for each learning system, after a tiny training:
    system              its name
    signature           of all numbers that it keeps
  threads             how many threads there are
  all_threads_counted_per_second
                      leaves counted on all of them with the best kernel")]
pub struct Arguments {
    #[command(flatten)]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let kernels: Vec<_> = Available::all().map(workload::on_one_thread).collect();
    let first = kernels.first().expect("the portable kernel is always there");
    for other in &kernels {
        ensure!(
            other.signature == first.signature,
            "the kernels {} and {} disagree: {} against {}",
            first.kernel,
            other.kernel,
            first.signature,
            other.signature
        );
    }
    let together = workload::on_all_threads();
    ensure!(
        together.leaves == first.leaves,
        "one thread and {} disagree: {} leaves against {}",
        together.threads,
        first.leaves,
        together.leaves
    );
    let mut signature = first.signature;
    signature.absorb(workload::endgame_and_play());
    let learned = learning::trials(together.threads);
    learned.iter().for_each(|trial| signature.absorb(trial.signature.number()));
    arguments.format.print(&Bench {
        signature: signature.to_string(),
        threads: together.threads,
        all_threads_counted_per_second: together.counted_per_second,
        kernels,
        learned,
    })
}

/// The signature and the speeds.
#[derive(Debug, Serialize)]
struct Bench {
    signature: String,
    kernels: Vec<workload::OneKernel>,
    learned: Vec<Trial>,
    threads: usize,
    all_threads_counted_per_second: f64,
}

impl Report for Bench {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "signature {}\n", self.signature)?;
        writeln!(out, "{:<12}{:>14}{:>14}{:>12}", "", "leaves played", "counted", "games")?;
        for speeds in &self.kernels {
            writeln!(
                out,
                "{:<12}{:>12.1}M{:>13.1}M{:>11.1}k  a second",
                speeds.kernel,
                speeds.played_per_second / 1e6,
                speeds.counted_per_second / 1e6,
                speeds.games_per_second / 1e3,
            )?;
        }
        let threads = format!("{} threads", self.threads);
        writeln!(out, "{threads:<12}{:>13}{:>13.1}M\n", "", self.all_threads_counted_per_second / 1e6)?;
        self.learned
            .iter()
            .try_for_each(|Trial { system, signature }| writeln!(out, "{system:<13}{signature}"))
    }
}
