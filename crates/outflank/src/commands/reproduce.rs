//! `outflank reproduce`: a document's experiments run again, and the report on them.

mod slurm;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_lab::report::Verdict;
use outflank_lab::studies::{Provenance, Replication};
use outflank_lab::{Ending, Moment, study, write_atomically};
use serde::Serialize;

use crate::chosen_study::ChosenStudy;
use crate::data::{Data, PROGRAM};
use crate::failure::{Interrupted, WrongInput};
use crate::interrupt;
use crate::progress::{self, Log};
use crate::report::{Format, Report};
use crate::threads::Threads;
use slurm::Scripts;

/// Run the experiments of a document again and write a report
///
/// The report says of each claim whether it is replicated, not replicated or undecided, with intervals. The
/// study can be stopped with Ctrl-C, or killed, at any time; the same command goes on where it was.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  study           the name of the study in the data folder
  state           \"finished\", or \"interrupted\": the same command goes on
  tasks           trainings and leagues in all
  done            how many of them are done
  cpu_seconds     the processor time they took, since the study began
  replicated      claims that hold here too
  not_replicated  claims that do not hold here
  undecided       claims that the results allow to be either way, or that too few results speak to
  untestable      claims that nothing done here could decide
  report          the folder of the report, or null")]
pub struct Arguments {
    #[command(flatten)]
    study: ChosenStudy,
    /// Where the report goes: report.html, report.md, report.json and figures
    /// [default: studies/STUDY-SCALE-SEED in the data folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Report on what is there so far and do nothing else
    #[arg(long)]
    so_far: bool,
    /// Do nothing here, but write scripts into a folder that have a cluster do the tasks: with slurm, submit.sh hands in one
    /// job array after the other
    #[arg(long, num_args = 2, value_names = ["slurm", "DIR"], conflicts_with_all = ["so_far", "threads", "out"])]
    export: Option<Vec<String>>,
    /// How many tasks one job of the cluster does, one after the other
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN, requires = "export")]
    tasks_per_job: NonZeroUsize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let stop = interrupt::flag();
    let name = arguments.study.name();
    let replication = arguments.study.replication()?;
    if let Some(words) = &arguments.export {
        return export(&arguments, words, &replication);
    }
    let store = arguments.data.open()?;
    let study = replication.study(&name, PROGRAM);
    let threads = arguments.threads.count();

    // Before the first result: what is claimed and how it will be decided.
    replication.write_plan(&study, &store)?;
    let bar = progress::bar(study.keys().count() as u64, "{prefix} {wide_bar} {pos}/{len}  {msg}");
    bar.set_prefix(name.clone());
    let mut log = Log::new();
    let watch = |progress: &study::Progress| {
        bar.set_position(progress.done as u64);
        let current: Vec<String> =
            progress.current.iter().map(|task| format!("{} {:.0} %", task.key, 100.0 * task.part)).collect();
        let remaining = progress
            .remaining
            .map_or(String::new(), |time| format!("  about {} left", indicatif::HumanDuration(time)));
        let message = format!("{}{remaining}", current.join(", "));
        if bar.is_hidden() {
            log.tell(|| format!("{name}: {} of {} tasks  {message}", progress.done, study.keys().count()));
        }
        bar.set_message(message);
    };
    let ending = match arguments.so_far {
        true => Ok(Ending::Stopped),
        false => study.run(&store, threads, stop, watch),
    };
    bar.finish_and_clear();
    let ending = ending.with_context(|| format!("{name} stopped; the same command goes on where it was"))?;

    let done = study.done(&store)?;
    let mut outcome = Reproduced {
        done: done.count(),
        tasks: study.keys().count(),
        state: if done.count() == study.keys().count() { "finished" } else { "interrupted" },
        study: name,
        cpu_seconds: done.cpu_seconds(),
        replicated: 0,
        not_replicated: 0,
        undecided: 0,
        untestable: 0,
        report: None,
    };
    if ending == Ending::Finished || arguments.so_far {
        let provenance = Provenance {
            program: PROGRAM.to_owned(),
            command: format!("outflank reproduce {}", arguments.study.words()),
            date: Moment::now().date(),
            seed: arguments.study.seed,
        };
        let report = replication.report(&study, &store, &provenance).context("cannot write the report")?;
        let out = match arguments.out {
            Some(out) => out,
            None => store.folder().path().join("studies").join(&outcome.study),
        };
        report.write_into(&out)?;
        let data = replication.data_file(&replication.data(&study, &store)?);
        write_atomically(&out.join("data.jsonl"), data.as_bytes()).context("cannot write data.jsonl")?;
        outcome.replicated = report.count(Verdict::Replicated);
        outcome.not_replicated = report.count(Verdict::NotReplicated);
        outcome.undecided = report.count(Verdict::Undecided);
        outcome.untestable = report.count(Verdict::Untestable);
        outcome.report = Some(out.display().to_string());
    }
    arguments.format.print(&outcome)?;
    if ending == Ending::Finished || arguments.so_far { Ok(()) } else { Err(Interrupted.into()) }
}

/// Writes scripts for a cluster, and tells what to do with them.
fn export(arguments: &Arguments, words: &[String], replication: &Replication) -> anyhow::Result<()> {
    let out = match words {
        [scheduler, out] if scheduler == "slurm" => Path::new(out),
        [other, ..] => bail!(WrongInput::new(format!("--export: “{other}” is not known; there is slurm"))),
        [] => bail!(WrongInput::new("--export: expected slurm and a folder")),
    };
    let study = replication.study(&arguments.study.name(), PROGRAM);
    let scripts = Scripts::new(&arguments.study, &study, arguments.tasks_per_job);
    scripts.write_into(out)?;
    arguments.format.print(&scripts.written_in(out))
}

/// What became of the study.
#[derive(Debug, Serialize)]
struct Reproduced {
    study: String,
    state: &'static str,
    tasks: usize,
    done: usize,
    cpu_seconds: f64,
    replicated: usize,
    not_replicated: usize,
    undecided: usize,
    untestable: usize,
    report: Option<String>,
}

impl Report for Reproduced {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { study, state, tasks, done, cpu_seconds, report, .. } = self;
        let Self { replicated, not_replicated, undecided, untestable, .. } = self;
        writeln!(
            out,
            "{study} {state}: {done} of {tasks} tasks, {:.1} minutes of processor time",
            // The sum of nothing is -0.
            cpu_seconds / 60.0 + 0.0
        )?;
        match report {
            Some(report) => {
                // A league claims nothing.
                if replicated + not_replicated + undecided > 0 {
                    writeln!(
                        out,
                        "claims: {replicated} replicated, {not_replicated} not replicated, {undecided} undecided, \
                         {untestable} cannot be tested here"
                    )?;
                }
                writeln!(out, "report: {report}/report.html")
            }
            None => writeln!(out, "the same command goes on where it was"),
        }
    }
}
