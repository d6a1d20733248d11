//! Curves as SVG: legend on top, bands below lines, few grid lines.

use plotters::element::PathElement;
use plotters::prelude::*;
use plotters::series::DashedLineSeries;

use super::super::axis::Axis;
use super::super::canvas::{self, Drawn, Hold, Sheet, TEXT, UNITS, Words, text_style, width_of, write};
use super::super::palette::{GRID, INK, MUTED, SERIES};
use super::{Bands, Curves, Series};

const WIDTH: i32 = 640;
const HEIGHT: i32 = 320;
const LEGEND_LINE: i32 = 22;
const X_TICKS: usize = 7;
const Y_TICKS: usize = 6;

/// With more points than this, marks on them would hide the line.
const MARKED: usize = 24;

impl Curves {
    /// The plot as an SVG document.
    pub fn to_svg(&self) -> String {
        let legend = self.legend();
        let legend_height = legend.last().map_or(0, |entry| entry.y + LEGEND_LINE) + 8;
        let words = Words { title: &self.title, description: self.description() };
        canvas::draw(&words, (WIDTH, HEIGHT + legend_height), |sheet| {
            let (top, chart) = sheet.split_vertically(legend_height * UNITS);
            legend.iter().try_for_each(|entry| entry.draw(&top))?;
            match (self.x_axis(), self.y_axis(Bands::Drawn)) {
                (Some(x), Some(y)) => self.draw_chart(&chart, x, y.padded(0.05)),
                _ => canvas::write_nothing(&chart),
            }
        })
    }

    fn draw_chart(&self, sheet: &Sheet, x: Axis, y: Axis) -> Drawn {
        let (x_numbers, y_numbers) = (x.labels(X_TICKS), y.labels(Y_TICKS));
        // Half a game cannot be played: where all points are at whole numbers, so are the labels.
        let points = || self.series.iter().flat_map(|series| &series.points);
        let whole = points().all(|point| point.x.fract() == 0.0);
        let x_label = |value: &f64| match whole && value.fract() != 0.0 {
            true => String::new(),
            false => x_numbers.write(*value),
        };
        let y_label = |value: &f64| y_numbers.write(*value);
        let widest = [y.low, y.high].map(|end| width_of(&y_label(&end), TEXT)).into_iter().max();
        let mut chart = ChartBuilder::on(sheet)
            .margin_right(24 * UNITS)
            .margin_top(6 * UNITS)
            .margin_left(4 * UNITS)
            .x_label_area_size(46 * UNITS)
            .y_label_area_size((widest.unwrap_or(0) + 32) * UNITS)
            .build_cartesian_2d(x.low..x.high, y.low..y.high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(X_TICKS)
            .y_labels(Y_TICKS)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID.color().stroke_width(UNITS as u32))
            .axis_style(MUTED.color().stroke_width(UNITS as u32))
            .set_all_tick_mark_size(4 * UNITS)
            .label_style(text_style(TEXT - 1, &MUTED))
            .axis_desc_style(text_style(TEXT, &INK))
            .x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .x_label_formatter(&x_label)
            .y_label_formatter(&y_label)
            .draw()?;
        for line in &self.references {
            let style = MUTED.color().stroke_width(3 * UNITS as u32 / 2);
            let dashes = [(x.low, line.y), (x.high, line.y)];
            chart.draw_series(DashedLineSeries::new(dashes, 7 * UNITS as u32, 5 * UNITS as u32, style))?;
        }
        for (index, series) in self.series.iter().enumerate() {
            let colour = SERIES[index % SERIES.len()].color();
            let band = band_outline(series, y);
            if !band.is_empty() {
                chart.draw_series([Polygon::new(band, colour.mix(0.18))])?;
            }
        }
        for (index, series) in self.series.iter().enumerate() {
            let colour = SERIES[index % SERIES.len()].color();
            let style = colour.stroke_width(2 * UNITS as u32);
            let line = || series.points.iter().map(|point| (point.x, point.y));
            if !is_dashed(index, series) {
                chart.draw_series([PathElement::new(line().collect::<Vec<_>>(), style)])?;
            } else {
                let (dash, gap) = (6 * UNITS as u32, 4 * UNITS as u32);
                chart.draw_series(DashedLineSeries::new(line(), dash, gap, style))?;
            }
            if series.points.len() <= MARKED {
                chart.draw_series(line().map(|point| Circle::new(point, 3 * UNITS, colour.filled())))?;
            }
        }
        // The names of the levels come last and stand above their lines, at the right end.
        for line in &self.references {
            let (right, middle) = chart.plotting_area().map_coordinate(&(x.high, line.y));
            let (left, top) = sheet.get_base_pixel();
            let at = (right - left - 4 * UNITS, middle - top - 9 * UNITS);
            write(sheet, &line.label, at, Hold::Right, text_style(TEXT - 1, &MUTED))?;
        }
        Ok(())
    }

    /// The names of the series, each with its place, in as many lines as they need.
    fn legend(&self) -> Vec<Entry<'_>> {
        let (mut x, mut y) = (12, 8);
        let mut entries = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            let width = 30 + width_of(&series.name, TEXT) + 18;
            if x + width > WIDTH && x > 12 {
                (x, y) = (12, y + LEGEND_LINE);
            }
            entries.push(Entry { name: &series.name, index, is_dashed: is_dashed(index, series), x, y });
            x += width;
        }
        entries
    }
}

/// A name in the legend; its place is the top left corner, in pixels.
struct Entry<'a> {
    name: &'a str,
    index: usize,
    is_dashed: bool,
    x: i32,
    y: i32,
}

impl Entry<'_> {
    fn draw(&self, sheet: &Sheet) -> Drawn {
        let middle = (self.y + LEGEND_LINE / 2) * UNITS;
        let style = SERIES[self.index % SERIES.len()].color().stroke_width(3 * UNITS as u32);
        let stroke = |from: i32, to: i32| {
            let ends = [from, to].map(|x| ((self.x + x) * UNITS, middle));
            sheet.draw(&PathElement::new(ends, style))
        };
        if !self.is_dashed {
            stroke(0, 22)?;
        } else {
            stroke(0, 9)?;
            stroke(13, 22)?;
        }
        write(sheet, self.name, ((self.x + 28) * UNITS, middle), Hold::Left, text_style(TEXT, &INK))
    }
}

/// Whether a curve has dashes: its own, or because there are more curves than colours.
fn is_dashed(index: usize, series: &Series) -> bool {
    index >= SERIES.len() || !series.stroke.is_solid()
}

/// The band as one closed shape: along the lower ends, and back along the upper ones.
fn band_outline(series: &Series, y: Axis) -> Vec<(f64, f64)> {
    let ends = || series.points.iter().zip(&series.band);
    let below = ends().map(|(point, interval)| (point.x, y.nearest(interval.0.low)));
    let above = ends().map(|(point, interval)| (point.x, y.nearest(interval.0.high)));
    below.chain(above.rev()).collect()
}
