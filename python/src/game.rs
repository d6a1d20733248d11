//! One game under way.

use outflank_rules::{Game as RuleGame, Ply, Turn};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::board::{Action, Board};
use crate::planes::PASS;

/// A game under way, with its history.
#[pyclass(module = "outflank", from_py_object)]
#[derive(Clone)]
pub struct Game {
    /// The game.
    pub game: RuleGame,
}

/// The number of what was played.
fn action(ply: Ply) -> usize {
    ply.square().map_or(PASS, |square| square.index())
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> PyResult<Self> {
        let game = match text {
            None => RuleGame::new(),
            Some(text) => {
                RuleGame::from_text(text).map_err(|error| PyValueError::new_err(error.to_string()))?
            }
        };
        Ok(Self { game })
    }

    /// A game from any board.
    #[staticmethod]
    fn from_board(board: &Board) -> Self {
        Self { game: RuleGame::from_board(board.board) }
    }

    /// The board now.
    #[getter]
    fn board(&self) -> Board {
        Board { board: self.game.board() }
    }

    /// The boards from the start to now.
    fn boards(&self) -> Vec<Board> {
        let boards = self.game.history().map(|(board, _)| board).chain([self.game.board()]);
        boards.map(|board| Board { board }).collect()
    }

    /// Everything that was played.
    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.game.plies().iter().map(|ply| action(*ply)).collect()
    }

    /// What may be played now.
    fn legal_actions(&self) -> Vec<usize> {
        match self.game.turn() {
            Turn::Play(moves) => moves.into_iter().map(|square| square.index()).collect(),
            Turn::Pass => vec![PASS],
            Turn::Over(_) => Vec::new(),
        }
    }

    /// Plays an action.
    fn play(&mut self, action: Action) -> PyResult<()> {
        match action.read()? {
            Some(square) => self.game.play(square).map(drop),
            None => self.game.pass(),
        }
        .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Takes back the last action and returns it.
    fn undo(&mut self) -> PyResult<usize> {
        let last = self.game.undo();
        last.map(action).ok_or_else(|| PyIndexError::new_err("nothing was played yet"))
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.tally().is_some()
    }

    /// The moves in a row, after the board if it is not the usual start.
    #[getter]
    fn transcript(&self) -> String {
        self.game.record().to_string()
    }

    fn __len__(&self) -> usize {
        self.game.plies().len()
    }

    fn __str__(&self) -> String {
        self.transcript()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.transcript())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game == other.game
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        // A pass at the end does not show in the moves.
        let text = match (self.transcript(), self.game.plies().last()) {
            (_, Some(Ply::Pass)) => {
                return Err(PyValueError::new_err(
                    "a game cannot be kept right after a pass: play on, or undo it",
                ));
            }
            (text, _) => text,
        };
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [text])?))
    }
}
