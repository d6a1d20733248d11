//! Files of games and positions, in all formats that the laboratory reads, as arrays.

use std::path::PathBuf;

use numpy::PyArray1;
use outflank_lab::library;
use outflank_rules::formats::{AnnotatedGame, Format, ReadError, Tag};
use outflank_rules::{Board, Ply};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::planes::PASS;

/// What stands for a score that nobody stated.
const UNKNOWN: i16 = -128;

/// One row for each position of a file.
#[derive(Default)]
struct Positions {
    mover: Vec<u64>,
    opponent: Vec<u64>,
    player: Vec<i8>,
    action: Vec<i64>,
    game: Vec<i64>,
    score: Vec<i16>,
    outcome: Vec<i16>,
    black: Vec<String>,
    white: Vec<String>,
    year: Vec<i32>,
    faults: Vec<String>,
}

impl Positions {
    fn add(&mut self, board: Board, action: i64, game: i64, score: i16, outcome: i16) {
        self.mover.push(board.position.mover().bits());
        self.opponent.push(board.position.opponent().bits());
        self.player.push(board.mover as i8);
        self.action.push(action);
        self.game.push(game);
        self.score.push(score);
        self.outcome.push(outcome);
    }

    /// Every position of a game, with what was played there.
    fn add_game(&mut self, game: &AnnotatedGame) {
        let number = self.black.len() as i64;
        let black = game.margin().map(|margin| margin.round() as i32);
        let outcome = |board: Board| black.map_or(UNKNOWN, |black| board.mover.signed(black) as i16);
        for (ply, (board, played)) in game.game().history().enumerate() {
            let action = match played {
                Ply::Place(placement) => placement.square().index(),
                Ply::Pass => PASS,
            };
            self.add(board, action as i64, number, stated(game, ply), outcome(board));
        }
        // A position of a suite has no move, and is what the file is about.
        if game.game().plies().is_empty() {
            let board = game.game().board();
            self.add(board, -1, number, stated(game, 0), outcome(board));
        }
        self.black.push(game.tags.get(&Tag::Black).unwrap_or_default().to_owned());
        self.white.push(game.tags.get(&Tag::White).unwrap_or_default().to_owned());
        self.year.push(game.tags.year().unwrap_or(0));
        if let Some(fault) = &game.fault {
            self.faults.push(format!("game {number}: {fault}"));
        }
    }
}

/// The best score that the file states for a position, in discs for the side to move.
fn stated(game: &AnnotatedGame, plies: usize) -> i16 {
    let Some(note) = game.line.notes.get(&plies) else { return UNKNOWN };
    let best = note.scores.iter().map(|(_, margin)| margin.discs()).max();
    note.score.map(|margin| margin.discs()).or(best).map_or(UNKNOWN, |discs| discs as i16)
}

/// Reads a file of games or positions into arrays.
#[pyfunction]
#[pyo3(signature = (path, *, format=None, limit=None))]
pub fn read_games<'py>(
    py: Python<'py>,
    path: PathBuf,
    format: Option<&str>,
    limit: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let format = format
        .map(str::parse::<Format>)
        .transpose()
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    let (positions, format) = py.detach(|| {
        let file = library::open(&path, format).map_err(|error| match error.is_unreadable() {
            true => PyOSError::new_err(error.to_string()),
            false => PyValueError::new_err(error.to_string()),
        })?;
        let format = file.games.format();
        let mut positions = Positions::default();
        for game in file.games.take(limit.unwrap_or(usize::MAX)) {
            match game {
                Ok(game) => positions.add_game(&game),
                Err(ReadError::Stream(error)) => {
                    return Err(PyOSError::new_err(format!("{}: {error}", path.display())));
                }
                Err(fault) => positions.faults.push(fault.to_string()),
            }
        }
        Ok((positions, format))
    })?;
    let out = PyDict::new(py);
    out.set_item("format", format.name())?;
    out.set_item("mover", PyArray1::from_vec(py, positions.mover))?;
    out.set_item("opponent", PyArray1::from_vec(py, positions.opponent))?;
    out.set_item("player", PyArray1::from_vec(py, positions.player))?;
    out.set_item("action", PyArray1::from_vec(py, positions.action))?;
    out.set_item("game", PyArray1::from_vec(py, positions.game))?;
    out.set_item("score", PyArray1::from_vec(py, positions.score))?;
    out.set_item("outcome", PyArray1::from_vec(py, positions.outcome))?;
    out.set_item("black", positions.black)?;
    out.set_item("white", positions.white)?;
    out.set_item("year", PyArray1::from_vec(py, positions.year))?;
    out.set_item("faults", positions.faults)?;
    Ok(out)
}
