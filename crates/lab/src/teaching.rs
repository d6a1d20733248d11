//! A finished game that teaches the player who was played against.

use std::io;
use std::path::{Path, PathBuf};

use outflank_learn::{Model, Recipe};
use outflank_rules::{Color, Game};

use crate::recipes::{self, RecipeTextError};
use crate::{PlayerFile, PlayerFileError, RegistryError, read_player_file, write_atomically};

/// The file of a player that learns from its games against people: a table of `winmeasure`.
#[derive(Debug)]
pub struct Pupil {
    path: PathBuf,
}

impl Pupil {
    /// The player of a file, if it is one that can be taught.
    pub fn find(opponent: &str) -> Result<Self, TeachingError> {
        let pupil = Self { path: Path::new(opponent).to_owned() };
        if !pupil.path.is_file() {
            return Err(pupil.refused(Reason::NoFile));
        }
        pupil.read()?;
        Ok(pupil)
    }

    fn refused(&self, reason: impl Into<Reason>) -> TeachingError {
        TeachingError { path: self.path.clone(), reason: Box::new(reason.into()) }
    }

    /// What is in the file. Whatever is wrong with it, it stays as it is.
    fn read(&self) -> Result<PlayerFile, TeachingError> {
        let bytes = read_player_file(&self.path).map_err(|error| self.refused(error))?;
        let player = PlayerFile::from_bytes(&bytes).map_err(|error| self.refused(error))?;
        match player.model {
            Model::Winmeasure(_) => Ok(player),
            other => Err(self.refused(Reason::System { system: other.system() })),
        }
    }

    /// Teaches the side that the player had, and writes the file anew.
    pub fn teach(&self, game: &Game, side: Color) -> Result<(), TeachingError> {
        // Read again: it may have been taught meanwhile.
        let mut player = self.read()?;
        let recipe =
            recipes::read_complete(&player.provenance.recipe).map_err(|error| self.refused(error))?;
        if let (Model::Winmeasure(table), Recipe::Winmeasure(recipe)) = (&mut player.model, recipe)
            && table.teach_game(game, side, recipe.credit)
        {
            player.provenance.games += 1;
            write_atomically(&self.path, &player.to_bytes())
                .map_err(|error| self.refused(Reason::Write(error)))?;
        }
        Ok(())
    }
}

/// A player that cannot be taught.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct TeachingError {
    /// The file.
    pub path: PathBuf,
    reason: Box<Reason>,
}

#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error("expected the file of a player of winmeasure, without options")]
    NoFile,
    #[error("{system} does not learn from games against people; winmeasure does")]
    System { system: &'static str },
    #[error(transparent)]
    Read(#[from] RegistryError),
    #[error(transparent)]
    File(#[from] PlayerFileError),
    #[error("the recipe in the file: {0}")]
    Recipe(#[from] RecipeTextError),
    #[error("it cannot be written: {0}")]
    Write(io::Error),
}
