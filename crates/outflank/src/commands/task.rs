//! `outflank task`: the tasks of a study, one by one, for whoever distributes work.

mod file;
mod listing;

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_lab::study::{Accepted, Study, StudyError};
use outflank_lab::{DataFolder, read_text_file, studies};
use serde::Serialize;

use crate::chosen_study::ChosenStudy;
use crate::data::{Data, PROGRAM};
use crate::failure::{Interrupted, WrongInput};
use crate::interrupt;
use crate::report::{Format, Report};
use crate::writing::{Force, Target};
use file::ResultFile;
use listing::Listing;

/// List, do, give out and take in single tasks of a study, so that any scheduler can have them done
///
/// A task comes to the same bits wherever it is done. It needs the program, the results of a few other tasks and a folder to
/// work in; its result is one small file. `outflank reproduce STUDY --export slurm DIR` writes scripts around these commands.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List the tasks, each with those whose results it needs
    #[command(after_long_help = "\
JSON fields:
  study   the name of the study in the data folder
  tasks   in an order in which they can be done:
    key     what the task is called
    file    the file that its result is in
    level   how many tasks have to be done one after the other before it
    needs   the keys of the tasks whose results it needs
    done    whether its result is in the store")]
    List {
        #[command(flatten)]
        study: ChosenStudy,
        /// Only those whose results are not in the store
        #[arg(long)]
        missing: bool,
        /// Only those that are missing and whose needs are in the store
        #[arg(long)]
        ready: bool,
        #[command(flatten)]
        data: Data,
        #[command(flatten)]
        format: Format,
    },
    /// Do some tasks, and write the result of each to a file
    ///
    /// A task whose result is there already is not done again. Ctrl-C or SIGTERM stops with exit code 130; with --scratch the
    /// same command goes on with a training where it was.
    #[command(after_long_help = "\
JSON fields:
  study   the name of the study
  done    tasks that were done now
  known   tasks whose results were there before
  cpu_seconds
          the processor time it took")]
    Run {
        #[command(flatten)]
        study: ChosenStudy,
        /// The keys of the tasks, as `outflank task list` has them
        #[arg(value_name = "KEY", required_unless_present = "from", conflicts_with = "from")]
        keys: Vec<String>,
        /// A file with the keys of tasks, one a line
        #[arg(long, value_name = "FILE")]
        from: Option<PathBuf>,
        /// Of the tasks do part I of N
        #[arg(long, value_name = "I/N", value_parser = part, default_value = "1/1")]
        part: Part,
        /// Where the results go
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
        /// Where the results are that the tasks need [default: the folder of --out]
        #[arg(long, value_name = "DIR")]
        inputs: Option<PathBuf>,
        /// Where a task that is stopped leaves its checkpoints, in a folder of its own [default: nowhere]
        #[arg(long, value_name = "DIR")]
        scratch: Option<PathBuf>,
        #[command(flatten)]
        format: Format,
    },
    /// Take results into the store
    ///
    /// A result that differs from the one that is stored is an alarm: the same task must come to the same bits everywhere.
    /// All others are taken in, and the exit code is 1.
    #[command(after_long_help = "\
JSON fields:
  study     the name of the study in the data folder
  new       results that are stored now
  known     results that were there before, and are the same
  missing   tasks whose results are not in the store
  differing what differs, in words")]
    Accept {
        #[command(flatten)]
        study: ChosenStudy,
        /// Folders with results, or result files
        #[arg(required = true, value_name = "DIR|FILE")]
        results: Vec<PathBuf>,
        #[command(flatten)]
        data: Data,
        #[command(flatten)]
        format: Format,
    },
    /// Write the results that are in the store to one file, which `accept` takes in elsewhere
    ///
    /// A study that was begun on one machine goes on on another.
    #[command(after_long_help = "\
JSON fields:
  study     the name of the study in the data folder
  written   results in the file
  missing   tasks whose results are not in the store")]
    Export {
        #[command(flatten)]
        study: ChosenStudy,
        /// The file, one result a line
        #[arg(value_name = "FILE")]
        file: PathBuf,
        #[command(flatten)]
        force: Force,
        #[command(flatten)]
        data: Data,
        #[command(flatten)]
        format: Format,
    },
}

/// Part of a list: the number, the first being 1, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Part {
    number: usize,
    count: usize,
}

fn part(text: &str) -> Result<Part, String> {
    let read = || {
        let (number, count) = text.split_once('/')?;
        let (number, count) = (number.parse().ok()?, count.parse().ok()?);
        (1 <= number && number <= count).then_some(Part { number, count })
    };
    read().ok_or_else(|| "expected a part as in 3/40".to_owned())
}

impl Part {
    /// The items of this part; all parts together have every item once.
    fn of<T>(self, items: &[T]) -> &[T] {
        let border = |number: usize| (items.len() as u128 * number as u128 / self.count as u128) as usize;
        &items[border(self.number - 1)..border(self.number)]
    }
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.action {
        Action::List { study, missing, ready, data, format } => list(&study, missing, ready, &data, &format),
        Action::Run { study, keys, from, part, out, inputs, scratch, format } => {
            let keys = match from {
                Some(path) => keys_of(&path)?,
                None => keys,
            };
            let inputs = inputs.unwrap_or_else(|| out.clone());
            do_tasks(&study, part.of(&keys), &out, &inputs, scratch.as_deref(), &format)
        }
        Action::Accept { study, results, data, format } => accept(&study, &results, &data, &format),
        Action::Export { study, file, force, data, format } => {
            export(&study, &Target::new(&file, force.existing())?, &data, &format)
        }
    }
}

/// The longest list of keys that is read, in bytes.
const LONGEST_LIST: u64 = 1 << 26;

fn keys_of(path: &Path) -> anyhow::Result<Vec<String>> {
    let text = read_text_file(path, LONGEST_LIST)
        .map_err(|error| WrongInput::new(format!("the tasks in {}: {error}", path.display())))?;
    Ok(text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

fn list(
    chosen: &ChosenStudy,
    missing: bool,
    ready: bool,
    data: &Data,
    format: &Format,
) -> anyhow::Result<()> {
    let study = chosen.replication()?.study(&chosen.name(), PROGRAM);
    let done = match data.open_existing()? {
        Some(store) => store.results(study.name())?.into_iter().map(|result| result.key).collect(),
        None => Default::default(),
    };
    format.print(&Listing::new(&study, &done, missing, ready))
}

/// Does tasks one after the other.
fn do_tasks(
    chosen: &ChosenStudy,
    keys: &[String],
    out: &Path,
    inputs: &Path,
    scratch: Option<&Path>,
    format: &Format,
) -> anyhow::Result<()> {
    let stop = interrupt::flag();
    let study = chosen.replication()?.study(&chosen.name(), PROGRAM);
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let mut outcome = Done { study: chosen.name(), done: 0, known: 0, cpu_seconds: 0.0 };
    for key in keys {
        let path = out.join(file::name(key));
        if ResultFile::find(&path, study.name(), key)?.is_some() {
            outcome.known += 1;
            continue;
        }
        let needs = needs(&study, key, inputs)?;
        let result = match scratch {
            Some(scratch) => {
                let own = scratch.join(file::name(key)).with_extension("");
                let store = DataFolder::new(&own).open()?;
                let result = study.do_one(&store, key, &needs, stop);
                drop(store);
                if result.is_ok() {
                    // What is left of it is of no use; that it cannot be removed is no reason to lose the result.
                    let _ = std::fs::remove_dir_all(&own);
                }
                result
            }
            None => {
                let place = tempfile::tempdir().context("cannot make a folder to work in")?;
                let store = DataFolder::new(place.path()).open()?;
                study.do_one(&store, key, &needs, stop)
            }
        };
        let result = match result {
            Ok(result) => result,
            Err(StudyError::Stopped) => bail!(Interrupted),
            Err(error @ StudyError::Missing { .. }) => {
                bail!(WrongInput::new(format!("{error} in {}", inputs.display())))
            }
            Err(error) => return Err(error.into()),
        };
        outcome.done += 1;
        outcome.cpu_seconds += result.cpu_seconds;
        ResultFile::new(study.name(), result).write(&path)?;
    }
    format.print(&outcome)
}

/// The results that a task needs, as far as they are in a folder.
fn needs(study: &Study<'_>, key: &str, inputs: &Path) -> anyhow::Result<HashMap<String, String>> {
    let plan = study.plan();
    let task = plan.iter().find(|task| task.key == key);
    let task = task.ok_or_else(|| {
        WrongInput::new(StudyError::NoTask { study: study.name().to_owned(), key: key.to_owned() })
    })?;
    let mut found = HashMap::new();
    for need in study.needs(task) {
        if let Some(result) = ResultFile::find(&inputs.join(file::name(need)), study.name(), need)? {
            found.insert(result.key, result.value);
        }
    }
    Ok(found)
}

fn accept(chosen: &ChosenStudy, paths: &[PathBuf], data: &Data, format: &Format) -> anyhow::Result<()> {
    let replication = chosen.replication()?;
    let store = data.open()?;
    let study = replication.study(&chosen.name(), PROGRAM);
    let (mut brought, mut plans) = (Vec::new(), Vec::new());
    for path in file::all_in(paths)? {
        for result in ResultFile::read_all(&path)? {
            let result = result.of(study.name(), &path)?;
            match studies::is_plan(&result) {
                true => plans.push(result),
                false => brought.push((path.clone(), result)),
            }
        }
    }
    // Before the first result: what is claimed and how it will be decided, here or where the study was begun.
    replication.accept_plans(&study, &store, &plans)?;
    replication.write_plan(&study, &store)?;
    let mut outcome = Taken { study: chosen.name(), new: 0, known: 0, missing: 0, differing: Vec::new() };
    for (path, result) in brought {
        match study.accept(&store, &result) {
            Ok(Accepted::New) => outcome.new += 1,
            Ok(Accepted::Known) => outcome.known += 1,
            Err(error @ StudyError::Differs { .. }) => {
                outcome.differing.push(format!("{}: {error}", path.display()))
            }
            Err(error @ StudyError::NoTask { .. }) => {
                bail!(WrongInput::new(format!("{}: {error}", path.display())))
            }
            Err(error) => return Err(error.into()),
        }
    }
    outcome.missing = study.keys().count() - study.done(&store)?.count();
    format.print(&outcome)?;
    match outcome.differing.len() {
        0 => Ok(()),
        count => bail!("{count} of the results differ from what is stored: the same task came to other bits"),
    }
}

fn export(chosen: &ChosenStudy, target: &Target, data: &Data, format: &Format) -> anyhow::Result<()> {
    let study = chosen.replication()?.study(&chosen.name(), PROGRAM);
    let stored = match data.open_existing()? {
        Some(store) => store.results(study.name())?,
        None => Vec::new(),
    };
    // Results of tasks that the study does not have any more are of no concern. Its plan goes along.
    let tasks: HashSet<&str> = study.keys().collect();
    let (plans, results): (Vec<_>, Vec<_>) = stored.into_iter().partition(studies::is_plan);
    let results: Vec<_> = results.into_iter().filter(|result| tasks.contains(result.key.as_str())).collect();
    let written = results.len();
    if written == 0 {
        bail!(WrongInput::new(format!("there are no results of {} in the store", study.name())));
    }
    let lines: Vec<ResultFile> =
        plans.into_iter().chain(results).map(|result| ResultFile::new(study.name(), result)).collect();
    target.write(ResultFile::lines(&lines)?.as_bytes())?;
    format.print(&Written { study: chosen.name(), written, missing: tasks.len() - written })
}

/// What was done.
#[derive(Debug, Serialize)]
struct Done {
    study: String,
    done: usize,
    known: usize,
    cpu_seconds: f64,
}

impl Report for Done {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { study, done, known, cpu_seconds } = self;
        writeln!(
            out,
            "{study}: {done} tasks done in {cpu_seconds:.1} s of processor time, {known} known before"
        )
    }
}

/// What was taken in.
#[derive(Debug, Serialize)]
struct Taken {
    study: String,
    new: usize,
    known: usize,
    missing: usize,
    differing: Vec<String>,
}

impl Report for Taken {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { study, new, known, missing, differing } = self;
        writeln!(out, "{study}: {new} results taken in, {known} known before, {missing} missing")?;
        for difference in differing {
            writeln!(out, "differs   {difference}")?;
        }
        Ok(())
    }
}

/// What was written.
#[derive(Debug, Serialize)]
struct Written {
    study: String,
    written: usize,
    missing: usize,
}

impl Report for Written {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { study, written, missing } = self;
        writeln!(out, "{study}: {written} results written, {missing} missing")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_every_item_once() {
        let items: Vec<usize> = (0..103).collect();
        for count in [1, 2, 7, 40, 103, 200] {
            let parts = (1..=count).flat_map(|number| Part { number, count }.of(&items).to_vec());
            assert_eq!(parts.collect::<Vec<_>>(), items, "{count}");
        }
        assert!(part("3/40").is_ok_and(|part| (part.number, part.count) == (3, 40)));
        for wrong in ["0/4", "5/4", "x/4", "4", "1/0", "-1/2"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }
}
