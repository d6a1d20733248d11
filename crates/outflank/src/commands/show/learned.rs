//! What a run or a player has learned.

use std::io::{self, Write};
use std::path::Path;

use outflank_lab::league::LeagueScore;
use outflank_lab::plot::{Ink, Terminal};
use outflank_lab::report::Section;
use outflank_lab::{
    CurvePoint, FoundRun, PlayerFile, Provenance, RegistryError, read_player_file, shipped, view,
};
use outflank_learn::{Recipe, Tensors};
use outflank_value::PieceCounter;
use serde::Serialize;

use crate::commands::runs::{PrintedScore, RunLine};
use crate::data::Data;
use crate::failure::WrongInput;
use crate::report::Report;

/// The path that a word is, if there is such a file.
pub fn as_file(word: &str) -> Option<&str> {
    (word != "-" && Path::new(word).is_file()).then_some(word)
}

/// Whether a word that is neither was probably meant as a run or a file.
pub fn is_meant(word: &str) -> bool {
    let system = word.split('-').next().unwrap_or_default();
    word.contains(['@', '.', '/']) || (word != system && Recipe::SYSTEMS.contains(&system))
}

/// The player that a run has become, or that is in a player file. `None` where there is neither.
pub fn find_player(data: &Data, name: &str) -> anyhow::Result<Option<PlayerFile>> {
    if let Some(path) = as_file(name) {
        return Ok(Some(player_file(path, &read(path)?)?));
    }
    if let Some(found) = data.registry().find_run(name)? {
        return found.player().map(Some).map_err(as_input_or_failure);
    }
    shipped::find(name).map(|player| player_file(name, player.bytes).map_err(Into::into)).transpose()
}

fn read(path: &str) -> Result<Vec<u8>, WrongInput> {
    read_player_file(Path::new(path)).map_err(|error| WrongInput::new(format!("{path}: {error}")))
}

/// A player file, or a network of the Othello League.
fn player_file(path: &str, bytes: &[u8]) -> Result<PlayerFile, WrongInput> {
    let refused = |error: &dyn std::fmt::Display| WrongInput::new(format!("{path}: {error}"));
    match std::str::from_utf8(bytes) {
        Ok(text) if !PlayerFile::is_recognised(bytes) => PlayerFile::from_league(text).map_err(|error| {
            refused(&format!("neither a player file nor a network of the Othello League: {error}"))
        }),
        _ => PlayerFile::from_bytes(bytes).map_err(|error| refused(&error)),
    }
}

fn as_input_or_failure(error: RegistryError) -> anyhow::Error {
    match error {
        RegistryError::NotKept { .. } | RegistryError::NothingYet { .. } => WrongInput::new(error).into(),
        error => error.into(),
    }
}

/// All there is to say about what was learned.
#[derive(Debug, Serialize)]
pub struct Learned {
    source: String,
    run: Option<RunLine>,
    provenance: Option<Provenance>,
    tensors: Vec<Numbers>,
    curve: Vec<CurvePoint>,
    /// The same for people: what was measured on the way, and what was learned.
    #[serde(skip)]
    views: Vec<Section>,
}

/// A tensor as JSON has it.
#[derive(Debug, Serialize)]
struct Numbers {
    name: String,
    shape: Vec<usize>,
    values: Vec<f64>,
}

impl Learned {
    /// What is in a file: a learned player, or 64 weights.
    pub fn of_file(path: &str) -> anyhow::Result<Self> {
        Self::of_bytes(path, &read(path)?)
    }

    /// What a player has learned that comes with the program.
    pub fn of_shipped(name: &str) -> Option<anyhow::Result<Self>> {
        shipped::find(name).map(|player| Self::of_bytes(name, player.bytes))
    }

    fn of_bytes(path: &str, bytes: &[u8]) -> anyhow::Result<Self> {
        let nothing = |path: &str| Self {
            source: path.to_owned(),
            run: None,
            provenance: None,
            tensors: Vec::new(),
            curve: Vec::new(),
            views: Vec::new(),
        };
        let of_player = |player: PlayerFile| -> anyhow::Result<Self> {
            let tensors = numbers(&player.model.tensors());
            let views = vec![view::of(&player.model)?];
            Ok(Self { provenance: Some(player.provenance), tensors, views, ..nothing(path) })
        };
        if PlayerFile::is_recognised(bytes) {
            return of_player(player_file(path, bytes)?);
        }
        let text = String::from_utf8_lossy(bytes);
        let counter = match (PieceCounter::from_text(&text), PlayerFile::from_league(&text)) {
            (Ok(counter), _) => counter,
            (_, Ok(player)) => return of_player(player),
            (Err(weights), Err(network)) => {
                return Err(WrongInput::new(format!(
                    "{path} is neither a player file nor 64 weights: {weights}; nor a network of the Othello League: \
                     {network}"
                ))
                .into());
            }
        };
        let values = counter.weights().to_vec();
        let tensors = vec![Numbers { name: "weights".to_owned(), shape: vec![8, 8], values }];
        let views = vec![Section::new("Weights").figure(view::of_weights(*counter.weights())?)];
        Ok(Self { tensors, views, ..nothing(path) })
    }

    /// What a run has come to. One that has not begun yet has learned nothing.
    pub fn of_run(name: &str, found: &FoundRun) -> anyhow::Result<Self> {
        let player = match found.player() {
            Ok(player) => Some(player),
            Err(RegistryError::NothingYet { .. }) => None,
            Err(error) => return Err(as_input_or_failure(error)),
        };
        let unlearned = || Provenance {
            recipe: found.run.recipe.clone(),
            seed: found.run.seed,
            games: 0,
            created: found.run.started.to_string(),
            program: found.run.program.clone(),
        };
        let curve = found.store.curves(&found.run.id)?;
        let mut views = Vec::new();
        if !curve.is_empty() {
            views.push(view::of_curves(&curve)?);
        }
        if let Some(player) = &player {
            views.push(view::of(&player.model)?);
        }
        Ok(Self {
            source: name.to_owned(),
            run: Some(RunLine::new(&found.store, &found.run)?),
            views,
            tensors: player.as_ref().map(|player| numbers(&player.model.tensors())).unwrap_or_default(),
            provenance: Some(player.map_or_else(unlearned, |player| player.provenance)),
            curve,
        })
    }
}

fn numbers(tensors: &Tensors) -> Vec<Numbers> {
    let tensor = |(name, tensor): (&str, &outflank_learn::Tensor)| Numbers {
        name: name.to_owned(),
        shape: tensor.shape.clone(),
        values: tensor.values.to_vec(),
    };
    tensors.iter().map(tensor).collect()
}

/// The room for pictures; what is printed without colours is stripped of them later.
pub(super) const ROOM: Terminal = Terminal { columns: 100, rows: 16, ink: Ink::Colour };

impl Report for Learned {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.source)?;
        for view in &self.views {
            write!(out, "\n{}", view.to_terminal(ROOM))?;
        }
        writeln!(out)?;
        if let Some(run) = &self.run {
            writeln!(out, "state    {}, {} lessons", run.state, run.lessons())?;
            writeln!(out, "cost     {:.1} s of processor time", run.cpu_seconds)?;
        }
        if let Some(Provenance { recipe, seed, games, created, program }) = &self.provenance {
            writeln!(out, "learned  from {games} games, seed {seed}, {created}")?;
            writeln!(out, "program  {program}")?;
            writeln!(out, "recipe")?;
            for line in recipe.lines() {
                writeln!(out, "  {line}")?;
            }
        }
        let scores = self.curve.iter().filter_map(|point| Some((point.games, LeagueScore::of_point(point)?)));
        for (index, (games, score)) in scores.enumerate() {
            if index == 0 {
                writeln!(out, "{:>9}  League score, with its 95 % interval", "games")?;
            }
            writeln!(out, "{games:>9}  {}", PrintedScore::from(score))?;
        }
        Ok(())
    }
}
