//! The laboratory's players, by the grammar of the command line.

use std::path::PathBuf;
use std::sync::Arc;

use numpy::PyArray1;
use outflank_arena::{Entrant, PlayerSpec, on_threads};
use outflank_engine::Chance;
use outflank_lab::{DataFolder, PlayerRegistry};
use outflank_rules::{Board as RuleBoard, Game as RuleGame, Turn};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays;
use crate::batch::threads;
use crate::board::Board;
use crate::function::{FunctionPlayer, action};
use crate::game::Game;
use crate::host::{Service, hosted};
use crate::planes::PASS;

/// The data folder that a path chooses, or the usual one.
pub fn folder(data: Option<PathBuf>) -> Option<DataFolder> {
    data.map(DataFolder::new).or_else(DataFolder::usual)
}

/// A player that a text names.
pub fn named(text: &str, data: Option<PathBuf>, epsilon: Option<f64>) -> PyResult<Entrant> {
    let wrong = |error: outflank_arena::SpecError| match error.is_failure() {
        true => PyRuntimeError::new_err(error.to_string()),
        false => PyValueError::new_err(error.to_string()),
    };
    let spec: PlayerSpec = text.parse().map_err(wrong)?;
    let spec = match epsilon {
        Some(epsilon) => spec.with_epsilon(epsilon).map_err(wrong)?,
        None => spec,
    };
    spec.entrant(&PlayerRegistry::new(folder(data))).map_err(wrong)
}

/// Whatever may take part in a contest: a text, a player, a function as a player.
pub fn entrant(
    object: &Bound<'_, PyAny>,
    service: &Arc<Service>,
    data: Option<PathBuf>,
    epsilon: Option<f64>,
) -> PyResult<Entrant> {
    if let Ok(text) = object.extract::<String>() {
        return named(&text, data, epsilon);
    }
    if let Ok(player) = object.cast::<Player>() {
        let player = player.get();
        return match epsilon {
            None => Ok(player.entrant.clone()),
            Some(_) => named(&player.spec, player.data.clone(), epsilon),
        };
    }
    if let Ok(player) = object.cast::<FunctionPlayer>() {
        return Ok(player.get().entrant(service, epsilon));
    }
    let kind = object.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a player is a name as in 'swh:depth=3', a Player, or a function through from_function; got {kind}"
    )))
}

/// A player of the laboratory.
#[pyclass(module = "outflank", frozen)]
pub struct Player {
    spec: String,
    data: Option<PathBuf>,
    entrant: Entrant,
}

/// A game, or a board to start one from.
#[derive(FromPyObject)]
enum Situation {
    Game(Game),
    Board(Board),
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (spec, *, data=None))]
    fn new(spec: String, data: Option<PathBuf>) -> PyResult<Self> {
        let entrant = named(&spec, data.clone(), None)?;
        Ok(Self { spec, data, entrant })
    }

    /// The text that named it.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// What decides its moves, whatever it is called.
    #[getter]
    fn identity(&self) -> String {
        self.entrant.identity().to_string()
    }

    /// The action that it chooses.
    #[pyo3(signature = (situation, *, seed=0))]
    fn choose(&self, py: Python<'_>, situation: Situation, seed: u64) -> PyResult<usize> {
        let game = match situation {
            Situation::Game(game) => game.game,
            Situation::Board(board) => RuleGame::from_board(board.board),
        };
        hosted(py, &Service::new(1), |_| {
            choice(&self.entrant, &game, &mut Chance::stream(seed, "choice", 0))
        })?
    }

    /// The actions that it chooses on many boards.
    #[pyo3(signature = (mover, opponent, players=None, *, seed=0, threads=None))]
    fn choose_batch<'py>(
        &self,
        py: Python<'py>,
        mover: &Bound<'py, PyAny>,
        opponent: &Bound<'py, PyAny>,
        players: Option<&Bound<'py, PyAny>>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let positions = arrays::positions(mover, opponent)?;
        let colors = arrays::colors(players, positions.len())?;
        let threads = self::threads(threads)?.min(positions.len().max(1));
        let share = positions.len().div_ceil(threads).max(1);
        let chosen = hosted(py, &Service::new(threads), |_| {
            let chunks: Vec<_> = positions.chunks(share).zip(colors.chunks(share)).collect();
            on_threads(threads, chunks.len(), |chunk| {
                let (positions, colors) = chunks[chunk];
                let mut player = self.entrant.seat();
                let rows = positions.iter().zip(colors).enumerate();
                rows.map(|(row, (&position, &mover))| {
                    let game = RuleGame::from_board(RuleBoard { position, mover });
                    player.begin();
                    let mut chance = Chance::stream(seed, "choice", (chunk * share + row) as u64);
                    one(&mut *player, &game, &mut chance)
                        .map(|action| action.map_or(-1, |action| action as i64))
                })
                .collect::<PyResult<Vec<i64>>>()
            })
        })?;
        let chosen: Vec<Vec<i64>> = chosen.into_iter().collect::<PyResult<_>>()?;
        Ok(PyArray1::from_iter(py, chosen.into_iter().flatten()))
    }

    fn __str__(&self) -> &str {
        &self.spec
    }

    fn __repr__(&self) -> String {
        format!("Player('{}')", self.spec)
    }
}

/// What a seated player does in a game; nothing where it is over.
fn one(
    player: &mut dyn outflank_engine::Player,
    game: &RuleGame,
    chance: &mut Chance,
) -> PyResult<Option<usize>> {
    match game.turn() {
        Turn::Over(_) => Ok(None),
        Turn::Pass => Ok(Some(PASS)),
        Turn::Play(moves) => match player.choose(game, moves, chance) {
            Ok(choice) => Ok(Some(action(&choice))),
            Err(forfeit) => Err(PyRuntimeError::new_err(format!("the player gave up: {}", forfeit.reason))),
        },
    }
}

fn choice(entrant: &Entrant, game: &RuleGame, chance: &mut Chance) -> PyResult<usize> {
    let mut player = entrant.seat();
    player.begin();
    one(&mut *player, game, chance)?
        .ok_or_else(|| PyValueError::new_err("the game is over: there is no action"))
}
