//! Bitboards as arrays: planes of discs and masks of actions.
//!
//! Actions are numbered as OpenSpiel and pgx have them: 0 to 63 for a1 to h8 by rows, 64 for the pass.

use outflank_rules::kernel::Kernel;
use outflank_rules::{Position, Square, Turn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The action that is a pass.
pub const PASS: usize = 64;
/// How many actions there are.
pub const ACTIONS: usize = 65;
/// How many squares two planes have.
pub const PLANES: usize = 128;

/// Eight squares as truth values, for each of their patterns.
static ROWS: [[bool; 8]; 256] = rows();

const fn rows() -> [[bool; 8]; 256] {
    let mut rows = [[false; 8]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let mut square = 0;
        while square < 8 {
            rows[pattern][square] = pattern >> square & 1 != 0;
            square += 1;
        }
        pattern += 1;
    }
    rows
}

/// The order of the axes of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Two planes of 8 × 8: PyTorch's.
    PlanesFirst,
    /// 8 × 8 squares of two: that of pgx and JAX.
    PlanesLast,
}

impl Layout {
    /// `"chw"` or `"hwc"`.
    pub fn read(text: &str) -> PyResult<Self> {
        match text {
            "chw" => Ok(Self::PlanesFirst),
            "hwc" => Ok(Self::PlanesLast),
            _ => Err(PyValueError::new_err(format!("“{text}” is not a layout: expected 'chw' or 'hwc'"))),
        }
    }

    /// The axes of one observation.
    pub const fn shape(self) -> [usize; 3] {
        match self {
            Self::PlanesFirst => [2, 8, 8],
            Self::PlanesLast => [8, 8, 2],
        }
    }

    /// Writes the mover's discs and the opponent's.
    #[inline(always)]
    pub fn write(self, position: Position, out: &mut [bool]) {
        let (own, other) = (position.mover().bits(), position.opponent().bits());
        match self {
            Self::PlanesFirst => {
                write_squares(own, &mut out[..64]);
                write_squares(other, &mut out[64..PLANES]);
            }
            Self::PlanesLast => {
                for (row, squares) in out[..PLANES].chunks_exact_mut(16).enumerate() {
                    let (own, other) =
                        (ROWS[own.to_le_bytes()[row] as usize], ROWS[other.to_le_bytes()[row] as usize]);
                    for column in 0..8 {
                        squares[2 * column] = own[column];
                        squares[2 * column + 1] = other[column];
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn write_squares(bits: u64, out: &mut [bool]) {
    for (row, pattern) in out.chunks_exact_mut(8).zip(bits.to_le_bytes()) {
        row.copy_from_slice(&ROWS[pattern as usize]);
    }
}

/// What the side to move may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Where it may play.
    pub squares: u64,
    /// Whether it has to pass.
    pub pass: bool,
}

impl Legal {
    /// What may be done in a position.
    #[inline(always)]
    pub fn of<K: Kernel>(kernel: K, position: Position) -> Self {
        match kernel.turn(position) {
            Turn::Play(moves) => Self { squares: moves.squares().bits(), pass: false },
            Turn::Pass => Self { squares: 0, pass: true },
            Turn::Over(_) => Self { squares: 0, pass: false },
        }
    }

    /// Whether nothing may be done any more.
    #[inline(always)]
    pub fn is_over(self) -> bool {
        self.squares == 0 && !self.pass
    }

    /// Whether an action is allowed.
    #[inline(always)]
    pub fn allows(self, action: i64) -> bool {
        match action {
            0..=63 => self.squares >> action & 1 != 0,
            64 => self.pass,
            _ => false,
        }
    }

    /// Writes the mask of the 65 actions.
    #[inline(always)]
    pub fn write(self, out: &mut [bool]) {
        write_squares(self.squares, &mut out[..64]);
        out[PASS] = self.pass;
    }

    /// All actions that are allowed, in order.
    pub fn actions(self) -> Vec<usize> {
        (0..ACTIONS).filter(|&action| self.allows(action as i64)).collect()
    }
}

/// The square of an action that is no pass.
pub fn square(action: i64) -> Option<Square> {
    usize::try_from(action).ok().and_then(Square::new)
}
