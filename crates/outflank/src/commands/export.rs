//! `outflank export`: what was learned, as files for others.

use std::io::{self, Write};
use std::path::PathBuf;

use outflank_lab::PlayerFile;
use outflank_learn::Model;
use serde::Serialize;

use super::show::learned;
use crate::data::Data;
use crate::failure::WrongInput;
use crate::report::{Format, Report};
use crate::writing::{Force, Target};

/// Write what a run has learned to a file
///
/// A .player file is a player wherever one is named, and opens in Python with the safetensors package. It
/// has the recipe, the seed and the version of the program in it. A file that is there already is written over only
/// with --force or after a question, a link is followed, and what is no regular file is left alone.
///
/// A network of the Othello League can be named in place of a player file: it becomes one, for players that exchange the
/// colours when they are White.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
JSON fields:
  source   the run or player file it was taken from
  games    the games it had learned from
  player   the player file that was written, or null
  weights  the file of 64 weights that was written, or null
  league   the network of the Othello League that was written, or null")]
pub struct Arguments {
    /// The run, as far as it has come; RUN@GAMES as it was then; or a player file
    #[arg(value_name = "RUN")]
    source: String,
    /// The player file to write
    #[arg(value_name = "FILE.player", required_unless_present_any = ["weights", "league"])]
    player: Option<PathBuf>,
    /// After how many games
    #[arg(long, value_name = "GAMES")]
    at: Option<u64>,
    /// Write the 64 weights to this text file: eight rows from a1 to h8
    #[arg(long, value_name = "FILE.txt")]
    weights: Option<PathBuf>,
    /// Write a network of patterns to this text file, in the format of the Othello League; it is played with :inversion
    #[arg(long, value_name = "FILE.txt")]
    league: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    format: Format,
}

/// Runs the command.
pub fn run(arguments: Arguments) -> anyhow::Result<()> {
    let source = match arguments.at {
        Some(games) => format!("{}@{games}", arguments.source),
        None => arguments.source,
    };
    let player = learned::find_player(&arguments.data, &source)?
        .ok_or_else(|| WrongInput::new(format!("there is no run and no player file “{source}”")))?;
    // Before anything is written.
    let texts = [
        (&arguments.weights, arguments.weights.as_ref().map(|_| weights(&player)).transpose()?),
        (&arguments.league, arguments.league.as_ref().map(|_| league(&player)).transpose()?),
    ];
    let mut files = Vec::new();
    if let Some(path) = &arguments.player {
        files.push((Target::new(path, arguments.force.existing())?, player.to_bytes()));
    }
    for (path, text) in texts {
        if let (Some(path), Some(text)) = (path, text) {
            files.push((Target::new(path, arguments.force.existing())?, text.into_bytes()));
        }
    }
    for (target, bytes) in files {
        target.write(&bytes)?;
    }
    let text = |path: Option<PathBuf>| path.map(|path| path.display().to_string());
    arguments.format.print(&Exported {
        source,
        games: player.provenance.games,
        player: text(arguments.player),
        weights: text(arguments.weights),
        league: text(arguments.league),
    })
}

/// The weights as text, to the last bit.
fn weights(player: &PlayerFile) -> Result<String, WrongInput> {
    let row = |row: &[f64]| row.iter().map(f64::to_string).collect::<Vec<_>>().join(" ") + "\n";
    let weights = player.model.weights().ok_or_else(|| {
        let system = player.model.system();
        WrongInput::new(format!("what {system} learns is more than 64 weights; leave out --weights"))
    })?;
    Ok(weights.chunks(8).map(row).collect())
}

/// The network as a text of the Othello League.
fn league(player: &PlayerFile) -> Result<String, WrongInput> {
    match &player.model {
        Model::Patterns(model) => model.file().to_league().map_err(WrongInput::new),
        other => Err(WrongInput::new(format!(
            "what {} learns is no network of patterns; leave out --league",
            other.system()
        ))),
    }
}

/// What was written.
#[derive(Debug, Serialize)]
struct Exported {
    source: String,
    games: u64,
    player: Option<String>,
    weights: Option<String>,
    league: Option<String>,
}

impl Report for Exported {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for path in [&self.player, &self.weights, &self.league].into_iter().flatten() {
            writeln!(out, "{path}: {} after {} games", self.source, self.games)?;
        }
        Ok(())
    }
}
