//! Files that somebody asked for by name: never written over unasked, and never in place of what is no file.

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_lab::write_atomically;

use crate::failure::WrongInput;

/// Whether a file that is there may be written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Whoever is at the terminal is asked; elsewhere it stays.
    Asked,
    /// It may.
    Replaced,
}

/// The choice to write over files.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Force {
    /// Write over a file that is there already, without a question
    #[arg(long)]
    force: bool,
}

impl Force {
    /// What becomes of a file that is there.
    pub fn existing(self) -> Existing {
        if self.force { Existing::Replaced } else { Existing::Asked }
    }
}

/// A place that may be written to.
#[derive(Debug)]
pub struct Target(PathBuf);

impl Target {
    /// The place that a path stands for, if it can be written to: the file that a link leads to, and no link to
    /// nowhere, folder, device or pipe. Commands ask before the work whose result goes there.
    pub fn new(path: &Path, existing: Existing) -> anyhow::Result<Self> {
        let target = Self::allowed(path, existing)?;
        target.check_folder().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(target)
    }

    fn allowed(path: &Path, existing: Existing) -> Result<Self, WrongInput> {
        let refused = |reason: &str| WrongInput::new(format_args!("{} {reason}", path.display()));
        let Ok(found) = fs::symlink_metadata(path) else { return Ok(Self(path.to_owned())) };
        let target = match found.is_symlink() {
            true => fs::canonicalize(path).map_err(|_| refused("is a link that leads nowhere"))?,
            false => path.to_owned(),
        };
        let found =
            fs::metadata(&target).map_err(|error| refused(&format!("cannot be looked at: {error}")))?;
        if !found.is_file() {
            return Err(refused("is no regular file, and is left as it is"));
        }
        if existing == Existing::Replaced || asked(path) {
            Ok(Self(target))
        } else {
            Err(refused("exists already; --force writes over it"))
        }
    }

    /// Makes a file in the folder of the target, as writing it will, and removes it again.
    fn check_folder(&self) -> io::Result<()> {
        let mut name = self.0.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
        name.push(format!(".{}.unfinished", std::process::id()));
        let trial = self.0.with_file_name(name);
        drop(fs::OpenOptions::new().write(true).create_new(true).open(&trial)?);
        fs::remove_file(&trial)
    }

    /// Writes the file so that there is the old one or the new one, whatever happens.
    pub fn write(&self, bytes: &[u8]) -> anyhow::Result<()> {
        write_atomically(&self.0, bytes).with_context(|| format!("cannot write {}", self.0.display()))
    }
}

/// Asks whoever is at the terminal, if anybody.
fn asked(path: &Path) -> bool {
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        return false;
    }
    eprint!("{} exists already. Write over it? [y/N] ", path.display());
    let _ = io::stderr().flush();
    let mut answer = String::new();
    let read = io::stdin().lock().read_line(&mut answer);
    read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
}
