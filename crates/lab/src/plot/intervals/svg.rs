//! Intervals as SVG: names on the left, figures on the right, the same rows between them.

use plotters::prelude::*;

use super::super::axis::Axis;
use super::super::canvas::{self, Drawn, Hold, Sheet, TEXT, UNITS, Words, text_style, width_of, write};
use super::super::palette::{GRID, INK, MUTED, SERIES};
use super::{Intervals, shortened};

const WIDTH: i32 = 640;
const ROW: i32 = 30;
const TOP: i32 = 26;
const BELOW: i32 = 46;
const TICKS: usize = 5;
/// Names of more letters are cut, or they would leave no room for the picture.
const LONGEST_NAME: usize = 56;
/// What names and figures take of the usual width; the picture grows with what they take beyond.
const USUAL_WORDS: i32 = 380;

impl Intervals {
    /// The plot as an SVG document.
    pub fn to_svg(&self) -> String {
        let height = TOP + self.rows.len().max(1) as i32 * ROW + BELOW;
        let widths = self.words_widths();
        let width = WIDTH + (widths.0 + widths.1 - USUAL_WORDS).max(0);
        let words = Words { title: &self.title, description: self.description() };
        canvas::draw(&words, (width, height), |sheet| match self.axis() {
            Some(axis) => self.draw_rows(sheet, axis.padded(0.04), width),
            None => canvas::write_nothing(sheet),
        })
    }

    fn labels(&self) -> Vec<String> {
        self.rows.iter().map(|row| shortened(&row.label, LONGEST_NAME)).collect()
    }

    /// How wide the names and the figures are.
    fn words_widths(&self) -> (i32, i32) {
        let widest = |texts: Vec<String>| texts.iter().map(|text| width_of(text, TEXT)).max().unwrap_or(0);
        (widest(self.labels()), widest(self.rows.iter().map(|row| row.figures()).collect()))
    }

    fn draw_rows(&self, sheet: &Sheet, axis: Axis, width: i32) -> Drawn {
        let labels = self.labels();
        let figures: Vec<String> = self.rows.iter().map(|row| row.figures()).collect();
        let widths = self.words_widths();
        let (left, right) = (widths.0 + 24, width - widths.1 - 24);
        let count = self.rows.len() as f64;
        let numbers = axis.labels(TICKS);
        let mut chart = ChartBuilder::on(sheet)
            .margin_left(left * UNITS)
            .margin_right((width - right) * UNITS)
            .margin_top(TOP * UNITS)
            .x_label_area_size(BELOW * UNITS)
            .build_cartesian_2d(axis.low..axis.high, count..0.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(TICKS)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID.color().stroke_width(UNITS as u32))
            .axis_style(MUTED.color().stroke_width(UNITS as u32))
            .set_all_tick_mark_size(4 * UNITS)
            .label_style(text_style(TEXT - 1, &MUTED))
            .axis_desc_style(text_style(TEXT, &INK))
            .x_desc(&self.x_label)
            .x_label_formatter(&|value| numbers.write(*value))
            .draw()?;
        let place = |x: f64, row: f64| chart.plotting_area().map_coordinate(&(axis.nearest(x), row));
        if let Some(line) = &self.reference {
            let ends = [place(line.x, 0.0), place(line.x, count)];
            sheet.draw(&PathElement::new(ends, MUTED.color().stroke_width(2 * UNITS as u32)))?;
            let above = (ends[0].0, TOP / 2 * UNITS);
            write(sheet, &line.label, above, Hold::Centre, text_style(TEXT - 1, &MUTED))?;
        }
        let colour = SERIES[0].color();
        for (index, row) in self.rows.iter().enumerate() {
            let height = index as f64 + 0.5;
            let ends = [place(row.interval.low, height), place(row.interval.high, height)];
            let stroke = colour.stroke_width(2 * UNITS as u32);
            sheet.draw(&PathElement::new(ends, stroke))?;
            for (end, inward) in [(row.interval.low, 1), (row.interval.high, -1)] {
                let (x, y) = place(end, height);
                // A bar closes an end, an arrow head says that there is none.
                let back = if end.is_infinite() { inward * 6 * UNITS } else { 0 };
                let cap = [(x + back, y - 5 * UNITS), (x, y), (x + back, y + 5 * UNITS)];
                sheet.draw(&PathElement::new(cap, stroke))?;
            }
            sheet.draw(&Circle::new(place(row.value, height), 4 * UNITS, colour.filled()))?;
            if let Some(theirs) = row.theirs {
                let ring = INK.color().stroke_width(2 * UNITS as u32);
                sheet.draw(&Circle::new(place(theirs, height), 5 * UNITS, ring))?;
            }
            let middle = ends[0].1;
            let style = || text_style(TEXT, &INK);
            write(sheet, &labels[index], ((left - 12) * UNITS, middle), Hold::Right, style())?;
            write(sheet, &figures[index], ((right + 12) * UNITS, middle), Hold::Left, style())?;
        }
        Ok(())
    }
}
