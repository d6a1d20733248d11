//! A finished game that teaches the player who was played against.

use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_arena::Library;
use outflank_lab::{PlayerFile, Shelf, recipes, write_atomically};
use outflank_learn::{Model, Recipe};
use outflank_rules::{Color, Game};

use crate::failure::WrongInput;

/// The file of a player that learns from its games against people: a table of `winmeasure`.
pub struct Pupil {
    path: PathBuf,
}

impl Pupil {
    /// The player of a file, if it is one that can be taught.
    pub fn find(opponent: &str) -> Result<Self, WrongInput> {
        let path = Path::new(opponent);
        if !path.is_file() {
            let reason = "--teach wants the file of a player of winmeasure, without options";
            return Err(WrongInput::new(format!("{opponent}: {reason}")));
        }
        let pupil = Self { path: path.to_owned() };
        pupil.read()?;
        Ok(pupil)
    }

    /// What is in the file. Whatever is wrong with it, it stays as it is.
    fn read(&self) -> Result<PlayerFile, WrongInput> {
        let name = self.path.display().to_string();
        let refused = |reason: &dyn std::fmt::Display| WrongInput::new(format!("{name}: {reason}"));
        let bytes = Shelf::new(None).read(&name).map_err(|error| refused(&error))?;
        let player = PlayerFile::from_bytes(&bytes).map_err(|error| refused(&error))?;
        match player.model {
            Model::Winmeasure(_) => Ok(player),
            other => {
                let reason = "does not learn from games against people";
                Err(refused(&format!("{} {reason}; winmeasure does", other.system())))
            }
        }
    }

    /// Teaches the side that the player had, and writes the file anew.
    pub fn teach(&self, game: &Game, side: Color) -> anyhow::Result<()> {
        // Read again: somebody may have taught it meanwhile.
        let mut player = self.read()?;
        let recipe = recipes::read_complete(&player.provenance.recipe).context("the recipe in the file")?;
        if let (Model::Winmeasure(table), Recipe::Winmeasure(recipe)) = (&mut player.model, recipe)
            && table.teach_game(game, side, recipe.credit)
        {
            player.provenance.games += 1;
            write_atomically(&self.path, &player.to_bytes())
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        Ok(())
    }
}
