//! Boards of numbers as coloured cells: one below the other with all their numbers, or, where there are many,
//! several in a row with a sign for each square.

use outflank_rules::Square;

use super::super::ink::{self, Ink};
use super::HeatMap;

impl HeatMap {
    /// The boards as lines of text, all of them ended.
    pub fn to_terminal(&self, ink: Ink) -> String {
        if self.are_many() {
            return self.many_to_terminal(ink);
        }
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

    /// All boards in small.
    fn many_to_terminal(&self, ink: Ink) -> String {
        let mut text = format!("{}\n  # + · above nought, = - below, by thirds of the largest\n", self.title);
        for boards in self.boards.chunks(MANY_IN_A_ROW) {
            for board in boards {
                text += &format!("  {:<8}", board.name.chars().take(8).collect::<String>());
            }
            text.truncate(text.trim_end_matches(' ').len());
            for row in 0..8 {
                text.push('\n');
                for board in boards {
                    text += "  ";
                    for value in &board.squares[8 * row..8 * row + 8] {
                        let share = self.share(*value);
                        text += &ink.paint(&sign(share).to_string(), ink::cell(share));
                    }
                }
            }
            text += "\n\n";
        }
        text
    }
}

const MANY_IN_A_ROW: usize = 6;

/// A sign for a share of the largest value, for those who see no colours.
fn sign(share: f64) -> char {
    match share {
        ..-0.66 => '=',
        -0.66..-0.33 => '-',
        -0.33..0.05 => ' ',
        0.05..0.33 => '·',
        0.33..0.66 => '+',
        _ => '#',
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
    fn many_boards_stand_in_rows_of_signs() {
        let mut squares = [0.0; 64];
        (squares[0], squares[1], squares[8]) = (1.0, -0.5, 0.5);
        let map = (0..13).try_fold(HeatMap::new("Times"), |map, time| map.board(time.to_string(), squares));
        let text = map.expect("numbers").to_terminal(Ink::Plain);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[2], "  0         1         2         3         4         5");
        assert_eq!(&lines[3][..12], "  #-        ");
        assert_eq!(&lines[4][..12], "  +         ");
        assert!(lines.iter().any(|line| line.trim() == "12"), "the last one has a row of its own");
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
