//! The rules and the exact teacher for arrays of positions.

use std::sync::Mutex;

use numpy::{PyArray1, PyArray2, PyArray4, PyArrayMethods};
use outflank_arena::on_threads;
use outflank_engine::endgame::{Goal, Solver, Verdict};
use outflank_engine::midgame::Scaled;
use outflank_engine::{Limits, TableSize, knowledge};
use outflank_rules::{Position, Square, Symmetry, Turn, with_kernel};
use outflank_value::patterns::PatternTables;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::arrays;
use crate::board::symmetry;
use crate::host::{Service, hosted};
use crate::planes::{ACTIONS, Layout, Legal, PASS};

/// More empty squares than these would take a lifetime, so they are only tried with a limit.
const MOST_EMPTIES: u32 = 36;
/// What stands where a move is not legal, or its score was not found within the limit.
pub const UNKNOWN: i8 = -128;

/// A pair of arrays of bitboards.
type Bitboards<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

/// The mask of legal actions of positions.
#[pyfunction]
pub fn legal_mask<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArray2<bool>>> {
    let positions = arrays::positions(mover, opponent)?;
    let masks = py.detach(|| {
        let mut masks = vec![false; positions.len() * ACTIONS];
        with_kernel!(|kernel| {
            for (position, mask) in positions.iter().zip(masks.chunks_exact_mut(ACTIONS)) {
                Legal::of(kernel, *position).write(mask);
            }
        });
        masks
    });
    PyArray1::from_vec(py, masks).reshape([positions.len(), ACTIONS])
}

/// Positions as planes.
#[pyfunction]
#[pyo3(signature = (mover, opponent, layout="chw"))]
pub fn planes<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    layout: &str,
) -> PyResult<Bound<'py, PyArray4<bool>>> {
    arrays::observations(py, &arrays::positions(mover, opponent)?, Layout::read(layout)?)
}

/// Where the eight symmetries send each action: an array of 8 × 65.
#[pyfunction]
pub fn symmetries(py: Python<'_>) -> PyResult<Bound<'_, PyArray2<i64>>> {
    let actions = Symmetry::ALL.into_iter().flat_map(|symmetry| {
        Square::all().map(move |square| symmetry.square(square).index() as i64).chain([PASS as i64])
    });
    PyArray1::from_iter(py, actions).reshape([8, ACTIONS])
}

/// Positions under one of the eight symmetries.
#[pyfunction]
pub fn symmetric<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    number: usize,
) -> PyResult<Bitboards<'py>> {
    let symmetry = symmetry(number)?;
    let positions = arrays::positions(mover, opponent)?;
    let moved: Vec<Position> = positions.into_iter().map(|position| symmetry.position(position)).collect();
    Ok(bitboards(py, &moved))
}

fn bitboards<'py>(py: Python<'py>, positions: &[Position]) -> Bitboards<'py> {
    let mover = positions.iter().map(|position| position.mover().bits());
    let opponent = positions.iter().map(|position| position.opponent().bits());
    (PyArray1::from_iter(py, mover), PyArray1::from_iter(py, opponent))
}

/// For each position the one that stands for all eight symmetric ones, and the symmetry that leads there.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "three arrays")]
pub fn canonical<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<i64>>)> {
    let positions = arrays::positions(mover, opponent)?;
    let found: Vec<(Position, Symmetry)> =
        py.detach(|| positions.into_iter().map(Position::canonical_by).collect());
    let (positions, by): (Vec<Position>, Vec<i64>) =
        found.into_iter().map(|(position, symmetry)| (position, symmetry as i64)).unzip();
    let (mover, opponent) = bitboards(py, &positions);
    Ok((mover, opponent, PyArray1::from_vec(py, by)))
}

/// What solvers there are: one for each thread, taken and given back.
struct Solvers {
    idle: Mutex<Vec<Solver<Scaled<PatternTables<64>>>>>,
}

impl Solvers {
    fn new(threads: usize) -> PyResult<Self> {
        let solver = |_| {
            let solver = Solver::try_new(TableSize::mebibytes(16));
            solver.map(|solver| solver.ordered_by(knowledge::judge()))
        };
        let idle = (0..threads).map(solver).collect::<Result<_, _>>();
        Ok(Self { idle: Mutex::new(idle.map_err(|error| PyMemoryError::new_err(error.to_string()))?) })
    }

    /// Has a solver do something.
    fn with<T>(&self, work: impl FnOnce(&mut Solver<Scaled<PatternTables<64>>>) -> T) -> Option<T> {
        let idle = || self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut solver = idle().pop()?;
        let done = work(&mut solver);
        idle().push(solver);
        Some(done)
    }
}

/// Refuses what nobody can wait for.
fn check(positions: &[Position], nodes: Option<u64>) -> PyResult<()> {
    let empties = |position: &Position| match position.turn() {
        Turn::Over(_) => 0,
        _ => position.empties().count(),
    };
    match positions.iter().map(empties).max() {
        Some(most) if most > MOST_EMPTIES && nodes.is_none() => Err(PyValueError::new_err(format!(
            "{most} empty squares are beyond solving (up to {MOST_EMPTIES} are not): give a limit of nodes"
        ))),
        _ => Ok(()),
    }
}

/// So many threads, or one for each core.
pub fn threads(asked: Option<usize>) -> PyResult<usize> {
    match asked {
        Some(threads @ 1..=4096) => Ok(threads),
        Some(other) => Err(PyValueError::new_err(format!("{other} threads: expected 1 to 4096"))),
        None => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
    }
}

/// The exact score of best play, the best action, whether it is exact, and the nodes.
type Solved<'py> = (
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u64>>,
);

/// Solves positions exactly.
#[pyfunction]
#[pyo3(signature = (mover, opponent, *, nodes=None, threads=None))]
pub fn solve<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    nodes: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Solved<'py>> {
    let positions = arrays::positions(mover, opponent)?;
    check(&positions, nodes)?;
    let threads = self::threads(threads)?.min(positions.len().max(1));
    let (service, solvers) = (Service::new(threads), Solvers::new(threads)?);
    let solved = hosted(py, &service, |stop| {
        on_threads(threads, positions.len(), |row| {
            let limits = Limits { nodes, stop: Some(stop), ..Limits::default() };
            solvers.with(|solver| {
                let solution = solver.solve(positions[row], Goal::Exact, &limits);
                let (score, exact) = match solution.verdict {
                    Verdict::Exact(margin) => (margin.discs() as i8, true),
                    Verdict::Stopped(bounds) => (bounds.lower.discs() as i8, false),
                    Verdict::Outcome(_) => (UNKNOWN, false),
                };
                let best = match solution.line.first() {
                    Some(ply) => ply.square().map_or(PASS as i64, |square| square.index() as i64),
                    None => -1,
                };
                (score, best, exact, solution.nodes)
            })
        })
    })?;
    let solved: Vec<_> = solved.into_iter().map(|row| row.unwrap_or((UNKNOWN, -1, false, 0))).collect();
    Ok((
        PyArray1::from_iter(py, solved.iter().map(|row| row.0)),
        PyArray1::from_iter(py, solved.iter().map(|row| row.1)),
        PyArray1::from_iter(py, solved.iter().map(|row| row.2)),
        PyArray1::from_iter(py, solved.iter().map(|row| row.3)),
    ))
}

/// The exact score of every legal action.
#[pyfunction]
#[pyo3(signature = (mover, opponent, *, nodes=None, threads=None))]
pub fn score_moves<'py>(
    py: Python<'py>,
    mover: &Bound<'py, PyAny>,
    opponent: &Bound<'py, PyAny>,
    nodes: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let positions = arrays::positions(mover, opponent)?;
    check(&positions, nodes)?;
    let threads = self::threads(threads)?.min(positions.len().max(1));
    let (service, solvers) = (Service::new(threads), Solvers::new(threads)?);
    let scored = hosted(py, &service, |stop| {
        on_threads(threads, positions.len(), |row| {
            let limits = Limits { nodes, stop: Some(stop), ..Limits::default() };
            let position = positions[row];
            let mut scores = [UNKNOWN; ACTIONS];
            solvers.with(|solver| {
                if position.turn() == Turn::Pass {
                    let verdict = solver.solve(position, Goal::Exact, &limits).verdict;
                    scores[PASS] = exact(verdict);
                }
                for scored in solver.score_moves(position, &limits).moves {
                    scores[scored.square.index()] = exact(scored.verdict);
                }
            });
            scores
        })
    })?;
    PyArray1::from_iter(py, scored.into_iter().flatten()).reshape([positions.len(), ACTIONS])
}

fn exact(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Exact(margin) => margin.discs() as i8,
        Verdict::Outcome(_) | Verdict::Stopped(_) => UNKNOWN,
    }
}
