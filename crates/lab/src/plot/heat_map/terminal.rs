//! Boards of numbers as coloured cells, one below the other.

use outflank_rules::Square;

use super::super::ink::{self, Ink};
use super::HeatMap;

impl HeatMap {
    /// The boards as lines of text, all of them ended.
    pub fn to_terminal(&self, ink: Ink) -> String {
        let numbers = self.numbers();
        let mut text = format!("{}\n", self.title);
        if self.boards.is_empty() {
            text += "  nothing measured yet\n";
        }
        for board in &self.boards {
            let written = board.squares.map(|value| numbers.write(value));
            let width = written.iter().map(|value| value.chars().count()).max().unwrap_or(0).max(3) + 2;
            text += &format!("{}\n ", board.name);
            for column in 'a'..='h' {
                text += &format!("{column:>width$}", width = width - 1);
                text.push(' ');
            }
            text.truncate(text.trim_end().len());
            for square in Square::all() {
                if square.column() == 0 {
                    text += &format!("\n{}", square.row() + 1);
                }
                let cell = format!("{:>width$} ", written[square.index()], width = width - 1);
                text += &ink.paint(&cell, ink::cell(self.share(board.squares[square.index()])));
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners() -> HeatMap {
        let mut squares = [0.0; 64];
        (squares[0], squares[9]) = (1.0, -0.25);
        HeatMap::new("Squares").board("learned", squares).expect("numbers")
    }

    #[test]
    fn plain_cells_stand_in_columns() {
        let text = corners().to_terminal(Ink::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "learned");
        assert_eq!(lines[2], "      a      b      c      d      e      f      g      h");
        assert_eq!(lines[3].trim_end(), "1  1.00      0      0      0      0      0      0      0");
        assert_eq!(lines[4].trim_end(), "2     0  −0.25      0      0      0      0      0      0");
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn colours_follow_size_and_sign_and_end_with_their_cell() {
        let text = corners().to_terminal(Ink::Colour);
        assert!(text.contains("\u{1b}[48;5;39m  1.00 \u{1b}[0m"), "the largest is blue: {text:?}");
        assert!(
            text.contains("\u{1b}[48;5;230m −0.25 \u{1b}[0m"),
            "a quarter below is pale orange: {text:?}"
        );
        assert_eq!(text.matches("\u{1b}[0m").count(), 64);
    }
}
