//! Plots from what was written of them: through the same doors as plots that are new.

use outflank_arena::statistics::Interval;
use serde::Deserialize;

use super::{Curves, HeatMap, IntervalRow, Intervals, PlotError, Series, Shading};

/// An interval as it was written. JSON knows nothing infinite: an end that is missing is.
#[derive(Deserialize)]
pub(crate) struct WrittenInterval {
    low: Option<f64>,
    high: Option<f64>,
}

impl From<WrittenInterval> for Interval {
    fn from(WrittenInterval { low, high }: WrittenInterval) -> Self {
        Self { low: low.unwrap_or(f64::NEG_INFINITY), high: high.unwrap_or(f64::INFINITY) }
    }
}

#[derive(Deserialize)]
pub(super) struct WrittenCurves {
    title: String,
    x_label: String,
    y_label: String,
    series: Vec<Series>,
    references: Vec<WrittenLevel>,
}

#[derive(Deserialize)]
struct WrittenLevel {
    label: String,
    y: f64,
}

impl TryFrom<WrittenCurves> for Curves {
    type Error = PlotError;

    fn try_from(written: WrittenCurves) -> Result<Self, PlotError> {
        let empty = Self::new(written.title, written.x_label, written.y_label);
        let plot = written.series.into_iter().fold(empty, Self::series);
        written.references.into_iter().try_fold(plot, |plot, line| plot.reference(line.label, line.y))
    }
}

#[derive(Deserialize)]
pub(super) struct WrittenSeries {
    name: String,
    points: Vec<WrittenPoint>,
    band: Vec<WrittenInterval>,
}

#[derive(Deserialize)]
struct WrittenPoint {
    x: f64,
    y: f64,
}

impl TryFrom<WrittenSeries> for Series {
    type Error = PlotError;

    fn try_from(written: WrittenSeries) -> Result<Self, PlotError> {
        let series = Self::new(written.name, written.points.into_iter().map(|point| (point.x, point.y)))?;
        if written.band.is_empty() {
            return Ok(series);
        }
        series.with_band(written.band.into_iter().map(Interval::from))
    }
}

#[derive(Deserialize)]
pub(super) struct WrittenHeatMap {
    title: String,
    boards: Vec<WrittenBoard>,
    #[serde(default)]
    shading: Shading,
}

#[derive(Deserialize)]
struct WrittenBoard {
    name: String,
    squares: Vec<f64>,
}

impl TryFrom<WrittenHeatMap> for HeatMap {
    type Error = String;

    fn try_from(written: WrittenHeatMap) -> Result<Self, String> {
        let empty = Self::new(written.title).shaded(written.shading);
        written.boards.into_iter().try_fold(empty, |map, board| {
            let squares: [f64; 64] = board.squares.try_into().map_err(|squares: Vec<f64>| {
                format!("the board “{}” has {} squares, expected 64", board.name, squares.len())
            })?;
            map.board(board.name, squares).map_err(|error| error.to_string())
        })
    }
}

#[derive(Deserialize)]
pub(super) struct WrittenIntervals {
    title: String,
    x_label: String,
    rows: Vec<IntervalRow>,
    reference: Option<WrittenReference>,
}

#[derive(Deserialize)]
struct WrittenReference {
    label: String,
    x: f64,
}

impl TryFrom<WrittenIntervals> for Intervals {
    type Error = PlotError;

    fn try_from(written: WrittenIntervals) -> Result<Self, PlotError> {
        let plot = written.rows.into_iter().fold(Self::new(written.title, written.x_label), Self::row);
        match written.reference {
            Some(line) => plot.reference(line.label, line.x),
            None => Ok(plot),
        }
    }
}

#[derive(Deserialize)]
pub(super) struct WrittenRow {
    label: String,
    value: f64,
    interval: WrittenInterval,
}

impl TryFrom<WrittenRow> for IntervalRow {
    type Error = PlotError;

    fn try_from(WrittenRow { label, value, interval }: WrittenRow) -> Result<Self, PlotError> {
        Self::new(label, value, interval.into())
    }
}
