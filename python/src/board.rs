//! One board.

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use outflank_rules::{
    Board as RuleBoard, Color, Game as RuleGame, Position, Square, Squares, Symmetry, Turn,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::env::difference;
use crate::planes::{ACTIONS, Layout, Legal, PASS, PLANES};

/// A board and the side to move.
#[pyclass(module = "outflank", frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    /// The board.
    pub board: RuleBoard,
}

/// An action as Python has it: a number, or a square by its name.
#[derive(FromPyObject)]
pub enum Action {
    /// 0 to 63, 64 for the pass.
    Number(i64),
    /// As in "f5", or "pass".
    Name(String),
}

impl Action {
    /// The square, or none for the pass.
    pub fn read(&self) -> PyResult<Option<Square>> {
        match self {
            Self::Number(number) if *number == PASS as i64 => Ok(None),
            Self::Number(number) => crate::planes::square(*number).map(Some).ok_or_else(|| {
                PyValueError::new_err(format!("{number} is no action: expected 0 to 63, or 64 for a pass"))
            }),
            Self::Name(name) if name.eq_ignore_ascii_case("pass") => Ok(None),
            Self::Name(name) => name
                .parse()
                .map(Some)
                .map_err(|error: outflank_rules::SquareError| PyValueError::new_err(error.to_string())),
        }
    }
}

/// One of the eight symmetries by its number.
pub fn symmetry(number: usize) -> PyResult<Symmetry> {
    let found = Symmetry::ALL.get(number).copied();
    found.ok_or_else(|| PyValueError::new_err(format!("{number} is no symmetry: expected 0 to 7")))
}

impl Board {
    fn legal(&self) -> Legal {
        Legal::of(outflank_rules::kernel::Portable, self.board.position)
    }

    fn moved(&self, symmetry: Symmetry) -> Self {
        Self { board: RuleBoard { position: symmetry.position(self.board.position), ..self.board } }
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (text=None))]
    fn new(text: Option<&str>) -> PyResult<Self> {
        let Some(text) = text else { return Ok(Self { board: RuleBoard::START }) };
        // A line, a drawing, or moves that lead to it.
        let game = RuleGame::from_text(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { board: game.board() })
    }

    /// A board from the discs of both sides.
    #[staticmethod]
    #[pyo3(signature = (mover, opponent, player=0))]
    fn from_bitboards(mover: u64, opponent: u64, player: u8) -> PyResult<Self> {
        let position = Position::new(Squares::from_bits(mover), Squares::from_bits(opponent))
            .ok_or_else(|| PyValueError::new_err("two discs on one square"))?;
        let mover = match player {
            0 => Color::Black,
            1 => Color::White,
            other => {
                return Err(PyValueError::new_err(format!("{other} is no player: 0 is Black, 1 is White")));
            }
        };
        Ok(Self { board: RuleBoard { position, mover } })
    }

    /// The discs of the side to move, one bit each, a1 the lowest.
    #[getter]
    fn mover(&self) -> u64 {
        self.board.position.mover().bits()
    }

    /// The discs of the other side.
    #[getter]
    fn opponent(&self) -> u64 {
        self.board.position.opponent().bits()
    }

    /// Who is to move: 0 is Black, 1 is White.
    #[getter]
    fn player(&self) -> u8 {
        self.board.mover as u8
    }

    /// How many squares are empty.
    #[getter]
    fn empties(&self) -> u32 {
        self.board.position.empties().count()
    }

    /// Whether neither side has a move.
    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.board.turn(), Turn::Over(_))
    }

    /// Black's discs less White's.
    #[getter]
    fn disc_diff(&self) -> i32 {
        difference(self.board)
    }

    /// What Black and White get for the game so far: 1, 0 or -1 once it is over, else 0.
    fn returns(&self) -> (f64, f64) {
        let black = if self.is_over() { f64::from(difference(self.board).signum()) } else { 0.0 };
        (black, 0.0 - black)
    }

    /// The legal actions, in order.
    fn legal_actions(&self) -> Vec<usize> {
        self.legal().actions()
    }

    /// The legal actions as a mask of 65.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; ACTIONS];
        self.legal().write(&mut mask);
        PyArray1::from_vec(py, mask)
    }

    /// The mover's discs and the opponent's as two planes.
    #[pyo3(signature = (layout="chw"))]
    fn planes<'py>(&self, py: Python<'py>, layout: &str) -> PyResult<Bound<'py, PyArray3<bool>>> {
        let layout = Layout::read(layout)?;
        let mut planes = vec![false; PLANES];
        layout.write(self.board.position, &mut planes);
        PyArray1::from_vec(py, planes).reshape(layout.shape())
    }

    /// The board after an action.
    fn apply(&self, action: Action) -> PyResult<Self> {
        let mut game = RuleGame::from_board(self.board);
        match action.read()? {
            Some(square) => game.play(square).map(drop),
            None => game.pass(),
        }
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { board: game.board() })
    }

    /// The board under one of the eight symmetries.
    fn transform(&self, symmetry: usize) -> PyResult<Self> {
        Ok(self.moved(crate::board::symmetry(symmetry)?))
    }

    /// The board under all eight symmetries.
    fn symmetries(&self) -> Vec<Self> {
        Symmetry::ALL.map(|symmetry| self.moved(symmetry)).to_vec()
    }

    /// The one of the eight that stands for all of them.
    fn canonical(&self) -> Self {
        Self { board: RuleBoard { position: self.board.position.canonical(), ..self.board } }
    }

    /// The board as a drawing with its coordinates.
    fn draw(&self) -> String {
        self.board.drawing().to_string()
    }

    fn __str__(&self) -> String {
        self.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.board)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [self.board.to_string()])?))
    }
}
