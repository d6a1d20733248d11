//! Files of games in any format, written as the games come and there once they are whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use outflank_lab::Moment;
use outflank_rules::formats::{AnnotatedGame, CannotWrite, Format, WthorWriter};

use crate::failure::WrongInput;

/// A file of games that is being written.
pub struct GameFile {
    to: Format,
    out: Output,
    path: PathBuf,
    force: bool,
    /// The games of a format that is only known when all are there.
    wthor: WthorWriter,
}

impl GameFile {
    /// Begins a file, or standard output for `-`. Its format is said, or follows from the end of its name.
    pub fn begin(path: &Path, to: Option<Format>, force: bool) -> anyhow::Result<Self> {
        let to = to.or_else(|| Format::of_extension(path.extension()?.to_str()?));
        let to = to.ok_or_else(|| {
            WrongInput::new(format!("“{}” does not say what it is to be: choose with --to", path.display()))
        })?;
        let out = Output::begin(path, force)?;
        if to == Format::Wthor && matches!(out, Output::Standard(_)) {
            bail!(WrongInput::new("WTHOR is written to files: games, and lists of names beside them"));
        }
        Ok(Self { to, out, path: path.to_owned(), force, wthor: WthorWriter::new() })
    }

    /// What it is.
    pub fn format(&self) -> Format {
        self.to
    }

    /// Whether it is standard output, on which nothing else may be written.
    pub fn is_standard_output(&self) -> bool {
        matches!(self.out, Output::Standard(_))
    }

    /// Adds a game, unless the format has no place for it.
    pub fn add(&mut self, game: &AnnotatedGame) -> anyhow::Result<Result<(), CannotWrite>> {
        match self.to.write(game) {
            Some(text) => self.out.write(text.as_bytes()).map(Ok),
            None => Ok(self.wthor.add(game)),
        }
    }

    /// Ends the file, with the lists of names beside it that its format may have.
    pub fn finish(mut self) -> anyhow::Result<()> {
        if self.to == Format::Wthor {
            let day = today();
            self.out.write(&self.wthor.games(day))?;
            for (ending, names) in [("jou", self.wthor.players(day)), ("trn", self.wthor.tournaments(day))] {
                let mut list = Output::begin(&self.path.with_extension(ending), self.force)?;
                list.write(&names)?;
                list.finish()?;
            }
        }
        self.out.finish()
    }
}

/// Where games go: standard output, or a file that is there once it is whole.
enum Output {
    Standard(io::Stdout),
    File { writer: BufWriter<File>, unfinished: PathBuf, path: PathBuf },
}

impl Output {
    fn begin(path: &Path, force: bool) -> anyhow::Result<Self> {
        if path.as_os_str() == "-" {
            return Ok(Self::Standard(io::stdout()));
        }
        match fs::symlink_metadata(path) {
            Ok(about) if !about.is_file() => bail!(WrongInput::new(format!("{} is no file", path.display()))),
            Ok(_) if !force => {
                bail!(WrongInput::new(format!("{} is there already; --force writes over it", path.display())))
            }
            _ => {}
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.unfinished", std::process::id()));
        let unfinished = path.with_file_name(name);
        let file = OpenOptions::new().write(true).create_new(true).open(&unfinished);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self::File { writer: BufWriter::new(file), unfinished, path: path.to_owned() })
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Standard(out) => out.write_all(bytes).context("cannot write to standard output"),
            Self::File { writer, path, .. } => {
                writer.write_all(bytes).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }

    fn finish(mut self) -> anyhow::Result<()> {
        match &mut self {
            Self::Standard(out) => out.flush().context("cannot write to standard output"),
            Self::File { writer, unfinished, path } => {
                let written = writer.flush().and_then(|()| writer.get_ref().sync_all());
                let named = written.and_then(|()| fs::rename(&*unfinished, &*path));
                named.with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

impl Drop for Output {
    /// What was not finished goes.
    fn drop(&mut self) {
        if let Self::File { unfinished, .. } = self {
            let _ = fs::remove_file(unfinished);
        }
    }
}

/// Year, month and day.
fn today() -> (u16, u8, u8) {
    let date = Moment::now().date();
    let mut parts = date.split('-').map(|part| part.parse::<u16>().unwrap_or(0));
    let mut next = || parts.next().unwrap_or(0);
    (next(), next() as u8, next() as u8)
}
