//! All numbers that claims are judged by, and nothing else: a sample for each group and number, with a value
//! for each replica, and the leagues of groups against each other, with the points of each player against each.
//!
//! As a file they are JSON Lines, one line for each sample and each league, so that everybody can work out every
//! interval again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The points of each player of a group (rows) against each opponent (columns) over two games.
pub type Points = Vec<Vec<f64>>;

/// The numbers of a study.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data {
    samples: BTreeMap<(String, String), Vec<f64>>,
    leagues: BTreeMap<(String, String), Points>,
}

/// A league as one side asks for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct League<'a> {
    /// Who stands in the rows, as it was played.
    pub rows: &'a str,
    /// Who stands in the columns.
    pub columns: &'a str,
    /// The points of the rows.
    pub points: &'a Points,
    /// Whether who asks stands in the columns.
    pub is_turned: bool,
}

impl League<'_> {
    /// How many players stand in the rows, and in the columns.
    pub fn players(&self) -> (usize, usize) {
        (self.points.len(), self.points.first().map_or(0, Vec::len))
    }

    /// The points of two games, which are those of the row, as who asks counts them.
    pub fn seen(&self, points: f64) -> f64 {
        if self.is_turned { 2.0 - points } else { points }
    }

    /// All points of who asks.
    pub fn sum(&self) -> f64 {
        self.points.iter().flatten().map(|&points| self.seen(points)).sum()
    }
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Line<'a> {
    Sample { group: &'a str, number: &'a str, values: Vec<f64> },
    League { group: &'a str, against: &'a str, points: Points },
}

impl Data {
    /// Takes in a number of each replica of a group, in order. Nothing is kept of no numbers.
    pub fn add(
        &mut self,
        group: impl Into<String>,
        number: impl Into<String>,
        values: impl IntoIterator<Item = f64>,
    ) {
        let values: Vec<f64> = values.into_iter().collect();
        if !values.is_empty() {
            self.samples.insert((group.into(), number.into()), values);
        }
    }

    /// Takes in the result of a league. The names are those of groups, with the depth at which they play behind
    /// an @: players of a group are the same at every depth.
    pub fn add_league(&mut self, group: impl Into<String>, against: impl Into<String>, points: Points) {
        self.leagues.insert((group.into(), against.into()), points);
    }

    /// A number of each replica of a group; none if it was not measured.
    pub fn sample(&self, group: &str, number: &str) -> &[f64] {
        self.samples.get(&(group.to_owned(), number.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// A league of a group against another, from whichever side it was played; none if it was not.
    pub(super) fn league(&self, group: &str, against: &str) -> Option<League<'_>> {
        let find =
            |rows: &str, columns: &str| self.leagues.get_key_value(&(rows.to_owned(), columns.to_owned()));
        let (is_turned, ((rows, columns), points)) = match find(group, against) {
            Some(found) => (false, found),
            None => (true, find(against, group)?),
        };
        Some(League { rows, columns, points, is_turned })
    }

    /// The numbers as JSON Lines.
    pub fn to_lines(&self) -> String {
        let samples = self.samples.iter().map(|((group, number), values)| Line::Sample {
            group,
            number,
            values: values.clone(),
        });
        let leagues = self.leagues.iter().map(|((group, against), points)| Line::League {
            group,
            against,
            points: points.clone(),
        });
        let line = |line: Line<'_>| serde_json::to_string(&line).expect("names and numbers") + "\n";
        samples.chain(leagues).map(line).collect()
    }

    /// The numbers in such a text.
    pub fn from_lines(text: &str) -> Result<Self, DataError> {
        let mut data = Self::default();
        for (number, line) in text.lines().enumerate() {
            let wrong = |reason: String| DataError { line: number + 1, reason };
            match serde_json::from_str(line).map_err(|error| wrong(error.to_string()))? {
                Line::Sample { group, number, values } => data.add(group, number, values),
                Line::League { group, against, points } => {
                    if points.iter().any(|row| row.len() != points[0].len()) {
                        return Err(wrong("rows of different lengths".to_owned()));
                    }
                    data.add_league(group, against, points);
                }
            }
        }
        Ok(data)
    }
}

/// A line that holds no numbers of a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DataError {
    /// Which, the first being 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut data = Data::default();
        data.add("td", "score", [0.1, 1.0 / 3.0]);
        data.add("td", "nothing", []);
        data.add_league("a@1", "b@2", vec![vec![2.0, 0.5], vec![1.0, 1.5]]);
        let lines = data.to_lines();
        assert_eq!(lines.lines().count(), 2);
        assert_eq!(Data::from_lines(&lines), Ok(data));
        let error =
            Data::from_lines("{\"group\":\"a\",\"against\":\"b\",\"points\":[[1.0],[]]}").unwrap_err();
        assert_eq!(error.to_string(), "line 1: rows of different lengths");
        assert_eq!(Data::from_lines("{}").unwrap_err().line, 1);
    }
}
