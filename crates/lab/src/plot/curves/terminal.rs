//! Curves as letters: a grid of marks with its axes, or one line of blocks.

use super::super::axis::Axis;
use super::super::ink::{self, Terminal};
use super::super::numbers::Numbers;
use super::{Bands, Curves, Point, Series};

/// From low to high.
const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Curves {
    /// The plot as lines of text, all of them ended: marks for the points and what lies between them, axes
    /// with their ends, and a legend. Where series meet, the later one is seen.
    pub fn to_terminal(&self, terminal: Terminal) -> String {
        let (Some(x), Some(y)) = (self.x_axis(), self.y_axis(Bands::Left)) else {
            return format!("{}\n  nothing measured yet\n", self.title);
        };
        let (x_numbers, y_numbers) =
            (x.labels(6), Numbers::telling_apart(y.high.abs(), (y.high - y.low) / 100.0));
        let labels = [y.high, y.low].map(|end| y_numbers.write(end));
        let margin = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let columns = terminal.columns.saturating_sub(margin + 2).max(8);
        let rows = terminal.rows.max(3);
        let cells = self.cells(x, y, columns, rows);

        let mut text = format!("{} ({})\n", self.title, self.y_label);
        for (row, line) in cells.chunks(columns).enumerate() {
            let label = match row {
                0 => labels[0].as_str(),
                _ if row == rows - 1 => labels[1].as_str(),
                _ => "",
            };
            text += &format!("{label:>margin$} {}", if label.is_empty() { '│' } else { '┤' });
            let end = line.iter().rposition(|cell| *cell != Cell::Empty).map_or(0, |last| last + 1);
            for cell in &line[..end] {
                match cell {
                    Cell::Empty => text.push(' '),
                    Cell::Reference => text.push('┄'),
                    Cell::Series(index) => {
                        let (mark, style) = ink::series(*index);
                        text += &terminal.ink.paint(&mark.to_string(), style);
                    }
                }
            }
            text.push('\n');
        }
        let (left, right) = (x_numbers.write(x.low), x_numbers.write(x.high));
        let between = columns.saturating_sub(left.chars().count() + right.chars().count());
        text += &format!("{:margin$} └{}\n", "", "─".repeat(columns));
        text += &format!("{:margin$}  {left}{:^between$}{right}\n", "", self.x_label);
        for (index, series) in self.series.iter().enumerate() {
            let (mark, style) = ink::series(index);
            text += &format!(
                "{:margin$}  {} {}\n",
                "",
                terminal.ink.paint(&mark.to_string(), style),
                series.name
            );
        }
        for line in &self.references {
            text += &format!("{:margin$}  ┄ {}: {}\n", "", line.label, y_numbers.write(line.y));
        }
        text
    }

    /// The grid, row by row from the top.
    fn cells(&self, x: Axis, y: Axis, columns: usize, rows: usize) -> Vec<Cell> {
        let mut cells = vec![Cell::Empty; columns * rows];
        let row_of = |value: f64| ((1.0 - y.share(value)) * (rows - 1) as f64).round() as usize;
        for line in &self.references {
            let start = row_of(line.y) * columns;
            cells[start..start + columns].fill(Cell::Reference);
        }
        for (index, series) in self.series.iter().enumerate() {
            for column in 0..columns {
                let at = x.low + (x.high - x.low) * column as f64 / (columns - 1) as f64;
                if let Some(value) = series.at(at) {
                    cells[row_of(value) * columns + column] = Cell::Series(index);
                }
            }
            // A single point may fall between two columns.
            for point in &series.points {
                let column = (x.share(point.x) * (columns - 1) as f64).round() as usize;
                cells[row_of(point.y) * columns + column] = Cell::Series(index);
            }
        }
        cells
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Reference,
    Series(usize),
}

impl Series {
    /// The curve in one line of at most so many block letters, from its lowest value ▁ to its highest █.
    pub fn sparkline(&self, columns: usize) -> String {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return String::new();
        };
        let Some(y) = Axis::over(self.points.iter().map(|point| point.y)) else {
            return String::new();
        };
        let columns = columns.min(self.points.len().max(1));
        let steps = columns.saturating_sub(1).max(1) as f64;
        (0..columns)
            .filter_map(|column| self.at(first.x + (last.x - first.x) * column as f64 / steps))
            .map(|value| BLOCKS[(y.share(value) * (BLOCKS.len() - 1) as f64).round() as usize])
            .collect()
    }

    /// The height of the curve here, on the straight line between the points beside; none outside of it.
    fn at(&self, x: f64) -> Option<f64> {
        let after = self.points.partition_point(|point| point.x < x);
        let right = self.points.get(after)?;
        if right.x == x {
            return Some(right.y);
        }
        let left: &Point = self.points.get(after.checked_sub(1)?)?;
        Some(left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Ink;
    use super::*;

    #[test]
    fn a_rising_line_rises() {
        let line = Series::new("line", [(0.0, 0.0), (7.0, 7.0)]).expect("numbers");
        let drawn = Curves::new("Rising", "games", "score").series(line).to_terminal(Terminal {
            columns: 11,
            rows: 4,
            ink: Ink::Plain,
        });
        assert_eq!(
            drawn,
            "\
Rising (score)
7.00 ┤      ●●
     │    ●●
     │  ●●
   0 ┤●●
     └────────
      0games 7
      ● line
"
        );
    }

    #[test]
    fn a_sparkline_has_a_letter_for_a_point() {
        let points = [3.0, 1.0, 2.0, 8.0].into_iter().enumerate().map(|(x, y)| (x as f64, y));
        let series = Series::new("s", points).expect("numbers");
        assert_eq!(series.sparkline(20), "▃▁▂█");
        assert_eq!(series.sparkline(2), "▃█");
        assert_eq!(Series::new("s", []).expect("numbers").sparkline(20), "");
        assert_eq!(Series::new("s", [(1.0, 5.0)]).expect("numbers").sparkline(20).chars().count(), 1);
    }
}
