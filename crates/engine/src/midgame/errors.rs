//! How far the values of searches are from the truth: measured on positions that were solved.

use std::fmt;
use std::str::FromStr;

/// The errors of an evaluator's searches, by empty squares and depth: roots of mean squares, in discs. Fitted to one
/// evaluator and of no use to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors(Vec<Row>);

/// The errors on boards with about so many empty squares.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Empty squares, in the mean.
    pub empties: f64,
    /// How many boards were solved.
    pub boards: usize,
    /// By depth, from 0.
    pub errors: Vec<f64>,
}

impl Errors {
    /// Rows by empty squares, the fewest first; at least one.
    pub(super) fn new(rows: Vec<Row>) -> Option<Self> {
        let is_sorted = rows.is_sorted_by(|one, other| one.empties < other.empties);
        let are_told =
            rows.iter().all(|row| !row.errors.is_empty() && row.errors.iter().all(|e| e.is_finite()));
        (!rows.is_empty() && is_sorted && are_told).then_some(Self(rows))
    }

    /// The usual error of a search of so many plies with so many empty squares: the root of the mean square, in discs.
    ///
    /// Between two numbers of empty squares that were measured it is interpolated; farther from the end than was solved, and
    /// deeper than was searched, it is as at the last one measured.
    pub fn usual(&self, empties: u32, plies: u32) -> f64 {
        let Self(rows) = self;
        let error = |row: &Row| row.errors[(plies as usize).min(row.errors.len() - 1)];
        let empties = f64::from(empties);
        let above = rows.partition_point(|row| row.empties < empties);
        match (rows[..above].last(), rows.get(above)) {
            (Some(below), Some(above)) => {
                let part = (empties - below.empties) / (above.empties - below.empties);
                error(below) + part * (error(above) - error(below))
            }
            (Some(only), None) | (None, Some(only)) => error(only),
            (None, None) => f64::NAN,
        }
    }

    /// The most empty squares of boards that were solved, about.
    pub fn farthest(&self) -> u32 {
        self.0.last().map_or(0, |row| row.empties as u32)
    }
}

/// A line for about so many empty squares: these, how many boards were solved, and the error by depth.
impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Row { empties, boards, errors } in &self.0 {
            write!(f, "{empties:.1} {boards}")?;
            errors.iter().try_for_each(|error| write!(f, " {error:.2}"))?;
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// A text that is no table of errors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a table of errors: expected lines of EMPTIES BOARDS and an error in discs for each depth")]
pub struct ErrorsError;

impl FromStr for Errors {
    type Err = ErrorsError;

    fn from_str(text: &str) -> Result<Self, ErrorsError> {
        let row = |line: &str| {
            let mut words = line.split_whitespace();
            let (empties, boards) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            let errors = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            Some(Row { empties, boards, errors })
        };
        text.lines().map(row).collect::<Option<_>>().and_then(Self::new).ok_or(ErrorsError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_lie_between_those_that_were_measured() {
        let errors: Errors = "8.0 50 4.00 2.00\n16.0 40 8.00 6.00\n".parse().expect("a table");
        assert_eq!(errors.to_string().parse(), Ok(errors.clone()));
        for (empties, plies, usual) in
            [(8, 0, 4.0), (12, 0, 6.0), (14, 1, 5.0), (16, 1, 6.0), (40, 1, 6.0), (2, 1, 2.0), (12, 9, 4.0)]
        {
            assert_eq!(errors.usual(empties, plies), usual, "{empties} {plies}");
        }
        assert_eq!(errors.farthest(), 16);
        for wrong in ["", "8 50", "8 x 1", "16 1 2\n8 1 2", "8 50 inf"] {
            assert_eq!(wrong.parse::<Errors>(), Err(ErrorsError), "{wrong}");
        }
    }
}
