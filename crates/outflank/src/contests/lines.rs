//! Files that games are written to.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_arena::games;

use crate::failure::WrongInput;
use crate::reading;

/// What stands above the games of a file.
pub const HEAD: &str = "# Black\tWhite\tBlack's margin\tmoves\n";

/// Lines on their way to a file.
pub struct Lines {
    path: PathBuf,
    out: BufWriter<File>,
}

impl Lines {
    /// A new file.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                WrongInput::new(format_args!("{} exists already; games go to a new file", path.display()))
                    .into()
            }
            _ => anyhow::Error::new(error).context(format!("cannot write games to {}", path.display())),
        })?;
        Ok(Self { path: path.to_owned(), out: BufWriter::new(file) })
    }

    /// A file that is there, to go on with after so many bytes of it.
    pub fn cut(path: &Path, whole: usize) -> anyhow::Result<Self> {
        let opened = File::options().write(true).open(path).and_then(|mut file| {
            file.set_len(whole as u64)?;
            io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
            Ok(file)
        });
        let file = opened.with_context(|| format!("cannot write games to {}", path.display()))?;
        Ok(Self { path: path.to_owned(), out: BufWriter::new(file) })
    }

    /// A file of games to go on with, or a new one. What holds anything else is left alone.
    pub fn append(path: &Path) -> anyhow::Result<Self> {
        if !path.exists() {
            let mut new = Self::create(path)?;
            new.write(HEAD)?;
            return Ok(new);
        }
        let text = reading::text_file("the games in ", path)?;
        games::read(&text).map_err(|error| {
            WrongInput::new(format_args!("{} is not a file of games: {error}", path.display()))
        })?;
        let mut games = Self::cut(path, text.len())?;
        if !text.is_empty() && !text.ends_with('\n') {
            games.write("\n")?;
        }
        Ok(games)
    }

    /// Writes text.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        let written = self.out.write_all(text.as_bytes());
        written.with_context(|| format!("cannot write games to {}", self.path.display()))
    }

    /// Makes sure that everything has arrived.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.out.flush().with_context(|| format!("cannot write games to {}", self.path.display()))
    }
}
