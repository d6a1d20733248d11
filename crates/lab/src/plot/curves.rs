//! Series over games, generations or whatever else grows: learning curves.

mod svg;
mod terminal;

use outflank_arena::statistics::Interval;
use serde::{Deserialize, Serialize};

use super::axis::Axis;
use super::markup::one_line;
use super::numbers::readable;
use super::{PlotError, checked_when_read, drawable, drawable_interval, interval_data};

/// Named series over one axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Curves {
    title: String,
    x_label: String,
    y_label: String,
    series: Vec<Series>,
    references: Vec<Reference>,
}

/// Whether the bands are part of the picture.
#[derive(Clone, Copy)]
enum Bands {
    Drawn,
    Left,
}

/// A level to compare with, drawn from side to side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Reference {
    label: String,
    y: f64,
}

impl Curves {
    /// A plot without series: what it shows, and what its axes count.
    pub fn new(title: impl Into<String>, x_label: impl Into<String>, y_label: impl Into<String>) -> Self {
        Self {
            title: one_line(title),
            x_label: one_line(x_label),
            y_label: one_line(y_label),
            series: Vec::new(),
            references: Vec::new(),
        }
    }

    /// What the plot shows, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// With another series. Beyond six the colours begin again, dashed.
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// With a horizontal line at this level.
    pub fn reference(mut self, label: impl Into<String>, y: f64) -> Result<Self, PlotError> {
        let label = one_line(label);
        let y = drawable(&label, y)?;
        self.references.push(Reference { label, y });
        Ok(self)
    }

    fn checked(self) -> Result<Self, PlotError> {
        let plot = Self { series: self.series, ..Self::new(self.title, self.x_label, self.y_label) };
        self.references.into_iter().try_fold(plot, |plot, line| plot.reference(line.label, line.y))
    }

    fn x_axis(&self) -> Option<Axis> {
        Axis::over(self.series.iter().flat_map(|series| series.points.iter().map(|point| point.x)))
    }

    /// From the lowest point or reference, or the end of a band where they are drawn, to the highest; none
    /// without points.
    fn y_axis(&self, bands: Bands) -> Option<Axis> {
        self.x_axis()?;
        let points = self.series.iter().flat_map(|series| series.points.iter().map(|point| point.y));
        let banded = match bands {
            Bands::Drawn => self.series.as_slice(),
            Bands::Left => &[],
        };
        let ends =
            banded.iter().flat_map(|series| series.band.iter().flat_map(|band| [band.0.low, band.0.high]));
        Axis::over(points.chain(ends).chain(self.references.iter().map(|line| line.y)))
    }

    /// What the picture shows, in words: each series with its first and last point.
    fn description(&self) -> String {
        let mut text = format!("{} over {}.", self.y_label, self.x_label);
        for series in &self.series {
            text += &match (series.points.first(), series.points.last()) {
                (Some(first), Some(last)) if series.points.len() > 1 => format!(
                    " {}: from {} at {} to {} at {}.",
                    series.name,
                    readable(first.y),
                    readable(first.x),
                    readable(last.y),
                    readable(last.x)
                ),
                (Some(only), _) => format!(" {}: {} at {}.", series.name, readable(only.y), readable(only.x)),
                _ => format!(" {}: no points.", series.name),
            };
        }
        for line in &self.references {
            text += &format!(" Line at {}: {}.", readable(line.y), line.label);
        }
        text
    }
}

/// One curve: points from left to right, perhaps with a band around them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Series {
    name: String,
    points: Vec<Point>,
    band: Vec<Band>,
    #[serde(default, skip_serializing_if = "Stroke::is_solid")]
    stroke: Stroke,
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Stroke {
    #[default]
    Solid,
    Dashed,
}

impl Stroke {
    fn is_solid(&self) -> bool {
        *self == Self::Solid
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Point {
    x: f64,
    y: f64,
}

/// The interval around a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Band(#[serde(with = "interval_data")] Interval);

checked_when_read!(Curves, Series);

impl Series {
    /// A curve through points (x, y). It may have no points yet.
    pub fn new(
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Result<Self, PlotError> {
        let name = one_line(name);
        let mut accepted: Vec<Point> = Vec::new();
        for (x, y) in points {
            let point = Point { x: drawable(&name, x)?, y: drawable(&name, y)? };
            match accepted.last() {
                Some(last) if last.x > x => {
                    return Err(PlotError::Backwards { name, previous: last.x, next: x });
                }
                _ => accepted.push(point),
            }
        }
        Ok(Self { name, points: accepted, band: Vec::new(), stroke: Stroke::Solid })
    }

    /// Drawn with dashes: what is expected beside what is known.
    #[must_use]
    pub fn dashed(self) -> Self {
        Self { stroke: Stroke::Dashed, ..self }
    }

    fn checked(self) -> Result<Self, PlotError> {
        let series = Self::new(self.name, self.points.into_iter().map(|point| (point.x, point.y)))?;
        let series = Self { stroke: self.stroke, ..series };
        match self.band.is_empty() {
            true => Ok(series),
            false => series.with_band(self.band.into_iter().map(|Band(interval)| interval)),
        }
    }

    /// With an interval (or the spread of several runs) around every point, in their order.
    pub fn with_band(mut self, band: impl IntoIterator<Item = Interval>) -> Result<Self, PlotError> {
        self.band = band
            .into_iter()
            .map(|interval| drawable_interval(&self.name, interval).map(Band))
            .collect::<Result<_, _>>()?;
        if self.band.len() == self.points.len() {
            Ok(self)
        } else {
            let (points, intervals) = (self.points.len(), self.band.len());
            Err(PlotError::BandLength { name: self.name, points, intervals })
        }
    }
}
