//! What a run begins with: what was learned before, and games that others played.

use std::path::Path;

use anyhow::Context;
use outflank_arena::Trajectory;
use outflank_arena::games::GameLine;
use outflank_lab::{NewRun, PlayerFile};
use outflank_learn::Learner;
use outflank_rules::{Game, GameRecord};

use crate::commands::show::learned;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::reading;
use crate::writing::{Existing, Target};

/// A player that a run begins with.
pub struct Before {
    name: String,
    player: PlayerFile,
}

impl Before {
    /// The player of a file or a run.
    pub fn find(data: &Data, name: &str) -> anyhow::Result<Self> {
        let player = learned::find_player(data, name)?
            .ok_or_else(|| WrongInput::new(format!("there is no run and no player file “{name}”")))?;
        Ok(Self { name: name.to_owned(), player })
    }

    /// The recipe by which it was taught: what goes on with it does so by the same, unless told otherwise.
    pub fn recipe(&self, system: &str) -> Result<&str, WrongInput> {
        match self.player.model.system() {
            found if found == system => Ok(&self.player.provenance.recipe),
            found => Err(WrongInput::new(format!("{} was learned by {found}, not by {system}", self.name))),
        }
    }

    /// The system that taught it.
    pub fn system(&self) -> &'static str {
        self.player.model.system()
    }

    /// The games it has learned from.
    pub fn games(&self) -> u64 {
        self.player.provenance.games
    }
}

/// A learner that has learned something before its first lesson, if the run is to begin with such a one.
pub fn learner(
    new: &NewRun,
    before: Option<&Before>,
    games: &[Game],
) -> Result<Option<Box<dyn Learner>>, WrongInput> {
    if before.is_none() && games.is_empty() {
        return Ok(None);
    }
    let mut learner = new.recipe.learner(new.seed);
    if let Some(Before { name, player }) = before {
        let refused = |error| WrongInput::new(format!("{name}: {error}"));
        learner.begin_from(player.model.clone()).map_err(refused)?;
    }
    let games: Vec<Trajectory> = games.iter().cloned().filter_map(Trajectory::of_game).collect();
    if !games.is_empty() {
        learner.learn_from(&games).map_err(WrongInput::new)?;
    }
    Ok(Some(learner))
}

/// The games of a file, one a line: as `outflank match` writes them, or transcripts alone. All must be over.
pub fn games(path: &Path) -> Result<Vec<Game>, WrongInput> {
    let refused = |error: &dyn std::fmt::Display| WrongInput::new(format!("{}: {error}", path.display()));
    let text = reading::text_file("the games in ", path)?;
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let at_line = |error: &dyn std::fmt::Display| refused(&format!("line {}: {error}", index + 1));
            let game = match line.contains('\t') {
                true => line.parse::<GameLine>().map_err(|error| at_line(&error))?.played.game,
                false => line.parse::<GameRecord>().map_err(|error| at_line(&error))?.game(),
            };
            if game.tally().is_some() { Ok(game) } else { Err(at_line(&"the game is not over")) }
        })
        .collect()
}

/// Where what is learned may be saved. The file that the run begins from is written anew without a question; every
/// other one that is there only if it may be.
pub fn target(path: &Path, from: Option<&str>, existing: Existing) -> anyhow::Result<Target> {
    let same = |from: &str| match (std::fs::canonicalize(from), std::fs::canonicalize(path)) {
        (Ok(from), Ok(to)) => from == to,
        _ => false,
    };
    let existing = if from.is_some_and(same) { Existing::Replaced } else { existing };
    Target::new(path, existing)
}

/// Writes what a run has learned, after these games before it.
pub fn save(data: &Data, run: &str, games_before: u64, target: &Target) -> anyhow::Result<()> {
    let found = data.registry().find_run(run)?.context("the run has vanished from the store")?;
    let mut player = found.player()?;
    player.provenance.games += games_before;
    target.write(&player.to_bytes())
}
