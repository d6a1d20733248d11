//! What Python hands over, as slices and rule types, or an exception that says what was expected.

use numpy::{
    PyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArray,
    PyUntypedArrayMethods,
};
use outflank_rules::{Color, Position, Squares};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::planes::PLANES;

/// What Python calls the type of an object.
fn kind(object: &Bound<'_, PyAny>) -> String {
    if let Ok(array) = object.cast::<PyUntypedArray>() {
        return format!("an array of {} and shape {:?}", array.dtype(), array.shape());
    }
    object.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string())
}

/// Something as an array of a type, made by numpy where it is no array yet.
fn as_array<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let asarray = object.py().import("numpy")?.getattr("asarray")?;
    Ok(asarray.call1((object,))?.cast_into::<PyUntypedArray>()?)
}

/// Whole numbers, one for each of `count`.
pub fn whole_numbers(object: &Bound<'_, PyAny>, count: usize, what: &str) -> PyResult<Vec<i64>> {
    let expected = || format!("expected {count} {what} as whole numbers");
    let read = |array: PyReadonlyArray1<'_, i64>| -> PyResult<Vec<i64>> {
        let numbers: Vec<i64> = array.as_array().to_vec();
        match numbers.len() == count {
            true => Ok(numbers),
            false => Err(PyValueError::new_err(format!("{}, got {}", expected(), numbers.len()))),
        }
    };
    if let Ok(array) = object.extract::<PyReadonlyArray1<'_, i64>>() {
        return read(array);
    }
    let array = as_array(object)?;
    let is_whole = matches!(array.dtype().kind(), b'i' | b'u') || (array.len() == 0 && count == 0);
    if !is_whole {
        return Err(PyTypeError::new_err(format!("{}, got {}", expected(), kind(object))));
    }
    if array.ndim() != 1 {
        return Err(PyValueError::new_err(format!("{}, got {}", expected(), kind(object))));
    }
    read(array.call_method1("astype", ("int64",))?.extract()?)
}

/// Bitboards, as many as there are.
pub fn bitboards(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<u64>> {
    if let Ok(array) = object.extract::<PyReadonlyArray1<'_, u64>>() {
        return Ok(array.as_array().to_vec());
    }
    // An array of another type is a mistake; a list of whole numbers is as good as an array of the right one.
    let is_array = object.cast::<PyUntypedArray>().is_ok();
    if !is_array && let Ok(numbers) = object.extract::<Vec<u64>>() {
        return Ok(numbers);
    }
    let message = format!("expected {what} as an array of uint64 with one axis, got {}", kind(object));
    let is_wrong_shape = object.cast::<PyArray<u64, numpy::IxDyn>>().is_ok();
    Err(if is_wrong_shape { PyValueError::new_err(message) } else { PyTypeError::new_err(message) })
}

/// Positions from two arrays of bitboards.
pub fn positions(mover: &Bound<'_, PyAny>, opponent: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let (mover, opponent) =
        (bitboards(mover, "the mover's discs")?, bitboards(opponent, "the opponent's discs")?);
    if mover.len() != opponent.len() {
        let message = format!("{} boards of the mover and {} of the opponent", mover.len(), opponent.len());
        return Err(PyValueError::new_err(message));
    }
    let position = |(row, (mover, opponent)): (usize, (u64, u64))| {
        Position::new(Squares::from_bits(mover), Squares::from_bits(opponent))
            .ok_or_else(|| PyValueError::new_err(format!("board {row} has two discs on one square")))
    };
    mover.into_iter().zip(opponent).enumerate().map(position).collect()
}

/// Who is to move on so many boards: 0 is Black, 1 is White; Black on all where nothing is said.
pub fn colors(players: Option<&Bound<'_, PyAny>>, count: usize) -> PyResult<Vec<Color>> {
    let Some(players) = players else { return Ok(vec![Color::Black; count]) };
    let color = |player: i64| match player {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        other => Err(PyValueError::new_err(format!("{other} is no player: 0 is Black, 1 is White"))),
    };
    whole_numbers(players, count, "players")?.into_iter().map(color).collect()
}

/// Numbers in rows, as 64-bit floating point, with one of the widths.
pub fn rows(
    object: &Bound<'_, PyAny>,
    count: usize,
    widths: &[usize],
    what: &str,
) -> PyResult<(Vec<f64>, usize)> {
    let array = as_array(object)?;
    let shape = array.shape().to_vec();
    let is_number = matches!(array.dtype().kind(), b'i' | b'u' | b'f' | b'b');
    if !is_number {
        return Err(PyTypeError::new_err(format!("expected {what} as numbers, got {}", kind(object))));
    }
    let width = match *shape {
        [rows, width] if rows == count && widths.contains(&width) => width,
        [rows] if rows == count && widths.contains(&1) => 1,
        _ => {
            let message =
                format!("expected {what} with {count} rows of {widths:?} numbers, got {}", kind(object));
            return Err(PyValueError::new_err(message));
        }
    };
    let keywords = PyDict::new(object.py());
    keywords.set_item("dtype", "float64")?;
    let ascontiguous = object.py().import("numpy")?.getattr("ascontiguousarray")?;
    let array = ascontiguous.call((array,), Some(&keywords))?.cast_into::<PyArrayDyn<f64>>()?;
    let numbers = array.to_vec().map_err(|error| PyValueError::new_err(error.to_string()))?;
    match numbers.iter().any(|number| number.is_nan()) {
        true => Err(PyValueError::new_err(format!("{what}: not a number (NaN) among them"))),
        false => Ok((numbers, width)),
    }
}

/// Observations of positions: an array with the shape of the layout for each.
pub fn observations<'py>(
    py: Python<'py>,
    positions: &[Position],
    layout: crate::planes::Layout,
) -> PyResult<Bound<'py, numpy::PyArray4<bool>>> {
    let mut planes = vec![false; positions.len() * PLANES];
    for (position, out) in positions.iter().zip(planes.chunks_exact_mut(PLANES)) {
        layout.write(*position, out);
    }
    let [one, two, three] = layout.shape();
    numpy::PyArray1::from_vec(py, planes).reshape([positions.len(), one, two, three])
}
