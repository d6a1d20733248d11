//! `outflank import`: games of everybody into the library.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, bail};
use outflank_lab::Store;
use outflank_lab::library::{self, ImportedFile, OpenFile};
use outflank_rules::formats::Format as GameFormat;
use serde::Serialize;

use crate::data::Data;
use crate::failure::{Interrupted, WrongInput};
use crate::report::{Format, Report};
use crate::{interrupt, progress};

/// Keep games of others in the library
///
/// Files may be in any format: transcripts, GGF, SGF, PGN, WTHOR with its lists of names beside it. Everything they say
/// about a game is kept; a game that is there already is not added again, but takes what was not known of it. What
/// cannot be read is reported and passed over, and the exit code is then 1. A game with an illegal move is kept up to it.
/// The database of tournaments, WTHOR, is published by the French Othello federation (ffothello.org): a file for each
/// year, and WTHOR.JOU and WTHOR.TRN, all into one folder, and `outflank import FOLDER`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  files    one for each file: file, format, games (read), added, known (there already), cut (at an illegal
           move), refused (could not be read), faults (the first of them, in words)
  added    games that were new, in all
  known    games that were there already, in all
  library  how many games there are now
  stopped  whether Ctrl-C ended it before its time
  seconds  the time it took")]
pub struct Arguments {
    /// The files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What the files are, if it is not to be found out
    #[arg(long, value_name = "FORMAT")]
    from: Option<GameFormat>,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

#[derive(Debug, Serialize)]
struct ImportReport {
    files: Vec<ImportedFile>,
    added: u64,
    known: u64,
    library: u64,
    stopped: bool,
    seconds: f64,
}

/// So many games are written together: what is done stays if the rest is not.
const TOGETHER: usize = 5_000;

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let began = Instant::now();
    let paths = all_files(&arguments.files)?;
    let store = arguments.data.open()?;
    store.prepare_library()?;
    let stop = interrupt::flag();
    let sizes = paths.iter().filter_map(|path| Some(path.metadata().ok()?.len()));
    let bar = progress::bar(sizes.sum(), "{wide_bar} {percent}%  {msg}  {elapsed}");
    let mut report =
        ImportReport { files: Vec::new(), added: 0, known: 0, library: 0, stopped: false, seconds: 0.0 };
    for path in paths {
        let size = path.metadata().map_or(0, |about| about.len());
        let file = library::open(&path, arguments.from).map_err(WrongInput::new)?;
        let file = import(&store, &path, file, |games| bar.set_message(format!("{games} games")))?;
        bar.inc(size);
        report.added += file.added;
        report.known += file.known;
        report.files.push(file);
        if stop.load(Ordering::Relaxed) {
            report.stopped = true;
            break;
        }
    }
    bar.set_message("making the index");
    store.index_library(true)?;
    bar.finish_and_clear();
    report.library = store.library_size()?;
    report.seconds = began.elapsed().as_secs_f64();
    for file in &report.files {
        for fault in &file.faults {
            eprintln!("{}: {fault}", file.file);
        }
    }
    let refused: u64 = report.files.iter().map(|file| file.refused).sum();
    arguments.format.print(&report)?;
    if report.stopped {
        bail!(Interrupted);
    }
    if refused > 0 {
        bail!("{refused} games could not be read");
    }
    Ok(())
}

/// The files that were named, and those in folders that were.
fn all_files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut inside: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        inside.retain(|path| {
            let ending = path.extension().and_then(|ending| ending.to_str());
            path.is_file() && ending.and_then(GameFormat::of_extension).is_some()
        });
        inside.sort();
        files.extend(inside);
    }
    if files.is_empty() {
        bail!(WrongInput::new("there is no file of games in these folders"));
    }
    Ok(files)
}

/// Keeps the games of one file.
fn import(store: &Store, path: &Path, file: OpenFile, report: impl Fn(u64)) -> anyhow::Result<ImportedFile> {
    let OpenFile { games, names_missing, .. } = file;
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let format = games.format().name();
    let mut done = ImportedFile::new(name, games.format());
    if names_missing {
        done.tell("the lists of names (.JOU, .TRN) are not beside it: players are numbers");
    }
    let mut batch = Vec::with_capacity(TOGETHER);
    for game in games {
        let game = done.read(game).with_context(|| format!("cannot read {}", path.display()))?;
        batch.extend(game);
        if batch.len() == TOGETHER {
            done.keep(store.import(&done.file, format, batch.drain(..))?);
            report(done.games);
            if interrupt::flag().load(Ordering::Relaxed) {
                return Ok(done);
            }
        }
    }
    done.keep(store.import(&done.file, format, batch.drain(..))?);
    Ok(done)
}

impl Report for ImportReport {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for file in &self.files {
            write!(out, "{}: {} games ({})", file.file, file.games, file.format)?;
            if file.known > 0 {
                write!(out, ", {} there already", file.known)?;
            }
            if file.cut > 0 {
                write!(out, ", {} cut at an illegal move", file.cut)?;
            }
            if file.refused > 0 {
                write!(out, ", {} could not be read", file.refused)?;
            }
            writeln!(out)?;
        }
        if self.stopped {
            writeln!(out, "stopped: what is listed is kept")?;
        }
        writeln!(out, "{} games added; the library has {} ({:.1} s)", self.added, self.library, self.seconds)
    }
}
