//! The file that the games of a contest are kept in.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_arena::games::{self, GameLine};
use outflank_arena::{Entrant, Pair};

use crate::failure::WrongInput;
use crate::reading;

/// Where games go, if anywhere.
pub struct GamesFile(Option<(PathBuf, BufWriter<File>)>);

impl GamesFile {
    /// Makes a new file. One that is there already is left alone: games are facts, and somebody's.
    pub fn create(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = File::create_new(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                WrongInput::new(format_args!("{} exists already; games go to a new file", path.display()))
                    .into()
            }
            _ => anyhow::Error::new(error).context(format!("cannot write games to {}", path.display())),
        })?;
        let mut games = Self(Some((path.to_owned(), BufWriter::new(file))));
        games.write("# Black\tWhite\tBlack's margin\tmoves\n")?;
        Ok(games)
    }

    /// Opens a file of games to go on with, or makes a new one. What holds anything else is left alone.
    pub fn append(path: Option<&Path>) -> anyhow::Result<Self> {
        let Some(path) = path else { return Ok(Self(None)) };
        if !path.exists() {
            return Self::create(Some(path));
        }
        let text = reading::text_file("the games in ", path)?;
        games::read(&text).map_err(|error| {
            WrongInput::new(format_args!("{} is not a file of games: {error}", path.display()))
        })?;
        let file = File::options().append(true).open(path);
        let file = file.with_context(|| format!("cannot write games to {}", path.display()))?;
        let mut games = Self(Some((path.to_owned(), BufWriter::new(file))));
        if !text.is_empty() && !text.ends_with('\n') {
            games.write("\n")?;
        }
        Ok(games)
    }

    /// Writes one game.
    pub fn add_game(&mut self, game: &GameLine) -> anyhow::Result<()> {
        self.write(&format!("{game}\n"))
    }

    /// Writes the two games of a pair.
    pub fn add(&mut self, first: &Entrant, second: &Entrant, pair: &Pair) -> anyhow::Result<()> {
        if self.0.is_none() {
            return Ok(());
        }
        let [one, other] = pair.games.clone();
        for (black, white, played) in [(first, second, one), (second, first, other)] {
            let line = GameLine { black: black.name().to_owned(), white: white.name().to_owned(), played };
            self.add_game(&line)?;
        }
        Ok(())
    }

    /// Makes sure that everything has arrived.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.with(|out| out.flush())
    }

    fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.with(|out| out.write_all(text.as_bytes()))
    }

    fn with(&mut self, work: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> anyhow::Result<()> {
        match &mut self.0 {
            Some((path, out)) => {
                work(out).with_context(|| format!("cannot write games to {}", path.display()))
            }
            None => Ok(()),
        }
    }
}
