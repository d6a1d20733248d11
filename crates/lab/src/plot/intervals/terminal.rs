//! Intervals as letters: ├──●──┤.

use super::super::ink::{self, Terminal};
use super::{Intervals, shortened};

impl Intervals {
    /// The rows as lines of text, all of them ended. Every row is shown; only the columns are bound.
    pub fn to_terminal(&self, terminal: Terminal) -> String {
        let Some(axis) = self.axis() else {
            return format!("{}\n  nothing measured yet\n", self.title);
        };
        let figures: Vec<String> = self.rows.iter().map(|row| row.figures()).collect();
        let letters = |text: &str| text.chars().count();
        let labels: Vec<String> =
            self.rows.iter().map(|row| shortened(&row.label, terminal.columns / 3)).collect();
        let names = labels.iter().map(|label| letters(label)).max().unwrap_or(0);
        let widest = figures.iter().map(|text| letters(text)).max().unwrap_or(0);
        let columns = terminal.columns.saturating_sub(names + widest + 4).max(10);
        let column = |value: f64| (axis.share(value) * (columns - 1) as f64).round() as usize;

        let mut text = format!("{} ({})\n", self.title, self.x_label);
        for ((row, label), figures) in self.rows.iter().zip(&labels).zip(&figures) {
            let (low, high) = (column(row.interval.low), column(row.interval.high));
            let mut bar = vec![' '; columns];
            if let Some(line) = &self.reference {
                bar[column(line.x)] = '┊';
            }
            bar[low..=high].fill('─');
            bar[low] = if row.interval.low.is_infinite() { '◂' } else { '├' };
            bar[high] = if row.interval.high.is_infinite() { '▸' } else { '┤' };
            bar[column(row.value)] = '●';
            let bar = terminal.ink.paint(&bar.into_iter().collect::<String>(), ink::series(0).1);
            text += &format!("{:<names$}  {bar}  {figures}\n", label);
        }
        if let Some(line) = &self.reference {
            let mark = format!("┊ {}", line.label);
            text += &format!("{:names$}  {:at$}{mark}\n", "", "", at = column(line.x));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Ink, IntervalRow};
    use super::*;
    use outflank_arena::statistics::Interval;

    #[test]
    fn bars_end_where_their_intervals_end() {
        let row = |label: &str, value, low, high| {
            IntervalRow::new(label, value, Interval { low, high }).expect("numbers")
        };
        let plot = Intervals::new("Scores", "score")
            .row(row("swh", 5.0, 2.0, 8.0))
            .row(row("random", 1.0, 0.0, f64::INFINITY))
            .reference("equal", 5.0)
            .expect("a number")
            .row(row("greedy", 9.0, 8.0, 10.0));
        let drawn = plot.to_terminal(Terminal { columns: 36, rows: 1, ink: Ink::Plain });
        assert_eq!(
            drawn,
            "\
Scores (score)
swh       ├──●──┤    5.0 [2.0, 8.0]
random   ├●───────▸  1.00 [0, ∞]
greedy       ┊  ●┤   9.0 [8.0, 10.0]
             ┊ equal
"
        );
    }
}
