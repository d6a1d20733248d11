//! Boards of numbers as SVG: two in a row with all their numbers, or, where there are many, ten in a row
//! with colours alone.

use outflank_rules::Square;
use plotters::prelude::*;

use super::super::canvas::{self, Drawn, Hold, Sheet, TEXT, UNITS, Words, text_style, write};
use super::super::palette::{ABOVE, BELOW, GRID, INK, MUTED};
use super::{HeatMap, Values};

const CELL: i32 = 42;
/// The same where boards are many.
const SMALL_CELL: i32 = 8;
const SMALL_NAME: i32 = 16;
const SMALL_GAP: i32 = 10;
const MANY_IN_A_ROW: usize = 10;
/// Room for the names of rows, on the left, and of columns, on top.
const EDGE: i32 = 20;
const NAME: i32 = 26;
const GAP: i32 = 16;
const BOARD: i32 = EDGE + 8 * CELL + GAP;
const IN_A_ROW: usize = 2;

impl HeatMap {
    /// The plot as an SVG document.
    pub fn to_svg(&self) -> String {
        if self.are_many() {
            return self.many_to_svg();
        }
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

    /// All boards in small, in colours alone.
    fn many_to_svg(&self) -> String {
        let side = 8 * SMALL_CELL;
        let step = (side + SMALL_GAP, side + SMALL_NAME + SMALL_GAP / 2);
        let rows = self.boards.len().div_ceil(MANY_IN_A_ROW) as i32;
        let words = Words { title: &self.title, description: self.description() };
        canvas::draw(&words, (MANY_IN_A_ROW as i32 * step.0, rows * step.1), |sheet| {
            self.boards.iter().enumerate().try_for_each(|(index, board)| {
                let (column, row) = ((index % MANY_IN_A_ROW) as i32, (index / MANY_IN_A_ROW) as i32);
                let (left, top) = (column * step.0 + SMALL_GAP / 2, row * step.1);
                let units = |x: i32, y: i32| ((left + x) * UNITS, (top + y) * UNITS);
                let name = units(side / 2, SMALL_NAME / 2);
                write(sheet, &board.name, name, Hold::Centre, text_style(TEXT - 2, &MUTED))?;
                for square in Square::all() {
                    let (x, y) = (square.column() as i32 * SMALL_CELL, square.row() as i32 * SMALL_CELL);
                    let ends = [units(x, SMALL_NAME + y), units(x + SMALL_CELL, SMALL_NAME + y + SMALL_CELL)];
                    let color = self.color_of(board.squares[square.index()]);
                    sheet.draw(&Rectangle::new(ends, color.filled()))?;
                }
                let frame = [units(0, SMALL_NAME), units(side, SMALL_NAME + side)];
                sheet.draw(&Rectangle::new(frame, GRID.color().stroke_width(UNITS as u32)))
            })
        })
    }

    /// The colour of a value: its sign gives the hue, its size the strength.
    fn color_of(&self, value: f64) -> RGBAColor {
        let share = self.share(value);
        let pole = if share >= 0.0 { ABOVE.color() } else { BELOW.color() };
        // Rounded, so that the file does not depend on the last bit of a division.
        pole.mix((share.abs() * 100.0).round() / 100.0)
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
            let (left, top) =
                (EDGE + square.column() as i32 * CELL, NAME + EDGE + square.row() as i32 * CELL);
            let ends = [units(left, top), units(left + CELL, top + CELL)];
            sheet.draw(&Rectangle::new(ends, self.color_of(value).filled()))?;
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
