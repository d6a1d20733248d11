//! Plots as values: what is to be seen, without where it will be seen.
//!
//! This is the one way to draw anything: the reports of studies, the commands in a terminal and the pages
//! all take their pictures from here. A plot draws itself as SVG, where text stays text and nothing is
//! loaded from elsewhere, or as lines for a terminal. Equal plots give equal bytes. What is not a number is
//! refused when the plot is made; nothing here opens a file or prints.
//!
//! ```
//! use outflank_lab::plot::{Curves, Ink, Series, Terminal};
//!
//! let wins = Series::new("win rate", [(0.0, 0.31), (100.0, 0.52), (200.0, 0.58)])?;
//! let plot = Curves::new("Learning against the positional player", "games", "score")
//!     .series(wins)
//!     .reference("equal", 0.5)?;
//! assert!(plot.to_svg().starts_with("<svg class=\"plot\" role=\"img\""));
//! println!("{}", plot.to_terminal(Terminal { columns: 60, rows: 12, ink: Ink::Plain }));
//! # Ok::<(), outflank_lab::plot::PlotError>(())
//! ```

mod axis;
mod canvas;
mod curves;
mod heat_map;
mod ink;
mod intervals;
pub(crate) mod markup;
mod numbers;
mod palette;

use outflank_arena::statistics::Interval;
use serde::{Deserialize, Serialize};

pub use curves::{Curves, Series};
pub use heat_map::{HeatMap, Shading};
pub use ink::{Ink, Terminal};
pub use intervals::{IntervalRow, Intervals};
pub use numbers::{Numbers, readable};

/// Any plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Plot {
    /// Series over games or generations.
    Curves(Curves),
    /// Boards of numbers.
    HeatMap(HeatMap),
    /// Rows of a point and an interval.
    Intervals(Intervals),
}

impl Plot {
    /// What the plot shows, in a few words.
    pub fn title(&self) -> &str {
        match self {
            Self::Curves(plot) => plot.title(),
            Self::HeatMap(plot) => plot.title(),
            Self::Intervals(plot) => plot.title(),
        }
    }

    /// The plot as an SVG document, which may also stand inside HTML.
    pub fn to_svg(&self) -> String {
        match self {
            Self::Curves(plot) => plot.to_svg(),
            Self::HeatMap(plot) => plot.to_svg(),
            Self::Intervals(plot) => plot.to_svg(),
        }
    }

    /// The plot as SVG for a page that has [`style_sheet`] already, and may forbid styles inside.
    pub fn to_svg_without_styles(&self) -> String {
        canvas::without_styles(&self.to_svg())
    }

    /// The plot as lines of text, all of them ended.
    pub fn to_terminal(&self, terminal: Terminal) -> String {
        match self {
            Self::Curves(plot) => plot.to_terminal(terminal),
            Self::HeatMap(plot) => plot.to_terminal(terminal.ink),
            Self::Intervals(plot) => plot.to_terminal(terminal),
        }
    }
}

impl From<Curves> for Plot {
    fn from(plot: Curves) -> Self {
        Self::Curves(plot)
    }
}

impl From<HeatMap> for Plot {
    fn from(plot: HeatMap) -> Self {
        Self::HeatMap(plot)
    }
}

impl From<Intervals> for Plot {
    fn from(plot: Intervals) -> Self {
        Self::Intervals(plot)
    }
}

/// The colours of all plots, light and dark.
pub fn style_sheet() -> String {
    palette::style()
}

/// Something that cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlotError {
    /// Not a number, infinite where a point must be, or beyond ±1e300.
    #[error("{value} cannot be drawn: it belongs to “{name}”")]
    NotDrawable {
        /// The series, board or row.
        name: String,
        /// The value as it came in.
        value: f64,
    },
    /// A point to the left of the one before it.
    #[error("the points of “{name}” must go from left to right: {next} comes after {previous}")]
    Backwards {
        /// The series.
        name: String,
        /// Where the point before it is.
        previous: f64,
        /// Where the point is.
        next: f64,
    },
    /// An interval for each point is needed, or none.
    #[error("“{name}” has {points} points, but a band of {intervals} intervals")]
    BandLength {
        /// The series.
        name: String,
        /// How many points it has.
        points: usize,
        /// How many intervals came.
        intervals: usize,
    },
    /// An interval that ends below its beginning.
    #[error("the interval from {low} to {high} of “{name}” is upside down")]
    UpsideDown {
        /// The series or row.
        name: String,
        /// What came as the lower end.
        low: f64,
        /// What came as the upper end.
        high: f64,
    },
}

/// The value of a point, if it can be drawn.
fn drawable(name: &str, value: f64) -> Result<f64, PlotError> {
    // Differences of larger values would be infinite.
    if value.abs() <= 1e300 {
        Ok(value)
    } else {
        Err(PlotError::NotDrawable { name: name.to_owned(), value })
    }
}

/// The interval, if it can be drawn. Its ends may be infinite: a contest without a loss sets no upper end.
fn drawable_interval(name: &str, interval: Interval) -> Result<Interval, PlotError> {
    let Interval { low, high } = interval;
    for end in [low, high] {
        if !end.is_infinite() {
            drawable(name, end)?;
        }
    }
    if low <= high { Ok(interval) } else { Err(PlotError::UpsideDown { name: name.to_owned(), low, high }) }
}

/// Serde for types whose parts must fit together, and whose fields are derived with `remote = "Self"`: what was
/// written by whomever goes through `checked`, the same door as what is new.
macro_rules! checked_when_read {
    ($($checked:ty),*) => {$(
        impl serde::Serialize for $checked {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$checked>::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $checked {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$checked>::deserialize(deserializer)?.checked().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
pub(crate) use checked_when_read;

/// An interval as data: the ends by name, `null` for one that is infinite, which JSON does not know.
pub(crate) mod interval_data {
    use super::*;
    use serde::{Deserializer, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Ends {
        low: Option<f64>,
        high: Option<f64>,
    }

    pub(crate) fn serialize<S: Serializer>(interval: &Interval, serializer: S) -> Result<S::Ok, S::Error> {
        let end = |end: f64| end.is_finite().then_some(end);
        Ends { low: end(interval.low), high: end(interval.high) }.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Interval, D::Error> {
        let Ends { low, high } = Ends::deserialize(deserializer)?;
        Ok(Interval { low: low.unwrap_or(f64::NEG_INFINITY), high: high.unwrap_or(f64::INFINITY) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_is_refused_at_the_door() {
        let nan = f64::NAN;
        assert!(
            matches!(Series::new("s", [(nan, 0.0)]), Err(PlotError::NotDrawable { name, .. }) if name == "s")
        );
        assert!(Series::new("s", [(0.0, f64::INFINITY)]).is_err());
        assert!(Series::new("s", [(0.0, 1e301)]).is_err());
        assert!(Curves::new("t", "x", "y").reference("r", nan).is_err());
        let mut board = [0.0; 64];
        board[63] = nan;
        assert!(HeatMap::new("t").board("b", board).is_err());
        assert!(IntervalRow::new("r", nan, Interval { low: 0.0, high: 1.0 }).is_err());
        assert!(IntervalRow::new("r", 0.0, Interval { low: nan, high: 1.0 }).is_err());
        assert!(IntervalRow::new("r", 0.0, Interval { low: -1.0, high: f64::INFINITY }).is_ok());
        assert!(Intervals::new("t", "x").reference("r", nan).is_err());
        let upside_down = IntervalRow::new("r", 0.0, Interval { low: 1.0, high: -1.0 });
        assert_eq!(upside_down, Err(PlotError::UpsideDown { name: "r".to_owned(), low: 1.0, high: -1.0 }));
    }

    #[test]
    fn the_error_names_the_series() {
        let error = Series::new("score", [(3.0, 1.0), (2.0, 1.0)]).expect_err("backwards");
        assert_eq!(error.to_string(), "the points of “score” must go from left to right: 2 comes after 3");
    }
}
