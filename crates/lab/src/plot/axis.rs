//! The range of values an axis shows, and the labels of its ticks.

use plotters::coord::ranged1d::{BoldPoints, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::numbers::Numbers;

/// The values from one end of an axis to the other; never empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Axis {
    /// The axis that shows all these values, if there are any. Infinite ones are shown as far as it reaches.
    pub(super) fn over(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let ends = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = ends.map(|value| (value, value)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        // A single value gets room around it, and so do values that differ in their last bits only.
        let size = low.abs().max(high.abs());
        if high - low > size * 1e-6 && high - low > 1e-290 {
            Some(Self { low, high })
        } else {
            let room = if size > 1e-280 { size * 0.1 } else { 1.0 };
            Some(Self { low: low - room, high: high + room })
        }
    }

    /// With this part of its length added at both ends, so that nothing lies on the frame.
    pub(super) fn padded(self, part: f64) -> Self {
        let room = (self.high - self.low) * part;
        Self { low: self.low - room, high: self.high + room }
    }

    /// The nearest value that is shown.
    pub(super) fn nearest(self, value: f64) -> f64 {
        value.clamp(self.low, self.high)
    }

    /// How far along the axis a value is, 0 to 1.
    pub(super) fn share(self, value: f64) -> f64 {
        (self.nearest(value) - self.low) / (self.high - self.low)
    }

    /// How the labels of about this many ticks are written.
    pub(super) fn labels(self, ticks: usize) -> Numbers {
        let points = RangedCoordf64::from(self.low..self.high).key_points(BoldPoints(ticks));
        let step = points.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
        let largest = points.iter().fold(0.0, |largest: f64, point| largest.max(point.abs()));
        if step.is_finite() { Numbers::telling_apart(largest, step) } else { Numbers::up_to(largest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_always_has_a_length() {
        for values in [vec![0.0], vec![5.0, 5.0], vec![1.0, 1.0 + f64::EPSILON], vec![1e-300], vec![-1e300]] {
            let axis = Axis::over(values.iter().copied()).expect("values");
            // Not only in its last bits: the labels of ticks have to differ.
            assert!(axis.high - axis.low > axis.high.abs() * 1e-6, "{axis:?}");
            assert!(values.iter().all(|&value| (0.0..=1.0).contains(&axis.share(value))));
        }
        assert_eq!(Axis::over([]), None);
        assert_eq!(Axis::over([f64::INFINITY]), None);
    }
}
