//! Boards of numbers as SVG, two in a row.

use outflank_rules::Square;
use plotters::prelude::*;

use super::super::canvas::{self, Drawn, Hold, Sheet, TEXT, UNITS, Words, text_style, write};
use super::super::palette::{ABOVE, BELOW, GRID, INK, MUTED};
use super::{HeatMap, Values};

const CELL: i32 = 42;
/// Room for the names of rows, on the left, and of columns, on top.
const EDGE: i32 = 20;
const NAME: i32 = 26;
const GAP: i32 = 16;
const BOARD: i32 = EDGE + 8 * CELL + GAP;
const IN_A_ROW: usize = 2;

impl HeatMap {
    /// The plot as an SVG document.
    pub fn to_svg(&self) -> String {
        let columns = self.boards.len().clamp(1, IN_A_ROW) as i32;
        let rows = self.boards.len().div_ceil(IN_A_ROW).max(1) as i32;
        let words = Words { title: &self.title, description: self.description() };
        canvas::draw(&words, (columns * BOARD, rows * (NAME + BOARD)), |sheet| {
            if self.boards.is_empty() {
                return canvas::write_nothing(sheet);
            }
            self.boards.iter().enumerate().try_for_each(|(index, board)| {
                let (column, row) = (index % IN_A_ROW, index / IN_A_ROW);
                self.draw_board(sheet, board, (column as i32 * BOARD, row as i32 * (NAME + BOARD)))
            })
        })
    }

    /// Draws one board; `corner` is its top left one, in pixels.
    fn draw_board(&self, sheet: &Sheet, board: &Values, corner: (i32, i32)) -> Drawn {
        let numbers = self.numbers();
        let units = |x: i32, y: i32| ((corner.0 + x) * UNITS, (corner.1 + y) * UNITS);
        let middle = EDGE + 4 * CELL;
        write(sheet, &board.name, units(middle, NAME / 2), Hold::Centre, text_style(TEXT + 1, &INK))?;
        for line in 0..8 {
            let centre = EDGE + line as i32 * CELL + CELL / 2;
            let (column, row) = ((b'a' + line) as char, (b'1' + line) as char);
            let style = || text_style(TEXT - 1, &MUTED);
            write(sheet, &column.to_string(), units(centre, NAME + EDGE / 2), Hold::Centre, style())?;
            write(sheet, &row.to_string(), units(EDGE / 2, NAME + centre), Hold::Centre, style())?;
        }
        for square in Square::all() {
            let value = board.squares[square.index()];
            let share = self.share(value);
            let pole = if share >= 0.0 { ABOVE.color() } else { BELOW.color() };
            // Rounded, so that the file does not depend on the last bit of a division.
            let strength = (share.abs() * 100.0).round() / 100.0;
            let (left, top) =
                (EDGE + square.column() as i32 * CELL, NAME + EDGE + square.row() as i32 * CELL);
            let ends = [units(left, top), units(left + CELL, top + CELL)];
            sheet.draw(&Rectangle::new(ends, pole.mix(strength).filled()))?;
            let text = numbers.write(value);
            let size = if text.chars().count() > 5 { TEXT - 3 } else { TEXT - 1 };
            let at = units(left + CELL / 2, top + CELL / 2);
            write(sheet, &text, at, Hold::Centre, text_style(size, &INK))?;
        }
        for line in 0..=8 {
            let (near, far, here) = (EDGE, EDGE + 8 * CELL, EDGE + line * CELL);
            let style = GRID.color().stroke_width(UNITS as u32);
            let across = [units(near, NAME + here), units(far, NAME + here)];
            let down = [units(here, NAME + near), units(here, NAME + far)];
            sheet.draw(&PathElement::new(across, style))?;
            sheet.draw(&PathElement::new(down, style))?;
        }
        Ok(())
    }
}
