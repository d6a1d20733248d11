//! Intervals as SVG: names on the left, figures on the right, the same rows between them.

use plotters::prelude::*;

use super::super::axis::Axis;
use super::super::canvas::{self, Drawn, Hold, Sheet, TEXT, UNITS, Words, text_style, width_of, write};
use super::super::palette::{GRID, INK, MUTED, PAPER, SERIES};
use super::{Intervals, Names, shortened};

const WIDTH: i32 = 640;
const ROW: i32 = 30;
const TOP: i32 = 26;
const BELOW: i32 = 46;
const TICKS: usize = 5;
/// Names of more letters are cut, or they would leave no room for the picture.
const LONGEST_NAME: usize = 56;
/// What names and figures take of the usual width; the picture grows with what they take beyond.
const USUAL_WORDS: i32 = 380;
/// The width with names above their rows: a phone shows all of it.
const NARROW: i32 = 440;
/// Letters in a line of a name above its row, and how high such a line is.
const LINE_OF_NAME: usize = 60;
const LINE: i32 = 17;

/// Where everything goes, in pixels.
struct Layout {
    width: i32,
    /// Where the picture begins and ends.
    left: i32,
    right: i32,
    /// The lines of each name, and where its row begins and what it takes.
    rows: Vec<(Vec<String>, i32, i32)>,
    /// What all rows take.
    height: i32,
}

impl Intervals {
    /// The plot as an SVG document.
    pub fn to_svg(&self) -> String {
        let layout = self.layout();
        let words = Words { title: &self.title, description: self.description() };
        let size = (layout.width, TOP + layout.height.max(ROW) + BELOW);
        canvas::draw(&words, size, |sheet| match self.axis() {
            Some(axis) => self.draw_rows(sheet, axis.padded(0.04), &layout),
            None => canvas::write_nothing(sheet),
        })
    }

    fn layout(&self) -> Layout {
        let lines = |label: &str| match self.names {
            Names::Beside => vec![shortened(label, LONGEST_NAME)],
            Names::Above => broken(label, LINE_OF_NAME),
        };
        let names: Vec<Vec<String>> = self.rows.iter().map(|row| lines(&row.label)).collect();
        let widest = |texts: &mut dyn Iterator<Item = String>| {
            texts.map(|text| width_of(&text, TEXT)).max().unwrap_or(0)
        };
        let figures = widest(&mut self.rows.iter().map(|row| row.figures()));
        let (width, left) = match self.names {
            Names::Beside => {
                let names = widest(&mut names.iter().flatten().cloned());
                (WIDTH + (names + figures - USUAL_WORDS).max(0), names + 24)
            }
            Names::Above => (NARROW, 12),
        };
        let mut height = 0;
        let mut place = |name: Vec<String>| {
            let above = if self.names.are_beside() { 0 } else { LINE * name.len() as i32 };
            let begin = height;
            height += above + ROW;
            (name, begin, above + ROW)
        };
        let rows = names.into_iter().map(&mut place).collect();
        Layout { width, left, right: width - figures - 24, rows, height }
    }

    fn draw_rows(&self, sheet: &Sheet, axis: Axis, layout: &Layout) -> Drawn {
        let &Layout { width, left, right, height, .. } = layout;
        let numbers = axis.labels(TICKS);
        let mut chart = ChartBuilder::on(sheet)
            .margin_left(left * UNITS)
            .margin_right((width - right) * UNITS)
            .margin_top(TOP * UNITS)
            .x_label_area_size(BELOW * UNITS)
            .build_cartesian_2d(axis.low..axis.high, f64::from(height)..0.0)?;
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
            let ends = [place(line.x, 0.0), place(line.x, f64::from(height))];
            sheet.draw(&PathElement::new(ends, MUTED.color().stroke_width(2 * UNITS as u32)))?;
            let above = (ends[0].0, TOP / 2 * UNITS);
            write(sheet, &line.label, above, Hold::Centre, text_style(TEXT - 1, &MUTED))?;
        }
        let colour = SERIES[0].color();
        for (row, (name, begin, takes)) in self.rows.iter().zip(&layout.rows) {
            let height = f64::from(begin + takes - ROW / 2);
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
            for (line, text) in name.iter().enumerate() {
                let (at, hold) = match self.names {
                    Names::Beside => (((left - 12) * UNITS, middle), Hold::Right),
                    Names::Above => {
                        let down = TOP + begin + LINE * line as i32 + LINE / 2 + 4;
                        // The lines of the axis do not run through words.
                        let (width, half) = (width_of(text, TEXT), LINE / 2);
                        let corners = [(left - 2, down - half), (left + width, down + half)];
                        let corners = corners.map(|(x, y)| (x * UNITS, y * UNITS));
                        sheet.draw(&Rectangle::new(corners, PAPER.color().filled()))?;
                        ((left * UNITS, down * UNITS), Hold::Left)
                    }
                };
                write(sheet, text, at, hold, style())?;
            }
            write(sheet, &row.figures(), ((right + 12) * UNITS, middle), Hold::Left, style())?;
        }
        Ok(())
    }
}

/// A text in lines of at most so many letters, broken between words.
fn broken(text: &str, letters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        match line.is_empty() || line.chars().count() + 1 + word.chars().count() <= letters {
            true if line.is_empty() => *line = shortened(word, letters),
            true => *line = format!("{line} {word}"),
            false => lines.push(shortened(word, letters)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_broken_between_words() {
        assert_eq!(broken("all of it", 60), ["all of it"]);
        assert_eq!(broken("one two three", 7), ["one two", "three"]);
        assert_eq!(broken("incomprehensibilities end", 8), ["incompr…", "end"]);
        assert_eq!(broken("", 8), [""]);
    }
}
